import MockPostlyTestKit
import Testing

@testable import MockPostlyHTTP

@Suite struct FieldBlockTests {
    private let date = bytes("Sat, 14 Feb 2026 12:34:56 GMT")

    private func head(_ response: Response) -> String {
        var writer = ResponseWriter()
        writer.write(response, date: date, minorVersion: 1, keepsAlive: true)
        return text(writer.bytes)
    }

    @Test func `shared fields stand before the others, each on its line`() {
        var response = Response(fields: [.init("X-C", "c")])
        response.sharedFields = FieldBlock([.init("X-A", "1"), .init("X-B", "caf\u{e9}")])
        let expected = """
            HTTP/1.1 200 OK\r
            Date: Sat, 14 Feb 2026 12:34:56 GMT\r
            X-A: 1\r
            X-B: caf\u{e9}\r
            X-C: c\r
            Content-Length: 0\r
            \r

            """
        #expect(head(response) == expected)
    }

    @Test func `a shared field that may not be sent is left out`() {
        let bad: [Response.Field] = [
            .init("X A", "1"), .init("", "1"), .init("X-B", "a\r\nX-Evil: 1"),
            .init("X-C", "\u{0}"),
        ]
        let block = FieldBlock(bad + [.init("X-D", "d")] + bad)
        #expect(block.fields == [.init("X-D", "d")])
        #expect(text(block.bytes) == "X-D: d\r\n")
        var response = Response()
        response.sharedFields = FieldBlock(bad)
        #expect(head(response) == head(Response()))
    }

    @Test func `drawn blocks are written as the same fields one by one`() {
        var draw = Draw(seed: 23)
        let letters = Array("ab:- \r\n\t\u{0}\u{7f}\u{e9}".unicodeScalars)
        for _ in 0..<2000 {
            let fields = (0..<draw.below(5)).map { _ in
                let texts = (0..<2).map { _ in
                    let scalars = (0..<draw.below(6)).map { _ in letters[draw.below(letters.count)]
                    }
                    return String(String.UnicodeScalarView(scalars))
                }
                return Response.Field(texts[0], texts[1])
            }
            var shared = Response()
            shared.sharedFields = FieldBlock(fields)
            #expect(head(shared) == head(Response(fields: fields)))
        }
    }

    @Test func `a block of any size is whole`() {
        var writer = ResponseWriter()
        for size in [0, 700, 1000, 1024, 5000, 40_000] {
            var response = Response()
            let fields = [Response.Field("X-Long", repeated("a", size)), .init("X", "y")]
            response.sharedFields = FieldBlock(fields)
            writer.write(response, date: date, minorVersion: 1, keepsAlive: true)
            let end = "X-Long: \(repeated("a", size))\r\nX: y\r\nContent-Length: 0\r\n\r\n"
            #expect(text(writer.bytes).hasSuffix("GMT\r\n" + end))
        }
    }

    @Test func `a field is found wherever it stands, a shared one first`() {
        var response = Response(fields: [.init("X-A", "own"), .init("X-B", "b")])
        response.sharedFields = FieldBlock([.init("x-a", "shared")])
        #expect(response["X-A"] == "shared" && response["x-b"] == "b" && response["X-C"] == nil)
        #expect(response.allFields.map(\.value) == ["shared", "own", "b"])
        response.sharedFields = nil
        #expect(response["X-A"] == "own" && response.allFields.count == 2)
    }
}
