internal import MockPostlyPlatform

extension Mailbox {
    /// Blocks until there are messages, the mailbox is closed, or the time has passed.
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
    /// In milliseconds, rounded up, so that nobody waits too short a time.
    fileprivate var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let parts = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1000)
        // A day at a time is enough for who looks again.
        return overflows ? 86_400_000 : min(whole + parts, 86_400_000_000)
    }
}
