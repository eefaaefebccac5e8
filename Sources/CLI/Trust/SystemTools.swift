internal import MockPostlyPlatform
internal import MockPostlyWorld

/// The programs of the system, as `PATH` finds them.
struct SystemTools {
    /// What a program has written to both streams, and its exit code.
    struct Answer {
        var code: Int32
        var text: String

        var isFine: Bool { code == 0 }

        /// The last line that is not empty, which mostly says what was wrong.
        var lastLine: String {
            String(text.split(separator: "\n").last { !$0.allSatisfy(\.isWhitespace) } ?? "")
        }
    }

    /// How long a program may run.
    private static let limit = Duration.seconds(120)

    private let folders: [String]

    /// `extra` are folders to look into after those of `path`.
    init(path: String?, extra: [String] = []) {
        let usual = path ?? "/usr/local/bin:/usr/bin:/bin"
        folders = usual.split(separator: ":").map(String.init) + extra
    }

    /// The path of a program; nil when there is none.
    func find(_ name: String) -> String? {
        folders.lazy.map { $0 + "/" + name }.first { isProgram($0) }
    }

    private func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && access(path, X_OK) == 0
    }

    /// Runs a program to its end; 127 is the code of one that is missing, 124 of one that was ended
    /// because it took too long.
    func run(_ words: [String]) -> Answer {
        guard let name = words.first, let program = find(name) else {
            return Answer(code: 127, text: "\(words.first ?? "") is missing\n")
        }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return .failed(errno) }
        defer { _ = close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let spawn = Spawn(
            program: Array(program.utf8),
            arguments: words.map { Array($0.utf8) },
            environment: inheritedEnvironment(),
            streams: [-1, ends[1], ends[1]]
        )
        do throws(Spawn.Problem) {
            let pid = try spawn.start()
            _ = close(ends[1])
            return wait(for: pid, reading: ends[0])
        } catch {
            _ = close(ends[1])
            return .failed(error.code)
        }
    }

    private func wait(for pid: pid_t, reading file: Int32) -> Answer {
        _ = fcntl(file, F_SETFL, O_NONBLOCK)
        let deadline = Deadline(in: Self.limit)
        var output: [UInt8] = []
        var status: Int32 = 0
        while !deadline.hasPassed {
            // A daemon that the program leaves behind may keep the pipe open, so its end is not
            // waited for.
            let isOver = waitpid(pid, &status, WNOHANG) == pid
            let isClosed = read(file, into: &output)
            if isOver {
                let text = String(decoding: output, as: UTF8.self)
                return Answer(code: WaitStatus(status).exitCode ?? 1, text: text)
            }
            var wanted = pollfd(fd: isClosed ? -1 : file, events: Int16(POLLIN), revents: 0)
            _ = poll(&wanted, 1, isClosed ? 2 : 20)
        }
        kill(-pid, SIGKILL)
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return Answer(code: 124, text: "it did not end in \(formatDuration(Self.limit))\n")
    }

    /// Reads what there is; returns whether the pipe has ended.
    private func read(_ file: Int32, into output: inout [UInt8]) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = systemRead(file, &buffer)
            if count == 0 { return true }
            if count < 0 {
                if errno == EINTR { continue }
                return false
            }
            // More than a megabyte is read, so that the program goes on, but not kept.
            if output.count < 1 << 20 { output += buffer.prefix(count) }
        }
    }
}

extension SystemTools.Answer {
    fileprivate static func failed(_ code: Int32) -> SystemTools.Answer {
        SystemTools.Answer(code: 126, text: sentencePart(systemWords(code)) + "\n")
    }
}

// Inside the type, `read` would mean its own method.
private func systemRead(_ file: Int32, _ buffer: inout [UInt8]) -> Int {
    let count = buffer.count
    return read(file, &buffer, count)
}
