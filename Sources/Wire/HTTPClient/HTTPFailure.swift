internal import MockPostlyPlatform

/// The reason why there is no answer.
package enum HTTPFailure: Error, Sendable, Hashable {
    /// The `errno` of a failed system call.
    case system(Int32)
    /// The deadline has passed.
    case late
    /// The first line is not a status line, a head or chunk is malformed, or a head exceeds 64 KiB.
    case notHTTP
    /// The connection was closed before the first byte of an answer.
    case noAnswer
    /// The connection was closed within an answer.
    case cut
    /// The body is longer than the limit, which is 1 GiB at most.
    case tooLong
    /// The path of a Unix socket is longer than a socket address allows.
    case pathTooLong
    /// The host is neither an IPv4 nor an IPv6 address.
    case notNumeric
    /// The host's name has no address, or cannot be looked up; the text is the reason.
    case noAddress(String)
    /// The server's certificate is not trusted; OpenSSL's words.
    case untrusted(String)
    /// No TLS can be agreed upon with the server; OpenSSL's words.
    case insecure(String)
    /// A line of the request contains a line break.
    case brokenLine(String)

    /// The connection was reset by the other side.
    package static let reset = HTTPFailure.system(ECONNRESET)
    /// Nobody listens at the address.
    package static let refused = HTTPFailure.system(ECONNREFUSED)

    /// The failure of the last system call, by `errno`.
    static func system() -> HTTPFailure { .system(errno) }

    /// The reason in English for a person; the system's message for a system call.
    ///
    /// Fits after a colon: `cannot reach http://localhost:8080: no answer in time`.
    package var words: String {
        switch self {
        case .system(let code): systemWords(code)
        case .late: "no answer in time"
        case .notHTTP: "the answer is not HTTP"
        case .noAnswer: "the connection was closed without an answer"
        case .cut: "the connection was closed before the end of the answer"
        case .tooLong: "the answer is too long"
        case .pathTooLong: "the path is too long for a socket"
        case .notNumeric: "not a numeric address"
        case .noAddress(let reason): reason
        case .untrusted(let words): "its certificate is not trusted: \(words)"
        case .insecure(let words): "TLS has failed: \(words)"
        case .brokenLine(let line):
            "a request line or header has a line break in it: \(line)"
        }
    }
}
