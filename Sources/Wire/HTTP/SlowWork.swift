/// Work too slow for the loop's thread, and what its result leads to.
package struct SlowWork<Next> {
    package let lane: Lane
    /// Runs on the thread of ``lane``.
    package let work: @Sendable () -> any Sendable
    /// Runs on the loop's thread, as a handler does, with what ``work`` gave.
    package let finish: (any Sendable) throws -> Next
    /// Runs on the loop's thread when it is certain that ``work`` will be done.
    package var willBegin: () -> Void = {}

    /// Does `work` on the thread of `lane` and goes on with its result by `finish`.
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

    /// The work of `other`, which leads to something else.
    init<Old>(of other: SlowWork<Old>, finish: @escaping (any Sendable) throws -> Next) {
        lane = other.lane
        work = other.work
        willBegin = other.willBegin
        self.finish = finish
    }

    /// The same work, whose outcome goes through `transform`.
    package func then<Other>(
        _ transform: @escaping (Next) throws -> Other
    ) -> SlowWork<Other> {
        SlowWork<Other>(of: self) { try transform(finish($0)) }
    }

    /// Does the work here and now, on the calling thread, which must be the loop's.
    package func carryOut() throws -> Next {
        willBegin()
        return try finish(work())
    }
}

/// A value that is there, or that comes when slow work is done.
package enum Deferred<Value> {
    case now(Value)
    /// Work after which the value is there, or more work is to be done.
    case later(SlowWork<Deferred<Value>>)

    /// The value that `finish` makes, on the loop's thread, of what slow `work` gives or throws.
    package static func later<Result: Sendable>(
        on lane: Lane,
        _ work: @escaping @Sendable () throws -> Result,
        finish: @escaping (Swift.Result<Result, any Error>) throws -> Value
    ) -> Deferred {
        .later(
            SlowWork(on: lane, { Swift.Result { try work() } }, finish: { .now(try finish($0)) })
        )
    }

    /// The value made of this one by `transform`, as soon as this one is there.
    package func map<Other>(
        _ transform: @escaping (Value) throws -> Other
    ) throws -> Deferred<Other> {
        try flatMap { .now(try transform($0)) }
    }

    /// The value that `next` leads to, which is asked as soon as this one is there.
    package func flatMap<Other>(
        _ next: @escaping (Value) throws -> Deferred<Other>
    ) throws -> Deferred<Other> {
        switch self {
        case .now(let value): try next(value)
        case .later(let work): .later(work.then { try $0.flatMap(next) })
        }
    }

    /// The value; slow work is done on the calling thread, which must be the loop's.
    package func awaited() throws -> Value {
        switch self {
        case .now(let value): value
        case .later(let work): try work.carryOut().awaited()
        }
    }
}
