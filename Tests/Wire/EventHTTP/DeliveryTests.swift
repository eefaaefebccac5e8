import MockPostlyHTTP
import Testing

@testable import MockPostlyEventHTTP

@Suite(.timeLimit(.minutes(15))) struct DeliveryTests {
    /// What a client gets that asks for the digits, and for another answer behind them.
    private func end(
        of delivery: Delivery,
        _ method: String = "GET",
        _ change: @escaping @Sendable (inout Response) -> Void = { _ in }
    ) throws -> (text: String, isReset: Bool) {
        let server = try TestServer()
        try server.deliver(delivery, change)
        let client = try server.client()
        try client.send(request(method, "/made/a") + request("GET", "/now/b"))
        let end = try client.end()
        client.close()
        try server.waitUntilEmpty()
        #expect(try server.ask { $0.http?.bytesSent } == end.text.utf8.count)
        #expect(try server.ask { $0.handled } == ["/made/a"])
        return end
    }

    // MARK: Ends

    @Test(
        arguments: [
            (.message(0), ""), (.message(12), "HTTP/1.1 200"), (.body(0), digitsHead()),
            (.body(4), digitsHead() + "0123"), (.body(10), digitsHead() + "0123456789"),
            (.body(99), digitsHead() + "0123456789"), (.end, digitsHead() + "0123456789"),
            (.message(-1), ""), (.body(.min), digitsHead()),
        ] as [(Delivery.Point, String)]
    )
    func `an answer ends where it is cut, in order or with a reset`(
        _ point: Delivery.Point,
        _ expected: String
    ) throws {
        let cut = try end(of: .cut(at: point))
        #expect(cut.text == expected && !cut.isReset)
        let reset = try end(of: .reset(at: point))
        #expect(reset.text == expected && reset.isReset)
    }

    @Test func `a connection is closed without an answer, behind the answers before`() throws {
        let server = try TestServer()
        try server.deliver(.noAnswer)
        let client = try server.client()
        try client.get("/now/x", "/later/y", "/made/a", "/now/b")
        #expect(try client.bodies(1) == ["x"])
        try server.wait { $0.handled.count == 4 }
        server.release("y")
        #expect(try client.bodies(1) == ["y"])
        let end = try client.end()
        #expect(end.text == "" && !end.isReset)
    }

    @Test(arguments: [false, true])
    func `a reset takes no byte along that was sent before`(isPaced: Bool) throws {
        let server = try TestServer()
        let size = 3_000_000
        try server.deliver(Delivery(ending: .reset(at: .body(size)))) {
            $0.body = [UInt8](repeating: 7, count: size * 2)
            if isPaced { $0.delivery.pace = .bytesPerSecond(1 << 30) }
        }
        let client = try server.client(receiveBuffer: 4096)
        try client.get("/made/a")
        let head = digitsHead(size * 2)
        #expect(try client.bytes(head.utf8.count) == Array(head.utf8))
        #expect(try client.bytes(size).allSatisfy { $0 == 7 })
        let end = try client.end()
        #expect(end.text == "" && end.isReset)
        try server.waitUntilEmpty()
    }

    @Test func `a reset does not wait for ever for a client that does not read`() throws {
        let server = try TestServer { $0.writeTimeout = .milliseconds(100) }
        try server.deliver(.reset(at: .body(20_000_000))) {
            $0.body = [UInt8](repeating: 7, count: 30_000_000)
        }
        let client = try server.client(receiveBuffer: 4096)
        try client.get("/made/a")
        try server.waitUntilEmpty()
        client.close()
    }

    // MARK: Framing

    @Test(
        arguments: [
            (.lengthOff(by: 5), 15), (.lengthOff(by: -4), 6), (.lengthOff(by: -99), 0),
            (.length(12), 12), (.length(-1), 0), (.lengthOff(by: .max), .max),
        ] as [(Delivery.Content, Int)]
    )
    func `a length is wrong, and the connection ends behind the body`(
        _ content: Delivery.Content,
        _ length: Int
    ) throws {
        let wrong = try end(of: Delivery(content))
        #expect(wrong.text == digitsHead(length) + "0123456789" && !wrong.isReset)
        // Nor does an answer keep its chunks.
        #expect(try end(of: Delivery(content)) { $0.isChunked = true }.text == wrong.text)
    }

    @Test func `an answer with a wrong length may leave the connection open`() throws {
        let server = try TestServer()
        try server.deliver(Delivery(.lengthOff(by: -4), ending: .kept))
        let client = try server.client()
        try client.get("/made/a", "/now/b")
        let first = try client.answer()
        #expect(first.body == "012345")
        #expect(try client.bytes(4) == Array("6789".utf8))
        #expect(try client.bodies(1) == ["b"])
    }

    @Test func `a length that is given and right is no fault`() throws {
        let server = try TestServer()
        try server.deliver(Delivery(.length(10)))
        let client = try server.client()
        try client.get("/made/a", "/now/b")
        #expect(try client.bodies(2) == ["0123456789", "b"])
    }

    @Test(arguments: [(0, ""), (4, "4\r\n0123\r\n"), (10, "a\r\n0123456789\r\n"), (99, nil)])
    func `a chunk has no size behind so many bytes`(_ count: Int, _ sound: String?) throws {
        let bad = try end(of: Delivery(.badChunk(after: count)))
        #expect(bad.text == chunksHead() + (sound ?? "a\r\n0123456789\r\n") + "zz\r\n")
        #expect(!bad.isReset)
    }

    @Test func `a client that knows no chunks gets the body cut instead`() throws {
        let server = try TestServer()
        try server.deliver(Delivery(.badChunk(after: 4)))
        let client = try server.client()
        try client.send("GET /made/a HTTP/1.0\r\nHost: a\r\n\r\n")
        #expect(try client.end().text == digitsHead(fields: "Connection: close\r\n") + "0123")
    }

    @Test func `bytes stand in place of the answer, to HEAD as well`() throws {
        let bytes = "HTTP/1.1 two hundred\n\0"
        for method in ["GET", "HEAD"] {
            let raw = try end(of: Delivery(.bytes(Array(bytes.utf8))), method)
            #expect(raw.text == bytes && !raw.isReset)
        }
        let cut = try end(of: Delivery(.bytes(Array(bytes.utf8)), ending: .reset(at: .body(3))))
        #expect(cut.text == "HTT" && cut.isReset)
        #expect(try end(of: Delivery(.bytes([]))).text == "")
    }

    @Test func `bytes that are an answer may leave the connection open`() throws {
        let server = try TestServer()
        let bytes = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"
        try server.deliver(Delivery(.bytes(Array(bytes.utf8)), ending: .kept))
        let client = try server.client()
        try client.get("/made/a", "/now/b", "/made/a")
        #expect(try client.bodies(3) == ["x", "b", "x"])
    }

    // MARK: Without a body

    @Test(arguments: [.lengthOff(by: 3), .badChunk(after: 2)] as [Delivery.Content])
    func `an answer without a body has no framing to break`(_ content: Delivery.Content) throws {
        let server = try TestServer()
        try server.deliver(Delivery(content), at: "head")
        for status in [204, 304] {
            try server.deliver(Delivery(content), at: "\(status)") { $0.status = status }
        }
        let client = try server.client()
        try client.send(request("HEAD", "/made/head") + request("GET", "/now/a"))
        let head = try client.answer(toHead: true)
        #expect(
            content == .lengthOff(by: 3)
                ? head.fields["content-length"] == "13"
                : head.fields["transfer-encoding"] == "chunked"
        )
        #expect(try client.bodies(1) == ["a"])
        try client.get("/made/204", "/made/304", "/now/b")
        #expect(try [client.answer().status, client.answer().status] == [204, 304])
        #expect(try client.bodies(1) == ["b"])
    }

    @Test func `HEAD is cut behind its head at the latest`() throws {
        #expect(try end(of: .cut(at: .body(4)), "HEAD").text == digitsHead())
        let reset = try end(of: .reset(at: .message(8)), "HEAD")
        #expect(reset.text == "HTTP/1.1" && reset.isReset)
    }

    // MARK: Stalls

    @Test(
        arguments: [(.message(0), ""), (.body(3), digitsHead() + "012")]
            as [(Delivery.Point, String)]
    )
    func `an answer stalls until its time has passed, and others are served`(
        _ point: Delivery.Point,
        _ expected: String
    ) throws {
        let server = try TestServer { $0.writeTimeout = .milliseconds(20) }
        try server.deliver(.stalled(at: point, for: .milliseconds(300)))
        let client = try server.client()
        let began = ContinuousClock.now
        try client.get("/made/a", "/now/b")
        #expect(try client.bytes(expected.utf8.count) == Array(expected.utf8))
        let other = try server.client()
        try other.get("/now/c")
        #expect(try other.bodies(1) == ["c"])
        let end = try client.end()
        #expect(end.text == "" && !end.isReset)
        #expect(began.duration(to: .now) >= .milliseconds(300))
        #expect(try server.ask { $0.handled } == ["/made/a", "/now/c"])
    }

    @Test(arguments: [true, false]) func `a client may leave a stalled answer`(aborts: Bool) throws
    {
        let server = try TestServer()
        try server.deliver(.stalled(at: .body(3), for: .seconds(3600)))
        let client = try server.client()
        try client.get("/made/a", "/now/b")
        let expected = digitsHead() + "012"
        #expect(try client.bytes(expected.utf8.count) == Array(expected.utf8))
        try client.send(String(repeating: "unread", count: 10_000))
        if aborts { client.abort() } else { client.close() }
        try server.waitUntilEmpty()
    }

    @Test func `a server that stops ends what stalls`() throws {
        let server = try TestServer()
        try server.deliver(.stalled(at: .body(3), for: .seconds(3600)))
        let client = try server.client()
        try client.get("/made/a")
        let expected = digitsHead() + "012"
        #expect(try client.bytes(expected.utf8.count) == Array(expected.utf8))
        server.perform { $0.stop() }
        let end = try client.end()
        #expect(end.text == "" && !end.isReset)
        client.close()
        try server.wait { $0.hasDrained }
    }

    // MARK: Order

    @Test func `an answer that ends the connection drops those behind it`() throws {
        let server = try TestServer()
        try server.deliver(.cut(at: .body(3))) { $0.body = Array("abcdef".utf8) }
        let client = try server.client()
        try client.get("/later/x", "/made/a", "/now/b", "/later/c")
        try server.wait { $0.handled.count == 4 }
        server.release("x")
        #expect(try client.bodies(1) == ["x"])
        #expect(try client.end().text == digitsHead(6) + "abc")
        server.release("c")
        client.close()
        try server.waitUntilEmpty()
    }

    @Test func `a second answer does not take the place of one on its way`() throws {
        let server = try TestServer()
        try server.deliver(.paced(.init(delay: .milliseconds(50))))
        try server.ask { $0.answersTwice = true }
        let client = try server.client()
        try client.get("/made/a", "/now/b")
        #expect(try client.bodies(2) == ["0123456789", "b"])
    }

    @Test func `a connection that is handed over is answered as a whole`() throws {
        let server = try TestServer()
        try server.ask { $0.switching.delivery = .noAnswer }
        let client = try server.client()
        try client.get("/wire/a")
        #expect(try client.answer().status == 101)
        server.perform { $0.wires["a"]?.send("hello") }
        #expect(try client.bytes(5) == Array("hello".utf8))
    }

    @Test func `what waits behind an answer counts in the budget`() throws {
        let server = try TestServer()
        try server.deliver(Delivery(.bytes([UInt8](repeating: 7, count: 50_000)))) {
            $0.body = [UInt8](repeating: 7, count: 10_000)
        }
        let client = try server.client()
        try client.get("/later/x", "/made/a")
        try server.wait { $0.http?.budget.used == 60_000 }
        server.release("x")
        #expect(try client.bodies(1) == ["x"])
        #expect(try client.end().text.utf8.count == 50_000)
        client.close()
        try server.waitUntilEmpty()
    }
}
