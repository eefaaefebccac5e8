internal import MockPostlyWorld

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A connection to a server, for one request and its answer.
struct HTTPConnection: ~Copyable {
    private let socket: Int32
    private let deadline: UInt64

    /// Connects; all that is done with the connection must be over `limit` from now.
    init(to target: HTTPTarget, within limit: Duration) throws(HTTPFailure) {
        let nanoseconds = UInt64(max(0, limit.wholeMicroseconds)) * 1_000
        deadline = monotonicNanoseconds() + nanoseconds
        switch target {
        case .unix(let path):
            socket = try Self.connect(path, until: deadline)
        case .network("localhost", let port):
            socket = try Self.connectLocally(port, until: deadline)
        case .network(let host, let port):
            socket = try Self.connect(host, port, until: deadline)
        }
    }

    deinit {
        // Everything has been read that was wanted.
        _ = close(socket)
    }

    /// Sends a whole request and reads the answer to it.
    ///
    /// Reads while it sends: a server may refuse a request before it has taken all of it.
    func exchange(_ request: [UInt8]) throws(HTTPFailure) -> HTTPAnswer {
        var sent = 0
        var reader = HTTPAnswerReader()
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let isSending = sent < request.count
            let ready = try Self.wait(
                for: isSending ? POLLIN | POLLOUT : POLLIN,
                on: socket,
                until: deadline
            )
            if isSending, ready & POLLOUT != 0 {
                sent += try send(request[sent...])
            }
            guard ready & ~POLLOUT != 0 else { continue }
            let count = read(socket, &buffer, buffer.count)
            if count > 0 {
                try reader.take(buffer[..<count])
            } else if count == 0 {
                try reader.close()
            } else if errno != EINTR && errno != EAGAIN {
                throw .system()
            }
            if let answer = reader.whole { return answer }
        }
    }

    /// How many of `bytes` are done with: all when the server takes no more.
    private func send(_ bytes: ArraySlice<UInt8>) throws(HTTPFailure) -> Int {
        let count = bytes.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
        if count >= 0 { return count }
        switch errno {
        case EINTR, EAGAIN: return 0
        case EPIPE, ECONNRESET: return bytes.count
        default: throw .system()
        }
    }

    // MARK: Connecting

    private static func connect(_ path: String, until deadline: UInt64) throws(HTTPFailure) -> Int32
    {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw HTTPFailure(words: "the path is too long for a socket")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return try open(AF_UNIX, address, deadline)
    }

    /// Tries the two addresses of `localhost` in turn.
    private static func connectLocally(
        _ port: UInt16,
        until deadline: UInt64
    ) throws(HTTPFailure) -> Int32 {
        do throws(HTTPFailure) {
            return try connect("127.0.0.1", port, until: deadline)
        } catch {
            guard let socket = try? connect("::1", port, until: deadline) else { throw error }
            return socket
        }
    }

    private static func connect(
        _ address: String,
        _ port: UInt16,
        until deadline: UInt64
    ) throws(HTTPFailure) -> Int32 {
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
            throw HTTPFailure(words: "not a numeric address")
        }
        return try open(AF_INET6, six, deadline)
    }

    /// A connected non-blocking socket, which the caller closes.
    private static func open<Address>(
        _ family: Int32,
        _ address: Address,
        _ deadline: UInt64
    ) throws(HTTPFailure) -> Int32 {
        #if canImport(Glibc)
            let socket = systemSocket(family, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let socket = systemSocket(family, SOCK_STREAM, 0)
        #endif
        guard socket >= 0 else { throw .system() }
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
        let code = withUnsafeBytes(of: address) { bytes -> Int32 in
            guard let base = bytes.baseAddress else { return EINVAL }
            let pointer = base.assumingMemoryBound(to: sockaddr.self)
            return systemConnect(socket, pointer, socklen_t(bytes.count)) == 0 ? 0 : errno
        }
        do throws(HTTPFailure) {
            try finishConnecting(socket, code, deadline)
            return socket
        } catch {
            // Nothing has been sent yet.
            _ = close(socket)
            throw error
        }
    }

    /// Waits for what `connect` has begun; `code` is the error it gave, or 0.
    private static func finishConnecting(
        _ socket: Int32,
        _ code: Int32,
        _ deadline: UInt64
    ) throws(HTTPFailure) {
        if code == 0 { return }
        // A Unix socket whose queue is full says EAGAIN and cannot be waited for.
        guard code == EINPROGRESS || code == EINTR else {
            throw HTTPFailure(words: systemWords(code))
        }
        _ = try wait(for: POLLOUT, on: socket, until: deadline)
        var problem: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(socket, SOL_SOCKET, SO_ERROR, &problem, &size) == 0 else {
            throw .system()
        }
        guard problem == 0 else { throw HTTPFailure(words: systemWords(problem)) }
    }

    /// Which of `events`, or of failures, has come.
    private static func wait(
        for events: Int32,
        on socket: Int32,
        until deadline: UInt64
    ) throws(HTTPFailure) -> Int32 {
        while true {
            let now = monotonicNanoseconds()
            guard now < deadline else { throw .late }
            var entry = pollfd(fd: socket, events: Int16(events), revents: 0)
            let milliseconds = (deadline - now + 999_999) / 1_000_000
            let count = poll(&entry, 1, Int32(clamping: milliseconds))
            if count > 0 { return Int32(entry.revents) }
            if count < 0, errno != EINTR { throw .system() }
        }
    }
}

extension HTTPFailure {
    /// What the last failed call of the system says.
    fileprivate static func system() -> HTTPFailure {
        HTTPFailure(words: systemWords(errno))
    }
}

// Inside the type, `connect` is its own function and `socket` its own value.
private func systemConnect(
    _ socket: Int32,
    _ address: UnsafePointer<sockaddr>,
    _ size: socklen_t
) -> Int32 {
    connect(socket, address, size)
}

private func systemSocket(_ family: Int32, _ type: Int32, _ number: Int32) -> Int32 {
    socket(family, type, number)
}
