internal import MockPostlyPlatform
internal import MockPostlyWorld

/// The controlling terminal of this process, and its foreground process group.
///
/// Without a controlling terminal, all functions do nothing.
final class Terminal {
    private let file = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    private(set) var isLent = false

    deinit {
        if file >= 0 { close(file) }
    }

    var exists: Bool { file >= 0 }

    /// Whether this process's group is in the foreground.
    var isOurs: Bool { exists && tcgetpgrp(file) == getpgrp() }

    /// Whether standard input and output are both terminals.
    static var isAtBothEnds: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// Puts a group into the foreground, if this process's group is there; returns whether it
    /// worked.
    @discardableResult
    func lend(to group: pid_t) -> Bool {
        guard exists else { return false }
        if isOurs { put(group) }
        isLent = tcgetpgrp(file) == group
        return isLent
    }

    /// Puts this process's group back into the foreground.
    func takeBack() {
        guard isLent else { return }
        isLent = false
        put(getpgrp())
    }

    /// SIGTTOU is blocked meanwhile: it would stop a background group that changes the foreground
    /// group.
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
    /// Returns false when the system did not stop it, because no shell could continue it.
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
