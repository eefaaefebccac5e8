// With HTTPConnection.swift and WholeFile.swift, all of the command line's own that knows which C
// library it runs on.
#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

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

    /// What the last failed call of the system says.
    static func system() -> FileProblem {
        FileProblem(words: systemWords(errno))
    }
}

/// The bytes of a file.
func contents(ofFile path: String) throws(FileProblem) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .system() }
    // Nothing was written through it, so there is nothing that closing could lose.
    defer { _ = close(file) }
    return try contents(of: file)
}

/// What comes on standard input, to its end.
func standardInput() throws(FileProblem) -> [UInt8] {
    try contents(of: STDIN_FILENO)
}

private func contents(of file: Int32) throws(FileProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
        let count = read(file, &buffer, buffer.count)
        if count == 0 { return bytes }
        if count > 0 {
            bytes += buffer[..<count]
        } else if errno != EINTR {
            throw .system()
        }
    }
}

/// Whether `text` is a numeric IPv4 or IPv6 address.
func isNumericAddress(_ text: String) -> Bool {
    var four = in_addr()
    var six = in6_addr()
    return inet_pton(AF_INET, text, &four) == 1 || inet_pton(AF_INET6, text, &six) == 1
}

/// The system's words for an error number, without a capital letter at their start.
func systemWords(_ code: Int32) -> String {
    let words = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    // "I/O error" stays as it is, "No such file or directory" does not.
    guard let second = words.dropFirst().first, second.isLowercase else { return words }
    return words.prefix(1).lowercased() + words.dropFirst()
}
