import Testing

@testable import MockPostlyHTTP

@Suite struct RequestParserTests {
    @Test func `a request is taken apart`() throws {
        let input = "POST /api/posts/a%20b?q=1&r HTTP/1.1\r\nHost: localhost:8080\r\n"
        let request = try request(input + "X-A: \t b c \t\r\ncontent-length: 3\r\n\r\nabc")
        #expect(request.method == .post)
        #expect(request.head.minorVersion == 1)
        #expect(request.head.keepsAlive)
        #expect(text(request.target) == "/api/posts/a%20b?q=1&r")
        #expect(text(request.path) == "/api/posts/a b")
        #expect(text(request.rawPath) == "/api/posts/a%20b")
        #expect(text(request.rawQuery) == "q=1&r")
        #expect(request.host == "localhost:8080")
        #expect(request.header("x-a") == "b c")
        #expect(text(request.body) == "abc")
        #expect(request.head.targetFault == nil)
    }

    @Test(
        arguments: [
            "GET": .get, "HEAD": .head, "POST": .post, "PUT": .put, "DELETE": .delete,
            "PATCH": .patch, "OPTIONS": .options, "TRACE": .trace, "get": .other("get"),
            "BREW": .other("BREW"), "!#$%&'*+-.^_`|~": .other("!#$%&'*+-.^_`|~"),
            "MKCALENDAR": .other("MKCALENDAR"),
        ] as [String: MockPostlyHTTP.Method]
    )
    func `any token but CONNECT is a method`(_ name: String, _ method: MockPostlyHTTP.Method) throws
    {
        let request = try request("\(name) / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(request.method == method)
        #expect(request.method.name == name)
        #expect(MockPostlyHTTP.Method(name) == method)
    }

    @Test func `a method may have 64 bytes`() throws {
        let name = repeated("M", 64)
        #expect(try request("\(name) / HTTP/1.1\r\nHost: a\r\n\r\n").method == .other(name))
    }

    @Test(arguments: ["\r\n", "\r\n\r\n", repeated("\r\n", 512)])
    func `blank lines may stand before a request`(_ blank: String) throws {
        #expect(try request(blank + get("/a")).method == .get)
        let outcome = Outcome.inAnyPieces(bytes(get("/a") + blank + get("/b") + blank))
        #expect(outcome.requests.map { text($0.path) } == ["/a", "/b"])
        #expect(outcome.rejection == nil && outcome.unused == 0 && !outcome.isWithinRequest)
    }

    @Test(arguments: ["", "\r", "\r\n", "\r\n\r\n\r"])
    func `blanks alone begin no request`(_ input: String) {
        let outcome = Outcome.inAnyPieces(bytes(input))
        #expect(outcome.requests.isEmpty && outcome.rejection == nil)
        #expect(!outcome.isWithinRequest && !outcome.awaitsBody)
    }

    @Test(arguments: [
        "Host:localhost", "hOST:\t localhost \t", "Host: localhost\r\nX-Empty:",
        "Host: localhost\r\nX!#$%&'*+-.^_`|~09: \u{e9}\u{ff}\u{1f98a}", "Host:",
        "Host: localhost\r\nX: a:b,c;d=\"e\"\t(f)", "Host: [::1]:8080", "Host: 10.0.2.2",
        "Host: localhost\r\nUpgrade: h2c\r\nConnection: upgrade",
        "Host: localhost\r\nTE: trailers\r\nTrailer: X", "Host: localhost\r\nContent-Length: 000",
    ])
    func `fields in unusual forms are fine`(_ fields: String) throws {
        let request = try request("GET /a HTTP/1.1\r\n\(fields)\r\n\r\n")
        #expect(request.head.keepsAlive && request.body.isEmpty)
    }

    @Test func `a value may hold every byte but controls`() throws {
        let clean: [UInt8] = [0x2e, 0x09] + Array(0x20...0x7e) + Array(0x80...0xff)
        let start = bytes("GET / HTTP/1.1\r\nHost: a\r\nX: ")
        let outcome = Outcome.inAnyPieces(start + clean + bytes("\r\n\r\n"))
        let request = try #require(outcome.requests.first)
        let field = try #require(request.head.fields.last)
        #expect(Array(request.head.bytes[field.valueRange]) == clean)
    }

    // MARK: Keeping the connection

    @Test(
        arguments: [
            "": true, "Connection: keep-alive\r\n": true, "Connection: close\r\n": false,
            "Connection: Close\r\n": false, "connection: foo, Close\r\n": false,
            "Connection: keep-alive, close\r\n": false, "Connection: ,close\r\n": false,
            "Connection: close,\r\n": false, "Connection: close\t,\tx\r\n": false,
            "Connection: x\r\nConnection: close\r\n": false, "Connection:\r\n": true,
            "Connection: closed\r\n": true, "Connection: x-close\r\n": true,
            "Connection: \"close\"\r\n": true, "Connection: close x\r\n": true,
            "Connection: clos,e\r\n": true, "X-Connection: close\r\n": true,
        ]
    )
    func `HTTP 1.1 stays open unless told to close`(_ fields: String, _ keepsAlive: Bool) throws {
        #expect(try request(get(fields: fields)).head.keepsAlive == keepsAlive)
    }

    @Test(
        arguments: [
            "": false, "Connection: keep-alive\r\n": true, "Connection: x, Keep-Alive\r\n": true,
            "Connection: close\r\n": false, "Connection: keep-alive, close\r\n": false,
            "Connection: close\r\nConnection: keep-alive\r\n": false, "Connection: x\r\n": false,
        ]
    )
    func `HTTP 1.0 closes unless told to stay`(_ fields: String, _ keepsAlive: Bool) throws {
        let request = try request("GET / HTTP/1.0\r\n\(fields)\r\n")
        #expect(request.head.minorVersion == 0)
        #expect(request.head.keepsAlive == keepsAlive)
        #expect(request.host == nil)
    }

    // MARK: Bodies

    @Test(arguments: ["Content-Length: 5", "CONTENT-LENGTH:05", "Content-Length: \t5 "])
    func `a body has the length that is said`(_ field: String) throws {
        let request = try request(post(field + "\r\n", "a\r\n\n\u{0}"))
        #expect(text(request.body) == "a\r\n\n\u{0}")
    }

    @Test func `any method may have a body`() throws {
        for method in ["GET", "HEAD", "DELETE", "OPTIONS", "TRACE", "BREW"] {
            let input = "\(method) /a HTTP/1.1\r\nHost: a\r\nContent-Length: 27\r\n\r\n"
            let request = try request(input + "GET /inner HTTP/1.1\r\nHost: ")
            #expect(request.body.count == 27)
        }
    }

    @Test func `HTTP 1.0 may have a body with a length`() throws {
        #expect(try request("POST / HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}").body == bytes("{}"))
    }

    @Test func `a request without a length has no body`() {
        let outcome = Outcome.inAnyPieces(bytes(post("") + get()))
        #expect(outcome.requests.map(\.method) == [.post, .get])
        #expect(outcome.requests.allSatisfy { $0.body.isEmpty })
    }

    @Test(arguments: [
        "", "GET", "GET / HTTP/1.1", "GET / HTTP/1.1\r\nHost: a\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n\r",
    ])
    func `a head that is not whole is awaited and not touched`(_ input: String) {
        let outcome = Outcome.inAnyPieces(bytes(input))
        #expect(outcome.requests.isEmpty && outcome.rejection == nil)
        #expect(outcome.unused == input.utf8.count)
        #expect(outcome.isWithinRequest == !input.isEmpty && !outcome.awaitsBody)
    }

    @Test(arguments: [
        post("Content-Length: 5\r\n"), post("Content-Length: 5\r\n", "abcd"), chunked(""),
        chunked("3"), chunked("3\r\nab"), chunked("3\r\nabc"), chunked("3\r\nabc\r\n0\r\n"),
        chunked("3\r\nabc\r\n0\r\nX: y\r\n\r"),
    ])
    func `a body that is not whole is awaited`(_ input: String) {
        let outcome = Outcome.inAnyPieces(bytes(input))
        #expect(outcome.requests.isEmpty && outcome.rejection == nil)
        #expect(outcome.isWithinRequest && outcome.awaitsBody)
    }
}

@Suite struct PipeliningTests {
    @Test func `requests in a row are answered for one by one`() {
        let parts = [
            get("/1"), post("Content-Length: 4\r\n", "\r\n\r\n"), get("/2"), "\r\n" + get("/3"),
            chunked("3\r\nabc\r\n2;x\r\nde\r\n0\r\nX: y\r\n\r\n"), get("/4"), chunked("0\r\n\r\n"),
            post("Content-Length: 0\r\n"), get("/5"),
        ]
        let outcome = Outcome.inAnyPieces(bytes(parts.joined()))
        #expect(outcome.rejection == nil && outcome.unused == 0)
        #expect(
            outcome.requests.map { text($0.path) } == [
                "/1", "/api/posts", "/2", "/3", "/api/posts", "/4", "/api/posts", "/api/posts",
                "/5",
            ]
        )
        #expect(
            outcome.requests.map { text($0.body) } == [
                "", "\r\n\r\n", "", "", "abcde", "", "", "", "",
            ]
        )
    }

    @Test func `one request leaves nothing behind for the next`() {
        let first = "POST http://other/a%20b?q=%zz HTTP/1.0\r\nHost: a\r\nOrigin: b\r\n"
        let fields = "Authorization: c\r\nContent-Type: d\r\nConnection: close\r\n"
        let more = "Expect: 100-continue\r\nContent-Length: 1\r\n\r\nx"
        let outcome = Outcome.inAnyPieces(bytes(first + fields + more + get("/plain")))
        #expect(outcome.requests.count == 2)
        let plain = Outcome.of(bytes(get("/plain"))).requests
        #expect(outcome.requests.last.map(Seen.init) == plain.first.map(Seen.init))
        let last = outcome.requests.last
        #expect(last?.origin == nil && last?.authorization == nil && last?.contentType == nil)
        #expect(last?.head.targetFault == nil && last?.host == "localhost")
    }

    @Test func `a request that is kept does not change with the next`() throws {
        var feeder = Feeder()
        feeder.feed(bytes(get("/first?a")))
        let first = try #require(feeder.outcome.requests.first)
        feeder.feed(bytes(get("/other?bb", fields: "X: y\r\n")))
        #expect(text(first.path) == "/first" && text(first.rawQuery) == "a")
        #expect(first.header("x") == nil)
    }

    @Test func `a thousand requests in one piece`() {
        let input = (0..<1000).map { get("/\($0)") }.joined()
        let outcome = Outcome.of(bytes(input))
        #expect(outcome.requests.map { text($0.path) } == (0..<1000).map { "/\($0)" })
    }

    @Test func `nothing is read behind a refusal`() {
        let outcome = Outcome.inAnyPieces(bytes(get("/1") + "BAD\r\n\r\n" + get("/2")))
        #expect(outcome.requests.map { text($0.path) } == ["/1"])
        #expect(outcome.rejection == .badRequestLine)
    }

    @Test func `a large head does not stay in memory`() {
        var feeder = Feeder()
        feeder.feed(bytes(get("/" + repeated("a", 5000))))
        let afterLarge = feeder.parser.head.bytes.capacity
        #expect(afterLarge == 0)
        feeder.feed(bytes(get("/small")))
        let afterSmall = feeder.parser.head.bytes.capacity
        #expect(0..<1024 ~= afterSmall)
    }
}
