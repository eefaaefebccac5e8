internal import MockPostlyEventHTTP
internal import MockPostlyPlatform
internal import MockPostlyThreads

/// The signals that ask a process to end: SIGINT, SIGTERM and SIGHUP.
///
/// SIGHUP is left alone when the process was started with it ignored, as `nohup` does. A separate
/// thread waits for the signals, so that they work even when the loop is busy.
enum EndingSignals {
    /// How long the process may take to end after the second signal, in milliseconds.
    private static let timeout: Int32 = 2000

    /// Calls `stop` on another thread at the first signal; it returns false when nothing will stop.
    ///
    /// At a following SIGINT or SIGTERM, `stop` is called again and the process has two seconds
    /// left; then the signal's default action ends it. The two seconds also begin when `stop`
    /// returned false. Call this once, on the main thread before other threads start: they inherit
    /// its signal mask.
    static func watch(_ stop: @escaping @Sendable () -> Bool) throws(ThreadFailure) {
        let kills = set(of: [SIGINT, SIGTERM])
        let all = set(of: isIgnored(SIGHUP) ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP])
        var blocked = all
        pthread_sigmask(SIG_BLOCK, &blocked, nil)
        try startThread {
            var signal = wait(for: all)
            if stop() {
                // A terminal that closes sends more than one SIGHUP.
                signal = wait(for: kills)
                _ = stop()
            }
            poll(nil, 0, timeout)
            end(by: signal)
        }
    }

    private static func wait(for signals: sigset_t) -> Int32 {
        var signals = signals
        var signal: Int32 = 0
        // `sigwait` fails when another signal interrupts it.
        while sigwait(&signals, &signal) != 0 {}
        return signal
    }

    private static func set(of signals: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        return set
    }

    private static func end(by signal: Int32) -> Never {
        systemSignal(signal, SIG_DFL)
        var signals = set(of: [signal])
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        kill(getpid(), signal)
        // The signal will be delivered, to this thread if no other has it unblocked.
        while true { pause() }
    }
}

/// Whether the process was started with a signal ignored, as by `nohup`.
///
/// Such a signal stays ignored: its handler is not set.
package func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
        let handler = action.__sigaction_u.__sa_handler
    #elseif canImport(Glibc)
        let handler = action.__sigaction_handler.sa_handler
    #else
        let handler = action.__sa_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}

private func systemSignal(_ number: Int32, _ handler: sig_t?) {
    // The call cannot fail: all these signals can have a handler.
    _ = signal(number, handler)
}
