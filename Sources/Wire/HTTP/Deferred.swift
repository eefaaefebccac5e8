/// A value that exists already, or that comes later.
///
/// ```swift
/// let key: Deferred<Key> = .later(on: .keys) { try Key.make() } finish: { try $0.get() }
/// let answer = try key.map { sign(with: $0) }
/// ```
///
/// Belongs to the loop's thread.
package enum Deferred<Value> {
    /// The usual case, which costs nothing.
    case now(Value)
    /// Something has to happen first; it may lead to another wait.
    case later(Later<Value>)
}

/// The result of a handler: an answer, or the way to get one.
///
/// ```swift
/// return .later(on: .accounts) {
///     Password.matches(hash, password)
/// } finish: { matches in
///     try matches.get() ? loggedIn() : refused()
/// }
/// ```
///
/// Later requests of the same connection wait for it, those of other connections do not.
package typealias Reply = Deferred<Response>

/// What a value waits for.
package enum Wait {
    /// Work that is too slow for the loop's thread, and the kind of thread that runs it.
    ///
    /// It must not touch what belongs to the loop's thread. Its result is what the wait gives.
    case work(Lane, @Sendable () -> any Sendable)
    /// Time of the machine, not that of the world's clock.
    case time(Duration)
    /// Something that happens in the server; the answer is what the wait gives.
    case event(AwaitedAnswer)
}

/// A wait, and how to go on after it.
///
/// Nothing happens until somebody carries it out: a course, or ``Deferred/awaited()``.
package struct Later<Value> {
    package let wait: Wait
    /// Runs on the loop's thread when it is certain that the work will run.
    package var willBegin: () -> Void
    /// Runs on the loop's thread when the wait is over, with what it has given.
    ///
    /// The world may have changed meanwhile. What it throws is handled as an error of the handler.
    package let goOn: (any Sendable) throws -> Deferred<Value>

    package init(
        _ wait: Wait,
        willBegin: @escaping () -> Void = {},
        goOn: @escaping (any Sendable) throws -> Deferred<Value>
    ) {
        self.wait = wait
        self.willBegin = willBegin
        self.goOn = goOn
    }

    /// Does the work on the calling thread, which must be the loop's, and waits for nothing else: for
    /// callers without threads and timers, such as tests.
    ///
    /// Time has passed, and what is waited for has not happened in time.
    ///
    /// - Throws: what ``goOn`` throws; ``NoAnswer`` for an event without an answer yet.
    package func carryOut() throws -> Deferred<Value> {
        willBegin()
        switch wait {
        case .work(_, let work): return try goOn(work())
        case .time: return try goOn(())
        case .event(let awaited):
            var answer: Response?
            awaited.deliver = { answer = $0 }
            awaited.expire()
            guard let answer else { throw NoAnswer() }
            return try goOn(answer)
        }
    }
}

/// What was waited for has not happened, and there is no answer for that yet.
package struct NoAnswer: Error {}

extension Deferred {
    /// The value that `finish` makes, on the loop's thread, of the result or error of slow `work`.
    ///
    /// - Parameters:
    ///   - lane: one job of it runs at a time.
    ///   - work: runs beside the loop, and must touch nothing of the world; an error of it is a part
    ///     of the result.
    ///   - finish: usually begins with `try $0.get()`; the world may have changed since.
    /// - Returns: a value that has not begun to be made.
    package static func later<Result: Sendable>(
        on lane: Lane,
        _ work: @escaping @Sendable () throws -> Result,
        finish: @escaping (Swift.Result<Result, any Error>) throws -> Value
    ) -> Deferred {
        later(onLane: lane, { Swift.Result { try work() } }, next: { .now(try finish($0)) })
    }

    /// As ``later(on:_:finish:)``, for work that does not throw.
    package static func later<Result: Sendable>(
        on lane: Lane,
        _ work: @escaping @Sendable () -> Result,
        finish: @escaping (Result) throws -> Value
    ) -> Deferred {
        later(onLane: lane, work, next: { .now(try finish($0)) })
    }

    private static func later<Result: Sendable>(
        onLane lane: Lane,
        _ work: @escaping @Sendable () -> Result,
        next: @escaping (Result) throws -> Deferred
    ) -> Deferred {
        .later(
            Later(.work(lane, work)) { result in
                guard let result = result as? Result else { preconditionFailure("foreign result") }
                return try next(result)
            }
        )
    }

    /// What `body` gives after `delay`, in time of the machine; it runs on the loop's thread.
    package static func after(
        _ delay: Duration,
        _ body: @escaping () throws -> Deferred
    ) -> Deferred {
        .later(Later(.time(delay)) { _ in try body() })
    }

