/// How an answer leaves: what is sent of it, at which pace, and how it ends.
///
/// The default is what every answer has: all of it at once, and the connection stays open if the
/// client and the server want that. Everything else is for tests of clients. Some of it breaks HTTP
/// on purpose; each value names the section that it breaks. The parts combine: an answer may be
/// paced, have a wrong length and end in a reset.
///
/// The head of an answer does not announce its delivery: it says of the connection what it would say
/// of the usual answer. After a delivery that ends the connection, no later request on it is
/// answered.
package struct Delivery: Sendable, Equatable {
    /// What is sent.
    package var content: Content
    /// When it is sent; nil for as fast as the client takes it.
    package var pace: Pace?
    /// How it ends, and where.
    package var ending: Ending

    package init(_ content: Content = .sound, pace: Pace? = nil, ending: Ending = .usual) {
        self.content = content
        self.pace = pace
        self.ending = ending
    }

    /// Whether this is how every answer leaves.
    package var isUsual: Bool { self == Delivery() }
}

extension Delivery {
    /// All of the answer, at once.
    package static let whole = Delivery()

    /// The part of the answer before `point`, then an orderly end of the connection (FIN).
    ///
    /// An incomplete message, RFC 9112 §8.
    package static func cut(at point: Point) -> Delivery {
        Delivery(ending: .closed(at: point))
    }

    /// Not a byte, then an orderly end of the connection (FIN); against RFC 9112 §9.3.
    package static let noAnswer = cut(at: .message(0))

    /// The part of the answer before `point`, then a reset of the connection (RST).
    ///
    /// Against RFC 9112 §9.6, which asks for an orderly end.
    package static func reset(at point: Point = .message(0)) -> Delivery {
        Delivery(ending: .reset(at: point))
    }

    /// The part of the answer before `point`, then nothing until the client leaves or `limit` passes.
    ///
    /// A server that has stopped working within a message, RFC 9112 §8 and §9.5.
    package static func stalled(at point: Point, for limit: Duration) -> Delivery {
        Delivery(ending: .stalled(at: point, limit))
    }

    /// All of the answer, slowly.
    package static func paced(_ pace: Pace) -> Delivery {
        Delivery(pace: pace)
    }
}
