import Testing

@testable import MockPostlyHTTP

@Suite struct RequestTests {
    static let fields = """
        Origin: http://a.example\r
        X-One: 1\r
        x-ONE: 2\r
        X-Empty:\r
        Authorization: Basic x\r
        Content-Type: application/json; charset=utf-8\r
        authorization: Bearer y\r
        X-Text: caf\u{e9}\r

        """

    @Test func `fields are found in any case and joined with a comma`() throws {
        let request = try request(get(fields: Self.fields))
        #expect(request.header("x-one") == "1,2")
        #expect(request.firstHeader("x-one") == "1" && request.firstHeader("x-none") == nil)
        #expect(request.header("x-empty") == "")
        #expect(request.header("x-none") == nil)
        #expect(request.header("x-text") == "caf\u{e9}")
        #expect(request.header("host") == "localhost")
        #expect(request.authorization == "Basic x")
        #expect(request.contentType == "application/json; charset=utf-8")
        #expect(request.origin == "http://a.example" && request.hasOrigin)
        #expect(request.headerBytes("x-one") == bytes("1,2"))
        #expect(request.headerBytes("x-empty") == [])
        #expect(request.headerBytes("x-none") == nil)
    }

    @Test func `fields that are absent are nil`() throws {
        let request = try request("GET / HTTP/1.0\r\n\r\n")
        #expect(request.host == nil && request.authorization == nil)
        #expect(request.contentType == nil && request.origin == nil && !request.hasOrigin)
        #expect(request.acceptEncoding == nil && !request.hasAcceptEncoding)
        #expect(request.cacheControl == nil && !request.hasCacheControl)
        #expect(request.cookie == nil && !request.hasCookie)
        #expect(request.ifNoneMatch == nil && !request.hasIfNoneMatch)
        #expect(request.peer == "127.0.0.1")
    }

    @Test func `one field of a name is given as it is, two are joined`() throws {
        let one = try request(get(fields: "Origin: null\r\nAuthorization: a, b\r\n"))
        #expect(one.origin == "null" && one.authorization == "a, b")
        let two = try request(get(fields: "Origin: a\r\nX: y\r\nOrigin:\r\nOrigin: b\r\n"))
        #expect(two.origin == "a,,b")
    }

    @Test func `what answers are made by is found, joined as the field wants it`() throws {
        let once = """
            accept-encoding: gzip, br\r
            CACHE-CONTROL: no-cache\r
            Cookie: a=b; c=d\r
            If-None-Match: W/"1-x"\r

            """
        let one = try request(get(fields: once))
        #expect(one.acceptEncoding == "gzip, br" && one.hasAcceptEncoding)
        #expect(one.cacheControl == "no-cache" && one.hasCacheControl)
        #expect(one.cookie == "a=b; c=d" && one.hasCookie)
        #expect(one.ifNoneMatch == "W/\"1-x\"" && one.hasIfNoneMatch)
        let two = try request(get(fields: once + once))
        #expect(two.acceptEncoding == "gzip, br,gzip, br")
        #expect(two.cacheControl == "no-cache,no-cache")
        #expect(two.cookie == "a=b; c=d; a=b; c=d")
        #expect(two.ifNoneMatch == "W/\"1-x\",W/\"1-x\"")
    }

    @Test func `a field of the request before is not one of this`() throws {
        let outcome = Outcome.inAnyPieces(
            bytes(get(fields: "Cookie: a\r\nIf-None-Match: b\r\n") + get())
        )
        #expect(outcome.requests.map(\.hasCookie) == [true, false])
        #expect(outcome.requests.map(\.ifNoneMatch) == ["b", nil])
    }

    @Test func `a value that is no UTF-8 has replacement characters, and its bytes`() throws {
        let input = bytes("GET / HTTP/1.1\r\nHost: a\r\nX: b") + [0xa0] + bytes("\r\n\r\n")
        let request = try #require(Outcome.inAnyPieces(input).requests.first)
        #expect(request.header("x") == "b\u{fffd}")
        #expect(request.headerBytes("x") == [0x62, 0xa0])
    }

    @Test func `a parameter is a decoded segment`() throws {
        let router = Router<Void>([
            .get("/{first}/x/{second-name}/{third}", "", { _, _ in Response() })
        ])
        var request = try request(get("/a%20b/x/caf%C3%A9/%252F?q"))
        guard case .route(0, let parameters) = router.match(.get, request.path) else {
            Issue.record("no route")
            return
        }
        request.parameters = parameters
        #expect(request.parameter("first") == "a b")
        #expect(request.parameter("second-name") == "caf\u{e9}")
        #expect(request.parameter("third") == "%2F")
        #expect(request.parameter("fourth") == "" && request.parameter("") == "")
    }

    @Test func `an escaped slash parts segments`() throws {
        let router = Router<Void>([.get("/a/{b}", "", { _, _ in Response() })])
        guard case .notFound = router.match(.get, try request(get("/a/b%2Fc")).path) else {
            Issue.record("b/c was taken for one segment")
            return
        }
    }

    @Test(arguments: ["/w/one/api/x?y", "/w/%6fne/api/x?y"])
    func `a prefix can be taken off the path`(_ target: String) throws {
        let router = Router<Void>([.get("/api/{id}", "", { _, _ in Response() })])
        var request = try request(get(target))
        #expect(request.pathPrefix == "")
        request.dropPathPrefix(6)
        #expect(text(request.path) == "/api/x" && request.pathPrefix == "/w/one")
        #expect(text(request.target) == target && text(request.rawQuery) == "y")
        guard case .route(0, let parameters) = router.match(.get, request.path) else {
            Issue.record("no route")
            return
        }
        request.parameters = parameters
        #expect(request.parameter("id") == "x")
        request.dropPathPrefix(6)
        #expect(request.path.isEmpty && request.pathPrefix == "/w/one/api/x")
    }

