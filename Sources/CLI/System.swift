internal import MockPostlyFiles
internal import MockPostlyPlatform

/// Makes a write to a closed pipe an error instead of a signal.
func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
}

/// Ends the process with an exit code, at once.
///
/// Nothing is buffered here, and what libraries would tidy up at an exit may still be in use by the
/// server's threads for slow work.
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

    /// Writes all bytes; what a reader that has gone no longer takes is dropped.
    func write(_ bytes: [UInt8]) throws(FileProblem) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { systemWrite(rawValue, $0) }
            if count >= 0 {
                sent += count
            } else if errno == EPIPE {
                return
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                // Another process that shares it does not want to wait; this one does.
                var wanted = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
                _ = poll(&wanted, 1, -1)
            } else if errno != EINTR {
                throw .system()
            }
        }
    }
}

// `write` inside the type is its own function.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(file, bytes.baseAddress, bytes.count)
}

/// What the system said when a file could not be read or written.
struct FileProblem: Error, Equatable {
    var words: String
}

extension FileProblem {
    /// What the last failed call of the system says.
    static func system() -> FileProblem {
        FileProblem(words: sentencePart(systemWords(errno)))
    }

    init(_ failure: FileFailure) {
        self.init(words: sentencePart(failure.words))
    }
}

/// The bytes of a file.
func contents(ofFile path: String) throws(FileProblem) -> [UInt8] {
    do throws(FileFailure) {
        return try FileSystem.contents(of: path)
    } catch {
        throw FileProblem(error)
    }
}

/// The system's words for an error, without a capital letter at their start.
func sentencePart(_ words: String) -> String {
    // "I/O error" stays as it is, "No such file or directory" does not.
    guard let second = words.dropFirst().first, second.isLowercase else { return words }
    return words.prefix(1).lowercased() + words.dropFirst()
}
