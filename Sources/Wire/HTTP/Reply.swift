/// What a handler gives back: the answer, or what leads to it.
package enum Reply {
    case now(Response)
    case later(SlowWork<Reply>)
    /// Asks again, on the loop's thread, when the time has passed.
    case after(Duration, () throws -> Reply)
    /// An answer that comes when something has happened.
    case held(HeldReply)
    /// Says 101 and hands the connection over.
    case handOver(Response, any Takeover)
}

extension Reply {
    /// The answer that `finish` makes, on the loop's thread, of the result of slow `work`.
    package static func later<Result: Sendable>(
        on lane: Lane,
        _ work: @escaping @Sendable () -> Result,
        finish: @escaping (Result) throws -> Response
    ) -> Reply {
        .later(SlowWork(on: lane, work) { .now(try finish($0)) })
    }

    /// A reply whose answer is there, or comes when slow work is done.
    package init(_ answer: Deferred<Response>) {
        switch answer {
        case .now(let response): self = .now(response)
        case .later(let work): self = .later(work.then { Reply($0) })
        }
    }

    /// The same reply, whose answer goes through `transform` when it comes.
    ///
    /// An error that is thrown before the answer is there goes to `recover`, which answers it or
    /// throws it on; what it answers goes through `transform` as well. The answer 101 of a
    /// connection that is handed over stays as it is.
    package func mapping(
        _ transform: @escaping (Response) -> Response,
        catching recover: @escaping (any Error) throws -> Response = { throw $0 }
    ) -> Reply {
        switch self {
        case .now(let response): return .now(transform(response))
        case .later(let work):
            return .later(
                SlowWork(of: work) { result in
                    try Self.completing({ try work.finish(result) }, transform, catching: recover)
                }
            )
        case .after(let delay, let body):
            return .after(delay) { try Self.completing(body, transform, catching: recover) }
        case .held(let held):
            held.map(transform)
            return self
        case .handOver: return self
        }
    }

    private static func completing(
        _ body: () throws -> Reply,
        _ transform: @escaping (Response) -> Response,
        catching recover: @escaping (any Error) throws -> Response
    ) throws -> Reply {
        do {
            return try body().mapping(transform, catching: recover)
        } catch {
            return .now(transform(try recover(error)))
        }
    }
}

/// An answer that waits for something to happen, with an end to its patience.
///
/// Belongs to the loop's thread.
package final class HeldReply {
    package let patience: Duration
    private let expired: () -> Response
    /// What the answer goes through on its way, in this order.
    private var transforms: [(Response) -> Response] = []
    /// Takes the answer; set by who holds the request.
    package var deliver: ((Response) -> Void)?
    package private(set) var isAnswered = false

    /// A reply that is `expired()` when nothing has happened for so long.
    package init(patience: Duration, expired: @escaping () -> Response) {
        self.patience = patience
        self.expired = expired
    }

    /// Has the answer go through `transform` when it comes.
    func map(_ transform: @escaping (Response) -> Response) {
        transforms.append(transform)
    }

    /// Gives the answer; only the first one counts.
    package func answer(_ response: Response) {
        guard !isAnswered else { return }
        isAnswered = true
        deliver?(transforms.reduce(response) { $1($0) })
        deliver = nil
    }

    /// Gives the answer of one who has waited long enough.
    package func expire() {
        if !isAnswered { answer(expired()) }
    }
}
