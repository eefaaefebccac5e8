internal import MockPostlyPlatform

/// The machine's time of day: what ``Clock`` starts from, and nothing else may read.
func systemNow() -> Instant {
    let time = read(CLOCK_REALTIME)
    return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
}

/// Nanoseconds of a clock that never goes back, for measuring how long something took.
package func monotonicNanoseconds() -> UInt64 {
    let time = read(CLOCK_MONOTONIC)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

private func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    let code = clock_gettime(clock, &time)
    // It fails for an unknown clock or a bad pointer only, and neither can be here.
    precondition(code == 0, "clock_gettime failed")
    return time
}
