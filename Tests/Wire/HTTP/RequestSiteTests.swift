import MockPostlyTestKit
import Testing

@testable import MockPostlyHTTP

/// What links to this server begin with.
@Suite
struct RequestSiteTests {
    private func site(
        _ target: String = "/a",
        _ fields: [(String, String)] = [],
        host: String? = "mock.example:8080"
    ) throws -> String {
        try Request.asking("GET", target, fields, host: host).site
    }

    @Test
    func `it is the host that the client names`() throws {
        #expect(try site() == "http://mock.example:8080")
        #expect(try site("http://other.example/a") == "http://other.example")
        #expect(try site(host: nil) == "http://localhost")
        #expect(try site(host: "") == "http://localhost")
    }

    @Test
    func `it has the prefix of the world`() throws {
        var request = try Request.asking("GET", "/w/one/a", host: "h")
        request.dropPathPrefix("/w/one".utf8.count)
        #expect(request.site == "http://h/w/one")
    }

    @Test(
        "an address of this server after the base URL of a client leads to its own path",
        arguments: [
            ("/w/one/http://h/w/one/books?page=2", "/books"),
            ("/w/one/http://other/books", "/http://other/books"),
            ("/w/one/httpbooks", "/httpbooks"), ("/w/one/books", "/books"),
        ]
    )
    func dropSite(target: String, path: String) throws {
        var request = try Request.asking("GET", target, host: "h")
        request.dropPathPrefix("/w/one".utf8.count)
        request.dropSite()
        request.dropSite()
        #expect(String(decoding: request.rawPathWithoutPrefix, as: UTF8.self) == path)
        #expect(request.site == "http://h/w/one")
    }

    @Test(
        arguments: [
            ("https", "https"), ("HTTPS", "https"), ("http", "http"), ("ws", "http"),
            ("https, http", "https"), ("https,http", "https"), ("https , http", "https"),
            ("http, https", "http"), (",https", "https"), ("\t https", "https"), ("httpsx", "http"),
            ("", "http"),
        ] as [(String, String)]
    )
    func `the scheme is that of the first proxy`(forwarded: String, scheme: String) throws {
        let fields = [("X-Forwarded-Proto", forwarded)]
        #expect(try site("/a", fields) == "\(scheme)://mock.example:8080")
    }

    @Test(
        arguments: [
            ([("X-Forwarded-Host", "a.example")], "http://a.example"),
            ([("X-Forwarded-Host", "a.example:8443, b")], "http://a.example:8443"),
            ([("X-Forwarded-Host", "a b/c")], "http://a"),
            ([("X-Forwarded-Host", "/x")], "http://mock.example:8080"),
            (
                [("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "a.example")],
                "https://a.example"
            ),
            ([("Forwarded", "for=1.2.3.4;host=a.example;proto=https")], "https://a.example"),
            (
                [("Forwarded", #"Host="a.example:81" ; Proto=HTTPS, host=b"#)],
                "https://a.example:81"
            ),
            ([("Forwarded", #"host="a\.example", proto=https"#)], "http://a.example"),
            ([("Forwarded", "by=x")], "http://mock.example:8080"),
            (
                [("Forwarded", "proto=https"), ("X-Forwarded-Host", "a.example")],
                "https://a.example"
            ),
        ] as [([(String, String)], String)]
    )
    func `scheme and host are those that a proxy says`(
        fields: [(String, String)],
        expected: String
    ) throws {
        #expect(try site("/a", fields) == expected)
    }

    @Test(
        arguments: [
            (.loopback, "127.0.0.1", true), (.loopback, "::1", true), (.loopback, "", true),
            (.loopback, "::ffff:127.0.0.1", true), (.loopback, "192.168.1.7", false),
            (.all, "192.168.1.7", true), (.none, "127.0.0.1", false),
        ] as [(ForwardingTrust, String, Bool)]
    )
    func `both are believed of the same peers`(
        trust: ForwardingTrust,
        peer: String,
        isBelieved: Bool
    ) throws {
        let fields = [("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "a.example")]
        var request = try Request.asking("GET", "/a", fields, host: "mock.example:8080")
        (request.forwardingTrust, request.peer) = (trust, peer)
        #expect(request.site == (isBelieved ? "https://a.example" : "http://mock.example:8080"))
        #expect(request.hasForwarding)
    }

    @Test
    func `of two fields the first counts`() throws {
        let fields = [("X-Forwarded-Proto", "https"), ("X-Forwarded-Proto", "http")]
        #expect(try site("/a", fields) == "https://mock.example:8080")
    }
}
