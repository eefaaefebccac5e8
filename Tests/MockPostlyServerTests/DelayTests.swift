import Foundation
import MockPostlyDomain
import MockPostlyEventHTTP
import Testing

@testable import MockPostlyServer

@Suite(.timeLimit(.minutes(15)))
struct DelayTests {
    private func get(_ path: String, _ field: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n"
    }

    /// A request behind whose answer the connection ends.
    private func last(_ path: String) -> String { get(path, "Connection: close\r\n") }

    @Test
    func `hundreds may wait at once, and a stop answers them all`() throws {
        let server = try LiveServer()
        let clients = try (0..<300).map { _ in try RawClient(port: server.port) }
        for client in clients { try client.send(get("/test?delay=5000")) }
        try server.wait { $0.delayed.count == 300 }
        server.remote.stop()
        for client in clients {
            let answer = client.rest()
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(answer.contains(#"{"status":"ok","method":"GET"}"#))
            #expect(answer.contains("\r\nConnection: close\r\n"))
        }
    }

    @Test
    func `a request behind one that waits is answered behind it`() throws {
        let server = try LiveServer()
        let client = try RawClient(port: server.port)
        try client.send(get("/test?delay=30") + get("/test?delay=1") + last("/api/nowhere"))
        let starts = client.rest().components(separatedBy: "HTTP/1.1 ").map { $0.prefix(3) }
        #expect(starts == ["", "200", "200", "404"])
    }

    @Test
    func `a client that goes while it waits disturbs nobody`() throws {
        let server = try LiveServer()
        var gone: RawClient? = try RawClient(port: server.port)
        try gone?.send(get("/test?delay=60"))
        try server.wait { $0.delayed.count == 1 }
        gone = nil
        let client = try RawClient(port: server.port)
        try client.send(last("/test?delay=100"))
        #expect(client.rest().hasPrefix("HTTP/1.1 200 OK\r\n"))
    }

    @Test
    func `a request that comes while the server stops is not delayed`() throws {
        let server = try LiveServer()
        let client = try RawClient(port: server.port)
        // One character of Swift is CR LF.
        let whole = get("/test?delay=5000")
        let start = String(whole.dropLast())
        try client.send(start)
        try server.wait { $0.http?.bytesReceived == start.utf8.count }
        server.remote.stop()
        try client.send(String(whole.suffix(1)))
        #expect(client.rest().hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
}

/// A server on a thread of its own, which ends with this object.
private final class LiveServer: Sendable {
    let port: UInt16
    let remote: Remote
    private let end: Mailbox<Never>

    private enum News: Sendable {
        case ready(UInt16, Remote)
        case failed(any Error)
    }

    init() throws {
        let news = try Mailbox<News>()
        let end = try Mailbox<Never>()
        try startThread {
            do {
                var configuration = Configuration()
                configuration.host = "127.0.0.1"
                configuration.port = 0
                configuration.seed = .empty
                configuration.ownsProcess = false
                let log = Log(format: .text, level: .quiet, usesColour: false)
                let server = try Server(configuration, log: log)
                let (port, remote) = (server.address.port, server.remote)
                try server.run { _ = news.send(.ready(port, remote)) }
            } catch {
                _ = news.send(.failed(error))
            }
            end.shut()
        }
        switch news.receive()?.first {
        case .ready(let port, let remote): (self.port, self.remote, self.end) = (port, remote, end)
        case .failed(let error): throw error
        case nil: throw NoRequest()
        }
    }

    deinit {
        // The second time at once.
        remote.stop()
        remote.stop()
        _ = end.receive()
    }

    /// Waits until `isMet` holds, which is looked at now and after every tick of the loop.
    func wait(until isMet: @escaping @Sendable (Server) -> Bool) throws {
        let replies = try Mailbox<Bool>()
        _ = remote.orders.send { server in
            server.loop.atEndOfTick { [unowned server] in
                if isMet(server) { _ = replies.send(true) }
            }
        }
        _ = replies.receive()
    }
}

/// A client that sends exactly the bytes it is given, and reads to the end.
private final class RawClient {
    private let socket: Int32

    init(port: UInt16) throws {
        #if canImport(Glibc)
            socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw NoRequest() }
    }

    deinit { close(socket) }

    func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard write(socket, bytes, bytes.count) == bytes.count else { throw NoRequest() }
    }

    /// Everything until the server closes.
    func rest() -> String {
        var received: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        while case let count = read(socket, &bytes, bytes.count), count > 0 {
            received += bytes[..<count]
        }
        return String(decoding: received, as: UTF8.self)
    }
}
