import MockPostlyTestKit
import Testing

@testable import MockPostlyHTTP

@Suite struct ChunkedBodyTests {
    /// A chunked body, and what it decodes to.
    static let bodies: [(String, String)] = [
        ("0\r\n\r\n", ""), ("000\r\n\r\n", ""), ("3\r\nabc\r\n0\r\n\r\n", "abc"),
        ("1\r\na\r\n1\r\nb\r\n1\r\nc\r\n0\r\n\r\n", "abc"),
        ("0000000000000003\r\nabc\r\n0000000000000000\r\n\r\n", "abc"),
        ("a\r\n0123456789\r\nA\r\n0123456789\r\n0\r\n\r\n", "01234567890123456789"),
        ("3;ext\r\nabc\r\n0;last\r\n\r\n", "abc"),
        ("3;a=b;c=\"d e\"\r\nabc\r\n0\r\n\r\n", "abc"), ("3;\r\nabc\r\n0;\r\n\r\n", "abc"),
        ("3; a = b\t\r\nabc\r\n0\r\n\r\n", "abc"), ("3;\u{e9}\r\nabc\r\n0\r\n\r\n", "abc"),
        ("3\r\nabc\r\n0\r\nX-Checksum: 1\r\n\r\n", "abc"),
        ("3\r\nabc\r\n0\r\nA:\r\nB: \t2 \r\nContent-Length: 9\r\n\r\n", "abc"),
        ("5\r\n\r\n0\r\n\r\n0\r\n\r\n", "\r\n0\r\n"),
        ("2\r\n\r\n\r\n2\r\n\r\n\r\n0\r\n\r\n", "\r\n\r\n"),
        ("3;\(repeated("a", 4092))\r\nabc\r\n0\r\n\r\n", "abc"),
        ("3\r\nabc\r\n0\r\n\(repeated("X: y\r\n", 100))\r\n", "abc"),
    ]

    @Test(arguments: bodies)
    func `chunks are put together`(_ chunks: String, _ body: String) throws {
        let request = try request(chunked(chunks))
        #expect(text(request.body) == body)
        // Trailers are no fields of the request.
        #expect(request.header("x-checksum") == nil && request.header("content-length") == nil)
    }

    @Test(arguments: ["chunked", "Chunked", "CHUNKED", "\tchunked "])
    func `the coding is written in any case`(_ coding: String) throws {
        let input = post("transfer-ENCODING: \(coding)\r\n", "1\r\na\r\n0\r\n\r\n")
        #expect(try request(input).body == bytes("a"))
    }

    @Test func `bytes of any value in chunks of any length`() {
        var draw = Draw(seed: 1)
        for _ in 0..<50 {
            let body = draw.bytes(draw.below(300))
            var chunks: [UInt8] = []
            var rest = body[...]
            while !rest.isEmpty {
                let size = min(rest.count, 1 + draw.below(40))
                let digits = String(size, radix: 16, uppercase: Bool.random(using: &draw))
                chunks += bytes(digits + "\r\n") + rest.prefix(size) + bytes("\r\n")
                rest = rest.dropFirst(size)
            }
            let input = bytes(chunked("")) + chunks + bytes("0\r\n\r\n" + get("/next"))
            let cuts = (0..<draw.below(6)).map { _ in draw.below(input.count) }.sorted()
            for outcome in [Outcome.of(input), .of(input, cutAt: cuts)] {
                #expect(outcome.requests.map(\.body) == [body, []])
                #expect(outcome.rejection == nil && outcome.unused == 0)
            }
        }
    }

    @Test func `a chunk beyond the limit is refused, or taken in pieces`() {
        var limits = RequestLimits()
        limits.body = 10
        var parser = RequestParser(limits: limits)
        let input = bytes(chunked("3\r\nabc\r\n14\r\n\(repeated("d", 20))\r\n0\r\n\r\n"))
        var used = 0
        let first = input.withUnsafeBufferPointer { parser.step($0, used: &used) }
        guard case .rejected(.bodyTooLarge) = first else {
            Issue.record("not refused")
            return
        }
        parser.streamBody()
        #expect(parser.awaitsBody && parser.takeBody() == bytes("abc"))
        var more = 0
        let rest = Array(input[used...])
        let second = rest.withUnsafeBufferPointer { parser.step($0, used: &more) }
        guard case .request(let request) = second else {
            Issue.record("not whole")
            return
        }
        #expect(request.body == bytes(repeated("d", 20)) && more == rest.count)
    }
}

@Suite struct ExpectationTests {
    @Test(arguments: ["100-continue", "100-Continue", " 100-CONTINUE\t"])
    func `a client that waits is told once to go on`(_ value: String) {
        for framing in ["Content-Length: 2", "Transfer-Encoding: chunked"] {
            var feeder = Feeder()
            feeder.feed(bytes(post("Expect: \(value)\r\n\(framing)\r\n")))
            #expect(feeder.outcome.continues == 1 && feeder.outcome.requests.isEmpty)
            let awaitsBody = feeder.parser.awaitsBody
            #expect(awaitsBody)
            feeder.feed(bytes(framing.hasPrefix("C") ? "{" : "2\r\n{"))
            feeder.feed(bytes(framing.hasPrefix("C") ? "}" : "}\r\n0\r\n\r\n"))
            #expect(feeder.outcome.continues == 1)
            #expect(feeder.outcome.requests.map(\.body) == [bytes("{}")])
        }
    }

    @Test func `a client that has sent something of its body is not told`() {
        for rest in ["{", "{}", "{}GET"] {
            let input = post("Expect: 100-continue\r\nContent-Length: 2\r\n", rest)
            #expect(Outcome.of(bytes(input)).continues == 0)
            _ = Outcome.inAnyPieces(bytes(input))
        }
    }

    @Test func `without a body there is nothing to wait for`() {
        for fields in ["", "Content-Length: 0\r\n"] {
            let outcome = Outcome.of(bytes(post("Expect: 100-continue\r\n" + fields)))
            #expect(outcome.continues == 0 && outcome.requests.count == 1)
        }
    }

    @Test func `HTTP 1.0 cannot wait`() {
        let input = "POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
        let outcome = Outcome.of(bytes(input))
        #expect(outcome.continues == 0 && outcome.rejection == nil && outcome.awaitsBody)
        #expect(Outcome.inAnyPieces(bytes(input + "{}")).requests.count == 1)
    }

    @Test func `a body over its cap is refused before it is sent`() {
        var limits = RequestLimits()
        limits.body = 9
        let head = post("Expect: 100-continue\r\nContent-Length: 10\r\n")
        let outcome = Outcome.inAnyPieces(bytes(head), limits)
        #expect(outcome.rejection == .bodyTooLarge && outcome.continues == 0)
    }
}
