import MockPostlyJavaScript
import Testing

@Suite struct JSONReaderTests {
    @Test(
        arguments: [
            ("null", .null), ("true", .bool(true)), ("false", .bool(false)),
            (" \"a\" ", .string("a")),
            ("-1.5e-3", .number(-0.0015)), ("0", .number(0)), ("1E5", .number(100_000)),
            ("1e999", .number(.infinity)), ("[]", .array([])), ("{}", .object(JSObject())),
            ("[[],[[1]],2]", .array([.array([]), .array([.array([.number(1)])]), .number(2)])),
            (#""\"\\\/\b\f\n\r\t\u0041\u00e9""#, .string("\"\\/\u{8}\u{C}\n\r\tAé")),
            (#""\ud83d\ude00""#, .string("😀")), (#""\ud83dx""#, .string("\u{FFFD}x")),
            (#""\udE00\uD83D""#, .string("\u{FFFD}\u{FFFD}")),
            ("\"\u{7F}\u{2028}\"", .string("\u{7F}\u{2028}")),
            ("\u{FEFF}[1]", .array([.number(1)])),
        ] as [(String, JSValue)]
    )
    func `what JSON.parse accepts is read`(_ text: String, _ value: JSValue) {
        #expect(parseJavaScriptJSON(Array(text.utf8)) == value)
    }

    @Test func `members and elements go to the container that they are in`() {
        let text = #"{"a":[1,{"b":2,"c":[{},[3]]},4],"d":{"e":{"f":5}},"g":6}"#
        #expect(json(value(text)) == text)
    }

    @Test func `a thousand levels are read, more are only checked`() {
        func nested(_ depth: Int) -> [UInt8] {
            Array(repeating: UInt8(ascii: "["), count: depth)
                + Array(repeating: UInt8(ascii: "]"), count: depth)
        }
        #expect(parseJavaScriptJSON(nested(1000)) != nil)
        #expect(parseJavaScriptJSON(nested(1001)) == nil)
        #expect(javaScriptParseError(nested(100_000)) == nil)
        #expect(
            javaScriptParseError(nested(100_000).dropLast() + [UInt8(ascii: "}")])
                == "Expected ',' or ']' after array element in JSON at position 199999"
                + " (line 1 column 200000)"
        )
        var objects = String(repeating: #"{"a":[1,"#, count: 600)
        #expect(javaScriptParseError(Array(objects.utf8)) == "Unexpected end of JSON input")
        objects += "2" + String(repeating: "]}", count: 600)
        #expect(parseJavaScriptJSON(Array(objects.utf8)) == nil)
        #expect(bodyParserError(Array(objects.utf8)) == nil)
    }

    @Test func `a document cut anywhere or changed anywhere is refused or read`() {
        let text = Array(#" {"a":[1,-2.5e3,"x\n\u00e9😀"],"b":{"c":null},"d":true} "#.utf8)
        for place in text.indices {
            for bytes in [
                Array(text[..<place]), text.replacing(place, 0x00), text.replacing(place, 0xFF),
            ] {
                let error = javaScriptParseError(bytes)
                #expect((parseJavaScriptJSON(bytes) == nil) == (error != nil))
            }
        }
    }
}

extension [UInt8] {
    fileprivate func replacing(_ place: Int, _ byte: UInt8) -> [UInt8] {
        var bytes = self
        bytes[place] = byte
        return bytes
    }
}
