import MockPostlyTestKit
import Testing

@testable import MockPostlyHTTP

/// What another server gets of a request.
@Suite
struct ForwardedHeadTests {
    private func lines(
        _ method: String = "GET",
        _ target: String = "/a?b=%20",
        _ fields: [(String, String)] = [],
        body: String = "",
        prefix: Int = 0,
        _ change: (inout ForwardedHead) -> Void = { _ in }
    ) throws -> [String] {
        var head = ForwardedHead(
            host: "real.example",
            path: "",
            pseudonym: "me",
            adminToken: "swordfish"
        )
        change(&head)
        var request = try Request.asking(method, target, fields, body: body)
        request.dropPathPrefix(prefix)
        let text = String(decoding: head.bytes(for: request), as: UTF8.self)
        #expect(text.hasSuffix("\r\n\r\n"))
        return text.split(separator: "\r\n").map(String.init)
    }

    @Test func `it keeps path, query and fields, and names the real server`() throws {
        let fields = [("X-One", "1"), ("x-two", "2"), ("X-One", "3")]
        let head = ["GET /a?b=%20 HTTP/1.1", "Host: real.example"]
        #expect(
            try lines("GET", "/a?b=%20", fields) == head + [
                "X-One: 1", "x-two: 2", "X-One: 3", "Via: 1.1 me",
            ]
        )
        #expect(try lines("GET", "/w/one", prefix: 6)[0] == "GET / HTTP/1.1")
        #expect(try lines { $0.path = "/v2" }[0] == "GET /v2/a?b=%20 HTTP/1.1")
    }

    @Test func `a body has its length`() throws {
        #expect(try lines("POST", body: "{}").contains("Content-Length: 2"))
        #expect(try lines("POST", "/", [("Content-Length", "0")]).contains("Content-Length: 0"))
        #expect(try lines().allSatisfy { !$0.hasPrefix("Content-Length") })
    }

    @Test(arguments: [
        ("Connection", "close"), ("Keep-Alive", "timeout=5"), ("TE", "trailers"),
        ("Proxy-Connection", "keep-alive"), ("Proxy-Authorization", "Basic eDp5"),
        ("Upgrade", "h2c"), ("Trailer", "X"), ("X-Mockpostly-World", "one"),
        ("x-mockpostly-anything", "1"), ("Authorization", "Bearer swordfish"),
        ("Cookie", "mockpostly_world=one"), ("Cookie", " mockpostly_world=one ; mockpostly_x=2"),
    ])
    func `what is for this server and its connection stays here`(field: (String, String)) throws {
        #expect(try lines("GET", "/", [field]).count == 3)
    }

    @Test func `fields that Connection names stay here`() throws {
        let fields = [("Connection", "X-Hop, close"), ("x-hop", "1"), ("X-Other", "2")]
        #expect(try lines("GET", "/", fields)[2...] == ["X-Other: 2", "Via: 1.1 me"])
    }

    @Test func `the cookies and credentials of others go on`() throws {
        let fields = [("Cookie", "a=1; mockpostly_world=one; b=2"), ("Authorization", "Bearer it")]
        let sent = try lines("GET", "/", fields)
        #expect(sent[2...3] == ["Cookie: a=1; b=2", "Authorization: Bearer it"])
        #expect(try lines("GET", "/", fields) { $0.withholds = { $0 != "x-one" } }.count == 3)
    }

    @Test func `an answer to be read is asked for whole, in gzip alone`() throws {
        let fields = [
            ("If-None-Match", "\"a\""), ("Range", "bytes=0-1"), ("Accept-Encoding", "br, gzip"),
        ]
        let sent = try lines("GET", "/", fields) { $0.asksForText = true }
        #expect(sent[2...] == ["Accept-Encoding: gzip", "Via: 1.1 me"])
        #expect(
            try lines("GET", "/", [("Accept-Encoding", "br")]) { $0.asksForText = true }.count == 3
        )
    }

    @Test func `a question about the server has no path`() throws {
        #expect(try lines("OPTIONS", "*") { $0.path = "/v2" }[0] == "OPTIONS * HTTP/1.1")
    }

    @Test func `a request that has passed is known again`() throws {
        let passed = { (via: String) in
            try Request.asking("GET", "/", [("Via", via)]).hasPassed("me")
        }
        #expect(try passed("1.1 me") && passed("1.0 other, 1.1 me (mine)") && passed("1.1\tme"))
        #expect(try !passed("1.1 other") && !passed("me") && !passed("1.1 me2"))
        #expect(try !Request.asking("GET", "/").hasPassed("me"))
    }
}
