internal import MockPostlyWorld

/// When what is waited for must be there, by the monotonic clock.
package struct Deadline: Sendable {
    private let nanoseconds: UInt64

    /// `limit` from now; at once when it is negative.
    package init(in limit: Duration) {
        let wait = UInt64(max(0, limit.wholeMicroseconds)) * 1_000
        nanoseconds = monotonicNanoseconds() + wait
    }

    /// Milliseconds that are left, rounded up; nil when the time is over.
    var milliseconds: Int32? {
        let now = monotonicNanoseconds()
        guard now < nanoseconds else { return nil }
        return Int32(clamping: (nanoseconds - now + 999_999) / 1_000_000)
    }
}
