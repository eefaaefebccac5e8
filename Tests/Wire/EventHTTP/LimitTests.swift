import MockPostlyHTTP
import Testing

@testable import MockPostlyEventHTTP

@Suite(.timeLimit(.minutes(15))) struct LimitTests {
    // MARK: Deadlines

    @Test func `a head that trickles in is refused at its deadline, not before`() throws {
        let server = try TestServer { $0.headTimeout = .milliseconds(300) }
        let client = try server.client()
        try client.get("/now/a")
        #expect(try client.bodies(1) == ["a"])
        let began = ContinuousClock.now
        for byte in request("GET", "/now/b", fields: "X: \(String(repeating: "x", count: 500))") {
            guard client.isSilent(forMilliseconds: 10) else { break }
            try client.send(String(byte))
        }
        #expect(try client.answer().status == 408)
        #expect(try client.rest() == "")
        #expect(began.duration(to: .now) >= .milliseconds(300))
        #expect(try server.ask { $0.rejections } == [408])
    }

    @Test func `every head has a time of its own`() throws {
        let server = try TestServer { $0.headTimeout = .seconds(600) }
        let client = try server.client()
        let whole = request("GET", "/now/a")
        /// The deadline of the head that has begun, once it is later than `former`.
        func deadline(after former: UInt64) throws -> UInt64 {
            try server.wait {
                guard let connection = $0.http?.connections.first else { return false }
                return connection.wait == .head && connection.deadline > former
            }
            return try server.ask { $0.http?.connections.first?.deadline ?? 0 }
        }
        try client.send(String(whole.prefix(10)))
        var last = try deadline(after: 0)
        // Each piece ends one head and begins the next: the connection is never between two.
        for _ in 0..<3 {
            try client.send(String(whole.dropFirst(10) + whole.prefix(10)))
            #expect(try client.answer().status == 200)
            last = try deadline(after: last)
        }
        // What goes on with a head does not give it more time.
        try client.send(String(whole.dropFirst(10).prefix(1)))
        let received = whole.utf8.count * 3 + 11
        try server.wait { $0.http?.bytesReceived == received }
        #expect(try server.ask { $0.http?.connections.first?.deadline } == last)
    }

    @Test(
        arguments: [
            "Content-Length: 9\r\n\r\nab", "Transfer-Encoding: chunked\r\n\r\n5\r\nab",
            "Content-Length: 9\r\n\r\n",
        ]
    )
    func `a body that does not go on is refused`(_ part: String) throws {
        let server = try TestServer { $0.bodyTimeout = .milliseconds(200) }
        let client = try server.client()
        let began = ContinuousClock.now
        try client.send("POST /echo HTTP/1.1\r\nHost: a\r\n" + part)
        #expect(try client.answer().status == 408)
        #expect(began.duration(to: .now) >= .milliseconds(150))
        #expect(try client.rest() == "")
    }

    @Test func `a body that goes on is awaited`() throws {
        let server = try TestServer {
            // The whole body takes longer, each part of it much less.
            $0.bodyTimeout = .seconds(3)
            $0.headTimeout = .milliseconds(400)
        }
        let client = try server.client()
        try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n")
        for digit in 0..<10 {
            #expect(client.isSilent(forMilliseconds: 350))
            try client.send("\(digit)")
        }
        #expect(try client.bodies(1) == ["0123456789"])
    }

    @Test func `an idle connection is closed without a word`() throws {
        let server = try TestServer { $0.idleTimeout = .milliseconds(200) }
        let began = ContinuousClock.now
        let silent = try server.client()
        let blank = try server.client()
        try blank.send("\r\n")
        let used = try server.client()
        try used.get("/now/a")
        #expect(try used.bodies(1) == ["a"])
        for client in [silent, blank, used] { #expect(try client.rest() == "") }
        #expect(began.duration(to: .now) >= .milliseconds(150))
        #expect(try server.ask { $0.rejections } == [])
    }

    @Test func `a connection whose answer takes long is not idle`() throws {
        let server = try TestServer {
            $0.idleTimeout = .milliseconds(100)
            $0.headTimeout = .milliseconds(100)
        }
        let client = try server.client()
        try client.get("/hold/a", "/now/b")
        #expect(client.isSilent(forMilliseconds: 500))
        server.release("a")
        #expect(try client.bodies(2) == ["a", "b"])
    }

    @Test func `a client that takes nothing is cut off, although it sends on`() throws {
        let server = try TestServer {
            $0.writeTimeout = .milliseconds(1000)
            // So that it is still read from.
            $0.pipelinedOutput = 100_000_000
        }
        let idle = try server.client()
        let client = try server.client(receiveBuffer: 4096)
        try client.get("/big/8000000")
        try server.wait { $0.http?.connections.contains { !$0.output.isEmpty } == true }
        let began = ContinuousClock.now
        while try server.ask({ $0.http?.connections.count }) == 2 {
            try #require(began.duration(to: .now) < .seconds(60))
            #expect(idle.isSilent(forMilliseconds: 20))
            // It fails when the server has closed meanwhile.
            try? client.get("/now/a")
        }
        #expect(began.duration(to: .now) > .milliseconds(900))
        #expect(try server.ask { $0.handled.count } > 1)
        #expect(try client.rest().utf8.count < 8_000_000)
    }

    // MARK: Output

    @Test func `a client that pipelines and does not read is not worked for`() throws {
        let server = try TestServer { $0.pipelinedOutput = 100_000 }
        let client = try server.client(receiveBuffer: 4096)
        let answers = 400
        for _ in 0..<answers { try client.get("/big/50000") }
        // What the system buffers is its own business; the connection keeps the cap and an answer.
        try server.wait { handler in
            guard let connection = handler.http?.connections.first else { return false }
            return connection.output.count > 100_000 && !connection.mayHandOn
        }
        let (kept, handled) = try server.ask { handler in
            (handler.http?.connections.first?.output.count ?? 0, handler.handled.count)
        }
        #expect(kept < 100_000 + 51_000)
        #expect(handled < answers)
        for _ in 0..<answers { #expect(try client.answer().body.utf8.count == 50_000) }
        try client.get("/now/a")
        #expect(try client.bodies(1) == ["a"])
    }

    @Test func `answers whose turn has not come count as output`() throws {
        let server = try TestServer { $0.pipelinedOutput = 100_000 }
        let client = try server.client()
        try client.get("/later/a")
        for _ in 0..<20 { try client.get("/big/50000") }
        try server.wait { $0.http?.connections.first?.mayHandOn == false }
        #expect(try server.ask { $0.handled.count } == 4)
        server.release("a")
        #expect(try client.bodies(1) == ["a"])
        for _ in 0..<20 { #expect(try client.answer().body.utf8.count == 50_000) }
        #expect(try server.ask { $0.http?.connections.first?.earlyBytes } == 0)
    }

    @Test func `only so many requests of a connection await their answers`() throws {
        let server = try TestServer()
        let client = try server.client()
        let names = (0..<300).map { "\($0)" }
        try client.send(names.map { request("GET", "/later/\($0)") }.joined())
        try server.wait { $0.http?.connections.first?.mayHandOn == false }
        #expect(try server.ask { $0.handled.count } == 256)
        for name in names.prefix(44) { server.release(name) }
        try server.wait { $0.handled.count == 300 }
        for name in names.dropFirst(44) { server.release(name) }
        #expect(try client.bodies(300) == names)
    }

    @Test func `sent bytes are let go of while others wait`() {
        var output = ByteQueue()
        var sent: [UInt8] = []
        var expected: [UInt8] = []
        // Never empty: what is sent must not stay in front for ever.
        for round in 0..<2000 {
            let piece = [UInt8](repeating: UInt8(truncatingIfNeeded: round), count: 1000)
            output.append(piece)
            expected += piece
            let count = round == 0 ? 500 : 1000
            output.withUnsafeBytes { sent += $0.prefix(count) }
            output.drop(count)
            #expect(output.count == 500)
        }
        #expect(output.capacity < 1_000_000)
        output.withUnsafeBytes { sent += $0 }
        #expect(sent == expected)
        output.drop(output.count)
        #expect(output.isEmpty && output.capacity == 0)
    }

    // MARK: Connections

    @Test func `a connection too many gets 503, the others go on`() throws {
        let server = try TestServer { $0.connections = 2 }
        let clients = [try server.client(), try server.client()]
        for client in clients {
            try client.get("/now/a")
            #expect(try client.bodies(1) == ["a"])
        }
        for _ in 0..<3 {
            let refused = try server.client()
            let answer = try refused.answer()
            #expect(answer.status == 503 && answer.fields["connection"] == "close")
            #expect(try refused.rest() == "")
        }
        for client in clients {
            try client.get("/now/b")
            #expect(try client.bodies(1) == ["b"])
        }
        #expect(try server.ask { [$0.http?.accepted, $0.http?.refused] } == [5, 3])
    }

    @Test func `a place is free as soon as a connection has ended`() throws {
        let server = try TestServer { $0.connections = 1 }
        let first = try server.client()
        try first.get("/now/a")
        #expect(try first.bodies(1) == ["a"])
        // It lingers, as it does not close; it takes no place from others.
        let refused = try server.client()
        #expect(try refused.answer().status == 503)
        first.close()
        try server.wait { $0.http?.connections.count == 1 }
        let second = try server.client()
        try second.get("/now/b")
        #expect(try second.bodies(1) == ["b"])
    }

    @Test func `far too many connections are closed without a word`() throws {
        let server = try TestServer { $0.connections = 1 }
        let held = try server.client()
        try held.get("/now/a")
        #expect(try held.bodies(1) == ["a"])
        // None of them closes, so that all linger.
        let refused = try (0..<300).map { _ in try server.client() }
        try server.wait { $0.http?.refused == 300 }
        #expect(try server.ask { $0.http?.connections.count } == 257)
        let told = try refused.count { try $0.rest().hasPrefix("HTTP/1.1 503 ") }
        #expect(told == 256)
        try held.get("/now/b")
        #expect(try held.bodies(1) == ["b"])
    }
}
