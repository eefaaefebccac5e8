/// The result of a handler: an answer, or the way to get one.
///
/// ```swift
/// return .later(on: .accounts) {
///     Password.matches(hash, password)
/// } finish: { matches in
///     matches ? loggedIn() : refused()
/// }
/// ```
package enum Reply {
    /// An answer that exists already; the usual case, which costs nothing.
    case now(Response)
    /// The answer follows after work on another thread. Later requests of the same connection wait
    /// for it, those of other connections do not.
    case later(SlowWork<Reply>)
    /// The closure is called on the loop's thread after the duration.
    ///
    /// The time is real time, not that of the world's clock.
    case after(Duration, () throws -> Reply)
    /// An answer that is given when an event happens.
    case held(HeldReply)
    /// A response with status 101, after which the connection belongs to the takeover.
    case handOver(Response, any Takeover)
}

extension Reply {
    /// Runs `work` on the thread of `lane`, then makes the answer with `finish` on the loop's
    /// thread.
    ///
    /// - Parameters:
    ///   - lane: the thread that `work` waits for.
    ///   - work: must touch nothing of the world: it runs beside the loop.
    ///   - finish: runs on the loop's thread; the world may have changed since. What it throws goes
    /// to ``Responder/failure(for:)``.
    /// - Returns: a reply that has not begun to work.
    package static func later<Result: Sendable>(
        on lane: Lane,
        _ work: @escaping @Sendable () -> Result,
        finish: @escaping (Result) throws -> Response
    ) -> Reply {
        .later(SlowWork(on: lane, work) { .now(try finish($0)) })
    }

    /// A reply with an answer that exists already or follows after slow work.
    package init(_ answer: Deferred<Response>) {
        switch answer {
        case .now(let response): self = .now(response)
        case .later(let work): self = .later(work.then { Reply($0) })
        }
    }

    /// The same reply, with its answer passed through `transform`.
    ///
    /// An error thrown on the way to the answer goes to `recover`, which returns an answer or
    /// throws; that answer is transformed as well. The 101 response of a takeover is not changed.
    ///
    /// - Parameters:
    ///   - transform: called once, on the loop's thread, when the answer exists.
    ///   - recover: called on the loop's thread; by default it throws the error again.
    /// - Returns: a reply of the same kind; a held reply is changed in place.
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

/// An answer that waits for an event, for a limited time.
///
/// Belongs to the loop's thread.
package final class HeldReply {
    /// How long to wait before ``expire()`` is to be called; the holder runs the timer.
    package let timeout: Duration
    private let expired: () -> Response?
    /// Applied to the answer, in this order.
    private var transforms: [(Response) -> Response] = []
    /// Receives the answer; set by the code that holds the request.
    ///
    /// Set to nil as soon as it was called, so that nothing is retained in a circle.
    package var deliver: ((Response) -> Void)?
    /// Whether an answer was given; further ones are ignored.
    package private(set) var isAnswered = false
    /// Called when the client has left before there was an answer.
    ///
    /// Called at most once, and never after an answer.
    package var whenLeft: (() -> Void)?

    /// A reply that becomes `expired()` if there is no answer within `timeout`.
    ///
    /// When `expired` returns nil, the answer has yet to be found, and is given soon.
    package init(timeout: Duration, expired: @escaping () -> Response?) {
        self.timeout = timeout
        self.expired = expired
    }

    /// Applies `transform` to the answer when it is given, after earlier transforms.
    func map(_ transform: @escaping (Response) -> Response) {
        transforms.append(transform)
    }

    /// Gives the answer; only the first call counts.
    ///
    /// Sends nothing itself: ``deliver`` gets the response after all transforms.
    package func answer(_ response: Response) {
        guard !isAnswered else { return }
        isAnswered = true
        deliver?(transforms.reduce(response) { $1($0) })
        deliver = nil
        whenLeft = nil
    }

    /// Takes no answer any more: the client has left.
    package func leave() {
        guard !isAnswered else { return }
        isAnswered = true
        deliver = nil
        whenLeft?()
        whenLeft = nil
    }

    /// Answers with the response for an expired wait, unless there was an answer.
    ///
    /// Does nothing when the closure for expired waits returns nil; the holder of the request then
    /// calls ``answer(_:)`` itself.
    package func expire() {
        if !isAnswered, let response = expired() { answer(response) }
    }
}
