import MockPostlyTestKit
import Testing

@testable import MockPostlyHTTP

@Suite struct ResponseWriterTests {
    private let date = bytes("Sat, 14 Feb 2026 12:34:56 GMT")

    private func head(
        _ response: Response,
        minorVersion: Int = 1,
        keepsAlive: Bool = true
    ) -> String {
        var writer = ResponseWriter()
        writer.write(response, date: date, minorVersion: minorVersion, keepsAlive: keepsAlive)
        return text(writer.bytes)
    }

    @Test func `a head has status, date, fields and length`() {
        let response = Response(
            status: 201,
            fields: [.init("Content-Type", "application/json"), .init("X-A", "")],
            body: bytes("{}\n")
        )
        let expected = """
            HTTP/1.1 201 Created\r
            Date: Sat, 14 Feb 2026 12:34:56 GMT\r
            Content-Type: application/json\r
            X-A: \r
            Content-Length: 3\r
            \r

            """
        #expect(head(response) == expected)
    }

    @Test(
        arguments: [
            (1, true, []), (1, false, ["Connection: close"]), (0, true, ["Connection: keep-alive"]),
            (0, false, ["Connection: close"]),
        ] as [(Int, Bool, [String])]
    )
    func `the connection field says what is not the default`(
        _ minorVersion: Int,
        _ keepsAlive: Bool,
        _ expected: [String]
    ) {
        let head = head(Response(), minorVersion: minorVersion, keepsAlive: keepsAlive)
        let lines = head.split(separator: "\r\n").map(String.init)
        #expect(lines.filter { $0.hasPrefix("Connection") } == expected)
        #expect(lines[0] == "HTTP/1.1 200 OK")
    }

    @Test(
        arguments: [
            100: false, 101: false, 204: false, 304: false, 200: true, 206: true, 308: true,
            404: true, 500: true,
        ]
    )
    func `a length is left out where there can be no body`(_ status: Int, _ hasLength: Bool) {
        let head = head(Response(status: status))
        #expect(head.contains("\r\nContent-Length: 0\r\n") == hasLength)
        #expect(head.hasSuffix("\r\n\r\n"))
    }

    @Test(arguments: [0, 1, 9, 10, 99, 100, 6144, 1_000_000, 12_345_678])
    func `the length is that of the body`(_ count: Int) {
        let head = head(Response(body: [UInt8](repeating: 0x61, count: count)))
        #expect(head.contains("\r\nContent-Length: \(count)\r\n"))
    }

    @Test(arguments: [
        "a\r\nX-Evil: 1", "a\nX-Evil: 1", "a\rX-Evil: 1", "a\r\n\r\n<html>", "\u{0}", "a\u{7f}",
        "\u{1b}[31m", "\u{b}", "a\u{1f}b",
    ])
    func `a field with controls in its value is left out`(_ value: String) {
        let fields: [Response.Field] = [
            .init("X-B", "b"), .init("Location", value), .init("X-C", "c"),
        ]
        let clean = head(Response(fields: [.init("X-B", "b"), .init("X-C", "c")]))
        #expect(head(Response(fields: fields)) == clean)
    }

    @Test(arguments: [
        "", " ", "X A", "X-A:", "X-A ", "X\r\nEvil", "X-A: b\r\nX-Evil", "X\n", "X\r", "X\u{0}",
        "X(A)", "X\u{e9}",
    ])
    func `a field whose name is no token is left out`(_ name: String) {
        #expect(head(Response(fields: [.init(name, "x")])) == head(Response()))
    }

    @Test(arguments: ["a\tb", "caf\u{e9} \u{1f98a}", " a ", "http://a/b?c=d#e", "\"q\", (r)"])
    func `other values are written as they are`(_ value: String) {
        #expect(head(Response(fields: [.init("X-A", value)])).contains("\r\nX-A: \(value)\r\n"))
    }

    @Test func `drawn fields never make more lines than there are fields`() {
        var draw = Draw(seed: 17)
        let letters = Array("ab:- \r\n\t\u{0}\u{7f}\u{e9}".unicodeScalars)
        for _ in 0..<2000 {
            let fields = (0..<draw.below(4)).map { _ in
                let texts = (0..<2).map { _ in
                    let scalars = (0..<draw.below(6)).map { _ in letters[draw.below(letters.count)]
                    }
                    return String(String.UnicodeScalarView(scalars))
                }
                return Response.Field(texts[0], texts[1])
            }
            let written = bytes(head(Response(fields: fields)))
            let lines = written.split(separator: 0x0a, omittingEmptySubsequences: false)
            #expect(lines.count <= 5 + fields.count)
            #expect(lines.dropLast().allSatisfy { $0.last == 0x0d && $0.count { $0 == 0x0d } == 1 })
            #expect(lines.count { $0 == [0x0d] } == 1)
        }
    }

    @Test func `a writer can be used again`() {
        var writer = ResponseWriter()
        let long = Response(fields: [.init("X-Long", repeated("a", 5000))])
        writer.write(long, date: date, minorVersion: 1, keepsAlive: true)
        writer.write(Response(), date: date, minorVersion: 1, keepsAlive: true)
        #expect(text(writer.bytes) == head(Response()))
    }

