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

    @Test
    func `of two fields the first counts`() throws {
        let fields = [("X-Forwarded-Proto", "https"), ("X-Forwarded-Proto", "http")]
        #expect(try site("/a", fields) == "https://mock.example:8080")
    }
}
