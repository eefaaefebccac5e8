/// What a handler gives back: the answer, or what leads to it.
package enum Reply {
    case now(Response)
    case later(SlowWork)
    /// Asks again, on the loop's thread, when the time has passed; where there is no loop, at once.
    case after(Duration, () throws -> Reply)
    /// An answer that comes when something has happened.
    case held(HeldReply)
    /// Says 101 and hands the connection over.
    case handOver(Response, any Takeover)
}

/// An answer that waits for something to happen, with an end to its patience.
///
/// Belongs to the loop's thread.
package final class HeldReply {
    package let patience: Duration
    private let expired: () -> Response
    /// Takes the answer; set by who holds the request.
    package var deliver: ((Response) -> Void)?
    package private(set) var isAnswered = false

    /// A reply that is `expired()` when nothing has happened for so long.
    package init(patience: Duration, expired: @escaping () -> Response) {
        self.patience = patience
        self.expired = expired
    }

    /// Gives the answer; only the first one counts.
    package func answer(_ response: Response) {
        guard !isAnswered else { return }
        isAnswered = true
        deliver?(response)
        deliver = nil
    }

    /// Gives the answer of one who has waited long enough.
    package func expire() {
        if !isAnswered { answer(expired()) }
    }
}

/// Work too slow for the loop thread, and what comes of its result.
package struct SlowWork {
    package let lane: Lane
    /// Runs on the thread of the lane.
    package var work: @Sendable () -> any Sendable
    /// Runs on the loop thread, as a handler does, with what ``work`` gave.
    package var finish: (any Sendable) throws -> Reply
    /// Runs on the loop thread when it is certain that ``work`` will be done.
    package var willBegin: () -> Void = {}

    /// Does `work` on the thread of `lane` and makes the answer of its result by `finish`.
    package init<Result: Sendable>(
        on lane: Lane,
        _ work: @escaping @Sendable () -> Result,
        finish: @escaping (Result) throws -> Response
    ) {
        self.init(on: lane, work, next: { .now(try finish($0)) })
    }

    /// Does `work` on the thread of `lane` and goes on with its result by `next`.
    package init<Result: Sendable>(
        on lane: Lane,
        _ work: @escaping @Sendable () -> Result,
        next: @escaping (Result) throws -> Reply
    ) {
        self.lane = lane
        self.work = work
        finish = { result in
            guard let result = result as? Result else { preconditionFailure("foreign result") }
            return try next(result)
        }
    }

    /// Does the work here and now.
    package func carryOut() throws -> Reply {
        willBegin()
        return try finish(work())
    }

    /// The answer, with this and all that follows done here and now.
    package func answer() throws -> Response {
        guard let response = try Reply.later(self).carriedOut() else {
            preconditionFailure("slow work leads to an answer, or to more of it")
        }
        return response
    }
}

extension Reply {
    /// The answer, with slow work done here and now; nil where it waits for something else.
    package func carriedOut() throws -> Response? {
        var reply = self
        while case .later(let work) = reply { reply = try work.carryOut() }
        guard case .now(let response) = reply else { return nil }
        return response
    }
}

/// One line of a dialect's route table.
package struct Route<Context>: Sendable {
    package typealias Handler = @Sendable (Request, Context) throws -> Reply

    package let method: Method
    /// A path whose segments are fixed words or `{name}` placeholders for one non-empty segment.
    package let pattern: String
    package let summary: String
    package let handler: Handler

    package init(
        _ method: Method,
        _ pattern: String,
        _ summary: String,
        _ handler: @escaping Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.summary = summary
        self.handler = handler
    }

    /// A route whose handler answers at once.
    private init(
        _ method: Method,
        _ pattern: String,
        _ summary: String,
        answering handler: @escaping @Sendable (Request, Context) throws -> Response
    ) {
        self.init(method, pattern, summary) { request, context in
            .now(try handler(request, context))
        }
    }
}

extension Route {
    package typealias Answer = @Sendable (Request, Context) throws -> Response

    /// A GET route; it answers HEAD as well.
    package static func get(_ pattern: String, _ summary: String, _ answer: @escaping Answer)
        -> Self
    {
        Route(.get, pattern, summary, answering: answer)
    }

    /// A GET route with slow work in it.
    package static func get(
        _ pattern: String,
        _ summary: String,
        slow handler: @escaping Handler
    ) -> Self {
        Route(.get, pattern, summary, handler)
    }

    /// A POST route.
    package static func post(_ pattern: String, _ summary: String, _ answer: @escaping Answer)
        -> Self
    {
        Route(.post, pattern, summary, answering: answer)
    }

    /// A POST route with slow work in it.
    package static func post(
        _ pattern: String,
        _ summary: String,
        slow handler: @escaping Handler
    ) -> Self {
        Route(.post, pattern, summary, handler)
    }

    /// A PUT route.
    package static func put(_ pattern: String, _ summary: String, _ answer: @escaping Answer)
        -> Self
    {
        Route(.put, pattern, summary, answering: answer)
    }

    /// A PUT route with slow work in it.
    package static func put(
        _ pattern: String,
        _ summary: String,
        slow handler: @escaping Handler
    ) -> Self {
        Route(.put, pattern, summary, handler)
    }

    /// A PATCH route.
    package static func patch(_ pattern: String, _ summary: String, _ answer: @escaping Answer)
        -> Self
    {
        Route(.patch, pattern, summary, answering: answer)
    }

    /// A DELETE route.
    package static func delete(_ pattern: String, _ summary: String, _ answer: @escaping Answer)
        -> Self
    {
        Route(.delete, pattern, summary, answering: answer)
    }

    /// A DELETE route with slow work in it.
    package static func delete(
        _ pattern: String,
        _ summary: String,
        slow handler: @escaping Handler
    ) -> Self {
        Route(.delete, pattern, summary, handler)
    }
}
