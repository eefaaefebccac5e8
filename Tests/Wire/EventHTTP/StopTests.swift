import MockPostlyHTTP
import Testing

@testable import MockPostlyEventHTTP

@Suite(.timeLimit(.minutes(15))) struct StopTests {
    @Test func `stopping ends idle connections and takes no new ones`() throws {
        let server = try TestServer()
        let clients = try (0..<5).map { _ in try server.client() }
        for client in clients.dropFirst() {
            try client.get("/now/a")
            #expect(try client.bodies(1) == ["a"])
        }
        try server.wait { $0.http?.accepted == 5 }
        server.perform { $0.stop() }
        for client in clients { #expect(try client.rest() == "") }
        #expect(try server.ask { $0.hasDrained })
        #expect(throws: TestFailure.self) { try server.client() }
    }

    @Test func `stopping finishes what is in flight, and says that it ends`() throws {
        let server = try TestServer()
        let held = try server.client()
        try held.get("/hold/a", "/now/never")
        let delayed = try server.client()
        try delayed.get("/later/b", "/later/c")
        let begun = try server.client()
        let whole = request("POST", "/echo", body: "begun")
        try begun.send(String(whole.dropLast(3)))
        try server.wait { handler in
            handler.handled.count == 3 && handler.http?.connections.count == 3
                && handler.http?.connections.contains { $0.parser.awaitsBody } == true
        }
        server.perform { $0.stop() }
        #expect(try !server.ask { $0.hasDrained })

        for name in ["a", "c", "b"] { server.release(name) }
        let last = try held.answer()
        #expect(last.body == "a" && last.fields["connection"] == "close")
        #expect(try held.rest() == "")
        held.close()
        let first = try delayed.answer()
        #expect(first.body == "b" && first.fields["connection"] == nil)
        let second = try delayed.answer()
        #expect(second.body == "c" && second.fields["connection"] == "close")
        #expect(try delayed.rest() == "")
        try begun.send(String(whole.suffix(3)))
        let echo = try begun.answer()
        #expect(echo.body == "begun" && echo.fields["connection"] == "close")
        #expect(try begun.rest() == "")
        try server.wait { $0.hasDrained }
        #expect(try server.ask { $0.handled }.contains("/now/never") == false)
    }

    @Test func `a request that has arrived but was not read is in flight`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.get("/now/a")
        #expect(try client.bodies(1) == ["a"])
        // The request is sent while the loop is kept from reading.
        let (began, goOn) = (try Mailbox<Bool>(), try Mailbox<Bool>())
        server.perform { handler in
            _ = began.post(true)
            _ = goOn.receive()
            handler.stop()
        }
        #expect(began.receive() == [true])
        try client.get("/now/b")
        #expect(goOn.post(true))
        let answer = try client.answer()
        #expect(answer.body == "b" && answer.fields["connection"] == "close")
        #expect(try client.rest() == "")
    }

    @Test func `a large answer is sent to its end`() throws {
        let server = try TestServer()
        let client = try server.client(receiveBuffer: 4096)
        try client.get("/big/3000000")
        try server.wait { $0.http?.connections.first?.output.isEmpty == false }
        server.perform { $0.stop() }
        #expect(try client.answer().body.utf8.count == 3_000_000)
        #expect(try client.rest() == "")
        try server.wait { $0.hasDrained }
    }

    @Test func `a server without connections has drained at once`() throws {
        let server = try TestServer()
        #expect(
            try server.ask {
                $0.stop()
                return $0.hasDrained
            }
        )
    }

    @Test(arguments: [false, true])
    func `a server that is let go of closes what is open`(isStopping: Bool) throws {
        var server: TestServer? = try TestServer()
        let idle = try server?.client()
        try idle?.get("/now/a")
        #expect(try idle?.bodies(1) == ["a"])
        let held = try server?.client()
        try held?.get("/hold/a", "/now/b")
        let blocked = try server?.client(receiveBuffer: 4096)
        try blocked?.get("/big/3000000")
        try server?.wait { $0.http?.connections.contains { !$0.output.isEmpty } == true }
        if isStopping { server?.perform { $0.stop() } }
        server = nil
        for client in [idle, held] { #expect(try client?.rest() == "") }
        #expect(try (blocked?.rest().utf8.count ?? 0) < 3_000_000)
    }
}
