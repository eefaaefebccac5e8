internal import MockPostlyPlatform
internal import MockPostlyWorld

/// The terminal that controls this process, and which of its groups is in the foreground.
///
/// There may be none; then nothing is done.
final class Terminal {
    private let file = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    private(set) var isLent = false

    deinit {
        if file >= 0 { close(file) }
    }

    var exists: Bool { file >= 0 }

    /// Whether this process's group has the terminal.
    var isOurs: Bool { exists && tcgetpgrp(file) == getpgrp() }

    /// Whether a person sits at both ends of this process.
    static var isAtBothEnds: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// Gives the terminal to a group, if it is this process's to give; returns whether the group
    /// has it now.
    @discardableResult
    func lend(to group: pid_t) -> Bool {
        guard exists else { return false }
        if isOurs { put(group) }
        isLent = tcgetpgrp(file) == group
        return isLent
    }

    /// Takes back what was lent.
    func takeBack() {
        guard isLent else { return }
        isLent = false
        put(getpgrp())
    }

    /// A group in the background that changes this would be stopped, unless it blocks the signal.
    private func put(_ group: pid_t) {
        var (blocked, before) = (sigset_t(), sigset_t())
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        tcsetpgrp(file, group)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// Stops this process's group as Ctrl-Z does, until it is continued.
    ///
    /// Returns whether that came to pass: where nobody could continue it, the system does not stop
    /// it.
    func suspend() -> Bool {
        var (usual, before) = (sigaction(), sigaction())
        sigemptyset(&usual.sa_mask)
        sigaction(SIGTSTP, &usual, &before)
        let start = monotonicNanoseconds()
        kill(0, SIGTSTP)
        sigaction(SIGTSTP, &before, nil)
        return monotonicNanoseconds() - start > 1_000_000
    }
}
