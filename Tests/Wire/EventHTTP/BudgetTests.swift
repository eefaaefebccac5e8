import MockPostlyHTTP
import MockPostlyWebSocket
import Testing

@testable import MockPostlyEventHTTP

@Suite(.timeLimit(.minutes(15))) struct BudgetTests {
    private let part = String(repeating: "x", count: 60_000)

    /// A request whose body of `length` bytes is not sent.
    private func announcing(_ length: Int, _ path: String = "/echo") -> String {
        "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n"
    }

    /// Waits until the server holds what `isMet` says.
    private func wait(_ server: TestServer, _ isMet: @escaping @Sendable (Int) -> Bool) throws {
        try server.wait { $0.http.map { isMet($0.budget.used) } ?? false }
    }

    @Test func `a body for which there is no room is refused, and the others go on`() throws {
        let server = try TestServer { $0.buffered = 150_000 }
        let (first, second, third) = (
            try server.client(), try server.client(), try server.client()
        )
        for client in [first, second] { try client.send(announcing(61_000) + part) }
        try wait(server) { $0 >= 120_000 }
        try third.send(announcing(61_000) + part)
        let refusal = try third.answer()
        #expect(refusal.status == 503 && refusal.fields["connection"] == "close")
        #expect(try third.rest() == "")
        let other = try server.client()
        try other.get("/now/a")
        try other.send(request("POST", "/echo", body: String(part.prefix(10_000))))
        #expect(try other.bodies(2).map(\.utf8.count) == [1, 10_000])
        for client in [first, second] {
            try client.send(String(repeating: "x", count: 1000))
            #expect(try client.bodies(1).map(\.utf8.count) == [61_000])
        }
        try wait(server) { $0 == 0 }
        let fourth = try server.client()
        try fourth.send(announcing(60_000) + part)
        #expect(try fourth.bodies(1) == [part])
        #expect(try server.ask { $0.rejections } == [503])
        #expect(try server.ask { $0.http?.budget.refusals } == 1)
    }

    @Test(arguments: [
        "Content-Length: 200000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\nEA60\r\n",
    ])
    func `a body that is larger than all the room there is is too large`(_ head: String) throws {
        let server = try TestServer { $0.buffered = 50_000 }
        let client = try server.client()
        try client.send("POST /echo HTTP/1.1\r\nHost: a\r\n" + head + part)
        #expect(try client.answer().status == 413)
        #expect(try client.rest() == "")
        try wait(server) { $0 == 0 }
    }

    @Test func `a request counts until it is let go of, although its client is gone`() throws {
        let server = try TestServer { $0.buffered = 100_000 }
        let client = try server.client()
        try client.send(request("POST", "/keep/a", body: part))
        try server.wait { $0.handled.count == 1 }
        try wait(server) { $0 == 60_000 }
        client.abort()
        try server.wait { $0.http?.connectionCount == 0 }
        #expect(try server.ask { $0.http?.budget.used } == 60_000)
        let refused = try server.client()
        try refused.send(announcing(61_000) + part)
        #expect(try refused.answer().status == 503)
        server.release("a")
        try wait(server) { $0 == 0 }
    }

    @Test func `what is pipelined behind an answer that is due counts`() throws {
        let server = try TestServer { $0.buffered = 50_000 }
        let client = try server.client()
        let rest = (0..<1000).map { request("GET", "/now/\($0)") }.joined()
        try server.whileBusy {
            try client.send(request("GET", "/hold/a") + String(rest.prefix(40_000)))
        }
        try wait(server) { $0 >= 40_000 }
        let second = try server.client()
        try server.whileBusy {
            try second.send(request("GET", "/hold/b") + String(rest.prefix(40_000)))
        }
        try server.wait { $0.rejections == [503] }
        server.release("a")
        server.release("b")
        #expect(try client.bodies(100) == ["a"] + (0..<99).map { "\($0)" })
        #expect(try second.answer().body == "b")
        #expect(try second.answer().status == 503)
        client.close()
        try wait(server) { $0 == 0 }
    }

    @Test func `a client that takes nothing is closed when there is no room for its answer`() throws
    {
        let server = try TestServer { $0.buffered = 5_000_000 }
        // A smaller buffer lets TCP drop what is sent, and wait up to two minutes on a busy machine.
        let slow = try server.client(receiveBuffer: 65_536)
        try slow.get("/big/20000000")
        #expect(try slow.rest().utf8.count < 20_000_000)
        let other = try server.client()
        try other.get("/big/100000")
        #expect(try other.bodies(1).map(\.utf8.count) == [100_000])
        try wait(server) { $0 == 0 }
        #expect(try server.ask { $0.http?.budget.refusals } == 1)
    }

    @Test func `no further request is taken from who has answers waiting, without room`() throws {
        let server = try TestServer { $0.buffered = 4_000_000 }
        let (slow, client) = (
            try server.client(receiveBuffer: 4096), try server.client(receiveBuffer: 4096)
        )
        try slow.send((0..<1000).map { _ in request("GET", "/big/5000") }.joined())
        try wait(server) { $0 > 900_000 }
        for _ in 0..<60 { try client.get("/big/200000") }
        for _ in 0..<60 { #expect(try client.answer().body.utf8.count == 200_000) }
        for _ in 0..<1000 { #expect(try slow.answer().body.utf8.count == 5000) }
        try wait(server) { $0 == 0 }
    }

    // MARK: Sockets

    private func open(_ server: TestServer, _ path: String) throws -> TestClient {
        let client = try server.client()
        try client.get(path)
        #expect(try client.answer().status == 101)
        return client
    }

    @Test func `a message for which there is no room ends its socket as one to try later`() throws {
        let server = try TestServer { $0.buffered = 150_000 }
        let sockets = try (0..<3).map { _ in try open(server, "/socket") }
        let start = frameHeader(.text, length: 60_001) + Array(part.utf8)
        for socket in sockets.dropLast() { try socket.send(start) }
        try wait(server) { $0 == 120_000 }
        try sockets[2].send(start)
        #expect(try sockets[2].bytes(4) == [0x88, 2, 0x03, 0xF5])
        try sockets[2].send(Array("x".utf8) + frameHeader(.close, length: 2) + [0x03, 0xF5])
        #expect(try sockets[2].rest() == "")
        for socket in sockets.dropLast() {
            try socket.send("y")
            #expect(try socket.bytes(4 + 60_001).suffix(2) == Array("xy".utf8))
        }
        try wait(server) { $0 == 0 }
        try sockets[0].send(frame(.text, "again"))
        #expect(try sockets[0].bytes(7) == [0x81, 5] + Array("again".utf8))
    }

    @Test func `a message larger than all the room there is is too big`() throws {
        let server = try TestServer { $0.buffered = 50_000 }
        let socket = try open(server, "/socket")
        try socket.send(frameHeader(.text, length: 100_000) + Array(part.utf8))
        #expect(try socket.bytes(4) == [0x88, 2, 0x03, 0xF1])
    }

    @Test func `what a takeover holds counts until it is done with`() throws {
        let server = try TestServer { $0.buffered = 100_000 }
        let socket = try open(server, "/wire/a")
        try server.ask { $0.wires["a"]?.holds = true }
        try socket.send(String(part))
        try wait(server) { $0 == 60_000 }
        try socket.send(String(part.prefix(50_000)))
        try server.wait { $0.wires["a"]?.calls.last == .tooLarge }
        try wait(server) { $0 == 0 }
    }

    // MARK: Leaks

    @Test func `nothing is counted when nobody is there`() throws {
        let server = try TestServer { $0.buffered = 2_000_000 }
        let big = request("GET", "/big/300000")
        // A connection that waits for its own answer sees no end of its client.
        let names = (0..<60).map { "\($0)" }
        let states: [(String) -> [UInt8]] = [
            { _ in Array("GET /now/".utf8) },
            { _ in Array(announcing(100_000).utf8) },
            { _ in Array((announcing(100_000) + part).utf8) },
            { Array(request("POST", "/keep/\($0)", body: part).utf8) },
            { Array((request("GET", "/hold/\($0)") + part).utf8) },
            { Array((request("GET", "/later/\($0)") + big + big).utf8) },
            { _ in Array((big + big + big).utf8) },
            { _ in
                Array(request("GET", "/socket").utf8) + frameHeader(.text, length: 70_000)
                    + Array(part.utf8)
            },
            { _ in Array(request("GET", "/socket").utf8) + frame(.text, part) },
            { _ in Array("nonsense\r\n\r\n".utf8) },
        ]
        for (round, name) in names.enumerated() {
            let client = try server.client(receiveBuffer: 4096)
            // It fails when the server has refused already.
            try? client.send(states[round % states.count](name))
            switch round % 3 {
            case 0: client.abort()
            case 1: client.close()
            default: client.finishSending()
            }
            if round % 7 == 0 { try server.wait { $0.ticks > 0 } }
        }
        try server.wait { handler in
            for name in names { handler.release(name) }
            return handler.http?.connectionCount == 0
        }
        #expect(try server.ask { $0.http?.budget.used } == 0)
    }
}
