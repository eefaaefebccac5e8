internal import MockPostlyPlatform

/// A small process that ends the processes of `exec` when `exec` itself is killed.
///
/// It reads from a pipe whose writing end only `exec` has open, so the pipe ends with `exec`.
final class ParentWatcher {
    /// The hidden command that is the process.
    static let command = "exec-guard"

    let pid: pid_t
    private let pipe: Int32
    private var hasEnded = false

    /// Starts the process; nil when it cannot be started.
    init?(mark: String) {
        var ends: (Int32, Int32) = (-1, -1)
        let code = withUnsafeMutableBytes(of: &ends) { bytes in
            systemPipe(bytes.assumingMemoryBound(to: Int32.self).baseAddress)
        }
        guard code == 0 else { return nil }
        for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // The watcher has its own copy of this descriptor by now.
        defer { close(ends.0) }
        guard let program = programPath() else {
            close(ends.1)
            return nil
        }
        let spawn = Spawn(
            program: Array(program.utf8),
            arguments: ["mockpostly", Self.command, mark].map { Array($0.utf8) },
            environment: inheritedEnvironment(),
            streams: [ends.0, -1, -1]
        )
        do throws(Spawn.Problem) {
            pid = try spawn.start()
            pipe = ends.1
        } catch {
            close(ends.1)
            return nil
        }
    }

    deinit {
        close(pipe)
    }

    /// Tells the watcher which process group to end.
    func watch(_ group: pid_t) {
        let line = Array("\(group)\n".utf8)
        // A failed write needs no handling: SIGCHLD reports the end of the watcher.
        _ = write(pipe, line, line.count)
    }

    /// Notes the end of the watcher; returns whether `ended` is its process id.
    func noteEnd(of ended: pid_t) -> Bool {
        guard ended == pid else { return false }
        hasEnded = true
        return true
    }

    /// Ends the watcher without ending any other process.
    func dismiss() {
        guard !hasEnded else { return }
        hasEnded = true
        kill(pid, SIGKILL)
        while waitpid(pid, nil, 0) < 0 && errno == EINTR {}
    }

    /// The main function of the process.
    ///
    /// It waits for the end of standard input, then ends the group that was named there last and,
    /// on Linux, all processes that have `mark` in their environment.
    static func run(mark: String) {
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGUSR1, SIGUSR2] {
            systemSignal(signal, SIG_IGN)
        }
        // A working directory elsewhere would keep its file system from being unmounted.
        chdir("/")
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64)
        while true {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count > 0 {
                text += buffer[..<count]
            } else if count == 0 || errno != EINTR {
                break
            }
        }
        let group = group(in: text)
        Leftovers(group: group) {
            #if os(Linux)
                ProcessTable.processes(marked: mark, outside: group)
            #else
                []
            #endif
        }.end()
    }

    /// The last complete line as a process group that may be ended; nil when there is none.
    static func group(in text: [UInt8]) -> pid_t? {
        guard text.last == UInt8(ascii: "\n") else { return nil }
        let line = text.split(separator: UInt8(ascii: "\n")).last ?? []
        return pid_t(String(decoding: line, as: UTF8.self)).flatMap { $0 > 1 ? $0 : nil }
    }
}

// Inside the type, `pipe` would mean its own property.
private func systemPipe(_ ends: UnsafeMutablePointer<Int32>?) -> Int32 {
    guard let ends else { return -1 }
    return pipe(ends)
}

private func systemSignal(_ number: Int32, _ handler: sig_t) {
    // The call cannot fail: all these signals can be ignored.
    _ = signal(number, handler)
}
