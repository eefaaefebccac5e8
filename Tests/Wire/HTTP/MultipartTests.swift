import Testing

@testable import MockPostlyHTTP

@Suite struct MultipartTests {
    /// The parts as texts: name, file name, type and content, a dash for what is missing.
    private func parts(
        _ body: String,
        boundary: String = "b",
        limits: Multipart.Limits = Multipart.Limits()
    ) throws -> [[String]] {
        let form = try Multipart(bytes(body), boundary: boundary, limits: limits)
        return form.parts.map {
            [
                $0.isFile ? "file" : "text", $0.name ?? "-", $0.filename ?? "-", $0.contentType,
                form.text(of: $0),
            ]
        }
    }

    /// A part with this disposition, in a body.
    private func part(_ disposition: String, _ rest: String = "\r\n\r\nx") -> String {
        "--b\r\nContent-Disposition: \(disposition)\(rest)\r\n"
    }

    @Test func `a form has its texts and files in order`() throws {
        let body =
            part(#"form-data; name="title""#, "\r\n\r\nHello\r\nworld é")
            + part(
                #"form-data; name="photo"; filename="a b.png""#,
                "\r\ncontent-type: Image/PNG\r\n\r\n\r\n--\r\n-b\r\n"
            )
            + part("form-data; name=empty", "\r\n\r\n") + "--b--\r\nepilogue"
        #expect(
            try parts("preamble\r\n\(body)") == [
                ["text", "title", "-", "text/plain", "Hello\r\nworld é"],
                ["file", "photo", "a b.png", "image/png", "\r\n--\r\n-b\r\n"],
                ["text", "empty", "-", "text/plain", ""],
            ]
        )
        #expect(try parts(body).count == 3 && parts("\r\n\(body)").count == 3)
    }

    @Test func `a name has control characters where they are taken`() throws {
        let body = part("form-data; name=\"a\u{1B}\u{7F}\u{0}\"") + "--b--"
        #expect(throws: Multipart.Fault.malformedPartHeader) { try parts(body) }
        var limits = Multipart.Limits()
        limits.takesControls = true
        #expect(try parts(body, limits: limits)[0][1] == "a\u{1B}\u{7F}\u{0}")
        let broken = part("form-data; name=\"a\nb\"") + "--b--"
        #expect(throws: Multipart.Fault.malformedPartHeader) { try parts(broken, limits: limits) }
    }

