/// A point in time of the monotonic clock until which to wait.
///
/// Not a time of day: setting the machine's clock does not move it.
package struct Deadline: Sendable {
    /// When it passes, on the monotonic clock.
    package let nanoseconds: UInt64

    /// A deadline `limit` from now; already passed if `limit` is negative, never if it is far off.
    package init(in limit: Duration) {
        self.init(limit, after: monotonicNanoseconds())
    }

    private init(_ limit: Duration, after start: UInt64) {
        let (sum, overflows) = start.addingReportingOverflow(limit.wholeNanoseconds)
        nanoseconds = overflows ? .max : sum
    }

    /// A deadline that does not pass.
    package static let never = Deadline(in: .nanoseconds(Int64.max))

    /// The deadline that is `limit` after this one.
    package func later(by limit: Duration) -> Deadline {
        Deadline(limit, after: nanoseconds)
    }

    /// Costs a system call.
    package var hasPassed: Bool { monotonicNanoseconds() >= nanoseconds }

    /// The time until the deadline; zero when it has passed.
    package var left: Duration { .nanoseconds(Int64(clamping: nanosecondsLeft)) }

    /// Milliseconds until the deadline, rounded up; nil when it has passed.
    ///
    /// As `poll` takes them; at most about 24 days, so a longer wait must ask again.
    package var milliseconds: Int32? {
        let left = nanosecondsLeft
        guard left > 0 else { return nil }
        return Int32(clamping: (left - 1) / 1_000_000 + 1)
    }

    private var nanosecondsLeft: UInt64 {
        let now = monotonicNanoseconds()
        return now < nanoseconds ? nanoseconds - now : 0
    }
}

extension Duration {
    /// From 0 to the greatest number, about 580 years.
    ///
    /// A negative duration is 0.
    package var wholeNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        let (product, overflows) = UInt64(clamping: seconds)
            .multipliedReportingOverflow(by: 1_000_000_000)
        let part = UInt64(clamping: attoseconds / 1_000_000_000)
        let (sum, exceeds) = product.addingReportingOverflow(part)
        return overflows || exceeds ? .max : sum
    }
}
