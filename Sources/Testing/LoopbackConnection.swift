#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A connection to a server on this machine that waits for each answer.
///
/// Closed when it is released. Belongs to one thread at a time.
package final class LoopbackConnection {
    /// Longer than any answer takes.
    private static let patience = 120

    private let socket: Int32
    private var reader = AnswerReader()
    /// Whether the server has said that it closes.
    package private(set) var isEnding = false

    /// Connects to `port` of 127.0.0.1.
    package init(port: UInt16) throws {
        #if canImport(Glibc)
            socket = systemSocket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            socket = systemSocket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard socket >= 0 else { throw Self.failure("no socket") }
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        var limit = timeval()
        limit.tv_sec = .init(Self.patience)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(socket, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeBytes(of: &address) { bytes in
            bytes.baseAddress.map {
                systemConnect(socket, $0.assumingMemoryBound(to: sockaddr.self), size)
            }
        }
        guard code == 0 else { throw Self.failure("no connection to port \(port)") }
    }

    deinit {
        // Nothing is written that closing could lose.
        _ = close(socket)
    }

    /// Sends the bytes of one request and waits for its answer.
    ///
    /// Throws a ``MockServer/Failure`` when there is none, or when more comes than the answer.
    package func exchange(_ request: [UInt8]) throws -> MockServer.Answer {
        let isHead = request.starts(with: "HEAD ".utf8)
        // A server that refuses a request need not read all of it: its answer counts.
        let isSent = send(request)
        while true {
            if let answer = try reader.next(isHead: isHead) {
                guard !reader.hasRest else { throw MockServer.Failure("more than one answer") }
                isEnding = answer.headers["Connection"]?.lowercased() == "close"
                return answer
            }
            guard try receive() else {
                throw isSent
                    ? MockServer.Failure("the connection ended before the answer")
                    : Self.failure("the request cannot be sent")
            }
        }
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Takes what has come, waiting for it; false at the end of the connection.
    private func receive() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(socket, &buffer, buffer.count)
            if count > 0 { reader.add(buffer[..<count]) }
            if count >= 0 { return count > 0 }
            if errno == EINTR { continue }
            throw Self.failure("no answer")
        }
    }

    private static func failure(_ words: String) -> MockServer.Failure {
        let reason = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
        return MockServer.Failure("\(words): \(reason)")
    }
}

// These names mean members of the type inside of it.
private func systemSocket(_ family: Int32, _ type: Int32, _ protocolNumber: Int32) -> Int32 {
    socket(family, type, protocolNumber)
}

private func systemConnect(
    _ socket: Int32,
    _ address: UnsafePointer<sockaddr>,
    _ size: socklen_t
) -> Int32 {
    connect(socket, address, size)
}
