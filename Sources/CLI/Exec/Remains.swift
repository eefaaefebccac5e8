internal import MockPostlyPlatform
internal import MockPostlyWorld

/// The processes that a command has left: those of its group, and strays that have gone elsewhere.
struct Remains {
    /// Nil when no group was made.
    var group: pid_t?
    var strays: () -> [pid_t]

    /// How long they may take to end when they are asked to, and when they are killed.
    static let patience = Duration.seconds(2)
    static let lastPatience = Duration.seconds(3)
    static let interval = Duration.milliseconds(20)

    var areGone: Bool { !hasGroup && strays().isEmpty }

    /// Asks all of them to end, also those that are stopped; gives the strays among them.
    func askToEnd() -> Set<pid_t> {
        if let group { ask(-group) }
        return askStraysToEnd(but: [])
    }

    /// Asks the strays that are none of `others`; gives them.
    func askStraysToEnd(but others: Set<pid_t>) -> Set<pid_t> {
        let new = Set(strays()).subtracting(others)
        for stray in new { ask(stray) }
        return new
    }

    private func ask(_ target: pid_t) {
        // Who has gone in the meantime needs no signal.
        _ = systemKill(target, SIGTERM)
        _ = systemKill(target, SIGCONT)
    }

    func kill() {
        if let group { _ = systemKill(-group, SIGKILL) }
        for stray in strays() { _ = systemKill(stray, SIGKILL) }
    }

    private var hasGroup: Bool {
        guard let group else { return false }
        guard systemKill(-group, 0) == 0 || errno == EPERM else { return false }
        #if os(Linux)
            // Those that have ended, and that nobody has asked after, still count above.
            return ProcessTable.hasLivingMember(ofGroup: group)
        #else
            return true
        #endif
    }

    /// Ends them: asks, waits, kills and waits.
    func end() {
        guard !areGone else { return }
        _ = askToEnd()
        if areGone(within: Self.patience) { return }
        kill()
        _ = areGone(within: Self.lastPatience)
    }

    private func areGone(within limit: Duration) -> Bool {
        let end = monotonicNanoseconds() + UInt64(limit.wholeMicroseconds) * 1_000
        while monotonicNanoseconds() < end {
            if areGone { return true }
            // Others' children cannot be waited for.
            poll(nil, 0, Int32(Self.interval.wholeMicroseconds / 1_000))
        }
        return areGone
    }
}

// `kill` inside the type is its own function.
private func systemKill(_ pid: pid_t, _ signal: Int32) -> Int32 {
    kill(pid, signal)
}
