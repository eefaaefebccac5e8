extension Delivery {
    /// What becomes of the connection, and where in the answer.
    package enum Ending: Sendable, Equatable {
        /// It stays open behind the answer if the client and the server want that, and if the
        /// framing is sound; else it ends in order.
        case usual
        /// The same, whatever the framing is: later answers follow where a client does not expect
        /// them.
        ///
        /// Against RFC 9112 §6.3 when the framing is broken.
        case kept
        /// It ends in order (FIN); RFC 9112 §8.
        case closed(at: Point)
        /// It is reset (RST) when the client's system has all bytes before; against RFC 9112 §9.6.
        ///
        /// A Unix socket knows no reset and ends in order.
        case reset(at: Point)
        /// Nothing more is sent until the client ends its side, the time passes or the server stops;
        /// then it ends in order.
        case stalled(at: Point, Duration)

        /// Where it takes place.
        var point: Point {
            switch self {
            case .usual, .kept: .end
            case .closed(let point), .reset(let point), .stalled(let point, _): point
            }
        }
    }
}
