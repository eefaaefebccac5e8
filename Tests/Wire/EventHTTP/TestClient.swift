import Foundation

/// A client that sends exactly the bytes it is given; every read has a deadline.
final class TestClient {
    struct Answer: Equatable {
        var status: Int
        /// Field names in lower case.
        var fields: [String: String]
        var body: String
    }

    private let socket: Int32
    private var received: [UInt8] = []
    private var isOpen = true
    /// Whether a read has failed with ECONNRESET.
    private var wasReset = false

    init(port: UInt16, receiveBuffer: Int32? = nil) throws {
        #if canImport(Glibc)
            socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard socket >= 0 else { throw TestFailure("no socket") }
        if let receiveBuffer { Self.set(socket, SO_RCVBUF, receiveBuffer) }
        Self.set(socket, SO_RCVTIMEO, timeval(tv_sec: 60, tv_usec: 0))
        Self.set(socket, SO_SNDTIMEO, timeval(tv_sec: 60, tv_usec: 0))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // What is thrown away is closed by `deinit`.
        guard result == 0 else { throw TestFailure("no connection: \(errno)") }
    }

    deinit { close() }

    private static func set<Value: BitwiseCopyable>(
        _ socket: Int32,
        _ option: Int32,
        _ value: Value
    ) {
        var value = value
        setsockopt(socket, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Value>.size))
    }

    // MARK: Sending

    func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) throws {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
            guard count > 0 else { throw TestFailure("nothing could be sent: \(errno)") }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Sends a request for each of `paths` in one go.
    func get(_ paths: String...) throws {
        try send(paths.map { request("GET", $0) }.joined())
    }

    /// Tells the server that nothing more will be sent.
    func finishSending() {
        shutdown(socket, Int32(SHUT_WR))
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        Foundation.close(socket)
    }

    /// Closes with a reset instead of an orderly end.
    func abort() {
        Self.set(socket, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
        close()
    }

    // MARK: Receiving

    /// The next answer; an interim one counts as one.
    func answer(toHead isHead: Bool = false) throws -> Answer {
        let end = Array("\r\n\r\n".utf8)
        var headEnd = received.firstRange(of: end)
        while headEnd == nil {
            guard try receiveMore() else { throw TestFailure("closed instead of an answer") }
            headEnd = received.firstRange(of: end)
        }
        guard let headEnd else { throw TestFailure("no head") }
        let lines = String(decoding: received[..<headEnd.lowerBound], as: UTF8.self)
            .components(separatedBy: "\r\n")
        received.removeSubrange(..<headEnd.upperBound)
        var answer = Answer(
            status: Int(lines[0].split(separator: " ")[1]) ?? 0,
            fields: [:],
            body: ""
        )
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            answer.fields[parts[0].lowercased()] = parts.count > 1 ? parts[1] : ""
        }
        if answer.fields["transfer-encoding"] == "chunked" && !isHead {
            answer.body = try chunks()
            return answer
        }
        let length = isHead ? 0 : answer.fields["content-length"].flatMap { Int($0) } ?? 0
        answer.body = try take(length)
        return answer
    }

    /// The next bytes.
    func bytes(_ length: Int) throws -> [UInt8] {
        while received.count < length {
            guard try receiveMore() else { throw TestFailure("closed within a body") }
        }
        defer { received.removeFirst(length) }
        return Array(received.prefix(length))
    }

    private func take(_ length: Int) throws -> String {
        String(decoding: try bytes(length), as: UTF8.self)
    }

    /// The chunks of a body, up to the last.
    private func chunks() throws -> String {
        var body = ""
        while true {
            var line = ""
            while !line.hasSuffix("\r\n") { line += try take(1) }
            guard let size = Int(line.dropLast(), radix: 16) else {
                throw TestFailure("no size of a chunk: \(line)")
            }
            body += try take(size)
            guard try take(2) == "\r\n" else { throw TestFailure("a chunk does not end") }
            if size == 0 { return body }
        }
    }

    /// The bodies of the next `count` answers that are not interim ones.
    func bodies(_ count: Int) throws -> [String] {
        try (0..<count).map { _ in
            var next = try answer()
            while next.status < 200 { next = try answer() }
            return next.body
        }
    }

    /// Everything until the server closes.
    func rest() throws -> String {
        while try receiveMore() {}
        defer { received = [] }
        return String(decoding: received, as: UTF8.self)
    }

    /// Everything until the connection ends, and whether that is a reset.
    func end() throws -> (text: String, isReset: Bool) {
        let text = try rest()
        return (text, wasReset)
    }

    /// Whether neither bytes nor the end come for so long.
    func isSilent(forMilliseconds milliseconds: Int32) -> Bool {
        var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return received.isEmpty && poll(&descriptor, 1, milliseconds) == 0
    }

    /// Takes what comes next; false at the end, and after a reset.
    private func receiveMore() throws -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        let count = read(socket, &bytes, bytes.count)
        if count < 0 && errno != ECONNRESET { throw TestFailure("nothing came: \(errno)") }
        if count < 0 { wasReset = true }
        received += bytes.prefix(max(0, count))
        return count > 0
    }
}

/// The bytes of a request.
func request(_ method: String, _ path: String, fields: String = "", body: String = "") -> String {
    let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
    return "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)\(length)\r\n\(body)"
}
