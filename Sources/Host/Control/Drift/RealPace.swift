internal import MockPostlyWorld

/// When comparisons may ask real servers: five times a second each, for all comparisons together.
struct RealPace {
    /// Nanoseconds from one request to a server to the next.
    private static let interval: UInt64 = 200_000_000

    /// When the next request to each server may be sent, in monotonic nanoseconds.
    private var next: [String: UInt64] = [:]

    /// Takes the next turn at `server`, and tells how long it is until then.
    mutating func wait(
        for server: String,
        at now: UInt64 = monotonicNanoseconds()
    ) -> Duration {
        let turn = max(now, next[server] ?? 0)
        next[server] = turn + Self.interval
        return .nanoseconds(Int64(clamping: turn - now))
    }
}
