import MockPostlyTestKit
import Testing

@testable import MockPostlyEventHTTP

@Suite struct LabelTests {
    /// Has a server listen on one more port, whose connections have `label`.
    private func listen(_ server: TestServer, label: Int) throws -> UInt16 {
        let wanted = try QuietPort.take()
        let port = try server.ask { handler -> UInt16? in
            guard let socket = try? ListeningSocket.bind(host: "127.0.0.1", port: wanted)[0] else {
                return nil
            }
            try? handler.http?.listen(on: socket, label: label)
            return socket.port
        }
        return try #require(port)
    }

    private func label(of client: TestClient) throws -> String {
        try client.get("/label")
        return try client.answer().body
    }

    @Test func `a request has the label of the port that it came by`() throws {
        let server = try TestServer()
        let ports = try [7, 8, 7].map { try listen(server, label: $0) }
        let clients = [server.port] + ports
        let labels = try clients.map { port in try label(of: TestClient(port: port)) }
        #expect(labels == ["0", "7", "8", "7"])
    }

    @Test func `a label that listens no more frees its ports, and those alone`() throws {
        let server = try TestServer()
        let ports = try [7, 8, 7].map { try listen(server, label: $0) }
        let open = try ports.map { try TestClient(port: $0) }
        for client in open { _ = try label(of: client) }
        #expect(
            try server.ask { handler in
                handler.http?.stopListening(label: 7)
                handler.http?.stopListening(label: 9)
                return handler.http?.connectionCount == 3
            }
        )
        for port in [ports[0], ports[2]] {
            #expect(throws: TestFailure.self) { try TestClient(port: port) }
        }
        #expect(try label(of: TestClient(port: ports[1])) == "8")
        #expect(try label(of: server.client()) == "0")
        // Connections that are open go on, with their label.
        #expect(try open.map(label) == ["7", "8", "7"])
        #expect(try listen(server, label: 7) > 0)
    }

    @Test func `a server that stops lets go of all labels`() throws {
        let server = try TestServer()
        let port = try listen(server, label: 7)
        let client = try TestClient(port: port)
        _ = try label(of: client)
        #expect(
            try server.ask { handler in
                handler.stop()
                return handler.hasDrained
            }
        )
        #expect(throws: TestFailure.self) { try TestClient(port: port) }
        #expect(try client.rest().isEmpty)
    }
}