    @Test(arguments: [
        ("/w/one/posts/%41%2f?y", 6, "/posts/%41%2f"), ("/w/%6fne/posts", 6, "/posts"),
        ("/%77/o%6E%65/posts//1", 6, "/posts//1"),
        ("/w%2Fone%2fposts/%C3%A9", 6, "%2fposts/%C3%A9"),
        ("/posts/1", 0, "/posts/1"), ("/p%6fsts", 0, "/p%6fsts"), ("/w/one", 6, ""),
        // A path that cannot be decoded is taken as it is.
        ("/w/one/%zz", 6, "/%zz"), ("/w/one/%E0%A4", 6, "/%E0%A4"),
        ("http://a.example/w/one/x", 6, "/x"), ("http://a.example", 0, ""),
    ])
    func `the path as sent is had without the prefix`(
        _ target: String,
        _ prefix: Int,
        _ expected: String
    ) throws {
        var request = try request(get(target))
        request.dropPathPrefix(prefix)
        #expect(text(request.rawPathWithoutPrefix) == expected)
    }

    @Test func `a request can be made with another body`() throws {
        var request = Request(head: try request(get("/a")).head, body: bytes("b"))
        #expect(request.body == bytes("b") && text(request.path) == "/a")
        request.body = []
        #expect(request.parameters.names.isEmpty)
    }
}

@Suite struct ByteSetTests {
    private func members(_ set: ByteSet) -> [UInt8] { (0...255).filter(set.contains) }

    @Test func `a token is made of what RFC 9110 lists`() {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        #expect(members(.token) == bytes("!#$%&'*+-.^_`|~" + letters).sorted())
        #expect(members(.host) == bytes("-._~%!$&'()*+;=:[]" + letters).sorted())
    }

    @Test func `classes hold for bytes at any place`() {
        for byte in UInt8.min ... .max {
            let isValue = byte == 9 || (byte >= 0x20 && byte != 0x7f)
            let isInTarget = byte > 0x20 && byte != 0x7f && byte != UInt8(ascii: "#")
            for length in [1, 7, 16, 17, 40] {
                for place in [0, length / 2, length - 1] {
                    var text = [UInt8](repeating: 0x61, count: length)
                    text[place] = byte
                    text.withUnsafeBufferPointer { text in
                        #expect(isFieldValue(text) == isValue)
                        #expect(isTarget(text) == isInTarget)
                        #expect(ByteSet.token.containsAll(text) == ByteSet.token.contains(byte))
                    }
                }
            }
        }
    }

    @Test func `words are compared in ASCII case only`() {
        func compare(_ text: String, _ word: StaticString) -> Bool {
            bytes(text).withUnsafeBufferPointer { equalIgnoringCase($0, word) }
        }
        #expect(compare("HoSt", "host") && compare("", "") && compare("x-1", "x-1"))
        #expect(!compare("host ", "host") && !compare("hos", "host") && !compare("", "host"))
        #expect(!compare("\u{212a}", "\u{e2}\u{84}\u{aa}"))
        // `@`, `[` and `\r` are not other cases of a backquote, a brace and a minus.
        #expect(!compare("@", "`") && !compare("[", "{") && !compare("\r", "-"))
    }

    // MARK: The world's field

    @Test(arguments: [
        ("", nil), ("X-Mockpostly-World: one\r\n", "one"),
        ("x-mockpostly-world:\t one \r\n", "one"), ("X-MOCKPOSTLY-WORLD: a b\r\n", "a b"),
        ("X-Mockpostly-World:\r\n", ""), ("X-Mockpostly-Worlds: one\r\n", nil),
        ("X-Mockpostly-Worl: one\r\n", nil), ("X-Mockpostly_World: one\r\n", nil),
        ("X-Mockpostly-World: one\r\nX-Mockpostly-World: two\r\n", "one"),
    ])
    func `the field names a world`(fields: String, name: String?) throws {
        let request = try request(get(fields: fields))
        #expect(request.worldField == name)
        #expect(request.namesWorld == (name != nil))
    }

    @Test(arguments: [
        ("", nil), ("Cookie: mockpostly_world=one\r\n", "one"),
        ("cookie: a=b;mockpostly_world=one ; c=d\r\n", "one"),
        ("Cookie: a=b; mockpostly_world=\"one\"\r\n", "one"),
        ("Cookie: a=b\r\nX: y\r\nCookie: mockpostly_world=one\r\n", "one"),
        ("Cookie: mockpostly_world=one; mockpostly_world=two\r\n", "one"),
        ("Cookie: mockpostly_world=\r\n", ""), ("Cookie: mockpostly_world\r\n", nil),
        ("Cookie: mockpostly_worlds=one; xmockpostly_world=two\r\n", nil),
        ("Cookie: Mockpostly_World=one; a=mockpostly_world=two; ;\r\n", nil),
        ("Cookie:\r\n", nil), ("X: mockpostly_world=one\r\n", nil),
    ])
    func `a cookie names a world`(fields: String, name: String?) throws {
        let request = try request(get(fields: fields))
        #expect(request.worldCookie == name)
        #expect(request.namesWorld == (name != nil))
        #expect(request.worldField == nil)
    }
}
