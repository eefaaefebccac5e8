import MockPostlyHTTP
import MockPostlyWebSocket
import Testing

@testable import MockPostlyEventHTTP

@Suite(.timeLimit(.minutes(15))) struct TurnTests {
    /// `count` requests in one piece, their names behind `prefix`.
    private func requests(_ count: Int, _ prefix: String) -> String {
        (0..<count).map { request("GET", "/now/\(prefix)\($0)") }.joined()
    }

    @Test func `a request does not wait for all that another client has pipelined`() throws {
        let server = try TestServer()
        let (first, second) = (try server.client(), try server.client())
        try server.whileBusy {
            try first.send(requests(1000, "a"))
            try second.get("/now/b")
        }
        #expect(try second.bodies(1) == ["b"])
        #expect(try first.bodies(1000) == (0..<1000).map { "a\($0)" })
        let before = try #require(try server.ask { $0.handled.firstIndex(of: "/now/b") })
        #expect(before <= 16)
    }

    @Test func `clients that pipeline take turns, and each keeps its order`() throws {
        let server = try TestServer()
        let clients = try (0..<4).map { _ in try server.client() }
        try server.whileBusy {
            for (place, client) in clients.enumerated() {
                try client.send(requests(400, "\(place)-"))
            }
        }
        for (place, client) in clients.enumerated() {
            #expect(try client.bodies(400) == (0..<400).map { "\(place)-\($0)" })
        }
        // As long as all have something left: between two turns of a client the others have had one.
        let handled = try server.ask { $0.handled.prefix { !$0.hasSuffix("-399") } }
        var turns: [Substring] = []
        for client in handled.map({ $0.dropFirst(5).prefix(1) }) where turns.last != client {
            turns.append(client)
        }
        #expect(turns.count >= 4 * 24)
        for place in turns.indices.dropFirst(4) { #expect(turns[place] == turns[place - 4]) }
    }

    @Test func `frames take turns with requests`() throws {
        let server = try TestServer()
        let (socket, other) = (try server.client(), try server.client())
        try socket.get("/socket")
        #expect(try socket.answer().status == 101)
        let frames = [[UInt8]](repeating: frame(.text, "x"), count: 2000)
        try server.whileBusy {
            try socket.send(Array(frames.joined()))
            try other.get("/unread")
        }
        #expect(try #require(Int(other.answer().body)) > 10_000)
        let echoes = [[UInt8]](repeating: [0x81, 1, UInt8(ascii: "x")], count: 2000)
        #expect(try socket.bytes(6000) == Array(echoes.joined()))
    }

    @Test func `frames behind a handshake take turns with requests`() throws {
        let server = try TestServer()
        let (socket, other) = (try server.client(), try server.client())
        let frames = [[UInt8]](repeating: frame(.ping, "x"), count: 2000)
        try server.whileBusy {
            try socket.send(Array(request("GET", "/socket").utf8) + frames.joined())
            try other.get("/unread")
        }
        #expect(try #require(Int(other.answer().body)) > 10_000)
        #expect(try socket.answer().status == 101)
        let pongs = [[UInt8]](repeating: [0x8A, 1, UInt8(ascii: "x")], count: 2000)
        #expect(try socket.bytes(6000) == Array(pongs.joined()))
    }

    @Test func `a socket that ends in the middle of its frames ends with that frame`() throws {
        let server = try TestServer()
        let socket = try server.client()
        try socket.get("/socket")
        #expect(try socket.answer().status == 101)
        let pings = [[UInt8]](repeating: frame(.ping, ""), count: 500).joined()
        let close = frameHeader(.close, length: 2) + [0x03, 0xE8]
        try socket.send(Array(pings) + close + Array(pings))
        let pongs = [[UInt8]](repeating: [0x8A, 0], count: 500).joined()
        #expect(try socket.bytes(1000) == Array(pongs))
        #expect(try socket.bytes(4) == [0x88, 2, 0x03, 0xE8])
        #expect(try socket.rest() == "")
        try server.wait { $0.liveSockets == 0 && $0.http?.connectionCount == 0 }
    }

    @Test func `a tick takes only so many bytes`() throws {
        let server = try TestServer()
        let clients = try (0..<40).map { _ in try server.client() }
        let chunk = "1\r\nx\r\n"
        let head = "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let count = 10_000
        try server.whileBusy {
            for client in clients {
                try client.send(head + String(repeating: chunk, count: count) + "0\r\n\r\n")
            }
        }
        for client in clients { #expect(try client.answer().body.utf8.count == count) }
        #expect(try server.ask { $0.mostBytes } <= 512 * 1024 + 64 * 1024 + 40 * 4096)
    }

    @Test func `a tick accepts only so many connections`() throws {
        let server = try TestServer()
        let held = try server.client()
        try held.get("/now/a")
        #expect(try held.bodies(1) == ["a"])
        var clients: [TestClient] = []
        try server.whileBusy { clients = try (0..<300).map { _ in try server.client() } }
        try server.wait { $0.http?.accepted == 301 }
        #expect(try server.ask { $0.mostAccepted } <= 64)
        for client in clients { client.close() }
    }

    @Test func `what waits for an answer costs nothing meanwhile`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.send(request("GET", "/hold/a") + requests(100, "b"))
        try server.wait { $0.handled.count == 1 }
        let ticks = try server.ask { $0.ticks }
        #expect(client.isSilent(forMilliseconds: 300))
        #expect(try server.ask { $0.ticks } - ticks < 20)
        server.release("a")
        #expect(try client.bodies(101) == ["a"] + (0..<100).map { "b\($0)" })
        let after = try server.ask { $0.ticks }
        #expect(client.isSilent(forMilliseconds: 300))
        #expect(try server.ask { $0.ticks } - after < 20)
    }

    @Test func `a client that leaves while its turn is due is forgotten`() throws {
        let server = try TestServer()
        let other = try server.client()
        for _ in 0..<20 {
            let client = try server.client()
            try client.send(requests(1000, "a"))
            client.abort()
        }
        try server.wait { $0.http?.connectionCount == 1 }
        try other.get("/now/b")
        #expect(try other.bodies(1) == ["b"])
    }

    @Test func `a stopping server answers one more of what a client has pipelined`() throws {
        let server = try TestServer()
        let client = try server.client()
        try server.whileBusy {
            try client.send(requests(1000, "a"))
            server.perform { $0.stop() }
        }
        var count = 0
        var last = try client.answer()
        while last.fields["connection"] == nil {
            count += 1
            #expect(last.body == "a\(count - 1)")
            last = try client.answer()
        }
        #expect(last.body == "a\(count)" && last.fields["connection"] == "close")
        #expect(try client.rest() == "")
        try server.wait { $0.hasDrained }
    }

    @Test func `who waits for its turn is not idle, and takes what is sent in time`() throws {
        let server = try TestServer {
            $0.idleTimeout = .milliseconds(100)
            $0.headTimeout = .milliseconds(100)
        }
        let client = try server.client()
        let next = request("GET", "/now/c")
        try client.send(request("GET", "/hold/a") + requests(50, "b") + next.prefix(10))
        #expect(client.isSilent(forMilliseconds: 500))
        server.release("a")
        #expect(try client.bodies(51) == ["a"] + (0..<50).map { "b\($0)" })
        // From here on the rest of a head is awaited.
        #expect(try client.answer().status == 408)
        #expect(try client.rest() == "")
    }
}
