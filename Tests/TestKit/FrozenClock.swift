package import MockPostlyWorld

extension Instant {
    /// 2026-02-14T12:34:56.123456Z, when the clocks of tests stand still.
    package static let frozen = Instant(microseconds: 1_771_072_496_123_456)
}
