import Testing

@testable import MockPostlyHTTP

/// An input, by the rule it breaks, and how it is refused.
struct Refused: Sendable, CustomTestStringConvertible {
    var rule: String
    var input: String
    var rejection: Rejection

    init(_ rule: String, _ input: String, _ rejection: Rejection) {
        self.rule = rule
        self.input = input
        self.rejection = rejection
    }

    var testDescription: String { rule }

    /// Whether it is the first line that breaks the rule.
    var isFirstLine: Bool { input.utf8.contains(0x0a) && !input.utf8.starts(with: bytes("\r\n")) }
}

@Suite struct RejectionTests {
    @Test(arguments: requestLines + fields + hosts + lengths + codings + chunks + others)
    func `what breaks a rule is refused, in any pieces`(_ refused: Refused) {
        let outcome = Outcome.inAnyPieces(bytes(refused.input))
        #expect(outcome.rejection == refused.rejection, "\(outcome)")
        #expect(outcome.requests.isEmpty)
    }

    @Test(arguments: requestLines + fields + hosts + lengths + codings + chunks + others)
    func `what breaks a rule is refused behind good requests`(_ refused: Refused) {
        let good = get("/before") + post("Content-Length: 3\r\n", "abc")
        let outcome = Outcome.of(bytes(good + refused.input))
        #expect(outcome.rejection == refused.rejection, "\(outcome)")
        #expect(outcome.requests.map(\.method) == [.get, .post])
    }

    @Test(arguments: requestLines.filter(\.isFirstLine))
    func `a bad request line is refused at its end, without its fields`(_ refused: Refused) throws {
        let input = bytes(refused.input)
        let end = try #require(input.firstIndex(of: 0x0a))
        let outcome = Outcome.of(Array(input[...end]))
        #expect(outcome.rejection == refused.rejection, "\(outcome)")
    }

    @Test(arguments: ["\u{16}", "(", "GE(", "GET\t", "\r\r", "\rG", " ", "\u{0}", "\u{e9}"])
    func `what cannot begin a request is refused at once`(_ start: String) {
        #expect(Outcome.inAnyPieces(bytes(start)).rejection == .badRequestLine)
    }

    static let rest = "\r\nHost: localhost\r\n\r\n"

