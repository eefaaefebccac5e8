/// How an answer is sent: which bytes, at which pace, and how it ends.
///
/// The default is the normal case: all bytes at once, and the connection stays open if client and
/// server want that. Everything else is for tests of clients. Some deliveries break HTTP on
/// purpose; each names the section that it violates. The parts can be combined: an answer may be
/// paced, have a wrong length and end in a reset.
///
/// The head of an answer does not announce its delivery: its Connection field is that of the usual
/// answer. After a delivery that ends the connection no later request on it is answered.
///
/// ```swift
/// response.delivery = .cut(at: .body(100))
/// response.delivery = .paced(.bytesPerSecond(1_000, delay: .milliseconds(300)))
/// response.delivery = Delivery(.lengthOff(by: 10), ending: .reset(at: .end))
/// ```
package struct Delivery: Sendable, Equatable {
    /// Which bytes are sent.
    package var content: Content
    /// When they are sent; nil for as fast as the client reads.
    package var pace: Pace?
    /// How and where the answer ends.
    package var ending: Ending

    /// A delivery that differs from the usual one in the given parts.
    package init(_ content: Content = .sound, pace: Pace? = nil, ending: Ending = .usual) {
        self.content = content
        self.pace = pace
        self.ending = ending
    }

    /// Whether this is the delivery of a normal answer.
    package var isUsual: Bool { self == Delivery() }
}

extension Delivery {
    /// The whole answer at once.
    package static let whole = Delivery()

    /// The part of the answer before `point`, then an orderly close (FIN).
    ///
    /// An incomplete message, RFC 9112 §8.
    ///
    /// The client sees the end of the connection before the end of the message.
    package static func cut(at point: Point) -> Delivery {
        Delivery(ending: .closed(at: point))
    }

    /// No byte, then an orderly close (FIN); violates RFC 9112 §9.3.
    package static let noAnswer = cut(at: .message(0))

    /// The part of the answer before `point`, then a reset (RST).
    ///
    /// Violates RFC 9112 §9.6, which asks for an orderly close.
    ///
    /// By default before the first byte, as when a server crashes.
    package static func reset(at point: Point = .message(0)) -> Delivery {
        Delivery(ending: .reset(at: point))
    }

    /// The part of the answer before `point`, then nothing until the client closes or `limit`
    /// passes.
    ///
    /// Like a server that hangs in the middle of a message, RFC 9112 §8 and §9.5.
    ///
    /// `limit` is real time.
    package static func stalled(at point: Point, for limit: Duration) -> Delivery {
        Delivery(ending: .stalled(at: point, limit))
    }

    /// The whole answer, slowly.
    package static func paced(_ pace: Pace) -> Delivery {
        Delivery(pace: pace)
    }
}
