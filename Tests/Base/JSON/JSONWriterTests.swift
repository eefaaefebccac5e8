import MockPostlyJSON
import MockPostlyTestKit
import Testing

@Suite
struct JSONWriterTests {
    @Test
    func `commas and colons stand where they belong`() {
        let text = written { writer in
            writer.beginObject()
            writer.key("empty" as StaticString)
            writer.beginArray()
            writer.endArray()
            writer.key("list" as StaticString)
            writer.beginArray()
            writer.int(1 as Int)
            writer.beginObject()
            writer.endObject()
            writer.null()
            writer.bool(true)
            writer.bool(false)
            writer.endArray()
            writer.key("raw" as StaticString)
            writer.raw(Array("[1, 2]".utf8))
            writer.key("é\"" as String)
            writer.string("end")
            writer.endObject()
        }
        #expect(
            text == #"{"empty":[],"list":[1,{},null,true,false],"raw":[1, 2],"\u00e9\"":"end"}"#
        )
    }

    /// A writer that somebody keeps, as the release's compiler must not forget to destroy it.
    private final class Owner {
        var writer = JSONWriter(escaping: .utf8)

        func write(_ count: Int) -> Int {
            writer.beginArray()
            for _ in 0..<count { writer.string("0123456789") }
            writer.endArray()
            return writer.length
        }
    }

    @Test
    func `room for a very large document is given back, by hand and with the writer`() {
        let owner = Owner()
        for _ in 0..<3 {
            #expect(owner.write(100_000) == 1_300_001)
            owner.writer.removeAll(keepingAtMost: 1024)
            #expect(owner.write(1) == 14)
            #expect(owner.writer.bytes == Array(#"["0123456789"]"#.utf8))
            // What leaks here is found by the run under AddressSanitizer.
            owner.writer = JSONWriter(escaping: .utf8)
        }
    }

    @Test
    func `a writer keeps its escaping when it forgets what was written`() {
        for escaping in [JSONWriter.Escaping.ascii, .utf8] {
            var writer = JSONWriter(escaping: escaping, reserving: 4096)
            for _ in 0..<2 {
                writer.beginArray()
                writer.string("é")
                writer.string("é")
                writer.endArray()
                let text = escaping == .ascii ? #"["\u00e9","\u00e9"]"# : #"["é","é"]"#
                #expect(writer.bytes == Array(text.utf8))
                writer.removeAll(keepingAtMost: 64)
            }
        }
    }

    @Test
    func `fields write a name and a value`() {
        let text = written { writer in
            writer.beginObject()
            writer.field("text", "a")
            writer.field("some", Optional("b"))
            writer.field("none", String?.none)
            writer.field("int", 12)
            writer.field("long", Int64(-3))
            writer.field("yes", true)
            writer.field("half", 0.5)
            writer.endObject()
        }
        #expect(
            text
                == #"{"text":"a","some":"b","none":null,"int":12,"long":-3,"yes":true,"half":0.5}"#
        )
    }

    @Test(arguments: [
        ("", "", ""),
        ("plain ~/<>&'", "plain ~/<>&'", "plain ~/<>&'"),
        ("a\u{7F}b", #"a\u007fb"#, "a\u{7F}b"),
        ("\"\\", #"\"\\"#, #"\"\\"#),
        ("\u{8}\t\n\u{C}\r", #"\b\t\n\f\r"#, #"\b\t\n\f\r"#),
        ("\u{0}\u{1F}\u{B}", #"\u0000\u001f\u000b"#, #"\u0000\u001f\u000b"#),
        ("caf\u{E9}", #"caf\u00e9"#, "café"),
        (
            "\u{80}\u{7FF}\u{800}\u{FFFF}", #"\u0080\u07ff\u0800\uffff"#,
            "\u{80}\u{7FF}\u{800}\u{FFFF}"
        ),
        ("\u{10000}😀\u{10FFFF}", #"\ud800\udc00\ud83d\ude00\udbff\udfff"#, "\u{10000}😀\u{10FFFF}"),
        ("\u{2028}\u{2029}", #"\u2028\u2029"#, "\u{2028}\u{2029}"),
    ])
    func `strings are escaped as asked`(text: String, ascii: String, utf8: String) {
        #expect(written(.ascii) { $0.string(text) } == "\"\(ascii)\"")
        #expect(written(.utf8) { $0.string(text) } == "\"\(utf8)\"")
    }

    @Test
    func `an escape is found at each place of each length`() {
        for length in 0..<40 {
            for place in 0..<max(length, 1) {
                for special in ["\"", "\\", "\n", "\u{1F}", "\u{7F}", "é", "日", "😀"] {
                    var parts = Array(repeating: "a", count: length)
                    if place < length { parts[place] = special }
                    let text = parts.joined()
                    #expect(written(.ascii) { $0.string(text) } == escaped(text, ascii: true))
                    #expect(written(.utf8) { $0.string(text) } == escaped(text, ascii: false))
                }
            }
        }
    }

    @Test
    func `a string that is all escapes grows the room as it goes`() {
        for text in ["\u{1}", "😀", "\"", "é"] {
            let long = String(repeating: text, count: 5_000)
            #expect(written(.ascii) { $0.string(long) } == escaped(long, ascii: true))
        }
    }

    @Test
    func `ill-formed bytes never leave ASCII`() {
        let bytes: [UInt8] = [0x61, 0xC3, 0xE2, 0x82, 0xFF, 0x62, 0xED, 0xA0, 0x80, 0xF0, 0x9F]
        let text = written(.ascii) { writer in
            bytes.withUnsafeBufferPointer { writer.string(utf8: $0) }
        }
        let mark = #"\ufffd"#
        #expect(text == "\"a\(mark)\(mark)\(mark)\(mark)b\(mark)\(mark)\(mark)\(mark)\(mark)\"")
    }

    @Test(arguments: [
        (0, "0"), (9, "9"), (10, "10"), (-1, "-1"), (99, "99"), (100, "100"),
        (1_234_567_890, "1234567890"), (999_999_999_999_999_999, "999999999999999999"),
        (1_000_000_000_000_000_000, "1000000000000000000"),
        (Int64.max, "9223372036854775807"), (Int64.min, "-9223372036854775808"),
    ])
    func `integers have all their digits`(value: Int64, expected: String) {
        #expect(written { $0.int(value) } == expected)
    }

    @Test
    func `integers of each length are right on both sides`() {
        var power: Int64 = 1
        for _ in 0..<18 {
            power *= 10
            for value in [power - 1, power, power + 1, -power, 1 - power] {
                #expect(written { $0.int(value) } == String(value))
            }
        }
    }

    /// What ECMA-262 prints.
    @Test(arguments: [
        (0.0, "0"), (-0.0, "0"), (1, "1"), (-1.5, "-1.5"), (0.1, "0.1"), (100, "100"),
        (123_456_789, "123456789"), (1e20, "100000000000000000000"), (1e21, "1e+21"),
        (1.5e21, "1.5e+21"), (123_456_789_012_345_683_968, "123456789012345680000"),
        (1e-6, "0.000001"), (1.5e-6, "0.0000015"), (1e-7, "1e-7"), (1.25e-7, "1.25e-7"),
        (.leastNonzeroMagnitude, "5e-324"), (1.7976931348623157e308, "1.7976931348623157e+308"),
        (9_007_199_254_740_992, "9007199254740992"), (4.35, "4.35"), (0.000123, "0.000123"),
        (1e16, "10000000000000000"), (Double.nan, "null"), (Double.infinity, "null"),
    ])
    func `doubles are written as by JSON stringify`(value: Double, expected: String) {
        #expect(written { $0.double(value) } == expected)
    }

    @Test
    func `doubles read back as themselves`() throws {
        var random = Draw(seed: 11)
        for _ in 0..<20_000 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            let bytes = Array(written { $0.double(value) }.utf8)
            #expect(try JSON(parsing: bytes).root.double == value)
        }
    }

    @Test
    func `raw takes any collection and counts as a value`() {
        let text = written { writer in
            writer.beginArray()
            writer.raw("1".utf8)
            writer.raw([UInt8(ascii: "2"), UInt8(ascii: "9")][..<1])
            writer.raw("345".utf8.lazy.filter { $0 != UInt8(ascii: "4") })
            writer.endArray()
        }
        #expect(text == "[1,2,35]")
    }

    @Test
    func `documents can follow each other on lines`() {
        let text = written { writer in
            for number in 1...3 {
                writer.beginArray()
                writer.int(number)
                writer.endArray()
                writer.byte(UInt8(ascii: "\n"))
            }
        }
        #expect(text == "[1]\n[2]\n[3]\n")
    }

    @Test
    func `a writer can be emptied and used again`() {
        var writer = JSONWriter(escaping: .utf8, reserving: 0)
        writer.beginArray()
        writer.string("first")
        #expect(writer.withBytes { $0.count } == 8)
        writer.removeAll()
        writer.int(2 as Int)
        #expect(writer.bytes == Array("2".utf8))
        #expect(writer.finish() == Array("2".utf8))
    }

    private func written(
        _ escaping: JSONWriter.Escaping = .ascii,
        _ write: (inout JSONWriter) -> Void
    ) -> String {
        var writer = JSONWriter(escaping: escaping, reserving: 0)
        write(&writer)
        return String(decoding: writer.finish(), as: UTF8.self)
    }

    /// The plain way to escape, a scalar at a time.
    private func escaped(_ text: String, ascii: Bool) -> String {
        let short: [UInt32: String] = [
            0x22: "\\\"", 0x5C: "\\\\", 0x08: "\\b", 0x09: "\\t", 0x0A: "\\n", 0x0C: "\\f",
            0x0D: "\\r",
        ]
        var result = "\""
        for scalar in text.unicodeScalars {
            if let escape = short[scalar.value] {
                result += escape
            } else if scalar.value < 0x20 || ascii && scalar.value >= 0x7F {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Texts are copied in blocks: every length and every place of an escape must be right.
    @Test(arguments: [JSONWriter.Escaping.ascii, .utf8])
    func `an escape is found at every place of a text`(escaping: JSONWriter.Escaping) {
        let escapes: [(String, ascii: String, utf8: String)] = [
            ("\"", #"\""#, #"\""#), ("\\", #"\\"#, #"\\"#), ("\n", #"\n"#, #"\n"#),
            ("\u{1F}", #"\u001f"#, #"\u001f"#), ("\u{7F}", #"\u007f"#, "\u{7F}"),
            ("é", #"\u00e9"#, "é"), ("字", #"\u5b57"#, "字"),
            ("😀", #"\ud83d\ude00"#, "😀"),
        ]
        for length in 0..<70 {
            let plain = String(
                (0..<length).map { Character(Unicode.Scalar(0x61 + UInt8($0 % 26))) }
            )
            for (special, ascii, utf8) in escapes {
                for place in 0...length {
                    let (head, tail) = (plain.prefix(place), plain.suffix(length - place))
                    let text = written(escaping) { $0.string(head + special + tail) }
                    let escaped = escaping == .ascii ? ascii : utf8
                    guard text != "\"\(head)\(escaped)\(tail)\"" else { continue }
                    Issue.record("\(special) at \(place) of \(length): \(text)")
                }
            }
        }
    }

    @Test(arguments: [0, 64, 100, 199, 200, 5000])
    func `an array has all bytes, however many were expected`(expected: Int) {
        let bytes = JSONWriter.array(escaping: .ascii, expecting: expected) { json in
            json.part(#"{"list":["#)
            for _ in 0..<20 { json.string("seven..") }
            json.part("],")
            json.part(#""longer name":"#)
            json.string(atMost: 3) { place in
                (place[0], place[1]) = (0x61, 0x62)
                return 2
            }
            json.endObject()
        }
        let list = [String](repeating: "\"seven..\"", count: 20).joined(separator: ",")
        #expect(
            String(decoding: bytes, as: UTF8.self) == #"{"list":[\#(list)],"longer name":"ab"}"#
        )
    }
}
