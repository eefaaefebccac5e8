import Foundation
import MockPostlyContent
import MockPostlyEventHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit

@testable import MockPostlyCourse
@testable import MockPostlyLog
@testable import MockPostlyServer
@testable import MockPostlyThreads
@testable import MockPostlyWorlds

/// A server on a thread of its own, which ends with this object.
final class LiveServer: Sendable {
    let port: UInt16
    let remote: Remote
    private let end: Mailbox<Never>

    private enum News: Sendable {
        case ready(UInt16, Remote)
        case failed(any Error)
    }

    /// Calls `observing`, if there is one, with each request that has ended.
    init(
        _ configure: @escaping @Sendable (inout Configuration) -> Void = { _ in },
        observing: (@Sendable (Passed) -> Void)? = nil
    ) throws {
        let news = try Mailbox<News>()
        let end = try Mailbox<Never>()
        try startThread {
            do {
                var configuration = Configuration()
                configuration.host = "127.0.0.1"
                configuration.port = 0
                configuration.seed = .empty
                configuration.ownsProcess = false
                configure(&configuration)
                let log = Log(format: .text, level: .quiet, usesColour: false)
                let observer = observing.map { Listener($0) }
                let server = try Server(configuration, log: log, observer: observer)
                let (port, remote) = (server.address.port, server.remote)
                try server.run { _ = news.post(.ready(port, remote)) }
            } catch {
                _ = news.post(.failed(error))
            }
            end.shut()
        }
        switch news.receive()?.first {
        case .ready(let port, let remote): (self.port, self.remote, self.end) = (port, remote, end)
        case .failed(let error): throw error
        case nil: throw NoRequest()
        }
    }

    deinit { stop() }

    /// Ends the server and waits until it has.
    func stop() {
        // The second time at once.
        remote.stop()
        remote.stop()
        _ = end.receive()
        // For whoever waits next.
        end.shut()
    }

    /// Calls `body` on the server's thread and waits for what it gives.
    func ask<Value: Sendable>(_ body: @escaping @Sendable (Server) -> Value) throws -> Value {
        let replies = try Mailbox<Value>()
        _ = remote.orders.post { _ = replies.post(body($0)) }
        guard let value = replies.receive()?.first else { throw NoRequest() }
        return value
    }

    /// Makes a world with a `POST` of these members, and returns what is told of it.
    @discardableResult
    func makeWorld(_ members: String) throws -> JSONValue {
        let answer = try RawClient(port: port).ask(
            "POST",
            "/__mockpostly/v1/worlds",
            "{\(members)}"
        )
        guard answer.status == 201 else { throw NoRequest() }
        return try JSON(parsing: Array(answer.body.utf8)).root
    }

    /// Has a client send `requests`, and waits until the server has read them and begun with them.
    func begin(_ requests: [(client: RawClient, text: String)]) throws {
        let before = try ask { $0.http?.bytesReceived ?? 0 }
        for (client, text) in requests { try client.send(text) }
        let count = requests.reduce(0) { $0 + $1.text.utf8.count }
        try wait { ($0.http?.bytesReceived ?? 0) >= before + count }
    }

    /// Waits until `isMet` holds, which is looked at after each millisecond, by a timer of the loop.
    func wait(until isMet: @escaping @Sendable (Server) -> Bool) throws {
        let replies = try Mailbox<Bool>()
        let looks = Looks()
        try ask { server in
            let pause = Duration.milliseconds(1)
            looks.timer = try? RepeatingTimer(every: pause, on: server.loop, of: server) { server in
                if isMet(server) { _ = replies.post(true) }
            }
        }
        _ = replies.receive()
        try ask { _ in looks.timer = nil }
    }
}

/// The timer of a test that waits, which belongs to the server's thread.
private final class Looks: @unchecked Sendable {
    var timer: RepeatingTimer?
}

/// Calls a closure with each request that has ended.
private final class Listener: RequestObserver {
    let longestBody = 0
    private let body: (Passed) -> Void

    init(_ body: @escaping (Passed) -> Void) { self.body = body }

    func note(_ passed: Passed) { body(passed) }
}

/// A client that sends exactly the bytes it is given, and reads to the end.
final class RawClient {
    struct Answer {
        var status: Int
        var head: String
        var body: String
    }

    private let socket: Int32
    private var received: [UInt8] = []

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
        try send(bytes: Array(text.utf8))
    }

    func send(bytes: [UInt8]) throws {
        guard write(socket, bytes, bytes.count) == bytes.count else { throw NoRequest() }
    }

    /// Sends a request and reads its answer.
    func ask(
        _ method: String,
        _ path: String,
        _ body: String = "",
        fields: String = ""
    ) throws -> Answer {
        try send(Self.request(method, path, body, fields: fields))
        return try answer()
    }

    static func request(
        _ method: String,
        _ path: String,
        _ body: String = "",
        fields: String = ""
    ) -> String {
        let type = body.isEmpty ? "" : "Content-Type: application/json\r\n"
        let length = method == "GET" ? "" : "Content-Length: \(body.utf8.count)\r\n"
        return
            "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(type)\(length)\(fields)\r\n\(body)"
    }

    /// The next answer, whose length stands in its head.
    func answer() throws -> Answer {
        while true {
            if let answer = takeAnswer() { return answer }
            guard readMore() else { throw NoRequest() }
        }
    }

    private func takeAnswer() -> Answer? {
        let end = Array("\r\n\r\n".utf8)
        let starts = received.indices.dropLast(3)
        guard let blank = starts.first(where: { received[$0..<($0 + 4)].elementsEqual(end) })
        else { return nil }
        let head = String(decoding: received[..<blank], as: UTF8.self)
        let lines = head.components(separatedBy: "\r\n")
        let field = lines.first { $0.lowercased().hasPrefix("content-length: ") }
        let length = field.flatMap { Int($0.dropFirst(16)) } ?? 0
        guard received.count >= blank + 4 + length else { return nil }
        let body = received[(blank + 4)..<(blank + 4 + length)]
        received.removeSubrange(..<(blank + 4 + length))
        return Answer(
            status: Int(head.dropFirst(9).prefix(3)) ?? 0,
            head: head,
            body: String(decoding: body, as: UTF8.self)
        )
    }

    private func readMore() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(socket, &bytes, bytes.count)
        if count > 0 { received += bytes[..<count] }
        return count > 0
    }

    /// Everything until the server closes.
    func rest() -> String {
        String(decoding: restBytes(), as: UTF8.self)
    }

    func restBytes() -> [UInt8] {
        while readMore() {}
        return received
    }
}
