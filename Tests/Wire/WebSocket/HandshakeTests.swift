import Testing

@testable import MockPostlyWebSocket

@Suite struct HandshakeTests {
    static let good: HandshakeRequest = {
        var request = HandshakeRequest(method: "GET")
        request.connection = ["Upgrade"]
        request.upgrade = ["websocket"]
        request.key = ["dGhlIHNhbXBsZSBub25jZQ=="]
        request.version = ["13"]
        return request
    }()

    private static func with(_ change: (inout HandshakeRequest) -> Void) -> HandshakeRequest {
        var request = good
        change(&request)
        return request
    }

    @Test func `the example of RFC 6455 is accepted with its value`() throws {
        let handshake = try Handshake(Self.good)
        #expect(handshake.accept == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(handshake.deflate == nil)
        #expect(
            String(decoding: handshake.head(), as: UTF8.self) == """
                HTTP/1.1 101 Switching Protocols\r
                upgrade: websocket\r
                connection: Upgrade\r
                sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
                \r

                """
        )
    }

    @Test func `the answer names the subprotocol and the extension`() throws {
        var request = Self.good
        request.extensions = ["x-webkit-deflate-frame", "permessage-deflate"]
        let handshake = try Handshake(request)
        let fields = handshake.fields(protocol: "phoenix").map { "\($0): \($1)" }
        #expect(
            fields.suffix(2) == [
                "sec-websocket-protocol: phoenix",
                "sec-websocket-extensions: permessage-deflate; server_no_context_takeover; "
                    + "client_no_context_takeover",
            ]
        )
        #expect(try Handshake(request, deflate: nil).deflate == nil)
    }

    @Test(
        "lists are read without regard to case, blanks and lines",
        arguments: [
            ["upgrade"], ["keep-alive, Upgrade"], ["keep-alive", "x,\tUPGRADE ,y"], ["Upgrade,"],
        ]
    )
    func lists(connection: [String]) throws {
        var request = Self.good
        request.connection = connection
        request.upgrade = ["WebSocket"]
        #expect(request.refusal == nil)
    }

    @Test(
        "what is not an upgrade is refused in the words of Phoenix's servers",
        arguments: [
            (with { $0.method = "POST" }, "HTTP method POST unsupported"),
            (with { $0.minorVersion = 0 }, "HTTP version HTTP/1.0 unsupported"),
            (with { $0.hasHost = false }, "'host' header is absent"),
            (with { $0.connection = [] }, "'connection' header must contain 'upgrade', got []"),
            (
                with { $0.connection = ["keep-alive", "Up\"grade"] },
                #"'connection' header must contain 'upgrade', got ["keep-alive", "Up\"grade"]"#
            ),
            (
                with { $0.connection = ["upgraded"] },
                "'connection' header must contain 'upgrade', got [\"upgraded\"]"
            ),
            (
                with { $0.upgrade = ["h2c"] },
                "'upgrade' header must contain 'websocket', got [\"h2c\"]"
            ),
            (with { $0.upgrade = [] }, "'upgrade' header must contain 'websocket', got []"),
            (with { $0.key = [] }, "'sec-websocket-key' header is absent"),
            (with { $0.version = [] }, "'sec-websocket-version' header must equal '13', got []"),
            (
                with { $0.version = ["8"] },
                "'sec-websocket-version' header must equal '13', got [\"8\"]"
            ),
            (
                with { $0.version = ["13", "X"] },
                "'sec-websocket-version' header must equal '13', got [\"13\", \"x\"]"
            ),
        ] as [(HandshakeRequest, String)]
    )
    func refusals(request: HandshakeRequest, words: String) throws {
        let refusal = try #require(request.refusal)
        #expect(refusal.words == words)
        #expect(refusal.status == 400)
        #expect(refusal.fields.isEmpty != words.contains("version' header"))
        #expect(throws: refusal) { try Handshake(request) }
    }

    @Test(
        "the key is 16 bytes in base64",
        arguments: [
            "", "a", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZQ=", "dGhlIHNhbXBsZSBub25j",
            "dGhlIHNhbXBsZSBub25jZQ==x", "dGhlIHNhbXBsZSBub25j_Q==", "dGhlIHNhbXBsZSBub25jZQ===",
            "dGhlIHNhbXBsZSBub25jZ===", "dGhlIHNhbXBsZSBub25jZQ==,dGhlIHNhbXBsZSBub25jZQ==",
            "AAAAAAAAAAAAAAAAAAAAAAAA",
        ]
    )
    func keys(key: String) {
        var request = Self.good
        request.key = [key]
        #expect(request.refusal == .badKey)
        request.key = Self.good.key + Self.good.key
        #expect(request.refusal == .badKey)
    }
}
