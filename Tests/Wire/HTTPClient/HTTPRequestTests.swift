import Testing

@testable import MockPostlyHTTPClient

@Suite struct HTTPRequestTests {
    private func text(_ request: HTTPRequest) throws -> String {
        String(decoding: try request.bytes(host: "h:1"), as: UTF8.self)
    }

    @Test func `the host and the length of the body are added`() throws {
        #expect(try text(HTTPRequest("GET", "/a?b")) == "GET /a?b HTTP/1.1\r\nHost: h:1\r\n\r\n")
        let request = HTTPRequest(
            "POST",
            "/",
            fields: [("A", "b"), ("A", "c")],
            body: Array("xyz".utf8)
        )
        let expected =
            "POST / HTTP/1.1\r\nHost: h:1\r\nA: b\r\nA: c\r\nContent-Length: 3\r\n\r\nxyz"
        #expect(try text(request) == expected)
        #expect(try text(HTTPRequest("PUT", "/", body: [])).contains("Content-Length: 0\r\n"))
    }

    @Test func `what is given stays as it is`() throws {
        let length = HTTPRequest(
            "POST",
            "/",
            fields: [("host", "x"), ("CONTENT-length", "9")],
            body: [65]
        )
        let expected = "POST / HTTP/1.1\r\nhost: x\r\nCONTENT-length: 9\r\n\r\nA"
        #expect(try text(length) == expected)
        let chunks = HTTPRequest(
            "POST",
            "/",
            fields: [("Transfer-Encoding", "chunked")],
            body: [65]
        )
        #expect(try !text(chunks).contains("Length"))
    }

    @Test(arguments: ["a\r\nb", "a\nb", "a\rb"])
    func `a line break is refused where none can be`(text: String) {
        for request in [
            HTTPRequest(text, "/"), HTTPRequest("GET", text),
            HTTPRequest("GET", "/", fields: [(text, "")]),
            HTTPRequest("GET", "/", fields: [("A", text)]),
        ] {
            #expect(throws: HTTPFailure.self) { try request.bytes(host: "h") }
        }
    }
}
