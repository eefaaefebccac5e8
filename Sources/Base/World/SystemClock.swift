internal import MockPostlyPlatform

/// The machine's time of day; only ``Clock`` may read it.
func systemNow() -> Instant {
    let time = read(CLOCK_REALTIME)
    return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
}

/// Nanoseconds of a monotonic clock, for measuring how long something takes.
///
/// Since some moment of the machine, mostly its start; only differences mean something. It does not
/// go back, and setting the time of day does not move it.
package func monotonicNanoseconds() -> UInt64 {
    let time = read(CLOCK_MONOTONIC)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

private func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    let code = clock_gettime(clock, &time)
    // It fails only for an unknown clock or a bad pointer, and neither is possible here.
    precondition(code == 0, "clock_gettime failed")
    return time
}
