import MockPostlyHTTP
import Testing

@testable import MockPostlyEventHTTP

@Suite(.timeLimit(.minutes(15))) struct SourceTests {
    private let head = chunksHead("text/event-stream")

    /// A client whose answer has begun.
    private func open(_ server: TestServer, _ behind: String...) throws -> TestClient {
        let client = try server.client()
        try client.send((["/feed/a"] + behind).map { request("GET", $0) }.joined())
        try server.wait { $0.feeds["a"]?.stream != nil }
        return client
    }

    private func calls(_ server: TestServer) throws -> [Feed.Call]? {
        try server.ask { $0.feeds["a"]?.calls }
    }

    // MARK: Bytes

    @Test func `a body comes by and by, in chunks, and the connection goes on`() throws {
        let server = try TestServer()
        let client = try open(server, "/now/b")
        #expect(try client.bytes(head.utf8.count) == Array(head.utf8))
        server.perform { $0.feeds["a"]?.send("data: 1\n\n") }
        #expect(try client.bytes(14) == Array("9\r\ndata: 1\n\n\r\n".utf8))
        let other = try server.client()
        try other.get("/now/c")
        #expect(try other.bodies(1) == ["c"])
        server.perform { handler in
            handler.feeds["a"]?.send("two")
            // Nothing, which would be the last chunk.
            handler.feeds["a"]?.send("")
            handler.feeds["a"]?.send("three")
            handler.feeds["a"]?.stream?.finish()
            handler.feeds["a"]?.send("too late")
        }
        let rest = "3\r\ntwo\r\n5\r\nthree\r\n0\r\n\r\n"
        #expect(try client.bytes(rest.utf8.count) == Array(rest.utf8))
        #expect(try client.bodies(1) == ["b"])
        #expect(try calls(server) == [.begin, .end(isComplete: true)])
        let sent = try server.ask { $0.feeds["a"]?.stream?.write([1]) }
        #expect(sent == false)
        client.close()
        other.close()
        try server.waitUntilEmpty()
    }

    @Test func `a body that is there at once is an answer like any other`() throws {
        let server = try TestServer()
        try server.ask { handler in
            let feed = Feed()
            feed.onBegin = { feed in
                feed.send("all")
                feed.stream?.finish()
            }
            handler.feeds["a"] = feed
        }
        let client = try server.client()
        try client.get("/feed/a", "/now/b")
        #expect(try client.bodies(2) == ["all", "b"])
        #expect(try calls(server) == [.begin, .end(isComplete: true)])
    }

    @Test func `to an older client the body ends with the connection`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.send(
            "GET /feed/a HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n"
                + request("GET", "/now/b")
        )
        try server.wait { $0.feeds["a"]?.stream != nil }
        server.perform { handler in
            handler.feeds["a"]?.send("one")
            handler.feeds["a"]?.send("two")
            handler.feeds["a"]?.stream?.finish()
        }
        let end = try client.end()
        #expect(
            end.text
                == "HTTP/1.1 200 OK\r\nDate: \(TestHandler.date)\r\nContent-Type: text/event-stream\r\n"
                + "Connection: close\r\n\r\nonetwo"
        )
        #expect(!end.isReset)
        #expect(try calls(server) == [.begin, .end(isComplete: true)])
    }

    @Test func `an answer without a body does not ask for one`() throws {
        let server = try TestServer()
        try server.ask { $0.answers["b"] = Response(status: 204) }
        let client = try server.client()
        try client.send(
            request("HEAD", "/feed/a") + request("GET", "/feed/b") + request("GET", "/now/c")
        )
        #expect(try client.answer(toHead: true).fields["transfer-encoding"] == "chunked")
        #expect(try client.answer().status == 204)
        #expect(try client.bodies(1) == ["c"])
        #expect(try server.ask { [$0.feeds["a"]?.calls, $0.feeds["b"]?.calls] } == [[], []])
    }

    @Test func `a source waits for its turn`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.get("/later/x", "/feed/a")
        try server.wait { $0.feeds["a"] != nil }
        #expect(try calls(server) == [])
        server.release("x")
        #expect(try client.bodies(1) == ["x"])
        try server.wait { $0.feeds["a"]?.calls == [.begin] }
    }

    // MARK: Backpressure

    @Test func `beyond its bound a body is refused, and told when there is room`() throws {
        let server = try TestServer { $0.sourceOutput = 100_000 }
        let client = try server.client(receiveBuffer: 4096)
        try client.get("/feed/a")
        try server.wait { $0.feeds["a"]?.stream != nil }
        let part = String(repeating: "x", count: 10_000)
        // Until the sockets are full as well.
        while try server.ask({ $0.feeds["a"]?.send(part) }) == true {}
        let unsent = try #require(try server.ask { $0.feeds["a"]?.stream?.unsentCount })
        #expect(90_000...100_000 ~= unsent)
        #expect(try server.ask { $0.feeds["a"]?.send(part) } == false)
        #expect(try calls(server) == [.begin])
        #expect(try server.ask { $0.http?.budget.used } == unsent)
        try server.ask { handler in
            handler.feeds["a"]?.onDrain = { feed in
                feed.send("last")
                feed.stream?.finish()
            }
        }
        let body = try client.answer().body
        #expect(body.hasSuffix("xlast"))
        #expect((body.utf8.count - 4) % 10_000 == 0)
        #expect(try calls(server) == [.begin, .drain, .end(isComplete: true)])
        client.close()
        try server.waitUntilEmpty()
    }

    @Test func `bytes larger than the bound are taken when nothing waits`() throws {
        let server = try TestServer { $0.sourceOutput = 1000 }
        let client = try open(server)
        let large = String(repeating: "x", count: 5000)
        let taken = try server.ask { [$0.feeds["a"]?.send(large), $0.feeds["a"]?.send("more")] }
        #expect(taken == [true, false])
        try server.wait { $0.feeds["a"]?.calls == [.begin, .drain] }
        server.perform { $0.feeds["a"]?.stream?.finish() }
        #expect(try client.answer().body == large)
    }

    @Test func `a paced body asks for more when half of the room is free`() throws {
        let server = try TestServer { $0.sourceOutput = 1000 }
        try server.ask { handler in
            var response = Response(contentType: "text/event-stream", body: [])
            response.delivery = .paced(.init(piece: 50, pause: .milliseconds(5)))
            handler.answers["a"] = response
            let feed = Feed()
            feed.onDrain = { [unowned handler] feed in
                handler.unsentAtDrain = feed.stream?.unsentCount
                feed.stream?.finish()
            }
            handler.feeds["a"] = feed
        }
        let client = try open(server)
        let taken = try server.ask { handler in
            (0..<20).count { _ in
                handler.feeds["a"]?.send(String(repeating: "x", count: 100)) == true
            }
        }
        #expect(1..<20 ~= taken)
        #expect(try client.answer().body.utf8.count == taken * 100)
        #expect(try calls(server) == [.begin, .drain, .end(isComplete: true)])
        // Within a piece of the half.
        #expect(try server.ask { (450...500).contains($0.unsentAtDrain ?? 0) })
    }

    @Test func `a source that always has more holds nobody up`() throws {
        let server = try TestServer()
        try server.ask { handler in
            let feed = Feed()
            let fill: (Feed) -> Void = { feed in
                while feed.send(String(repeating: "x", count: 10_000)) {}
            }
            (feed.onBegin, feed.onDrain) = (fill, fill)
            handler.feeds["a"] = feed
        }
        let client = try server.client()
        try client.get("/feed/a")
        let other = try server.client()
        for _ in 0..<20 {
            #expect(try client.bytes(1_000_000).count == 1_000_000)
            try other.get("/now/b")
            #expect(try other.bodies(1) == ["b"])
        }
        client.abort()
        other.close()
        try server.waitUntilEmpty()
        #expect(try calls(server)?.last == .end(isComplete: false))
    }

    @Test func `a client that does not read is ended, and its source told`() throws {
        let server = try TestServer { $0.writeTimeout = .milliseconds(100) }
        let client = try server.client(receiveBuffer: 4096)
        try client.get("/feed/a")
        try server.wait { $0.feeds["a"]?.stream != nil }
        let part = String(repeating: "x", count: 10_000)
        while try server.ask({ $0.feeds["a"]?.send(part) }) == true {}
        try server.waitUntilEmpty()
        #expect(try calls(server) == [.begin, .end(isComplete: false)])
        client.close()
    }

    @Test func `a client is ended when there is no room for what it does not read`() throws {
        let server = try TestServer { $0.buffered = 50_000 }
        let client = try server.client(receiveBuffer: 4096)
        try client.get("/feed/a")
        try server.wait { $0.feeds["a"]?.stream != nil }
        let part = String(repeating: "x", count: 10_000)
        while try server.ask({ $0.feeds["a"]?.send(part) }) == true {}
        try server.waitUntilEmpty()
        #expect(try server.ask { $0.http?.budget.refusals } == 1)
        #expect(try calls(server) == [.begin, .end(isComplete: false)])
        client.close()
    }

    // MARK: Ends

    @Test(arguments: ["abort", "close", "finish"])
    func `a source is told when its client leaves`(_ way: String) throws {
        let server = try TestServer()
        let client = try open(server, "/now/b")
        switch way {
        case "abort": client.abort()
        case "close": client.close()
        default: client.finishSending()
        }
        try server.wait { $0.feeds["a"]?.calls == [.begin, .end(isComplete: false)] }
        try server.waitUntilEmpty()
    }

    @Test func `a source may end the connection at once`() throws {
        let server = try TestServer()
        let client = try open(server)
        server.perform { $0.feeds["a"]?.stream?.drop() }
        #expect(try client.end().text == head)
        try server.waitUntilEmpty()
        #expect(try calls(server) == [.begin, .end(isComplete: false)])
    }

    @Test(arguments: [false, true]) func `a stopping server lets a source end`(isPolite: Bool)
        throws
    {
        let server = try TestServer()
        let client = try open(server)
        server.perform { handler in
            handler.feeds["a"]?.onStop = { feed in
                feed.send("bye")
                if isPolite { feed.stream?.finish() }
            }
            handler.stop()
        }
        let end = try client.end()
        #expect(end.text == (isPolite ? head + "3\r\nbye\r\n0\r\n\r\n" : head))
        #expect(!end.isReset)
        client.close()
        try server.wait { $0.hasDrained }
        #expect(try calls(server) == [.begin, .stop, .end(isComplete: isPolite)])
    }

    @Test func `a server may go while bodies come`() throws {
        var server: TestServer? = try TestServer()
        let client = try server?.client()
        try client?.get("/feed/a")
        try server?.wait { $0.feeds["a"]?.stream != nil }
        server = nil
        #expect(try client?.rest() == head)
    }

    // MARK: Deliveries

    @Test(
        arguments: [
            (Delivery.cut(at: .body(5)), "3\r\none\r\n3\r\ntw", false),
            (.reset(at: .body(3)), "3\r\none", true),
            (Delivery(.badChunk(after: 4)), "3\r\none\r\n1\r\nt\r\nzz\r\n", false),
            (Delivery(.badChunk(after: 3)), "3\r\none\r\nzz\r\n", false),
            (
                Delivery(.lengthOff(by: 3), ending: .closed(at: .end)),
                "3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n", false
            ),
            (
                .paced(.init(delay: .milliseconds(10), piece: 5, pause: .milliseconds(5))), nil,
                false
            ),
        ] as [(Delivery, String?, Bool)]
    )
    func `a body that comes by and by is delivered as any other`(
        _ delivery: Delivery,
        _ expected: String?,
        _ isReset: Bool
    ) throws {
        let server = try TestServer()
        try server.ask { handler in
            var response = Response(contentType: "text/event-stream", body: [])
            response.delivery = delivery
            handler.answers["a"] = response
        }
        let client = try open(server)
        server.perform { handler in
            handler.feeds["a"]?.send("one")
            handler.feeds["a"]?.send("two")
            handler.feeds["a"]?.stream?.finish()
        }
        guard let expected else {
            #expect(try client.answer().body == "onetwo")
            return
        }
        let end = try client.end()
        #expect(end.text == head + expected && end.isReset == isReset)
        client.close()
        try server.waitUntilEmpty()
    }

    @Test func `a length in place of chunks is what a source may be given`() throws {
        let server = try TestServer()
        try server.ask { handler in
            var response = Response(contentType: "text/plain", body: [])
            response.delivery = Delivery(.length(6), ending: .kept)
            handler.answers["a"] = response
        }
        let client = try open(server, "/now/b")
        server.perform { handler in
            handler.feeds["a"]?.send("one")
            handler.feeds["a"]?.send("two")
            handler.feeds["a"]?.stream?.finish()
        }
        #expect(try client.bodies(2) == ["onetwo", "b"])
    }
}
