extension Delivery {
    /// What happens to the connection, and at which point of the answer.
    package enum Ending: Sendable, Equatable {
        /// The connection stays open if client and server want that and the framing is correct.
        ///
        /// Otherwise it is closed in order.
        case usual
        /// Like ``usual``, but kept open even after broken framing.
        ///
        /// Later answers then follow where a client does not expect them. Violates RFC 9112 §6.3
        /// when the framing is broken.
        case kept
        /// The connection is closed in order (FIN); RFC 9112 §8.
        case closed(at: Point)
        /// The connection is reset (RST) when the client's system has all earlier bytes.
        ///
        /// Violates RFC 9112 §9.6. A Unix socket has no reset and is closed in order.
        case reset(at: Point)
        /// Nothing more is sent until the client closes its side, the time passes or the server
        /// stops.
        ///
        /// Then the connection is closed in order.
        case stalled(at: Point, Duration)

        /// The point of the answer at which it happens.
        var point: Point {
            switch self {
            case .usual, .kept: .end
            case .closed(let point), .reset(let point), .stalled(let point, _): point
            }
        }
    }
}