    @Test(
        arguments: [
            (#"form-data; name="a""#, ["text", "a", "-"]),
            ("FORM-DATA;NAME=a", ["text", "a", "-"]),
            ("form-data", ["text", "-", "-"]), (#"form-data; name="""#, ["text", "-", "-"]),
            (#"form-data; name="a"; name="b""#, ["text", "a", "-"]),
            (#"form-data; name="a\"b\\c\d""#, ["text", #"a"b\c\d"#, "-"]),
            (#"form-data; name="é%22""#, ["text", "é%22", "-"]),
            (#"form-data; name="a"; filename="""#, ["text", "a", "-"]),
            (#"form-data; name="a"; filename="C:\dir\x.txt""#, ["file", "a", "x.txt"]),
            (#"form-data; name="a"; filename="../../e""#, ["file", "a", "e"]),
            (#"form-data; name="a"; filename="..""#, ["file", "a", ""]),
            ("form-data; name=a; filename*=UTF-8''%e2%82%ac.txt", ["file", "a", "€.txt"]),
            ("form-data; name=a; filename=x; filename*=iso-8859-1'en'%e9", ["file", "a", "é"]),
            ("form-data; name=a\r\n ; filename=y", ["file", "a", "y"]),
            ("form-data; name=a ;", nil), ("form-data; name=", nil), ("form-data; name", nil),
            (#"form-data; name="a" x"#, nil), (#"form-data; name="a"#, nil), ("", nil),
            ("form-data; filename*=bad", nil), ("form-data; filename*=x'y'%zz", nil),
            ("form-data; filename*=utf-16''a", nil), ("attachment; name=a", nil),
        ] as [(String, [String]?)]
    )
    func `a disposition names the part and its file`(
        _ disposition: String,
        _ expected: [String]?
    ) throws {
        let parts = try parts("\(part(disposition))--b--")
        #expect(parts.first.map { Array($0.prefix(3)) } == expected)
        #expect(parts.allSatisfy { $0[4] == "x" })
    }

    @Test(
        arguments: [
            ("text/html", "text", "text/html"), ("TEXT/HTML; charset=x", "text", "text/html"),
            ("application/octet-stream", "file", "application/octet-stream"),
            ("application/octet-stream; charset=utf-8", "file", "application/octet-stream"),
            ("text", "text", "text/plain"), ("text/html;", "text", "text/plain"),
            ("", "text", "text/plain"),
        ]
    )
    func `a part of type octet-stream is a file`(
        _ written: String,
        _ kind: String,
        _ type: String
    ) throws {
        let body = part("form-data; name=a", "\r\nContent-Type:\(written)\r\n\r\nx") + "--b--"
        #expect(try parts(body) == [[kind, "a", "-", type, "x"]])
    }

    @Test func `a text is UTF-8, or ISO 8859-1 when its type says so`() throws {
        func text(_ type: String) throws -> String {
            let head = part("form-data; name=a", "\r\nContent-Type: \(type)\r\n\r\n").dropLast()
            let body = bytes(String(head)) + [0xE9, 0xC3, 0xA9] + bytes("\r\n--b--")
            let form = try Multipart(body, boundary: "b")
            return form.text(of: try #require(form.parts.first))
        }
        #expect(try text("text/plain") == "\u{FFFD}é")
        #expect(try text("text/plain; charset=ISO-8859-1") == "éÃ©")
        #expect(try text("text/plain; charset=\"utf-8\"") == "\u{FFFD}é")
    }

    @Test(
        arguments: [
            "--b--", "\r\n--b--", "--b--\r\n", "x\r\n--b--", "x\r\n--bb\r\n\r\n--b--x",
            "--b \t\r\nA: b\r\n\r\n\r\n--b--", "--b\r\nA: b\r\n\r\n--b--",
        ]
    )
    func `a form can be empty`(_ body: String) throws {
        #expect(try parts(body) == [])
    }

    @Test(
        arguments: [
            ("", .unexpectedEnd), ("--b", .unexpectedEnd), ("--b\r\n", .unexpectedEnd),
            ("x--b--", .unexpectedEnd), ("--b-", .unexpectedEnd), ("\n--b--", .unexpectedEnd),
            ("--b\r\nA: b", .unexpectedEnd), ("--b\r\nA: b\r\n", .unexpectedEnd),
            ("--b\r\nA", .unexpectedEnd), ("--b\r\nA: b\r\n\r", .unexpectedEnd),
            ("--b\r\nA: b\r\n\r\nx\r\n--b", .unexpectedEnd),
            ("--b\r\n\r\nx\r\n--b--", .malformedPartHeader), ("--b\r\nA\r\n", .malformedPartHeader),
            ("--b\r\n: b\r\n", .malformedPartHeader), ("--b\r\nA b: c", .malformedPartHeader),
            ("--b\r\nA: b\nC: d", .malformedPartHeader),
            ("--b\r\nA: \u{7F}\r\n", .malformedPartHeader),
            ("--b\r\nA: b\r\n\rx", .malformedPartHeader), ("--b\r\nA: b\rx", .malformedPartHeader),
            ("--b\r\nA: b\r\n--b--\r\n", .malformedPartHeader),
        ] as [(String, Multipart.Fault)]
    )
    func `a malformed form is refused`(_ body: String, _ fault: Multipart.Fault) {
        #expect(throws: fault) { try parts(body) }
    }

    @Test func `a header has a limit`() throws {
        func header(_ length: Int) -> String {
            "--b\r\nA: \(String(repeating: "x", count: length - 7))\r\n\r\n\r\n--b--"
        }
        #expect(try parts(header(16 * 1024)) == [])
        #expect(throws: Multipart.Fault.malformedPartHeader) { try parts(header(16 * 1024 + 1)) }
    }

    @Test func `a form with more than its limits is refused`() throws {
        let text = part("form-data; name=a", "\r\n\r\n12345")
        let file = part("form-data; name=f; filename=f", "\r\n\r\n12345")
        let body = "\(text)\(text)\(file)\(file)--b--"
        var limits = Multipart.Limits()
        (limits.files, limits.parts) = (2, 4)
        (limits.fileSize, limits.textSize) = (6, 6)
        #expect(try parts(body, limits: limits).count == 4)
        func expect(_ fault: Multipart.Fault, _ change: (inout Multipart.Limits) -> Void) {
            var smaller = limits
            change(&smaller)
            #expect(throws: fault) { try parts(body, limits: smaller) }
        }
        expect(.tooManyFiles) { $0.files = 1 }
        expect(.tooManyParts) { $0.parts = 3 }
        expect(.fileTooLarge) { $0.fileSize = 5 }
        expect(.textTooLarge) { $0.textSize = 5 }
    }

    @Test func `a line that only starts like a delimiter is content`() throws {
        let lines = "x\r\n--bx\r\n--b x\r\n--b-\r\n --b\r\n"
        let body = part("form-data; name=a", "\r\n\r\n\(lines)") + "--b--"
        #expect(try parts(body) == [["text", "a", "-", "text/plain", lines]])
        let long = String(repeating: "-b", count: 40)
        let other =
            body.replacing("--b\r\nContent", with: "--\(long)\r\nContent") + "\r\n--\(long)--"
        #expect(try parts(other, boundary: long).count == 1)
    }

    @Test(
        arguments: [
            ("multipart/form-data; boundary=b", "b"),
            ("Multipart/Form-Data;BOUNDARY=\"a b\"", "a b"),
            ("multipart/form-data; charset=utf-8; boundary=----X7", "----X7"),
            ("multipart/form-data; boundary=b; x=y", "b"), ("multipart/form-data", nil),
            ("multipart/form-data; boundary=", nil), ("multipart/form-data; boundary=\"\"", nil),
            ("multipart/form-data; boundary=a:b", nil), ("multipart/mixed; boundary=b", nil),
            ("multipart/form-data; boundary=\"b", nil), ("boundary=b", nil), ("", nil),
        ] as [(String, String?)]
    )
    func `the boundary is a parameter of the type`(_ type: String, _ boundary: String?) {
        #expect(Multipart.boundary(in: type) == boundary)
    }

    @Test func `a form cut anywhere or with any byte changed is read or refused`() {
        let body = bytes(
            part(#"form-data; name="a""#) + part("form-data; name=f; filename*=utf-8'x'%41")
                + "--b--"
        )
        for place in body.indices {
            #expect(throws: Multipart.Fault.self) {
                try Multipart(Array(body[..<place]), boundary: "b")
            }
            for byte: UInt8 in [0x00, 0x0A, 0x0D, 0x22, 0x25, 0x2D, 0x3B, 0xFF] {
                var changed = body
                changed[place] = byte
                let form = try? Multipart(changed, boundary: "b")
                for part in form?.parts ?? [] { #expect(form?.text(of: part) != nil) }
            }
        }
    }
}
