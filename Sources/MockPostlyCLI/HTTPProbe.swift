internal import MockPostlyWorld

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A server to ask one question.
enum ProbeTarget: Equatable {
    case network(host: String, port: UInt16)
    case unix(String)

    /// Reads `http://host`, `http://host:port`, `http://[::1]:port` and `unix:///path`.
    ///
    /// The host is `localhost` or a numeric address: to look up names, a static program would need
    /// the libraries of the machine it runs on. A path after it is left out.
    init?(url: String) {
        if url.hasPrefix("unix:") {
            let rest = url.dropFirst("unix:".count)
            let path = rest.hasPrefix("//") ? rest.dropFirst(2) : rest
            guard !path.isEmpty else { return nil }
            self = .unix(String(path))
            return
        }
        guard url.lowercased().hasPrefix("http://") else { return nil }
        let authority = url.dropFirst("http://".count).prefix { $0 != "/" && $0 != "?" }
        var host = authority
        var port: UInt16 = 80
        let bracket = authority.lastIndex(of: "]") ?? authority.startIndex
        if let colon = authority[bracket...].lastIndex(of: ":") {
            guard let number = UInt16(authority[authority.index(after: colon)...]) else {
                return nil
            }
            (host, port) = (authority[..<colon], number)
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard host == "localhost" || isNumericAddress(String(host)) else { return nil }
        self = .network(host: String(host), port: port)
    }

    var description: String {
        switch self {
        case .network(let host, let port): "http://\(Self.bracketed(host)):\(port)"
        case .unix(let path): "unix://\(path)"
        }
    }

    private static func bracketed(_ host: String) -> String {
        host.contains(":") ? "[\(host)]" : host
    }

    /// The Host field of a request.
    fileprivate var authority: String {
        switch self {
        case .network(let host, let port): "\(Self.bracketed(host)):\(port)"
        case .unix: "localhost"
        }
    }
}

/// What a server answered.
struct ProbeAnswer: Equatable {
    var status: Int
    var body: [UInt8]

    /// Reads a whole answer; nil when it is not HTTP.
    init?(_ bytes: [UInt8]) {
        let head = bytes.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
        let words = head.split(separator: UInt8(ascii: " "))
        guard words.count >= 2, words[0].starts(with: "HTTP/1.".utf8),
            let status = Int(String(decoding: words[1], as: UTF8.self))
        else { return nil }
        self.status = status
        let mark = Array("\r\n\r\n".utf8)
        var start = bytes.startIndex
        while start < bytes.endIndex, !bytes[start...].starts(with: mark) { start += 1 }
        body = Array(bytes[min(start + mark.count, bytes.endIndex)...])
    }
}

/// Why there is no answer.
struct ProbeFailure: Error, Equatable {
    var words: String

    fileprivate static let late = ProbeFailure(words: "no answer in time")

    fileprivate static func system() -> ProbeFailure {
        ProbeFailure(words: systemWords(errno))
    }
}

extension ProbeTarget {
    /// Longest answer that is read.
    private static let longest = 64 * 1024

    /// Asks with GET, waits for the end of the answer and closes.
    func get(_ path: String, within limit: Duration) throws(ProbeFailure) -> ProbeAnswer {
        let (seconds, rest) = limit.components
        let nanoseconds = UInt64(seconds) * 1_000_000_000 + UInt64(rest / 1_000_000_000)
        let deadline = monotonicNanoseconds() + nanoseconds
        let socket = try connected(until: deadline)
        defer { _ = close(socket) }
        let request = Array(
            """
            GET \(path) HTTP/1.1\r
            Host: \(authority)\r
            Connection: close\r
            \r

            """.utf8
        )
        try send(request, on: socket, until: deadline)
        let answer = try receive(from: socket, until: deadline)
        guard let parsed = ProbeAnswer(answer) else {
            throw ProbeFailure(words: "the answer is not HTTP")
        }
        return parsed
    }

    // MARK: Connecting

    private func connected(until deadline: UInt64) throws(ProbeFailure) -> Int32 {
        switch self {
        case .unix(let path): return try connect(path, until: deadline)
        case .network(let host, let port): return try connect(host, port, until: deadline)
        }
    }

    private func connect(_ path: String, until deadline: UInt64) throws(ProbeFailure) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw ProbeFailure(words: "the path is too long for a socket")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return try open(AF_UNIX, address, deadline)
    }

