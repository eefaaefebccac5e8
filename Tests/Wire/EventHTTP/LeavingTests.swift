import MockPostlyHTTP
import Testing

@testable import MockPostlyEventHTTP

/// Clients that leave while their request is held.
@Suite(.timeLimit(.minutes(15))) struct LeavingTests {
    private func waitUntilAlone(_ server: TestServer) throws {
        try server.wait { $0.http?.connections.isEmpty == true }
    }

    @Test(arguments: ["", "Connection: close\r\n"])
    func `a client that closes is let go of before its answer`(fields: String) throws {
        let server = try TestServer()
        let client = try server.client()
        try client.send(request("GET", "/hold/a", fields: fields))
        try server.wait { $0.handled.count == 1 }
        client.close()
        try waitUntilAlone(server)
        #expect(try server.ask { $0.left } == ["a"])
        server.release("a")
        #expect(try server.ask { $0.http?.connections.isEmpty } == true)
    }

    @Test func `a client that resets is let go of`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.get("/hold/a")
        try server.wait { $0.handled.count == 1 }
        client.abort()
        try waitUntilAlone(server)
        #expect(try server.ask { $0.left } == ["a"])
    }

    @Test func `clients that have left make room for others`() throws {
        let server = try TestServer { $0.connections = 20 }
        let gone = try (0..<19).map { _ in try server.client() }
        for (number, client) in gone.enumerated() { try client.get("/hold/\(number)") }
        try server.wait { $0.handled.count == 19 }
        for client in gone { client.close() }
        try waitUntilAlone(server)
        let clients = try (0..<20).map { _ in try server.client() }
        for client in clients {
            try client.get("/now/a")
            #expect(try client.bodies(1) == ["a"])
        }
    }

    @Test func `a client that only sends nothing more gets its answer`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.get("/hold/a", "/now/b")
        try server.wait { $0.handled.count == 1 }
        client.finishSending()
        // The interim response by which a client that has left is told apart.
        let interim = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        #expect(try client.bytes(interim.count) == interim)
        server.release("a")
        #expect(try client.bodies(2) == ["a", "b"])
        #expect(try client.rest() == "")
        #expect(try server.ask { $0.left } == [])
    }

    @Test func `an old client that sends nothing more gets its answer alone`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.send("GET /hold/a HTTP/1.0\r\n\r\n")
        try server.wait { $0.handled.count == 1 }
        client.finishSending()
        server.release("a")
        #expect(try client.bodies(1) == ["a"])
    }

    @Test func `requests behind one that is held wait their turn`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.get("/hold/a")
        try server.wait { $0.handled.count == 1 }
        try client.get("/now/b", "/now/c")
        try server.wait { ($0.http?.connections.first?.input.count ?? 0) > 0 }
        #expect(try server.ask { $0.handled.count } == 1)
        server.release("a")
        #expect(try client.bodies(3) == ["a", "b", "c"])
    }
}
