import MockPostlyCrypto
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyNouns
import MockPostlyTestKit
import Testing

@testable import DummyJSONDialect

/// What every answer has besides its own.
@Suite
struct HeadingTests {
    private static let names = [
        "X-DNS-Prefetch-Control", "X-Frame-Options", "Strict-Transport-Security",
        "X-Download-Options", "X-Content-Type-Options", "X-XSS-Protection",
    ]

    @Test(
        "as Node's etag library makes it",
        arguments: [
            ("", "0-2jmj7l5rSw0yVb/vlWAYkK/YBwk"), ("{}", "2-vyGp6PvFo4RvsFtPoIWeCReyIC8"),
            ("[]", "2-l9Fw4VUO7kr8CvBlt4zaMCqXZ0w"), ("ä", "2-lh+iL2Glbhnz9fiGeQGsjPXm0R8"),
            (#"{"message":"Post with id '999' not found"}"#, "2a-5qQ3tW3JSI9ZdI9xx4FUCzRQhJM"),
            (String(repeating: "x", count: 1024), "400-1aPJvX50bJi0rqDpGU+5VVs8Iq0"),
        ]
    )
    func tags(text: String, tag: String) {
        #expect(entityTag(of: Array(text.utf8)) == "W/\"\(tag)\"")
    }

    @Test(
        arguments: [
            ("GET", "/posts/1"), ("GET", "/posts/9"), ("GET", "/nope"), ("POST", "/nope"),
            ("GET", "/posts/"), ("OPTIONS", "/nope"), ("GET", "/posts?limit=x"), ("HEAD", "/posts"),
            ("GET", "/auth/me"), ("GET", "/http/204"), ("GET", "/http/500"), ("GET", "/icon/a/9"),
        ]
    )
    func `every answer has the same headers`(method: String, target: String) throws {
        let api = try DummyJSON.fresh([.posts: #"{"id":1}"#])
        let origin = [("Origin", "https://a.example")]
        let request = try Request.asking(method, target, origin, host: "api.example")
        let response = try api.respond(to: request).reply.response
        for name in Self.names { #expect(response.values(name).count == 1, "\(name)") }
        #expect(response.values("Access-Control-Allow-Origin") == ["https://a.example"])
        #expect(response.values("Access-Control-Allow-Credentials") == ["true"])
        #expect(response.values("Vary").count == 1)
        #expect(response["Vary"]?.hasPrefix("Origin") == true)
        #expect(response["X-Powered-By"] == nil && response["Server"] == nil)
        #expect(response.keepAliveTimeout == 5)
        let other = try api.answer(method, target)
        #expect(other["Access-Control-Allow-Origin"] == nil)
        #expect(other.values("Access-Control-Allow-Credentials") == ["true"])
    }

    @Test(arguments: [
        ("localhost", true), ("LOCALHOST:80", true), ("a.localhost:8080", true), ("[::1]:80", true),
        ("127.0.0.1", true), ("10.0.2.2:8080", true), ("api.example", false),
        ("localhost.example", false),
        ("x.localhost.example:80", false), ("mock:8080", true), ("Mac.LOCAL:8080", true),
        ("mock.internal", true), ("app.test", true), (".local", false), ("1.example", false),
        ("mylocal.example", false), ("api.xlocal", false),
    ])
    func `local hosts are not bound to https`(host: String, isLocal: Bool) throws {
        let api = try DummyJSON.fresh([.posts: #"{"id":1}"#])
        // The second answer comes from the cache.
        for _ in 0..<2 {
            let request = try Request.asking("GET", "/posts/1", host: host)
            let response = try api.respond(to: request).reply.response
            #expect((response["Strict-Transport-Security"] == nil) == isLocal)
            #expect(response["X-Download-Options"] == "noopen")
        }
    }

    @Test(arguments: ["localhost:9000", "mock:1"])
    func `the page of the documentation has the address of the server`(host: String) throws {
        let api = try DummyJSON.fresh([.posts: #"{"id":1}"#])
        for path in ["/docs", "/", "/docs/posts", "/2fa"] {
            let request = try Request.asking("GET", path, host: host)
            let page = try api.respond(to: request).reply.response.text
            #expect(page.contains("curl http://\(host)/auth/me"))
            #expect(!page.contains("localhost:8080"))
        }
    }

    @Test
    func `a preflight repeats the names of headers`() throws {
        let api = try DummyJSON.fresh([:])
        let names = ("Access-Control-Request-Headers", "authorization,x-a")
        let response = try api.answer("OPTIONS", "/posts/?limit=x", [names])
        #expect(response.status == 204 && response.body.isEmpty)
        #expect(response["Content-Length"] == "0")
        #expect(response["Access-Control-Allow-Methods"] == "GET,HEAD,PUT,PATCH,POST,DELETE")
        #expect(response["Access-Control-Allow-Headers"] == "authorization,x-a")
        #expect(try api.answer("OPTIONS", "/")["Access-Control-Allow-Headers"] == nil)
    }

    private static let post = #"{"id":1,"title":"One"}"#
    private static let tag = entityTag(of: Array(post.utf8))

    @Test(
        arguments: [
            ([("If-None-Match", tag)], 304), ([("If-None-Match", String(tag.dropFirst(2)))], 304),
            ([("If-None-Match", "*")], 304), ([("If-None-Match", "\"a\", \(tag) ,\"b\"")], 304),
            ([("If-None-Match", "\"a\""), ("If-None-Match", tag)], 304),
            ([("If-None-Match", tag), ("Cache-Control", "max-age=0")], 304),
            ([("If-None-Match", tag), ("Cache-Control", "no-cache")], 200),
            ([("If-None-Match", tag), ("Cache-Control", "max-age=0, no-cache")], 200),
            (
                [("If-None-Match", tag), ("If-Modified-Since", "Thu, 01 Jan 1970 00:00:00 GMT")],
                200
            ),
            ([("If-None-Match", tag.lowercased())], 200), ([("If-None-Match", "")], 200),
            ([("If-None-Match", "\"a\"")], 200), ([("If-None-Match", "*, \"a\"")], 200),
            ([], 200),
        ] as [([(String, String)], Int)]
    )
    func `who has it already is told so`(fields: [(String, String)], status: Int) throws {
        let api = try DummyJSON.fresh([.posts: Self.post])
        for method in ["GET", "HEAD"] {
            let response = try api.answer(method, "/posts/1", fields)
            #expect(response.status == status)
            #expect(response.values("ETag") == [Self.tag])
            #expect(response.body.isEmpty == (status == 304))
            #expect((response["Content-Type"] == nil) == (status == 304))
            #expect(response["Vary"] == (status == 304 ? "Origin" : "Origin, Accept-Encoding"))
        }
    }

    @Test(
        arguments: [
            ("GET", "/posts/9", 404), ("GET", "/http/404", 404), ("PUT", "/posts/1", 200),
            ("DELETE", "/posts/1", 200), ("POST", "/test", 200), ("GET", "/http/201", 304),
            ("GET", "/test", 304), ("GET", "/icon/a/9", 304),
        ]
    )
    func `only what is well is not sent again`(method: String, target: String, status: Int) throws {
        let api = try DummyJSON.fresh([.posts: Self.post])
        let response = try api.answer(method, target, [("If-None-Match", "*")])
        #expect(response.status == status)
        #expect(response["ETag"] != nil)
    }

    @Test(arguments: [("205", "OK no"), ("205", nil), ("304", nil)] as [(String, String?)])
    func `an answer without a body has the tag of the one it was given`(
        status: String,
        message: String?
    ) throws {
        let api = try DummyJSON.fresh([:])
        let titles = ["205": "Reset Content", "304": "Not Modified"]
        let words = message ?? titles[status] ?? ""
        let body = #"{"status":\#(status),"message":"\#(words)"}"#
        let path = "/http/\(status)" + (message == nil ? "" : "/OK%20no")
        let response = try api.get(path)
        #expect(response.body.isEmpty && "\(response.status)" == status)
        #expect(response.values("ETag") == [entityTag(of: Array(body.utf8))])
        #expect((response["Content-Type"] != nil) == (status == "205"))
    }

    @Test
    func `what is not sent again keeps its other headers`() throws {
        let api = try DummyJSON.fresh([:])
        let response = try api.get("/icon/a/9", [("If-None-Match", "*")])
        #expect(response.status == 304)
        #expect(response["Cache-Control"] == "public, max-age=31557600")
        #expect(response["Content-Disposition"] == "inline")
    }

    @Test(arguments: [(1023, false), (1024, true), (1025, true)])
    func `larger bodies are compressed`(size: Int, isCompressed: Bool) throws {
        let frame = #"{"id":1,"body":""}"#.utf8.count
        let text = String(repeating: "é", count: (size - frame) / 2)
        let rest = String(repeating: "x", count: (size - frame) % 2)
        let api = try DummyJSON.fresh([.posts: #"{"id":1,"body":"\#(text + rest)"}"#])
        let whole = try api.get("/posts/1")
        #expect(whole.body.count == size && whole["Content-Encoding"] == nil)
        for (field, name) in [("gzip, br", "br"), ("gzip", "gzip"), ("deflate", "deflate")] {
            let response = try api.get("/posts/1", [("Accept-Encoding", field)])
            #expect(response.values("Content-Encoding") == (isCompressed ? [name] : []))
            #expect(response.isChunked == isCompressed)
            #expect(response["ETag"] == whole["ETag"])
            #expect(response.values("Vary") == ["Origin, Accept-Encoding"])
            let head = try api.answer("HEAD", "/posts/1", [("Accept-Encoding", field)])
            #expect(head["Content-Encoding"] == nil)
        }
        let plain = try api.get("/posts/1", [("Accept-Encoding", "identity")])
        #expect(plain["Content-Encoding"] == nil)
    }

    @Test
    func `pictures are not compressed`() throws {
        let api = try DummyJSON.fresh([:])
        let response = try api.get("/image/300", [("Accept-Encoding", "gzip")])
        #expect(response.body.count > 1024)
        #expect(response["Content-Encoding"] == nil && response["Vary"] == "Origin")
    }

    @Test
    func `in the legacy era every origin could read`() throws {
        let api = try DummyJSON.fresh([.posts: Self.post]) { $0.era = .legacy }
        let response = try api.get("/posts/1", [("Origin", "https://a.example")])
        #expect(response.values("Access-Control-Allow-Origin") == ["*"])
        #expect(response["Access-Control-Allow-Credentials"] == nil)
        #expect(response["Vary"] == "Accept-Encoding")
    }
}
