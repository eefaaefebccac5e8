internal import MockPostlyFiles
internal import MockPostlyPlatform

/// Makes a write to a closed pipe an error instead of a signal.
func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
}

/// Gives the signals that this program ignores for its own purposes their usual action, for a program
/// that takes its place.
func restoreUsualSignals() {
    for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_DFL) }
}

/// Ends the process at once with an exit code, without running exit handlers.
///
/// Nothing is buffered here. Exit handlers of libraries would release what the server's worker
/// threads may still use.
func endProcess(_ code: Int32) -> Never {
    _exit(code)
}

/// The value of an environment variable; nil when it is not set.
func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}

/// Standard output and standard error.
enum OutputStream: Int32, Sendable {
    case output = 1
    case error = 2

    var isTerminal: Bool { isatty(rawValue) == 1 }

    /// The characters in a line of the terminal; nil without one, or when it does not tell.
    var columns: Int? { size?.columns }

    /// How many lines and characters the terminal shows; nil without one, or when it does not tell.
    var size: (lines: Int, columns: Int)? {
        var size = winsize()
        #if canImport(Darwin)
            // The macro TIOCGWINSZ, which Swift does not import.
            let request = UInt(0x4008_7468)
        #else
            let request = UInt(TIOCGWINSZ)
        #endif
        guard isTerminal, ioctl(rawValue, request, &size) == 0, size.ws_col > 0 else { return nil }
        return (Int(size.ws_row), Int(size.ws_col))
    }

    /// Writes all bytes; without a reader (a closed pipe) they are dropped.
    func write(_ bytes: [UInt8]) throws(FileProblem) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { systemWrite(rawValue, $0) }
            if count >= 0 {
                sent += count
            } else if errno == EPIPE {
                return
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                // Another process that shares the stream has made it non-blocking; this one waits.
                var wanted = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
                _ = poll(&wanted, 1, -1)
            } else if errno != EINTR {
                throw .system()
            }
        }
    }
}

// Inside the type, `write` would mean its own method.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(file, bytes.baseAddress, bytes.count)
}

/// The system's message when a file could not be read or written.
struct FileProblem: Error, Equatable {
    var words: String
}

extension FileProblem {
    /// The message for the present `errno`.
    static func system() -> FileProblem {
        FileProblem(words: sentencePart(systemWords(errno)))
    }

    init(_ failure: FileFailure) {
        self.init(words: sentencePart(failure.words))
    }
}

/// The bytes of a file, or of a pipe such as `<(…)` of a shell.
func contents(
    ofFile path: String,
    _ rule: FileRule = .usualOrPipe
) throws(FileProblem) -> [UInt8] {
    do throws(FileFailure) {
        return try FileSystem.contents(of: path, rule)
    } catch {
        throw FileProblem(error)
    }
}

/// The system's words for an error, without a capital letter at their start.
func sentencePart(_ words: String) -> String {
    // "No such file or directory" gets a small letter, "I/O error" does not.
    guard let second = words.dropFirst().first, second.isLowercase else { return words }
    return words.prefix(1).lowercased() + words.dropFirst()
}
