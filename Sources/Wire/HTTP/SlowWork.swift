/// Work that is too slow for the loop's thread, and how to continue with its result.
///
/// Nothing happens until somebody runs it: a course on a worker's thread, or ``carryOut()``.
package struct SlowWork<Next> {
    /// The kind of work, which decides on which thread it runs.
    package let lane: Lane
    /// Runs on the thread of ``lane``.
    ///
    /// Must not touch what belongs to the loop's thread.
    package let work: @Sendable () -> any Sendable
    /// Runs on the loop's thread with the result of ``work``, as a handler does.
    ///
    /// What it throws is handled as an error of the handler.
    package let finish: (any Sendable) throws -> Next
    /// Runs on the loop's thread when it is certain that ``work`` will run.
    package var willBegin: () -> Void = {}

    /// Runs `work` on the thread of `lane`, then `finish` with its result on the loop's thread.
    ///
    /// - Parameters:
    ///   - lane: one job of it runs at a time.
    ///   - work: does not throw: errors are part of its result.
    ///   - finish: the world may have changed since the work began.
    package init<Result: Sendable>(
        on lane: Lane,
        _ work: @escaping @Sendable () -> Result,
        finish: @escaping (Result) throws -> Next
    ) {
        self.lane = lane
        self.work = work
        self.finish = { result in
            guard let result = result as? Result else { preconditionFailure("foreign result") }
            return try finish(result)
        }
    }

    /// The work of `other` with another continuation.
    init<Old>(of other: SlowWork<Old>, finish: @escaping (any Sendable) throws -> Next) {
        lane = other.lane
        work = other.work
        willBegin = other.willBegin
        self.finish = finish
    }

    /// The same work, whose outcome is passed through `transform`.
    ///
    /// What `transform` throws is thrown by ``finish``.
    package func then<Other>(
        _ transform: @escaping (Next) throws -> Other
    ) -> SlowWork<Other> {
        SlowWork<Other>(of: self) { try transform(finish($0)) }
    }

    /// Runs the work now, on the calling thread, which must be the loop's.
    ///
    /// For callers without worker threads, such as tests.
    ///
    /// - Throws: what ``finish`` throws.
    package func carryOut() throws -> Next {
        willBegin()
        return try finish(work())
    }
}

/// A value that exists already or follows after slow work.
///
/// ```swift
/// let key: Deferred<Key> = .later(on: .keys) { try Key.make() } finish: { try $0.get() }
/// let answer = try key.map { sign(with: $0) }
/// ```
package enum Deferred<Value> {
    /// Nothing needs another thread.
    case now(Value)
    /// Slow work that leads to the value or to more slow work.
    case later(SlowWork<Deferred<Value>>)

    /// The value that `finish` makes, on the loop's thread, of the result or error of slow `work`.
    ///
    /// - Parameters:
    ///   - lane: one job of it runs at a time.
    ///   - work: an error of it is a part of the result.
    ///   - finish: usually begins with `try $0.get()`.
    /// - Returns: a value that has not begun to be made.
    package static func later<Result: Sendable>(
        on lane: Lane,
        _ work: @escaping @Sendable () throws -> Result,
        finish: @escaping (Swift.Result<Result, any Error>) throws -> Value
    ) -> Deferred {
        .later(
            SlowWork(on: lane, { Swift.Result { try work() } }, finish: { .now(try finish($0)) })
        )
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

    /// The value that `next` makes of this one, now or when it exists, possibly after more slow
    /// work.
    ///
    /// - Throws: what `next` throws for a value that exists; else that is thrown when it is made.
    package func flatMap<Other>(
        _ next: @escaping (Value) throws -> Deferred<Other>
    ) throws -> Deferred<Other> {
        switch self {
        case .now(let value): try next(value)
        case .later(let work): .later(work.then { try $0.flatMap(next) })
        }
    }

    /// The same value, with `check` called each time slow work is done, before its result is used.
    ///
    /// When it throws, nothing was done with the result, which can be used later.
    ///
    /// For work during which a world may be deleted or replaced: `check` throws then.
    package func checking(_ check: @escaping () throws -> Void) -> Deferred {
        guard case .later(let work) = self else { return self }
        return .later(
            SlowWork(of: work) { result in
                try check()
                return try work.finish(result).checking(check)
            }
        )
    }

    /// The value, after any slow work was done on the calling thread, which must be the loop's.
    ///
    /// - Throws: what the work, its continuations and transforms throw.
    package func awaited() throws -> Value {
        switch self {
        case .now(let value): value
        case .later(let work): try work.carryOut().awaited()
        }
    }
}
