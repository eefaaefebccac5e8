import MockPostlyTesting
import Testing

/// The opening of a socket, which ends HTTP on its connection.
@Suite(.timeLimit(.minutes(15)))
struct SocketTests {
    private static let token = "mira-sol-token-for-trying-the-feed-out-0000"

    /// The answer to the handshake of RFC 6455 section 1.3, with the connection it came on.
    private func open(
        _ server: MockServer,
        _ query: String = "vsn=2.0.0&token=\(token)",
        _ field: String = "Sec-WebSocket-Version: 13"
    ) throws -> (answer: MockServer.Answer, connection: LoopbackConnection) {
        let lines = [
            "GET /community/websocket?\(query) HTTP/1.1", "Host: localhost", "Upgrade: websocket",
            "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", field, "", "",
        ]
        let connection = try #require(try server.connect())
        return (try connection.exchange(Array(lines.joined(separator: "\r\n").utf8)), connection)
    }

    private func clients(_ server: MockServer) throws -> Int? {
        let metrics = try server.send("GET", "/__mockpostly/v1/metrics").text
        let line = metrics.split(separator: "\n").first {
            $0.hasPrefix("mockpostly_channel_clients{world=\"default\"} ")
        }
        return line?.split(separator: " ").last.flatMap { Int($0) }
    }

    @Test
    func `a token of the seed opens a socket, which is counted`() throws {
        let server = try MockServer.live(.init(systems: [.community]))
        #expect(try clients(server) == 0)
        let (answer, connection) = try open(server)
        #expect(answer.status == 101)
        #expect(answer.headers["Upgrade"] == "websocket")
        #expect(answer.headers["Connection"]?.lowercased() == "upgrade")
        #expect(answer.headers["Sec-WebSocket-Accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(answer.body.isEmpty)
        let count = try clients(server)
        withExtendedLifetime(connection) { #expect(count == 1) }
    }

    @Test(arguments: [
        ("vsn=2.0.0", 403), ("vsn=2.0.0&token=x", 403), ("vsn=3.0.0&token=\(token)", 403),
        ("token=\(token)&vsn=2.0", 403),
    ])
    func `what may not connect is refused`(query: String, status: Int) throws {
        let server = try MockServer.live(.init(systems: [.community]))
        #expect(try open(server, query).answer.status == status)
        #expect(try clients(server) == 0)
    }

    @Test
    func `an origin that is not listed is refused`() throws {
        var options = MockServer.Options(systems: [.community])
        options.community.origins = ["https://app.example"]
        let server = try MockServer.live(options)
        let query = "vsn=2.0.0&token=\(Self.token)"
        let version = "Sec-WebSocket-Version: 13\r\nOrigin: "
        let foreign = try open(server, query, version + "https://other.example").answer
        #expect(foreign.status == 403 && foreign.body.isEmpty)
        #expect(try open(server, query, version + "https://app.example").answer.status == 101)
        #expect(try open(server, query).answer.status == 101)
    }

    @Test
    func `compression is agreed on unless it is switched off`() throws {
        let offer = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Extensions: permessage-deflate"
        for compresses in [true, false] {
            var options = MockServer.Options(systems: [.community])
            options.community.compresses = compresses
            let server = try MockServer.live(options)
            let query = "vsn=2.0.0&token=\(Self.token)"
            let extensions = try open(server, query, offer).answer.headers[
                "Sec-WebSocket-Extensions"
            ]
            #expect((extensions?.hasPrefix("permessage-deflate") == true) == compresses)
        }
    }
}