    static let requestLines = [
        // Method
        Refused("method with a parenthesis", "GE(T / HTTP/1.1" + rest, .badRequestLine),
        Refused("method with an at sign", "G@T / HTTP/1.1" + rest, .badRequestLine),
        Refused("method with a byte above 127", "G\u{e9}T / HTTP/1.1" + rest, .badRequestLine),
        Refused("method with NUL", "G\u{0}T / HTTP/1.1" + rest, .badRequestLine),
        Refused("method with DEL", "G\u{7f}T / HTTP/1.1" + rest, .badRequestLine),
        Refused("method of 65 bytes", repeated("M", 65) + " / HTTP/1.1" + rest, .badRequestLine),
        Refused("no method", " / HTTP/1.1" + rest, .badRequestLine),
        Refused("a TLS handshake", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\r\n\r\n", .badRequestLine),
        Refused("method alone", "GET" + rest, .badRequestLine),
        Refused("method and a space", "GET " + rest, .badRequestLine),
        // Blanks
        Refused("two spaces before the target", "GET  / HTTP/1.1" + rest, .badRequestLine),
        Refused("two spaces behind the target", "GET /  HTTP/1.1" + rest, .badRequestLine),
        Refused("space behind the version", "GET / HTTP/1.1 " + rest, .badRequestLine),
        Refused("tabs for spaces", "GET\t/\tHTTP/1.1" + rest, .badRequestLine),
        Refused("tab before the version", "GET /\tHTTP/1.1" + rest, .badRequestLine),
        Refused("CR in the method", "GE\rT / HTTP/1.1" + rest, .badRequestLine),
        Refused("CR behind the version", "GET / HTTP/1.1\r" + rest, .badRequestLine),
        Refused("CR CR LF before the request", "\r\r\n" + get(), .badRequestLine),
        // Target
        Refused("no target", "GET HTTP/1.1" + rest, .badRequestLine),
        Refused("space in the target", "GET /a b HTTP/1.1" + rest, .badRequestLine),
        Refused("tab in the target", "GET /a\tb HTTP/1.1" + rest, .badTarget),
        Refused("CR in the target", "GET /a\rb HTTP/1.1" + rest, .badTarget),
        Refused("NUL in the target", "GET /a\u{0} HTTP/1.1" + rest, .badTarget),
        Refused("control in the target", "GET /a\u{1f} HTTP/1.1" + rest, .badTarget),
        Refused("DEL in the target", "GET /a\u{7f} HTTP/1.1" + rest, .badTarget),
        Refused("fragment", "GET /a#b HTTP/1.1" + rest, .badTarget),
        Refused("fragment in the query", "GET /a?b#c HTTP/1.1" + rest, .badTarget),
        Refused("target without a slash", "GET api/posts HTTP/1.1" + rest, .badTarget),
        Refused("target of a query", "GET ?a=b HTTP/1.1" + rest, .badTarget),
        Refused("asterisk for GET", "GET * HTTP/1.1" + rest, .badTarget),
        Refused("asterisk and more", "OPTIONS *a HTTP/1.1" + rest, .badTarget),
        Refused("asterisk and a query", "OPTIONS *?a HTTP/1.1" + rest, .badTarget),
        Refused("authority", "GET localhost:80 HTTP/1.1" + rest, .badTarget),
        Refused("another scheme", "GET ftp://localhost/ HTTP/1.1" + rest, .badTarget),
        Refused("scheme alone", "GET http:// HTTP/1.1" + rest, .badTarget),
        Refused("scheme and a path", "GET http:///a HTTP/1.1" + rest, .badTarget),
        Refused("scheme with one slash", "GET http:/localhost/ HTTP/1.1" + rest, .badTarget),
        Refused("authority without a host", "GET http://:80/ HTTP/1.1" + rest, .badTarget),
        Refused("authority with a user", "GET http://u:p@localhost/ HTTP/1.1" + rest, .badTarget),
        Refused("authority with a backslash", "GET http://a\\b/ HTTP/1.1" + rest, .badTarget),
        Refused("target over its cap", get("/" + repeated("a", 8192)), .targetTooLong),
        Refused("query over the cap", get("/?" + repeated("a", 8191)), .targetTooLong),
        Refused("target far over its cap", get("/" + repeated("a", 40_000)), .targetTooLong),
        Refused("no end of the target", "GET /" + repeated("a", 9000), .targetTooLong),
        // Version
        Refused("no version", "GET /" + rest, .badRequestLine),
        Refused("empty version", "GET / " + rest, .badRequestLine),
        Refused("version 1.2", "GET / HTTP/1.2" + rest, .badVersion),
        Refused("version 1.9", "GET / HTTP/1.9" + rest, .badVersion),
        Refused("version 0.9", "GET / HTTP/0.9" + rest, .badVersion),
        Refused("version 2.0", "GET / HTTP/2.0" + rest, .badVersion),
        Refused("HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .badVersion),
        Refused("version 1.10", "GET / HTTP/1.10" + rest, .badRequestLine),
        Refused("version 11", "GET / HTTP/11" + rest, .badRequestLine),
        Refused("version 1,1", "GET / HTTP/1,1" + rest, .badRequestLine),
        Refused("version with a letter", "GET / HTTP/1.x" + rest, .badRequestLine),
        Refused("version in lower case", "GET / http/1.1" + rest, .badRequestLine),
        Refused("another protocol", "GET / HTTX/1.1" + rest, .badRequestLine),
        // Line end
        Refused("LF behind the request line", "GET / HTTP/1.1\nHost: a\r\n\r\n", .bareLineFeed),
        Refused("LF before the request", "\n" + get(), .bareLineFeed),
        Refused("LF behind a blank line", "\r\n\n" + get(), .bareLineFeed),
        Refused("LF in the target", "GET /a\nb HTTP/1.1" + rest, .bareLineFeed),
        Refused("CONNECT", "CONNECT localhost:443 HTTP/1.1" + rest, .connect),
        Refused("CONNECT with a path", "CONNECT / HTTP/1.1" + rest, .connect),
    ]

    static let fields = [
        Refused("name with a parenthesis", get(fields: "X(A: b\r\n"), .badField),
        Refused("name with an at sign", get(fields: "X@A: b\r\n"), .badField),
        Refused("name with a space", get(fields: "X A: b\r\n"), .badField),
        Refused("name with a slash", get(fields: "X/A: b\r\n"), .badField),
        Refused("name with a quote", get(fields: "\"X\": b\r\n"), .badField),
        Refused("name with a byte above 127", get(fields: "X-\u{e9}: b\r\n"), .badField),
        Refused("name with NUL", get(fields: "X\u{0}: b\r\n"), .badField),
        Refused("name with a control", get(fields: "X\u{1}: b\r\n"), .badField),
        Refused("name with CR", get(fields: "X\rA: b\r\n"), .badField),
        Refused("empty name", get(fields: ": b\r\n"), .badField),
        Refused("no colon", get(fields: "X-A\r\n"), .badField),
        Refused("no colon, and a blank", get(fields: "X-A b\r\n"), .badField),
        Refused("space before the colon", get(fields: "X-A : b\r\n"), .badField),
        Refused("tab before the colon", get(fields: "X-A\t: b\r\n"), .badField),
        Refused("fold by a space", get(fields: "X-A: b\r\n c\r\n"), .foldedField),
        Refused("fold by a tab", get(fields: "X-A: b\r\n\tc\r\n"), .foldedField),
        Refused("blank fold", get(fields: "X-A: b\r\n \r\n"), .foldedField),
        Refused("fold with a colon", get(fields: "X-A: b\r\n X-B: c\r\n"), .foldedField),
        Refused("fold of the request line", "GET / HTTP/1.1\r\n X: y" + rest, .foldedField),
        Refused("NUL in a value", get(fields: "X-A: b\u{0}c\r\n"), .badField),
        Refused("control in a value", get(fields: "X-A: b\u{8}c\r\n"), .badField),
        Refused("vertical tab around a value", get(fields: "X-A: \u{b}b\r\n"), .badField),
        Refused("escape in a value", get(fields: "X-A: \u{1b}[31m\r\n"), .badField),
        Refused("DEL in a value", get(fields: "X-A: b\u{7f}\r\n"), .badField),
        Refused(
            "DEL far in a value",
            get(fields: "X-A: \(repeated("a", 90))\u{7f}\r\n"),
            .badField
        ),
        Refused("CR in a value", get(fields: "X-A: b\rX-B: c\r\n"), .badField),
        Refused("CR before the line end", get(fields: "X-A: b\r\r\n"), .badField),
        Refused("CR for an empty line", get(fields: "X-A: b\r\n\r"), .badField),
        Refused("LF in a value", get(fields: "X-A: b\nX-B: c\r\n"), .bareLineFeed),
        Refused("LF at the end of a field", get(fields: "X-A: b\n"), .bareLineFeed),
        Refused("LF for the empty line", "GET / HTTP/1.1\r\nHost: a\r\n\n", .bareLineFeed),
        Refused("101 fields", get(fields: repeated("X: y\r\n", 100)), .tooManyFields),
        Refused("head over its cap", get(fields: longFields(33_000)), .headTooLarge),
        Refused(
            "no end of the head",
            "GET / HTTP/1.1\r\nX: " + repeated("a", 33_000),
            .headTooLarge
        ),
    ]

    static func longFields(_ count: Int) -> String {
        repeated("X-Long: \(repeated("a", 990))\r\n", count / 1000)
    }

    static let hosts = [
        Refused("no Host", "GET / HTTP/1.1\r\n\r\n", .badHost),
        Refused("no Host, other fields", "GET / HTTP/1.1\r\nX-Host: a\r\n\r\n", .badHost),
        Refused("no Host, absolute", "GET http://a/ HTTP/1.1\r\n\r\n", .badHost),
        Refused("two equal Hosts", get(fields: "Host: localhost\r\n"), .badHost),
        Refused("two different Hosts", get(fields: "hOST: example.test\r\n"), .badHost),
        Refused(
            "two Hosts in HTTP/1.0",
            "GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n",
            .badHost
        ),
        Refused("Host with a space", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", .badHost),
        Refused("Host with a slash", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", .badHost),
        Refused("Host with a user", "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", .badHost),
        Refused("list of Hosts", "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", .badHost),
        Refused("Host in quotes", "GET / HTTP/1.1\r\nHost: \"a\"\r\n\r\n", .badHost),
        Refused("Host above 127", "GET / HTTP/1.1\r\nHost: \u{e9}\r\n\r\n", .badHost),
    ]

    static let inner = get("/inner")

    static let lengths =
        [
            "", "-2", "+2", "0x2", "2.0", "2a", "a", "2 2", "2,2", "2, 2", "2, 3", "2;", "\"2\"",
            "\u{661}", "2\t2", "NaN",
        ].map { Refused("length '\($0)'", post("Content-Length: \($0)\r\n", "{}"), .badLength) }
        + [
            Refused(
                "two equal lengths",
                post(repeated("Content-Length: 2\r\n", 2), "{}"),
                .badLength
            ),
            Refused(
                "two lengths, the second one zero",
                post("Content-Length: \(inner.utf8.count)\r\nContent-Length: 0\r\n", inner),
                .badLength
            ),
            Refused(
                "two lengths, the first one zero",
                post("Content-Length: 0\r\ncontent-length: \(inner.utf8.count)\r\n", inner),
                .badLength
            ),
            Refused(
                "length with a space before its colon",
                post("Content-Length : 2\r\n"),
                .badField
            ),
            Refused("length over the cap", post("Content-Length: 8388609\r\n"), .bodyTooLarge),
            Refused(
                "length of 2^63",
                post("Content-Length: 9223372036854775808\r\n"),
                .bodyTooLarge
            ),
            Refused(
                "length of 2^64 and 1",
                post("Content-Length: 18446744073709551617\r\n"),
                .bodyTooLarge
            ),
            Refused(
                "length of 60 digits",
                post("Content-Length: \(repeated("9", 60))\r\n"),
                .bodyTooLarge
            ),
            Refused(
                "length over the cap with an expectation",
                post("Content-Length: 8388609\r\nExpect: 100-continue\r\n"),
                .bodyTooLarge
            ),
        ]

    static let codings =
        [
            "xchunked", "chunkedx", "gzip", "gzip, chunked", "chunked, gzip", "chunked, chunked",
            "identity", "chunked;q=1", "\"chunked\"", "", "chunked,", ",chunked", "chunk ed",
        ].map {
            let input = post("Transfer-Encoding: \($0)\r\n", "0\r\n\r\n" + inner)
            return Refused("coding '\($0)'", input, .unknownEncoding)
        }
        + [
            Refused(
                "chunked by two fields",
                post(repeated("Transfer-Encoding: chunked\r\n", 2), "0\r\n\r\n"),
                .unknownEncoding
            ),
            Refused(
                "another coding behind chunked",
                post("Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n", "0\r\n\r\n"),
                .unknownEncoding
            ),
            Refused(
                "chunked with a space before its colon",
                post("Transfer-Encoding : chunked\r\n", "0\r\n\r\n"),
                .badField
            ),
            Refused(
                "chunked with a vertical tab",
                post("Transfer-Encoding: \u{b}chunked\r\n", "0\r\n\r\n"),
                .badField
            ),
            Refused(
                "length and chunked",
                post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
                .lengthAndEncoding
            ),
            Refused(
                "chunked and length",
                post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n"),
                .lengthAndEncoding
            ),
            Refused(
                "chunked and a length of zero",
                post("Transfer-Encoding: chunked\r\nContent-Length: 0\r\n", "0\r\n\r\n"),
                .lengthAndEncoding
            ),
            Refused(
                "chunked in HTTP/1.0",
                "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                .encodingInOldVersion
            ),
        ]

    static let chunks = [
        Refused("size with a plus", chunked("+3\r\nabc\r\n0\r\n\r\n"), .badChunk),
        Refused("size with a minus", chunked("-3\r\nabc\r\n0\r\n\r\n"), .badChunk),
        Refused("size with 0x", chunked("0x3\r\nabc\r\n0\r\n\r\n"), .badChunk),
        Refused("size with an underscore", chunked("1_0\r\nabc\r\n0\r\n\r\n"), .badChunk),
        Refused("size behind a space", chunked(" 3\r\nabc\r\n0\r\n\r\n"), .badChunk),
        Refused("size before a space", chunked("3 \r\nabc\r\n0\r\n\r\n"), .badChunk),
        Refused("space before an extension", chunked("3 ;a\r\nabc\r\n0\r\n\r\n"), .badChunk),
        Refused("size of letters", chunked("xyz\r\nabc\r\n0\r\n\r\n"), .badChunk),
        Refused("size in full-width digits", chunked("\u{ff13}\r\nabc\r\n0\r\n\r\n"), .badChunk),
        Refused("no size", chunked("\r\nabc\r\n0\r\n\r\n"), .badChunk),
        Refused("extension without a size", chunked(";a=b\r\nabc\r\n0\r\n\r\n"), .badChunk),
        Refused("size of 17 digits", chunked("00000000000000003\r\nabc\r\n"), .badChunk),
        Refused("size of 16 f", chunked("ffffffffffffffff\r\nabc\r\n"), .bodyTooLarge),
        Refused("size of 2^63", chunked("8000000000000000\r\nabc\r\n"), .bodyTooLarge),
        Refused("size over the cap", chunked("800001\r\n"), .bodyTooLarge),
        Refused("sizes over the cap", chunked("3\r\nabc\r\n7FFFFE\r\n"), .bodyTooLarge),
        Refused("LF behind a size", chunked("3\nabc\r\n0\r\n\r\n"), .badChunk),
        Refused("LF behind data", chunked("3\r\nabc\n0\r\n\r\n"), .badChunk),
        Refused("CR in an extension", chunked("3;a\rb\r\nabc\r\n0\r\n\r\n"), .badChunk),
        Refused("LF in an extension", chunked("3;a\nb\r\nabc\r\n0\r\n\r\n"), .badChunk),
        Refused("NUL in an extension", chunked("3;a\u{0}\r\nabc\r\n0\r\n\r\n"), .badChunk),
        Refused("CR CR LF behind a size", chunked("3\r\r\nabc\r\n0\r\n\r\n"), .badChunk),
        Refused("data too long", chunked("3\r\nabcd\r\n0\r\n\r\n"), .badChunk),
        Refused("data without CR LF", chunked("3\r\nabc0\r\n\r\n"), .badChunk),
        Refused("data and CR alone", chunked("3\r\nabc\rx"), .badChunk),
        Refused("chunk line over its cap", chunked("3;" + repeated("a", 4093) + "\r\n"), .badChunk),
        Refused("no end of a chunk line", chunked("3;" + repeated("a", 5000)), .badChunk),
        Refused("last chunk ended by LF", chunked("0\n\r\n"), .badChunk),
        Refused("trailer ended by LF", chunked("0\r\n\n"), .badChunk),
        Refused("LF behind a trailer", chunked("0\r\nX: y\n\r\n"), .badChunk),
        Refused("trailer without a colon", chunked("0\r\nX-A\r\n\r\n"), .badField),
        Refused("trailer without a name", chunked("0\r\n: b\r\n\r\n"), .badField),
        Refused("trailer with a space", chunked("0\r\nX-A : b\r\n\r\n"), .badField),
        Refused("trailer with a bad name", chunked("0\r\nX(A: b\r\n\r\n"), .badField),
        Refused("folded trailer", chunked("0\r\nX-A: b\r\n c\r\n\r\n"), .badField),
        Refused("folded trailer with a colon", chunked("0\r\nX-A: b\r\n c: d\r\n\r\n"), .badField),
        Refused("NUL in a trailer", chunked("0\r\nX-A: \u{0}\r\n\r\n"), .badField),
        Refused("CR in a trailer", chunked("0\r\nX-A: a\rb\r\n\r\n"), .badField),
        Refused("101 trailers", chunked("0\r\n" + repeated("X: y\r\n", 101)), .tooManyFields),
        Refused("trailers over the cap", chunked("0\r\n" + longFields(33_000)), .headTooLarge),
        Refused("no end of a trailer", chunked("0\r\nX: " + repeated("a", 33_000)), .headTooLarge),
        Refused(
            "LF far behind the cap of a trailer",
            chunked("0\r\nX: " + repeated("a", 33_000) + "\n"),
            .headTooLarge
        ),
    ]

    static let others =
        ["", "a-unicorn", "100-continue, x", "100", "100-continued", "\"100-continue\""].map {
            let input = post("Content-Length: 2\r\nExpect: \($0)\r\n", "{}")
            return Refused("expectation '\($0)'", input, .badExpectation)
        }
        + [
            Refused(
                "two fields of expectation",
                post("Expect: 100-continue\r\nExpect: x\r\nContent-Length: 2\r\n", "{}"),
                .badExpectation
            ),
            Refused("1026 bytes of blank lines", repeated("\r\n", 513) + get(), .badRequestLine),
            Refused("blank lines without end", repeated("\r\n", 3000), .badRequestLine),
        ]
}

@Suite struct RejectionAnswerTests {
    static let all: [Rejection] = [
        .bareLineFeed, .badRequestLine, .badTarget, .targetTooLong, .badVersion, .connect,
        .headTooLarge, .tooManyFields, .badField, .foldedField, .badHost, .badLength,
        .lengthAndEncoding, .encodingInOldVersion, .unknownEncoding, .badExpectation, .badChunk,
        .bodyTooLarge, .timedOut, .tooManyConnections,
    ]

    @Test(arguments: all)
    func `the answer is one line of JSON and ends the connection`(_ rejection: Rejection) {
        let response = rejection.response
        #expect(response.status == rejection.status)
        #expect(response.closesConnection)
        #expect(response.fields == [.init("Content-Type", "application/json")])
        #expect(text(response.body) == "{\"error\":\"\(rejection.words)\"}\n")
        // Words that JSON and a log line can hold as they are.
        #expect(rejection.words.utf8.allSatisfy { 0x20..<0x7f ~= $0 && $0 != 0x22 && $0 != 0x5c })
        #expect(!reasonPhrase(of: rejection.status).description.isEmpty)
    }

    @Test func `each refusal has the status of its rule`() {
        #expect(Self.all.filter { $0.status == 400 }.count == 10)
        let others: [Rejection] = [
            .targetTooLong, .headTooLarge, .tooManyFields, .bodyTooLarge, .badExpectation,
            .timedOut, .unknownEncoding, .connect, .badVersion, .tooManyConnections,
        ]
        #expect(others.map(\.status) == [414, 431, 431, 413, 417, 408, 501, 501, 505, 503])
    }
}