    /// The same value; `body` runs on the loop's thread when it is certain that its work will run.
    package func beginning(_ body: @escaping () -> Void) -> Deferred {
        guard case .later(let later) = self else { return self }
        return .later(Later(later.wait, willBegin: body, goOn: later.goOn))
    }

    /// The value that `transform` makes of this one, now or when it exists.
    ///
    /// - Throws: what `transform` throws for a value that exists; else that is thrown when it is
    ///   made.
    package func map<Other>(
        _ transform: @escaping (Value) throws -> Other
    ) throws -> Deferred<Other> {
        try flatMap { .now(try transform($0)) }
    }

    /// The value that `next` makes of this one, now or when it exists, possibly after another wait.
    ///
    /// - Throws: what `next` throws for a value that exists; else that is thrown when it is made.
    package func flatMap<Other>(
        _ next: @escaping (Value) throws -> Deferred<Other>
    ) throws -> Deferred<Other> {
        switch self {
        case .now(let value): try next(value)
        case .later(let later):
            .later(
                Later(later.wait, willBegin: later.willBegin) { try later.goOn($0).flatMap(next) }
            )
        }
    }

    /// The same value, with `check` called each time a wait is over, before its outcome is used.
    ///
    /// When it throws, nothing was done with the outcome, which can be used later.
    ///
    /// For waits during which a world may be deleted or replaced: `check` throws then.
    package func checking(_ check: @escaping () throws -> Void) -> Deferred {
        guard case .later(let later) = self else { return self }
        return .later(
            Later(later.wait, willBegin: later.willBegin) { result in
                try check()
                return try later.goOn(result).checking(check)
            }
        )
    }

    /// The value, carried out on the calling thread, which must be the loop's.
    ///
    /// - Throws: what the work, its continuations and transforms throw; ``NoAnswer`` for an event
    ///   that has no answer yet.
    package func awaited() throws -> Value {
        switch self {
        case .now(let value): value
        case .later(let later): try later.carryOut().awaited()
        }
    }
}

// MARK: Replies

extension Deferred where Value == Response {
    /// An answer that is given when an event happens.
    package static func awaiting(_ answer: AwaitedAnswer) -> Reply {
        .later(
            Later(.event(answer)) { response in
                guard let response = response as? Response else {
                    preconditionFailure("foreign answer")
                }
                return .now(response)
            }
        )
    }

    /// The same reply, with its answer passed through `transform`.
    ///
    /// An error thrown on the way to the answer goes to `recover`, which returns an answer or
    /// throws; that answer is transformed as well. The 101 response of a takeover is not changed.
    ///
    /// - Parameters:
    ///   - transform: called once, on the loop's thread, when the answer exists.
    ///   - recover: called on the loop's thread; by default it throws the error again.
    /// - Returns: a reply that waits for the same.
    package func mapping(
        _ transform: @escaping (Response) -> Response,
        catching recover: @escaping (any Error) throws -> Response = { throw $0 }
    ) -> Reply {
        switch self {
        case .now(let response):
            .now(response.takeover == nil ? transform(response) : response)
        case .later(let later):
            .later(
                Later(later.wait, willBegin: later.willBegin) { result in
                    do {
                        return try later.goOn(result).mapping(transform, catching: recover)
                    } catch {
                        return .now(transform(try recover(error)))
                    }
                }
            )
        }
    }
}

/// An answer that waits for an event, for a limited time.
///
/// Belongs to the loop's thread.
package final class AwaitedAnswer {
    /// How long to wait before ``expire()`` is to be called; the holder runs the timer.
    package let timeout: Duration
    private let expired: () -> Response?
    /// How much longer to wait when the time is over; nil for no longer.
    package var respite: () -> Duration? = { nil }
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

    /// An answer that becomes `expired()` if there is none within `timeout`.
    ///
    /// When `expired` returns nil, the answer has yet to be found, and is given soon.
    package init(timeout: Duration, expired: @escaping () -> Response?) {
        self.timeout = timeout
        self.expired = expired
    }

    /// Gives the answer; only the first call counts.
    ///
    /// Sends nothing itself: ``deliver`` gets the response.
    package func answer(_ response: Response) {
        guard !isAnswered else { return }
        isAnswered = true
        deliver?(response)
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
    /// Does nothing when the closure for expired waits returns nil; ``answer(_:)`` is called later
    /// then.
    package func expire() {
        if !isAnswered, let response = expired() { answer(response) }
    }
}
