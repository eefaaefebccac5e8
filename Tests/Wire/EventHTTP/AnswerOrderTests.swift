import MockPostlyHTTP
import Testing

@testable import MockPostlyEventHTTP

@Suite(.timeLimit(.minutes(15))) struct AnswerOrderTests {
    @Test func `pipelined requests are answered in order`() throws {
        let server = try TestServer()
        let client = try server.client()
        let names = (0..<1000).map { "\($0)" }
        try client.send(names.map { request("GET", "/now/\($0)") }.joined())
        #expect(try client.bodies(1000) == names)
    }

    @Test func `an answer that comes later keeps its place`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.get("/later/a", "/now/b", "/later/c", "/now/d")
        try server.wait { $0.handled.count == 4 }
        #expect(client.isSilent(forMilliseconds: 0))
        server.release("c")
        server.release("a")
        #expect(try client.bodies(4) == ["a", "b", "c", "d"])
    }

    @Test func `answers given in the reverse order are sent in order`() throws {
        let server = try TestServer()
        let client = try server.client()
        let names = (0..<50).map { "\($0)" }
        try client.send(names.map { request("GET", "/later/\($0)") }.joined())
        try server.wait { $0.handled.count == 50 }
        for name in names.reversed() { server.release(name) }
        #expect(try client.bodies(50) == names)
    }

    @Test func `answers given at the end of a tick are sent in order`() throws {
        let server = try TestServer()
        let client = try server.client()
        let names = (0..<600).map { "\($0)" }
        try client.send(
            names.map { request("GET", Int($0).map { $0 % 3 } == 0 ? "/now/\($0)" : "/tick/\($0)") }
                .joined()
        )
        #expect(try client.bodies(600) == names)
    }

    @Test func `connections do not wait for one another`() throws {
        let server = try TestServer()
        let first = try server.client()
        let second = try server.client()
        try first.get("/later/a")
        try server.wait { $0.handled.count == 1 }
        try second.get("/now/b")
        #expect(try second.bodies(1) == ["b"])
        server.release("a")
        #expect(try first.bodies(1) == ["a"])
    }

    @Test func `a held connection hands nothing on before its answer`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.get("/now/a", "/hold/b", "/now/c", "/hold/d", "/now/e")
        #expect(try client.bodies(1) == ["a"])
        try server.wait { $0.handled.last == "/hold/b" }
        server.release("b")
        #expect(try client.bodies(2) == ["b", "c"])
        #expect(try server.ask { $0.handled } == ["/now/a", "/hold/b", "/now/c", "/hold/d"])
        server.release("d")
        #expect(try client.bodies(2) == ["d", "e"])
    }

    @Test func `a request in pieces is whole after a hold`() throws {
        let server = try TestServer()
        let client = try server.client()
        let next = request("POST", "/echo", body: "in pieces")
        try client.send(request("GET", "/hold/a") + next.prefix(20))
        try server.wait { $0.handled.count == 1 }
        server.release("a")
        #expect(try client.bodies(1) == ["a"])
        try client.send(String(next.dropFirst(20)))
        #expect(try client.bodies(1) == ["in pieces"])
    }

    @Test func `a request is read byte by byte`() throws {
        let server = try TestServer()
        let client = try server.client()
        for byte in request("POST", "/echo", body: "slow") { try client.send(String(byte)) }
        #expect(try client.bodies(1) == ["slow"])
    }

    @Test func `a second answer to the same request is dropped`() throws {
        let server = try TestServer()
        let client = try server.client()
        // Both before their turn, and one after it.
        try client.get("/later/a", "/twice/b", "/twice/c", "/now/d")
        try server.wait { $0.handled.count == 4 }
        server.release("a")
        #expect(try client.bodies(4) == ["a", "b", "c", "d"])
        try client.get("/twice/e", "/now/f")
        #expect(try client.bodies(2) == ["e", "f"])
        #expect(try server.ask { $0.http?.connections.first?.early.isEmpty } == true)
    }

    @Test func `nothing is answered behind an answer that closes`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.get("/later/a", "/close/b", "/now/c")
        try server.wait { !$0.handled.isEmpty }
        server.release("a")
        let first = try client.answer()
        let last = try client.answer()
        #expect(first.body == "a" && first.fields["connection"] == nil)
        #expect(last.body == "b" && last.fields["connection"] == "close")
        #expect(try client.rest() == "")
    }

    @Test func `an answer for a client that is gone is dropped`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.get("/later/a", "/later/b")
        try server.wait { $0.handled.count == 2 }
        client.abort()
        try server.wait { $0.http?.connections.isEmpty == true }
        server.release("b")
        server.release("a")
        let other = try server.client()
        try other.get("/now/c")
        #expect(try other.bodies(1) == ["c"])
    }

    @Test func `a refusal comes behind the answers that are due`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.send(
            request("GET", "/later/a") + request("GET", "/now/b") + "GET\r\n\r\n"
                + request("GET", "/now/c")
        )
        try server.wait { $0.rejections == [400] }
        server.release("a")
        #expect(try client.bodies(2) == ["a", "b"])
        let refusal = try client.answer()
        #expect(refusal.status == 400 && refusal.fields["connection"] == "close")
        #expect(refusal.fields["date"] == TestHandler.date)
        #expect(try client.rest() == "")
        #expect(try server.ask { $0.handled } == ["/later/a", "/now/b"])
    }
}
