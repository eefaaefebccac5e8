import Testing

@testable import MockPostlyHTTP

@Suite struct ProxyRequestTests {
    /// Parses `text`, given in pieces of `size` bytes.
    private func parse(
        _ text: String,
        inPiecesOf size: Int = .max
    ) throws -> (request: ProxyRequest, length: Int)? {
        var parser = ProxyRequestParser(limits: RequestLimits())
        let bytes = Array(text.utf8)
        var end = 0
        while end < bytes.count {
            end += min(size, bytes.count - end)
            let found = try bytes[..<end].withUnsafeBufferPointer { bytes throws(Rejection) in
                try parser.parse(bytes)
            }
            if let found { return found }
        }
        return nil
    }

    private func request(_ text: String) throws -> ProxyRequest {
        try #require(try parse(text)).request
    }

    private func head(_ text: String) throws -> String {
        String(decoding: try #require(try request(text).head), as: UTF8.self)
    }

    // MARK: CONNECT

    @Test func `CONNECT asks for a tunnel`() throws {
        let request = try request("CONNECT dummyjson.com:443 HTTP/1.1\r\nHost: other\r\n\r\n")
        #expect(request.isTunnel && request.destination.description == "dummyjson.com:443")
        #expect(request.body == .endless && request.credentials == nil)
    }

    @Test(arguments: [
        "dummyjson.com", "dummyjson.com:0", ":443", "/", "http://dummyjson.com:443/", "a:443/", "*",
        "a@b:443",
    ])
    func `CONNECT takes a host and a port only`(_ target: String) {
        #expect(throws: Rejection.badTarget) {
            try request("CONNECT \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
        }
    }

    @Test(arguments: [1, 2, 3, 7, 1000])
    func `bytes after the head are not a part of it`(size: Int) throws {
        let text = "CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n"
        let found = try #require(try parse(text + "\u{16}\u{3}\u{1}", inPiecesOf: size))
        #expect(found.length == text.utf8.count)
    }

    @Test func `an incomplete head needs more`() throws {
        #expect(try parse("CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n") == nil)
    }

    // MARK: Requests in plain

    @Test(arguments: [
        ("GET http://a.example/b?c=d", "GET /b?c=d", "a.example"),
        ("GET http://a.example", "GET /", "a.example"),
        ("GET http://a.example?b", "GET /?b", "a.example"),
        ("POST http://a.example:81/b?", "POST /b?", "a.example:81"),
        ("OPTIONS http://a.example", "OPTIONS *", "a.example"),
        ("OPTIONS http://a.example/", "OPTIONS /", "a.example"),
        ("PURGE HTTP://[::1]:8/%zz", "PURGE /%zz", "[::1]:8"),
    ])
    func `the server gets a path and its own name`(
        _ line: String,
        _ forwarded: String,
        _ host: String
    ) throws {
        #expect(
            try head("\(line) HTTP/1.1\r\nHost: wrong\r\nX: y\r\n\r\n")
                == "\(forwarded) HTTP/1.1\r\nHost: \(host)\r\nX: y\r\nConnection: close\r\n\r\n"
        )
    }

    @Test func `fields for the proxy are left out, and others stay as they are`() throws {
        let text = """
            GET http://a/ HTTP/1.0\r
            Proxy-Authorization: Basic eDp5\r
            Proxy-Connection: keep-alive\r
            connection: keep-alive, X-Own\r
            Keep-Alive: timeout=5\r
            TE: trailers\r
            X-Own: 1\r
            Cookie:   a=b \r
            cookie: c=d\r
            Upgrade: h2c\r
            \r

            """
        let request = try request(text)
        #expect(request.credentials == "Basic eDp5")
        #expect(
            String(decoding: try #require(request.head), as: UTF8.self)
                == "GET / HTTP/1.0\r\nHost: a\r\nCookie: a=b\r\ncookie: c=d\r\n"
                + "Connection: close\r\n\r\n"
        )
    }

    @Test func `no client can have the server miss the body`() throws {
        #expect(
            try head(
                "POST http://a/ HTTP/1.1\r\nHost: a\r\nConnection: content-length\r\n"
                    + "Content-Length: 3\r\n\r\n"
            ) == "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nConnection: close\r\n\r\n"
        )
    }

    @Test(arguments: ["websocket", "h2c"])
    func `another protocol is not offered in plain`(_ name: String) throws {
        let text =
            "GET http://a/ws HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade, HTTP2-Settings\r\n"
            + "Upgrade: \(name)\r\nHTTP2-Settings: AAMAAABk\r\n\r\n"
        #expect(try head(text) == "GET /ws HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(try request(text).body == .none)
    }

    @Test func `the end of a body is known, however large it is`() throws {
        let head = "POST http://a/ HTTP/1.1\r\nHost: a\r\n"
        #expect(try request(head + "\r\n").body == .none)
        #expect(
            try request(head + "Content-Length: 99999999999\r\n\r\n").body
                == .length(99_999_999_999)
        )
        #expect(try request(head + "Transfer-Encoding: chunked\r\n\r\n").body == .chunked)
    }

    @Test func `a request that is not for a proxy is refused, and says why`() {
        #expect(throws: Rejection.noProxyTarget) {
            try request("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        }
        #expect(throws: Rejection.secureProxyTarget) {
            try request("GET https://a/ HTTP/1.1\r\nHost: a\r\n\r\n")
        }
        #expect(throws: Rejection.badTarget) {
            try request("GET http://a:99999/ HTTP/1.1\r\nHost: a\r\n\r\n")
        }
        #expect(throws: Rejection.lengthAndEncoding) {
            try request(
                "POST http://a/ HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n"
            )
        }
    }

    @Test func `the server's own port still knows no CONNECT`() {
        let bytes = Array("CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        guard case .rejected(.connect) = RequestParser.step(of: bytes, RequestLimits()).step else {
            Issue.record("CONNECT was taken")
            return
        }
    }
}