    /// Tries the addresses of a host in turn: two of `localhost`, one of any other.
    private func connect(
        _ host: String,
        _ port: UInt16,
        until deadline: UInt64
    ) throws(ProbeFailure) -> Int32 {
        guard host == "localhost" else { return try connect(address: host, port, until: deadline) }
        do throws(ProbeFailure) {
            return try connect(address: "127.0.0.1", port, until: deadline)
        } catch {
            guard let socket = try? connect(address: "::1", port, until: deadline) else {
                throw error
            }
            return socket
        }
    }

    private func connect(
        address: String,
        _ port: UInt16,
        until deadline: UInt64
    ) throws(ProbeFailure) -> Int32 {
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = port.bigEndian
        if inet_pton(AF_INET, address, &four.sin_addr) == 1 {
            return try open(AF_INET, four, deadline)
        }
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = port.bigEndian
        guard inet_pton(AF_INET6, address, &six.sin6_addr) == 1 else {
            throw ProbeFailure(words: "not a numeric address")
        }
        return try open(AF_INET6, six, deadline)
    }

    /// A connected non-blocking socket, which the caller closes.
    private func open<Address>(
        _ family: Int32,
        _ address: Address,
        _ deadline: UInt64
    ) throws(ProbeFailure) -> Int32 {
        #if canImport(Glibc)
            let socket = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let socket = socket(family, SOCK_STREAM, 0)
        #endif
        guard socket >= 0 else { throw .system() }
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
        let code = withUnsafeBytes(of: address) { bytes -> Int32 in
            guard let base = bytes.baseAddress else { return EINVAL }
            let pointer = base.assumingMemoryBound(to: sockaddr.self)
            return systemConnect(socket, pointer, socklen_t(bytes.count)) == 0 ? 0 : errno
        }
        do throws(ProbeFailure) {
            try finishConnecting(socket, code, deadline)
            return socket
        } catch {
            _ = close(socket)
            throw error
        }
    }

    /// Waits for what `connect` has begun; `code` is the error it gave, or 0.
    private func finishConnecting(
        _ socket: Int32,
        _ code: Int32,
        _ deadline: UInt64
    ) throws(ProbeFailure) {
        if code == 0 { return }
        // A Unix socket whose queue is full says EAGAIN and cannot be waited for.
        guard code == EINPROGRESS || code == EINTR else {
            throw ProbeFailure(words: systemWords(code))
        }
        try wait(for: POLLOUT, on: socket, until: deadline)
        var problem: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(socket, SOL_SOCKET, SO_ERROR, &problem, &size) == 0 else {
            throw .system()
        }
        guard problem == 0 else { throw ProbeFailure(words: systemWords(problem)) }
    }

    // MARK: Moving bytes

    private func send(
        _ bytes: [UInt8],
        on socket: Int32,
        until deadline: UInt64
    ) throws(ProbeFailure) {
        var sent = 0
        while sent < bytes.count {
            try wait(for: POLLOUT, on: socket, until: deadline)
            let count = bytes[sent...].withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
            if count >= 0 {
                sent += count
            } else if errno != EINTR && errno != EAGAIN {
                throw .system()
            }
        }
    }

    private func receive(
        from socket: Int32,
        until deadline: UInt64
    ) throws(ProbeFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4 * 1024)
        while bytes.count < Self.longest {
            try wait(for: POLLIN, on: socket, until: deadline)
            let count = read(socket, &buffer, buffer.count)
            if count == 0 { break }
            if count > 0 {
                bytes += buffer[..<count]
            } else if errno != EINTR && errno != EAGAIN {
                throw .system()
            }
        }
        return bytes
    }

    private func wait(
        for events: Int32,
        on socket: Int32,
        until deadline: UInt64
    ) throws(ProbeFailure) {
        while true {
            let now = monotonicNanoseconds()
            guard now < deadline else { throw .late }
            var entry = pollfd(fd: socket, events: Int16(events), revents: 0)
            let milliseconds = (deadline - now + 999_999) / 1_000_000
            let count = poll(&entry, 1, Int32(clamping: milliseconds))
            if count > 0 { return }
            if count < 0, errno != EINTR { throw .system() }
        }
    }
}

// `connect` inside the type is its own function.
private func systemConnect(
    _ socket: Int32,
    _ address: UnsafePointer<sockaddr>,
    _ size: socklen_t
) -> Int32 {
    connect(socket, address, size)
}
