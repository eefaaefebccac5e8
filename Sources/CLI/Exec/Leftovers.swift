internal import MockPostlyPlatform
internal import MockPostlyWorld

/// The processes that a command has left: those of its group, and strays in other groups.
struct Leftovers {
    /// The command's process group; nil when none was made.
    var group: pid_t?
    var strays: () -> [pid_t]

    /// How long they may take to end after SIGTERM, and again after SIGKILL.
    static let timeout = Duration.seconds(2)
    static let lastTimeout = Duration.seconds(10)
    static let interval = Duration.milliseconds(20)

    var areGone: Bool { !hasGroup && strays().isEmpty }

    /// Sends SIGTERM to all of them, and continues stopped ones; returns the strays among them.
    func askToEnd() -> Set<pid_t> {
        if let group { ask(-group) }
        return askStraysToEnd(but: [])
    }

    /// Sends SIGTERM to the strays that are not in `others`; returns them.
    func askStraysToEnd(but others: Set<pid_t>) -> Set<pid_t> {
        let new = Set(strays()).subtracting(others)
        for stray in new { ask(stray) }
        return new
    }

    private func ask(_ target: pid_t) {
        // The process may have ended meanwhile, so a failure means nothing.
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
            // `kill` above also counts zombies, which have ended but were not waited for.
            return ProcessTable.hasLivingMember(ofGroup: group)
        #else
            return true
        #endif
    }

    /// Ends them: sends SIGTERM, waits, sends SIGKILL and waits.
    func end() {
        guard !areGone else { return }
        _ = askToEnd()
        if areGone(within: Self.timeout) { return }
        kill()
        _ = areGone(within: Self.lastTimeout)
    }

    private func areGone(within limit: Duration) -> Bool {
        let end = monotonicNanoseconds() + UInt64(limit.wholeMicroseconds) * 1_000
        while monotonicNanoseconds() < end {
            if areGone { return true }
            // `waitpid` works for own children only, so this polls.
            poll(nil, 0, Int32(Self.interval.wholeMicroseconds / 1_000))
        }
        return areGone
    }
}

// Inside the type, `kill` would mean its own method.
private func systemKill(_ pid: pid_t, _ signal: Int32) -> Int32 {
    kill(pid, signal)
}
