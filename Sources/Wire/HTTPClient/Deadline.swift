internal import MockPostlyWorld

/// A point in time of the monotonic clock until which to wait.
package struct Deadline: Sendable {
    private let nanoseconds: UInt64

    /// A deadline `limit` from now; already passed if `limit` is negative.
    package init(in limit: Duration) {
        let wait = UInt64(max(0, limit.wholeMicroseconds)) * 1_000
        nanoseconds = monotonicNanoseconds() + wait
    }

    /// Milliseconds until the deadline, rounded up; nil when it has passed.
    var milliseconds: Int32? {
        let now = monotonicNanoseconds()
        guard now < nanoseconds else { return nil }
        return Int32(clamping: (nanoseconds - now + 999_999) / 1_000_000)
    }
}
