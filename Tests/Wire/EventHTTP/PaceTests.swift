import MockPostlyHTTP
import Testing

@testable import MockPostlyEventHTTP

@Suite(.timeLimit(.minutes(15))) struct PaceTests {
    @Test func `an answer waits for its first byte, and others are served`() throws {
        let server = try TestServer()
        try server.deliver(.paced(.init(delay: .milliseconds(300))))
        let (client, other) = (try server.client(), try server.client())
        let began = ContinuousClock.now
        try client.get("/made/a", "/now/b")
        try server.wait { $0.handled.count == 1 }
        try other.get("/now/c")
        #expect(try other.bodies(1) == ["c"])
        #expect(try client.bodies(2) == ["0123456789", "b"])
        #expect(began.duration(to: .now) >= .milliseconds(300))
        // Behind it, the delay begins with its own turn.
        try client.get("/made/a", "/made/a")
        #expect(try client.bodies(2) == ["0123456789", "0123456789"])
        #expect(began.duration(to: .now) >= .milliseconds(900))
    }

    @Test(arguments: [false, true])
    func `an answer comes piece by piece, with the same bytes`(isChunked: Bool) throws {
        let server = try TestServer { $0.writeTimeout = .milliseconds(20) }
        try server.deliver(.paced(.init(piece: 4, pause: .seconds(1)))) {
            $0.isChunked = isChunked
        }
        let client = try server.client()
        let began = ContinuousClock.now
        try client.get("/made/a", "/now/b")
        let first = isChunked ? chunksHead() : digitsHead() + "0123"
        #expect(try client.bytes(first.utf8.count) == Array(first.utf8))
        let isWhole = try server.ask { $0.http?.connections.first?.isAnswered }
        // Seen late, on a machine that stands still for so long, it may have come whole.
        #expect(isWhole == false || began.duration(to: .now) >= .seconds(isChunked ? 4 : 2))
        let rest = isChunked ? "a\r\n0123456789\r\n0\r\n\r\n" : "456789"
        #expect(try client.bytes(rest.utf8.count) == Array(rest.utf8))
        #expect(try client.bodies(1) == ["b"])
        #expect(began.duration(to: .now) >= .seconds(isChunked ? 4 : 2))
        #expect(try server.ask { $0.handled } == ["/made/a", "/now/b"])
        client.close()
        try server.waitUntilEmpty()
    }

    @Test func `a head may come piece by piece`() throws {
        let server = try TestServer()
        let pace = Delivery.Pace(piece: 60, pause: .milliseconds(100), coversHead: true)
        try server.deliver(.paced(pace))
        let client = try server.client()
        let began = ContinuousClock.now
        try client.get("/made/a")
        let whole = digitsHead() + "0123456789"
        #expect(try client.bytes(60) == Array(whole.utf8.prefix(60)))
        #expect(try client.bytes(whole.utf8.count - 60) == Array(whole.utf8.dropFirst(60)))
        #expect(began.duration(to: .now) >= .milliseconds(100))
    }

    @Test(
        arguments: [
            (20, 1, 50_000), (3, 1, 333_333), (1000, 50, 50_000), (0, 1, 1_000_000),
            (.max, 214_748_364, 49_999),
        ]
    )
    func `a rate is a piece and a pause`(_ rate: Int, _ piece: Int, _ microseconds: Int) {
        let pace = Delivery.Pace.bytesPerSecond(rate)
        #expect(pace.piece == piece)
        #expect(pace.pause / .microseconds(1) - Double(microseconds) < 1)
        #expect(pace.pause >= .microseconds(microseconds))
    }

    @Test func `a large answer is not faster than its rate, and keeps to it`() throws {
        let server = try TestServer()
        let size = 500_000
        try server.deliver(.paced(.bytesPerSecond(1_000_000))) {
            $0.body = [UInt8](repeating: 7, count: size)
        }
        let client = try server.client()
        let began = ContinuousClock.now
        try client.get("/made/a")
        #expect(try client.answer().body.utf8.count == size)
        // Ten pieces, of which the first leaves at once.
        #expect(began.duration(to: .now) >= .milliseconds(450))
    }

    @Test func `a paced answer may be cut, have a wrong length or end in a reset`() throws {
        let server = try TestServer()
        let pace = Delivery.Pace(delay: .milliseconds(10), piece: 3, pause: .milliseconds(10))
        try server.deliver(Delivery(.lengthOff(by: 7), pace: pace, ending: .reset(at: .body(8))))
        let client = try server.client()
        try client.get("/made/a", "/now/b")
        let end = try client.end()
        #expect(end.text == digitsHead(17) + "01234567" && end.isReset)
        try server.deliver(Delivery(.badChunk(after: 5), pace: pace), at: "b")
        let other = try server.client()
        try other.get("/made/b")
        #expect(try other.end().text == chunksHead() + "5\r\n01234\r\nzz\r\n")
    }

    @Test func `a client that reads slowly gets all of it`() throws {
        let server = try TestServer()
        let size = 6_000_000
        try server.deliver(.paced(.init(piece: 2_000_000, pause: .milliseconds(1)))) {
            $0.body = [UInt8](repeating: 7, count: size)
        }
        let client = try server.client(receiveBuffer: 4096)
        try client.get("/made/a", "/now/b")
        try server.wait { $0.http?.connections.first?.output.isEmpty == false }
        // No more than a piece is on its way to who does not read.
        #expect(try server.ask { ($0.http?.connections.first?.output.count ?? 0) <= 2_000_200 })
        #expect(try server.ask { ($0.http?.budget.used ?? 0) > 2_000_000 })
        #expect(try client.answer().body.utf8.count == size)
        #expect(try client.bodies(1) == ["b"])
        client.close()
        try server.waitUntilEmpty()
    }

    @Test func `a client that does not read is cut off within the time for an answer`() throws {
        let server = try TestServer { $0.writeTimeout = .milliseconds(100) }
        try server.deliver(.paced(.init(piece: 20_000_000, pause: .milliseconds(1)))) {
            $0.body = [UInt8](repeating: 7, count: 30_000_000)
        }
        let client = try server.client(receiveBuffer: 4096)
        try client.get("/made/a")
        try server.waitUntilEmpty()
        client.close()
    }

    @Test(arguments: ["abort", "close", "finish"])
    func `a client that leaves leaves nothing behind`(_ way: String) throws {
        let server = try TestServer()
        try server.deliver(.paced(.init(piece: 1000, pause: .milliseconds(1)))) {
            $0.body = [UInt8](repeating: 7, count: 200_000)
        }
        let client = try server.client()
        try client.get("/made/a")
        #expect(try client.bytes(1000).count == 1000)
        switch way {
        case "abort": client.abort()
        case "close": client.close()
        default:
            // It still gets what it has asked for.
            client.finishSending()
            #expect(try client.rest().utf8.count == 200_000 + digitsHead(200_000).utf8.count - 1000)
        }
        try server.waitUntilEmpty()
    }

    @Test func `what is sent meanwhile is read later, within its bound`() throws {
        let server = try TestServer { $0.inputBehindDelivery = 10_000 }
        try server.deliver(.paced(.init(delay: .seconds(3))))
        let client = try server.client()
        try client.get("/made/a")
        try server.wait { $0.handled.count == 1 }
        let names = (0..<3000).map { "\($0)" }
        try client.send(names.map { request("GET", "/now/\($0)") }.joined())
        try server.wait { ($0.http?.connections.first?.input.count ?? 0) >= 10_000 }
        #expect(try server.ask { ($0.http?.connections.first?.input.count ?? 0) < 80_000 })
        #expect(try client.bodies(3001) == ["0123456789"] + names)
    }

    @Test func `a server that stops sends the rest without delay`() throws {
        let server = try TestServer()
        try server.deliver(.paced(.init(piece: 1, pause: .seconds(3600))))
        try server.deliver(.paced(.init(delay: .seconds(3600))), at: "late")
        let (client, late, behind) = (
            try server.client(), try server.client(), try server.client()
        )
        try client.get("/made/a", "/now/never")
        try late.get("/made/late")
        try behind.get("/later/x", "/made/late")
        try server.wait { $0.handled.count == 4 }
        let first = digitsHead() + "0"
        #expect(try client.bytes(first.utf8.count) == Array(first.utf8))
        server.perform { $0.stop() }
        #expect(try client.rest() == "123456789")
        #expect(try late.rest() == digitsHead() + "0123456789")
        server.release("x")
        #expect(try behind.answer().body == "x")
        #expect(try behind.rest() == digitsHead(fields: "Connection: close\r\n") + "0123456789")
        for client in [client, late, behind] { client.close() }
        try server.wait { $0.hasDrained }
        #expect(try server.ask { $0.handled }.contains("/now/never") == false)
    }

    @Test func `a server may go while answers are on their way`() throws {
        var server: TestServer? = try TestServer()
        try server?.deliver(.paced(.init(piece: 1, pause: .seconds(3600))))
        let client = try server?.client()
        try client?.get("/made/a")
        try server?.wait { $0.handled.count == 1 }
        server = nil
        #expect(try client?.rest() == digitsHead() + "0")
    }
}
