internal import MockPostlyPlatform

extension Mailbox {
    /// Blocks until there are messages, the mailbox is closed, or `duration` has passed.
    ///
    /// For a receiver without an event loop; call ``receive()`` only after ``readingEnd`` is
    /// readable.
    package func wait(for duration: Duration) {
        let deadline = monotonicMilliseconds() + max(0, duration.wholeMilliseconds)
        while true {
            let left = deadline - monotonicMilliseconds()
            var watched = pollfd(fd: readingEnd, events: Int16(POLLIN), revents: 0)
            let count = poll(&watched, 1, Int32(clamping: max(0, left)))
            if count > 0 || left <= 0 { return }
        }
    }
}

extension Duration {
    /// In milliseconds, rounded up so that a wait is never too short, at most 1000 days.
    fileprivate var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let parts = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1000)
        // The caller checks the time again, so a shorter wait does no harm.
        return overflows ? 86_400_000 : min(whole + parts, 86_400_000_000)
    }
}
