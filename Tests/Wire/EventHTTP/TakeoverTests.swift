import MockPostlyHTTP
import Testing

@testable import MockPostlyEventHTTP

@Suite(.timeLimit(.minutes(15))) struct TakeoverTests {
    // MARK: Handing over

    @Test func `the connection changes hands behind its answer`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.get("/wire/a")
        let answer = try client.answer()
        #expect(answer.status == 101 && answer.fields["connection"] == "Upgrade")
        #expect(answer.fields["content-length"] == nil)
        server.perform { $0.wires["a"]?.send("from the server") }
        #expect(try client.bytes(15) == Array("from the server".utf8))
        try client.send("from the client")
        try server.wait { $0.wires["a"]?.text == "from the client" }
        #expect(try server.ask { $0.wires["a"]?.calls } == [.begin])
    }

    @Test func `bytes behind the request are the other protocol's`() throws {
        let server = try TestServer()
        let client = try server.client()
        let behind = request("GET", "/now/b")
        try client.send(request("GET", "/wire/a") + behind)
        #expect(try client.answer().status == 101)
        try server.wait { $0.wires["a"]?.text == behind }
        #expect(try server.ask { $0.handled } == ["/wire/a"])
    }

    @Test func `bytes that came while the answer was awaited are the other protocol's`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.send(request("GET", "/hold-wire/a") + "some ")
        try server.wait { $0.handled.count == 1 }
        try client.send("and more")
        server.perform { $0.handOver("a") }
        #expect(try client.answer().status == 101)
        try server.wait { $0.wires["a"]?.text == "some and more" }
    }

    @Test func `requests before it are answered before it`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.send(
            request("GET", "/now/a") + request("GET", "/big/200000") + request("GET", "/wire/b")
                + "raw"
        )
        #expect(try client.bodies(1) == ["a"])
        #expect(try client.answer().body.utf8.count == 200_000)
        #expect(try client.answer().status == 101)
        try server.wait { $0.wires["b"]?.text == "raw" }
    }

    @Test func `a connection with unanswered requests is ended instead`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.get("/later/a", "/wire/b")
        #expect(try client.rest() == "")
        try server.wait { $0.http?.connectionCount == 0 }
        #expect(try server.ask { $0.wires["b"]?.calls } == [.end])
    }

    @Test func `a client that has gone is not handed over`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.get("/later/a", "/hold-wire/b")
        try server.wait { $0.handled.count == 2 }
        server.release("a")
        #expect(try client.bodies(1) == ["a"])
        // A held connection is not read, so its end is not seen before.
        server.perform { handler in
            handler.http?.connections.first?.close()
            handler.handOver("b")
        }
        #expect(try server.ask { $0.wires["b"]?.calls } == [.end])
    }

    // MARK: Sending

    @Test func `what is sent in one tick goes out together, in order`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.get("/wire/a")
        #expect(try client.answer().status == 101)
        let before = try server.ask { handler in
            for number in 0..<1000 { handler.wires["a"]?.send("\(number),") }
            return [handler.http?.bytesSent, handler.wires["a"]?.stream?.unsentCount]
        }
        let text = (0..<1000).map { "\($0)," }.joined()
        #expect(try client.bytes(text.utf8.count) == Array(text.utf8))
        #expect(before[1] == text.utf8.count)
        let after = try server.ask { [$0.http?.bytesSent, $0.wires["a"]?.stream?.unsentCount] }
        #expect(after[1] == 0)
        #expect(try #require(after[0]) - #require(before[0]) == text.utf8.count)
    }

    @Test func `what is sent at once is out before the tick ends`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.get("/wire/a")
        #expect(try client.answer().status == 101)
        let unsent = try server.ask { handler in
            let stream = handler.wires["a"]?.stream
            handler.wires["a"]?.send("first, ")
            stream?.sendNow()
            let unsent = stream?.unsentCount
            handler.wires["a"]?.send("then")
            return [unsent, stream?.unsentCount]
        }
        #expect(unsent == [0, 4])
        #expect(try client.bytes(11) == Array("first, then".utf8))
    }

    @Test func `who does not read is not read from, and delays nobody`() throws {
        let limit = 100_000
        let server = try TestServer { $0.pipelinedOutput = limit }
        let lazy = try server.client(receiveBuffer: 4096)
        try lazy.get("/wire/lazy")
        #expect(try lazy.answer().status == 101)
        server.perform { handler in
            handler.wires["lazy"]?.onReceive = {
                $0.stream?.write([UInt8](repeating: 7, count: 1000))
            }
            // More than the sockets hold, and than may wait.
            handler.wires["lazy"]?.stream?.write([UInt8](repeating: 7, count: 16 * 1024 * 1024))
        }
        try server.wait { ($0.wires["lazy"]?.stream?.unsentCount ?? 0) > limit }
        try lazy.send("nobody reads this yet")
        let busy = try server.client()
        try busy.get("/wire/busy")
        #expect(try busy.answer().status == 101)
        try server.ask { handler in
            handler.wires["busy"]?.onReceive = { $0.stream?.write([UInt8](repeating: 1, count: 1)) }
        }
        for _ in 0..<100 {
            try busy.send("?")
            #expect(try busy.bytes(1) == [1])
        }
        #expect(try server.ask { $0.wires["lazy"]?.text } == "")
        #expect(try lazy.bytes(16 * 1024 * 1024).allSatisfy { $0 == 7 })
        try server.wait { $0.wires["lazy"]?.text == "nobody reads this yet" }
        #expect(try lazy.bytes(1000).count == 1000)
    }

    // MARK: Ending

    @Test func `what was sent before the end arrives, and what is sent behind it does not`() throws
    {
        let server = try TestServer()
        let client = try server.client(receiveBuffer: 4096)
        try client.get("/wire/a")
        #expect(try client.answer().status == 101)
        try server.wait { $0.wires["a"]?.stream != nil }
        server.perform { handler in
            let wire = handler.wires["a"]
            wire?.stream?.write([UInt8](repeating: 7, count: 3_000_000))
            wire?.stream?.conclude()
            wire?.send("too late")
            wire?.stream?.conclude()
        }
        // It is read and thrown away: closing over it would reset the connection.
        try client.send(String(repeating: "unread", count: 10_000))
        #expect(try client.bytes(3_000_000).allSatisfy { $0 == 7 })
        #expect(try client.rest() == "")
        client.close()
        try server.wait { $0.http?.connectionCount == 0 }
        #expect(try server.ask { $0.wires["a"]?.calls } == [.begin, .end])
        #expect(try server.ask { $0.wires["a"]?.text } == "")
    }

    @Test func `a dropped connection ends at once`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.get("/wire/a")
        #expect(try client.answer().status == 101)
        server.perform { handler in
            handler.wires["a"]?.send("never sent")
            handler.wires["a"]?.stream?.drop()
        }
        #expect(try client.rest() == "")
        #expect(try server.ask { $0.http?.connectionCount } == 0)
        #expect(try server.ask { $0.wires["a"]?.calls } == [.begin, .end])
    }

    @Test(arguments: [true, false])
    func `a connection may be ended by what came behind its request`(isDropped: Bool) throws {
        let server = try TestServer()
        try server.ask { handler in
            let wire = Wire()
            wire.onReceive = { isDropped ? $0.stream?.drop() : $0.stream?.conclude() }
            handler.wires["a"] = wire
        }
        let client = try server.client()
        try client.send(request("GET", "/wire/a") + "bytes behind the request")
        if !isDropped { #expect(try client.answer().status == 101) }
        #expect(try client.rest() == "")
        client.close()
        try server.wait { $0.http?.connectionCount == 0 }
        #expect(try server.ask { $0.wires["a"]?.calls } == [.begin, .end])
    }

    @Test func `a client that has finished sending gets all that was sent`() throws {
        let server = try TestServer()
        let client = try server.client(receiveBuffer: 4096)
        try client.get("/wire/a")
        #expect(try client.answer().status == 101)
        try server.ask { handler in
            handler.wires["a"]?.onReceive = { wire in
                wire.stream?.write([UInt8](repeating: 7, count: 3_000_000))
            }
        }
        try client.send("?")
        client.finishSending()
        #expect(try client.bytes(3_000_000).allSatisfy { $0 == 7 })
        #expect(try client.rest() == "")
        try server.wait { $0.http?.connectionCount == 0 }
        #expect(try server.ask { $0.wires["a"]?.calls } == [.begin, .end])
    }

    @Test(arguments: [true, false]) func `a client that goes is noticed`(aborts: Bool) throws {
        let server = try TestServer()
        let client = try server.client()
        try client.get("/wire/a")
        #expect(try client.answer().status == 101)
        if aborts { client.abort() } else { client.close() }
        try server.wait { $0.wires["a"]?.calls == [.begin, .end] }
        #expect(try server.ask { $0.http?.connectionCount } == 0)
    }

    // MARK: Time

    @Test func `a time is told once, and only the last that was set`() throws {
        let server = try TestServer()
        let client = try server.client()
        let other = try server.client()
        for (client, name) in [(client, "a"), (other, "b")] {
            try client.get("/wire/\(name)")
            #expect(try client.answer().status == 101)
        }
        server.perform { handler in
            handler.wires["a"]?.stream?.expire(after: .seconds(60))
            handler.wires["a"]?.stream?.expire(after: .milliseconds(1))
            handler.wires["b"]?.stream?.expire(after: .milliseconds(1))
            handler.wires["b"]?.stream?.expire(after: .seconds(60))
        }
        try server.wait { $0.wires["a"]?.calls == [.begin, .timeOut] }
        server.perform { $0.wires["a"]?.stream?.expire(after: .milliseconds(1)) }
        try server.wait { $0.wires["a"]?.calls == [.begin, .timeOut, .timeOut] }
        // A third connection's time passes, so the sweep has come round again.
        let third = try server.client()
        try third.get("/wire/c")
        #expect(try third.answer().status == 101)
        server.perform { $0.wires["c"]?.stream?.expire(after: .milliseconds(1)) }
        try server.wait { $0.wires["c"]?.calls == [.begin, .timeOut] }
        #expect(try server.ask { $0.wires["a"]?.calls.count } == 3)
        #expect(try server.ask { $0.wires["b"]?.calls } == [.begin])
    }

    @Test func `no deadline of requests holds any more`() throws {
        let server = try TestServer {
            $0.idleTimeout = .milliseconds(1)
            $0.headTimeout = .seconds(60)
        }
        let client = try server.client()
        try client.send(request("GET", "/wire/a"))
        #expect(try client.answer().status == 101)
        let idle = try server.client()
        #expect(try idle.rest() == "")
        server.perform { $0.wires["a"]?.send("still here") }
        #expect(try client.bytes(10) == Array("still here".utf8))
    }

    @Test func `who does not take the last bytes is ended after the time for an answer`() throws {
        let server = try TestServer { $0.writeTimeout = .milliseconds(50) }
        let client = try server.client(receiveBuffer: 4096)
        try client.get("/wire/a")
        #expect(try client.answer().status == 101)
        server.perform { handler in
            handler.wires["a"]?.stream?.write([UInt8](repeating: 7, count: 16 * 1024 * 1024))
            handler.wires["a"]?.stream?.conclude()
        }
        try server.wait { $0.http?.connectionCount == 0 }
        #expect(try server.ask { $0.wires["a"]?.calls } == [.begin, .end])
    }

    // MARK: Stopping

    @Test func `a stopping server lets the other protocol say its last words`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.get("/wire/a")
        #expect(try client.answer().status == 101)
        server.perform { handler in
            handler.wires["a"]?.onStop = { wire in
                wire.send("farewell")
                wire.stream?.conclude()
            }
            handler.stop()
        }
        #expect(try client.rest() == "farewell")
        client.close()
        try server.wait { $0.hasDrained }
        #expect(try server.ask { $0.wires["a"]?.calls } == [.begin, .stop, .end])
    }

    @Test func `a server may go while connections are handed over`() throws {
        var server: TestServer? = try TestServer()
        let clients = try (0..<5).compactMap { _ in try server?.client() }
        for client in clients {
            try client.get("/socket")
            #expect(try client.answer().status == 101)
        }
        server = nil
        for client in clients { #expect(try client.rest() == "") }
    }
}
