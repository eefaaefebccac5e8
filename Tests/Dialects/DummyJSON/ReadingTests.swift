import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import Testing

@testable import DummyJSONDialect

/// Bodies as the original's middleware reads them.
@Suite
struct ReadingTests {
    /// What the members `a` and `b` of a body are read as: `POST /products/add` repeats them.
    private func read(
        _ type: String?,
        _ body: [UInt8],
        _ fields: [(String, String)] = [],
        method: String = "POST",
        path: String = "/products/add"
    ) throws -> Response {
        let api = try DummyJSON.fresh([:])
        let fields = (type.map { [("Content-Type", $0)] } ?? []) + fields
        return try api.answer(.asking(method, path, fields, body: body))
    }

    private func read(_ type: String?, _ body: String) throws -> String {
        try read(type, Array(body.utf8)).text
    }

    private static let one = #"{"id":1,"title":"a"}"#
    private static let none = #"{"id":1}"#

    @Test(
        arguments: [
            ("application/json", #"{"title":"a"}"#, one),
            ("Application/JSON; Charset=\"UTF-8\"", #" {"title":"a"} "#, one),
            ("application/json;charset=utf-8;x=y", "\u{FEFF}{\"title\":\"a\"}", one),
            ("application/vnd.api+json", #"{"title":"a"}"#, none),
            ("text/plain", #"{"title":"a"}"#, none), ("text/json", "nonsense", none),
            (nil, #"{"title":"a"}"#, none), ("application/json", "", none),
            ("application/json", "[1,2]", none), ("application/json", "{}", none),
            ("application/json", #"{"title":"x","title":"a"}"#, one),
            ("application/json", #"{"title":"\u0061"}"#, one),
            ("application/json", #"{"title":1.50}"#, #"{"id":1,"title":1.5}"#),
            (
                "application/json", #"{"title":{"b":1,"2":2,"1":1e2,"b":-0}}"#,
                #"{"id":1,"title":{"1":100,"2":2,"b":0}}"#
            ),
            ("application/json", #"{"title":null}"#, #"{"id":1,"title":null}"#),
            ("application/x-www-form-urlencoded", "title=a", one),
            (
                "APPLICATION/x-www-form-urlencoded; charset=UTF-8", "price=&title=%61",
                #"{"id":1,"title":"a","price":""}"#
            ),
            (
                "application/x-www-form-urlencoded", "title[]=a&title[]=b+c&price[x]=1",
                #"{"id":1,"title":["a","b c"],"price":{"x":"1"}}"#
            ),
        ] as [(String?, String, String)]
    )
    func `what is read`(type: String?, body: String, expected: String) throws {
        #expect(try read(type, body) == expected)
    }

    @Test(
        arguments: [
            (
                "application/json", "hello", 400,
                #"Unexpected token 'h', "hello" is not valid JSON"#
            ),
            (
                "application/json", "{", 400,
                "Expected property name or '}' in JSON at position 1 (line 1 column 2)"
            ),
            (
                "application/json", #"{"a":}"#, 400,
                #"Unexpected token '}', "{"a":}" is not valid JSON"#
            ),
            (
                "application/json", #"{"a":1"#, 400,
                "Expected ',' or '}' after property value in JSON at position 6 (line 1 column 7)"
            ),
            ("application/json", "1", 400, #"Unexpected token '1', "1" is not valid JSON"#),
            ("application/json", "null", 400, #"Unexpected token 'n', "null" is not valid JSON"#),
            ("application/json; charset=latin1", "{}", 415, #"unsupported charset "LATIN1""#),
            ("application/json; charset=us-ascii", "x", 415, #"unsupported charset "US-ASCII""#),
            (
                "application/x-www-form-urlencoded; charset=utf-16", "a=1", 415,
                #"unsupported charset "UTF-16""#
            ),
        ]
    )
    func `what is refused, on any route`(
        type: String,
        body: String,
        status: Int,
        message: String
    ) throws {
        for (method, path) in [
            ("POST", "/products/add"), ("GET", "/posts/?limit=x"), ("PUT", "/nope"),
            ("GET", "/test"),
        ] {
            let response = try read(type, Array(body.utf8), method: method, path: path)
            #expect(response.status == status)
            #expect(try response.json["message"]?.string == message)
        }
    }

    @Test
    func `UTF-16 is JSON as well`() throws {
        let text = #"{"title":"ä😀"}"#
        let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        for (charset, bytes) in [
            ("utf-16le", little), ("utf-16", [0xFF, 0xFE] + little), ("UTF-16BE", big),
            ("utf-16", [0xFE, 0xFF] + big),
        ] {
            let answer = try read("application/json; charset=\(charset)", bytes).text
            #expect(answer == #"{"id":1,"title":"ä😀"}"#)
        }
    }

    @Test(arguments: [(0, 201), (1, 413)])
    func `a large body is refused before it is read`(more: Int, status: Int) throws {
        // Malformed where it is too large.
        let frame = #"{"title":""#.utf8.count + (status == 201 ? 2 : 0)
        let filler = String(repeating: "x", count: Call.largestBody + more - frame)
        let body = #"{"title":""# + filler + (status == 201 ? #""}"# : "")
        #expect(body.utf8.count == Call.largestBody + more)
        let response = try read("application/json", Array(body.utf8))
        #expect(response.status == status)
        if status == 413 {
            #expect(response.text == #"{"message":"request entity too large"}"#)
            let ignored = try read("text/plain", Array(body.utf8))
            #expect(ignored.status == 201)
        }
    }

    @Test(
        arguments: [
            "zzz", "br", "identity, gzip", "x-gzip", "gzip, gzip",
        ]
    )
    func `a coding that is not known`(coding: String) throws {
        let fields = [("Content-Encoding", coding)]
        let response = try read("application/json", Array("x".utf8), fields)
        #expect(response.status == 415)
        let words = #"unsupported content encoding "\#(coding)""#
        #expect(try response.json["message"]?.string == words)
    }

    @Test(
        "made by Node's zlib",
        arguments: [
            ("gzip", "1f8b0800000000000003ab562ac92cc94955b2524a54aa05007f03125d0d000000"),
            ("GZIP", "1f8b0800000000000003ab562ac92cc94955b2524a54aa05007f03125d0d000000"),
            ("deflate", "789cab562ac92cc94955b2524a54aa05001f8b043e"),
            ("identity", "7b227469746c65223a2261227d"),
        ]
    )
    func codings(name: String, hexadecimal: String) throws {
        let fields = [("Content-Encoding", name)]
        #expect(
            try read("application/json", bytes(hexadecimal), fields).text == Self.one
        )
    }

    @Test(
        arguments: [
            ("gzip", "7b7d", 400), ("gzip", "1f8b0800000000000003ab562ac92c", 400),
            ("deflate", "ab562ac92cc94955b2524a54aa0500", 400),
        ]
    )
    func `a body that does not come out whole`(
        coding: String,
        hexadecimal: String,
        status: Int
    ) throws {
        let fields = [("Content-Encoding", coding)]
        let response = try read("application/json", bytes(hexadecimal), fields)
        #expect(response.status == status)
        #expect(try response.json["message"]?.string?.isEmpty == false)
    }

    private func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = Array(hexadecimal)
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0..<($0 + 2)]), radix: 16)
        }
    }

    // MARK: Multipart

    private static let form = "--B\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\na\r\n"
    private static let file =
        "--B\r\nContent-Disposition: form-data; name=\"price\"; filename=\"p.png\"\r\n"
        + "Content-Type: image/png\r\n\r\n\u{1}\u{2}\r\n"

    @Test
    func `texts of a multipart form are members, files are dropped`() throws {
        let type = "multipart/form-data; boundary=B"
        #expect(try read(type, Self.form + Self.file + "--B--\r\n") == Self.one)
        let upper = "Multipart/Form-Data; Boundary=\"B\""
        #expect(try read(upper, Self.form + "--B--") == Self.one)
    }

    @Test(
        arguments: [
            (
                "POST", "multipart/form-data",
                "Malformed multipart/form-data header: missing boundary"
            ),
            (
                "PATCH", "multipart/form-data; boundary=B",
                "Multipart/form-data is not allowed with patch requests"
            ),
            ("GET", "multipart/form-data", "Multipart/form-data is not allowed with get requests"),
            (
                "DELETE", "multipart/form-data; boundary=B",
                "Multipart/form-data is not allowed with delete requests"
            ),
            (
                "POST", "multipart/form-data; boundary=B; x=y",
                "Malformed multipart/form-data header: missing boundary"
            ),
            ("POST", "multipart/form-data; boundary=C", "Malformed multipart/form-data request"),
            ("PUT", "multipart/form-data; boundary=C", "Malformed multipart/form-data request"),
        ]
    )
    func `a multipart form that is refused`(method: String, type: String, message: String) throws {
        for path in ["/products/add", "/nope", "/posts"] {
            let response = try read(type, Array(Self.form.utf8), method: method, path: path)
            #expect(response.status == 400)
            #expect(try response.json["message"]?.string == message)
        }
        let early = try read(type, Array(Self.form.utf8), method: method, path: "/posts?limit=x")
        #expect(early.text.contains("Invalid 'limit'"))
    }

    @Test
    func `a multipart form has its limits`() throws {
        let type = "multipart/form-data; boundary=B"
        let end = "--B--\r\n"
        let five = String(repeating: Self.file, count: 5)
        #expect(try read(type, five + end) == Self.none)
        let six = try read(type, Array((five + Self.file + end).utf8))
        #expect(six.status == 400)
        let large = Self.file.replacing("\u{1}", with: String(repeating: "x", count: 5 << 20))
        let response = try read(type, Array((large + end).utf8))
        #expect(response.status == 400)
        let words = "Error processing multipart data: File too large"
        #expect(try response.json["message"]?.string == words)
    }
}