    @Test func `a head of any size is whole`() {
        var writer = ResponseWriter()
        for size in Array(700...1100) + [2000, 5000, 40_000, 10] {
            let value = repeated("a", size)
            let response = Response(status: 431, fields: [.init("X-Long", value), .init("X", "y")])
            writer.write(response, date: date, minorVersion: 0, keepsAlive: true)
            let start = "HTTP/1.1 431 Request Header Fields Too Large\r\nDate: \(text(date))\r\n"
            let end = "X: y\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n"
            #expect(text(writer.bytes) == start + "X-Long: \(value)\r\n" + end)
            #expect(writer.withBytes { Array($0) } == writer.bytes)
        }
    }

    // MARK: Chunks

    /// All that is sent of an answer with this body, in chunks where that may be.
    private func sent(
        _ body: String,
        status: Int = 200,
        minorVersion: Int = 1,
        isHead: Bool = false
    ) -> String {
        var response = Response(status: status, body: bytes(body))
        response.isChunked = true
        var writer = ResponseWriter()
        writer.write(
            response,
            date: date,
            minorVersion: minorVersion,
            keepsAlive: true,
            isHead: isHead
        )
        return text(writer.bytes) + (isHead ? "" : body) + writer.bodyEnd.description
    }

    @Test(
        arguments: [
            ("a", "1\r\na\r\n"), (repeated("b", 26), "1a\r\n" + repeated("b", 26) + "\r\n"),
            (repeated("c", 0xf00f), "f00f\r\n" + repeated("c", 0xf00f) + "\r\n"), ("", ""),
        ]
    )
    func `a chunked body is one chunk and the last one`(_ body: String, _ chunk: String) {
        let head = """
            HTTP/1.1 200 OK\r
            Date: Sat, 14 Feb 2026 12:34:56 GMT\r
            Transfer-Encoding: chunked\r
            \r

            """
        #expect(sent(body) == head + chunk + "0\r\n\r\n")
        #expect(sent(body, isHead: true) == head)
    }

    @Test func `an old client, and a status without a body, get no chunks`() {
        let old = sent("abc", minorVersion: 0)
        #expect(old.contains("\r\nContent-Length: 3\r\n") && old.hasSuffix("\r\n\r\nabc"))
        for text in [old, sent("", status: 204), sent("", status: 304)] {
            #expect(!text.contains("Transfer-Encoding") && !text.hasSuffix("0\r\n\r\n"))
        }
        #expect(!Response(status: 204).hasBody && !Response(status: 304).hasBody)
        #expect(!Response(status: 101).hasBody && Response(status: 205).hasBody)
    }

    @Test func `the end of a body is that of the answer written last`() {
        var writer = ResponseWriter()
        var response = Response(body: bytes("a"))
        response.isChunked = true
        writer.write(response, date: date, minorVersion: 1, keepsAlive: true)
        #expect(writer.bodyEnd.description == "\r\n0\r\n\r\n")
        writer.write(Response(), date: date, minorVersion: 1, keepsAlive: true)
        #expect(writer.bodyEnd.description.isEmpty)
    }

    @Test(
        arguments: [
            (1, true, ["Connection: keep-alive", "Keep-Alive: timeout=5"]),
            (0, true, ["Connection: keep-alive", "Keep-Alive: timeout=5"]),
            (1, false, ["Connection: close"]), (0, false, ["Connection: close"]),
        ] as [(Int, Bool, [String])]
    )
    func `how long a connection waits is told where it stays open`(
        _ minorVersion: Int,
        _ keepsAlive: Bool,
        _ expected: [String]
    ) {
        var response = Response()
        response.keepAliveTimeout = 5
        let head = head(response, minorVersion: minorVersion, keepsAlive: keepsAlive)
        let lines = head.split(separator: "\r\n").map(String.init)
        #expect(lines.filter { $0.contains("onnection") || $0.contains("Alive") } == expected)
    }

    @Test func `a status without a registered phrase has none`() {
        #expect(head(Response(status: 420)).hasPrefix("HTTP/1.1 420 \r\nDate: "))
        #expect(head(Response(status: 299)).hasPrefix("HTTP/1.1 299 \r\nDate: "))
        #expect(reasonPhrase(of: 511).description == "Network Authentication Required")
        #expect(reasonPhrase(of: 413).description == "Content Too Large")
    }
}

@Suite struct ResponseTests {
    @Test func `a field is found in any case, the first one`() {
        let response = Response(fields: [.init("X-A", "1"), .init("x-a", "2")])
        #expect(response["x-A"] == "1" && response["X-B"] == nil)
    }

    @Test func `text and bytes are the same body`() {
        let text = Response(status: 404, contentType: "text/plain", text: "caf\u{e9}")
        #expect(text.body == bytes("caf\u{e9}") && text.status == 404)
        #expect(text["Content-Type"] == "text/plain" && !text.closesConnection)
        #expect(Response(contentType: "a", body: [1]).body == [1])
    }
}
