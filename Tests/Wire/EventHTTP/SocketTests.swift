import MockPostlyWebSocket
import Testing

@testable import MockPostlyEventHTTP

@Suite(.timeLimit(.minutes(15))) struct SocketTests {
    private func open(_ server: TestServer, _ path: String = "/socket") throws -> TestClient {
        let client = try server.client()
        try client.get(path)
        #expect(try client.answer().status == 101)
        return client
    }

    @Test func `frames behind the handshake are answered`() throws {
        let server = try TestServer()
        let client = try server.client()
        let frames = frame(.text, "early") + frame(.ping, "too")
        try client.send(Array(request("GET", "/socket").utf8) + frames)
        #expect(try client.answer().status == 101)
        #expect(try client.bytes(7) == [0x81, 5] + Array("early".utf8))
        #expect(try client.bytes(5) == [0x8A, 3] + Array("too".utf8))
    }

    @Test func `a client that closes in order gets its close frame back, then the end`() throws {
        let server = try TestServer()
        let client = try open(server)
        try client.send(frame(.text, "last") + frameHeader(.close, length: 2) + [0x03, 0xE8])
        client.finishSending()
        #expect(try client.bytes(6) == [0x81, 4] + Array("last".utf8))
        #expect(try client.bytes(4) == [0x88, 2, 0x03, 0xE8])
        #expect(try client.rest() == "")
        try server.wait { $0.liveSockets == 0 && $0.http?.connectionCount == 0 }
    }

    @Test func `a stopping server closes its sockets as going away`() throws {
        let server = try TestServer()
        let clients = try (0..<20).map { _ in try open(server) }
        server.perform { $0.stop() }
        for client in clients {
            #expect(try client.bytes(4) == [0x88, 2, 0x03, 0xE9])
            try client.send(frameHeader(.close, length: 2) + [0x03, 0xE9])
            #expect(try client.rest() == "")
            client.close()
        }
        try server.wait { $0.hasDrained }
    }

    @Test(arguments: [100, 70_000, 8 * 1024 * 1024])
    func `a message one byte over the limit is refused by its header`(limit: Int) throws {
        let server = try TestServer()
        let client = try open(server, "/socket/\(limit)")
        // Not one byte of the payload is sent before the refusal is here.
        try client.send(frameHeader(.binary, length: limit + 1))
        let start = try client.bytes(4)
        #expect(start[0] == 0x88 && start[2...] == [0x03, 0xF1])
        _ = try client.bytes(Int(start[1]) - 2)
        #expect(try client.rest() == "")
    }

    @Test(arguments: [100, 70_000, 8 * 1024 * 1024])
    func `a message of the limit comes back`(limit: Int) throws {
        let server = try TestServer()
        let client = try open(server, "/socket/\(limit)")
        let payload = [UInt8](repeating: 0x61, count: limit)
        try client.send(frameHeader(.text, length: limit) + payload)
        let header = frameHeader(.text, length: limit).count - 4
        #expect(try client.bytes(header).first == 0x81)
        #expect(try client.bytes(limit) == payload)
    }

    @Test func `a flood of frames comes back whole, and others are served meanwhile`() throws {
        let server = try TestServer()
        let flooding = try open(server)
        let other = try open(server)
        let asked = frame(.text, "?")
        let flood = (0..<10_000).flatMap { _ in asked }
        // The loop is kept from reading, so that all of it is there in one tick.
        let gate = try Mailbox<Bool>()
        server.perform { _ in _ = try? gate.next() }
        try flooding.send(flood)
        try other.send(frame(.text, "!"))
        _ = gate.post(true)
        #expect(try other.bytes(3) == [0x81, 1, UInt8(ascii: "!")])
        for _ in 0..<10 {
            try flooding.send(flood)
            try other.send(frame(.text, "!"))
            #expect(try other.bytes(3) == [0x81, 1, UInt8(ascii: "!")])
            #expect(try flooding.bytes(30_000).count == 30_000)
        }
        let echoes = try flooding.bytes(30_000)
        #expect(echoes == (0..<10_000).flatMap { _ in [0x81, 1, UInt8(ascii: "?")] })
    }

    @Test func `a thousand sockets that came and went leave nothing`() throws {
        let server = try TestServer()
        for round in 0..<10 {
            let clients = try (0..<100).map { _ in try server.client() }
            for client in clients { try client.get("/socket") }
            for (number, client) in clients.enumerated() {
                #expect(try client.answer().status == 101)
                switch number % 10 {
                case 0: client.close()
                case 1: try client.send(frame(.text, "half a frame").dropLast())
                default: try client.send(frame(.text, "unread"))
                }
                client.abort()
            }
            try server.wait { $0.sockets.count == (round + 1) * 100 && $0.liveSockets == 0 }
        }
        #expect(try server.ask { $0.sockets.count } == 1000)
        #expect(try server.ask { $0.http?.connectionCount } == 0)
    }
}
