import MockPostlyJSON
import Testing

@Suite
struct JSONParserTests {
    @Test(arguments: [
        ("null", JSONValue.Kind.null), ("true", .bool), ("false", .bool), ("0", .number),
        ("-0", .number), ("1.5", .number), ("1e5", .number), ("1E+05", .number),
        ("-12.75e-3", .number), ("\"\"", .string), ("[]", .array), ("{}", .object),
        (" \t\r\n[ ] \n", .array), ("{ \"a\" : [ 1 , { } ] }", .object),
    ])
    func `a valid document has the kind of its value`(text: String, kind: JSONValue.Kind) throws {
        #expect(try JSON(parsing: Array(text.utf8)).root.kind == kind)
    }

    @Test(arguments: refused)
    func `what is not JSON is refused with a place and a reason`(refused: Refused) {
        #expect(throws: JSONError(offset: refused.offset, reason: refused.reason)) {
            try JSON(parsing: refused.bytes)
        }
    }

    @Test
    func `each reason has words of its own`() {
        let reasons: [JSONError.Reason] = [
            .empty, .expectedValue, .expectedName, .expectedColon, .expectedCommaOrBracket,
            .expectedCommaOrBrace, .unexpectedEnd, .unterminatedString, .controlCharacter,
            .badEscape, .badUnicodeEscape, .unpairedSurrogate, .invalidUTF8, .badNumber, .tooDeep,
            .textAfterValue, .tooLarge,
        ]
        #expect(Set(reasons.map(\.words)).count == reasons.count)
        #expect(JSONError.Reason.tooDeep.words == "nested deeper than 64")
    }

    @Test(arguments: [("[", "]"), ("{\"a\":", "}")])
    func `64 containers may stand in one another and no more`(open: String, close: String) throws {
        func nested(_ depth: Int) -> [UInt8] {
            let inner = open == "[" ? "" : "0"
            let text =
                String(repeating: open, count: depth) + inner
                + String(repeating: close, count: depth)
            return Array(text.utf8)
        }
        #expect(try JSON(parsing: nested(64)).root.count == 1)
        #expect(throws: JSONError(offset: 64 * open.utf8.count, reason: .tooDeep)) {
            try JSON(parsing: nested(65))
        }
        // Far more than any stack would bear.
        #expect(throws: JSONError.self) { try JSON(parsing: nested(1_000_000)) }
    }

    @Test
    func `a container that is closed no longer counts as depth`() throws {
        let text = "[" + String(repeating: "[[[]]],", count: 1_000) + "0]"
        #expect(try JSON(parsing: Array(text.utf8)).root.count == 1_001)
    }

    @Test
    func `a byte order mark is an error unless it may be skipped`() throws {
        let bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("[1]".utf8)
        #expect(throws: JSONError(offset: 0, reason: .expectedValue)) {
            try JSON(parsing: bytes)
        }
        let value = try JSON(parsing: bytes, skippingByteOrderMark: true).root
        #expect(value.count == 1)
        #expect(value.offset == 3)
        #expect(throws: JSONError(offset: 3, reason: .empty)) {
            try JSON(parsing: Array(bytes.prefix(3)), skippingByteOrderMark: true)
        }
    }

    @Test
    func `each prefix of a document is refused`() throws {
        let bytes = Array(#"{"a":[1,-2.5e3,"\u00e9\ud83d\ude00é"],"b":{"c":null,"d":true}}"#.utf8)
        #expect(try JSON(parsing: bytes).root.count == 2)
        for length in 0..<bytes.count {
            #expect(throws: JSONError.self) { try JSON(parsing: Array(bytes.prefix(length))) }
        }
    }

    @Test
    func `every scalar may stand bare in a string and no surrogate may`() {
        var misread: [UInt32] = []
        for value in UInt32(0x20)...0x10_FFFF where value != 0x22 && value != 0x5C {
            let bytes = [0x22] + generalizedUTF8(value) + [0x22]
            let string = (try? JSON(parsing: bytes))?.root.string
            let isSurrogate = 0xD800...0xDFFF ~= value
            let scalar = string?.unicodeScalars.first?.value
            if isSurrogate ? string != nil : scalar != value { misread.append(value) }
        }
        #expect(misread.isEmpty)
    }

    @Test
    func `every pair of bytes outside ASCII is judged as the standard library does`() {
        var misjudged: [[UInt8]] = []
        for first in UInt8(0x80)...0xFF {
            for second in UInt8.min...0xFF where second >= 0x80 || second == 0x61 {
                for tail: [UInt8] in [[], [0x80], [0x80, 0xBF], [0xBF, 0x41]] {
                    let text = [first, second] + tail
                    let parsed = (try? JSON(parsing: [0x22] + text + [0x22]))?.root.string
                    let expected = String(validating: text, as: UTF8.self)
                    if parsed != expected { misjudged.append(text) }
                }
            }
        }
        #expect(misjudged.isEmpty)
    }

    /// The bytes of a scalar, or what they would be for a surrogate.
    private func generalizedUTF8(_ value: UInt32) -> [UInt8] {
        if let scalar = Unicode.Scalar(value) { return Array(String(scalar).utf8) }
        return [
            UInt8(0xE0 | value >> 12), UInt8(0x80 | value >> 6 & 0x3F), UInt8(0x80 | value & 0x3F),
        ]
    }
}

/// A text that is not JSON.
struct Refused: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let offset: Int
    let reason: JSONError.Reason

    init(_ text: String, _ offset: Int, _ reason: JSONError.Reason) {
        self.init(Array(text.utf8), offset, reason)
    }

    init(_ bytes: [UInt8], _ offset: Int, _ reason: JSONError.Reason) {
        (self.bytes, self.offset, self.reason) = (bytes, offset, reason)
    }

    var testDescription: String { String(decoding: bytes, as: UTF8.self) }
}

private let refused: [Refused] = [
    Refused("", 0, .empty),
    Refused(" \n\t ", 4, .empty),
    Refused([0x0B], 0, .expectedValue),
    Refused([0xC2, 0xA0, 0x31], 0, .expectedValue),
    Refused("nul", 0, .expectedValue),
    Refused("nulL", 0, .expectedValue),
    Refused("True", 0, .expectedValue),
    Refused("NaN", 0, .expectedValue),
    Refused("Infinity", 0, .expectedValue),
    Refused("-Infinity", 1, .badNumber),
    Refused("'a'", 0, .expectedValue),
    Refused("// a\n1", 0, .expectedValue),
    Refused("truefalse", 4, .textAfterValue),
    Refused("1 2", 2, .textAfterValue),
    Refused("{}}", 2, .textAfterValue),
    Refused([0x31, 0x00], 1, .textAfterValue),

    Refused("[", 1, .unexpectedEnd),
    Refused("[1", 2, .unexpectedEnd),
    Refused("[1,", 3, .unexpectedEnd),
    Refused("[1,]", 3, .expectedValue),
    Refused("[,1]", 1, .expectedValue),
    Refused("[1,,2]", 3, .expectedValue),
    Refused("[1 2]", 3, .expectedCommaOrBracket),
    Refused("[1}", 2, .expectedCommaOrBracket),
    Refused("[1:2]", 2, .expectedCommaOrBracket),
    Refused("]", 0, .expectedValue),

    Refused("{", 1, .unexpectedEnd),
    Refused("{1:2}", 1, .expectedName),
    Refused("{a:2}", 1, .expectedName),
    Refused("{\"a\"", 4, .unexpectedEnd),
    Refused("{\"a\"}", 4, .expectedColon),
    Refused("{\"a\" 1}", 5, .expectedColon),
    Refused("{\"a\":}", 5, .expectedValue),
    Refused("{\"a\":1", 6, .unexpectedEnd),
    Refused("{\"a\":1,", 7, .unexpectedEnd),
    Refused("{\"a\":1,}", 7, .expectedName),
    Refused("{\"a\":1 \"b\":2}", 7, .expectedCommaOrBrace),
    Refused("{\"a\":1]", 6, .expectedCommaOrBrace),
    Refused("{,}", 1, .expectedName),

    Refused("-", 1, .badNumber),
    Refused("+1", 0, .expectedValue),
    Refused(".5", 0, .expectedValue),
    Refused("01", 1, .badNumber),
    Refused("-01", 2, .badNumber),
    Refused("1.", 2, .badNumber),
    Refused("1.e5", 2, .badNumber),
    Refused("1e", 2, .badNumber),
    Refused("1e+", 3, .badNumber),
    Refused("0x10", 1, .textAfterValue),
    Refused("1_000", 1, .textAfterValue),
    Refused("１", 0, .expectedValue),

    Refused("\"", 0, .unterminatedString),
    Refused(" \"abc", 1, .unterminatedString),
    Refused("\"abcdefghijklmnop", 0, .unterminatedString),
    Refused("\"\\", 0, .unterminatedString),
    Refused("\"\\\"", 0, .unterminatedString),
    Refused("\"a\nb\"", 2, .controlCharacter),
    Refused("\"abcdefgh\u{0}\"", 9, .controlCharacter),
    Refused("\"\u{1F}\"", 1, .controlCharacter),
    Refused("\"\\x\"", 1, .badEscape),
    Refused("\"\\'\"", 1, .badEscape),
    Refused("\"\\U0041\"", 1, .badEscape),
    Refused("\"\\u12\"", 1, .badUnicodeEscape),
    Refused("\"\\u12G4\"", 1, .badUnicodeEscape),
    Refused("\"\\u+123\"", 1, .badUnicodeEscape),
    Refused("\"\\u", 1, .badUnicodeEscape),
    Refused("\"\\ud83d\"", 1, .unpairedSurrogate),
    Refused("\"\\ud83d\\n\"", 1, .unpairedSurrogate),
    Refused("\"\\ud83d\\ud83d\"", 1, .unpairedSurrogate),
    Refused("\"\\ude00\"", 1, .unpairedSurrogate),
    Refused("\"\\ude00\\ud83d\"", 1, .unpairedSurrogate),
    Refused("\"\\ud83d\\uzzzz\"", 7, .badUnicodeEscape),

    // A lone continuation, an overlong slash, a surrogate, beyond the last scalar, cut short.
    Refused([0x22, 0x80, 0x22], 1, .invalidUTF8),
    Refused([0x22, 0xC0, 0xAF, 0x22], 1, .invalidUTF8),
    Refused([0x22, 0xE0, 0x9F, 0xBF, 0x22], 1, .invalidUTF8),
    Refused([0x22, 0xED, 0xA0, 0x80, 0x22], 1, .invalidUTF8),
    Refused([0x22, 0xF0, 0x8F, 0xBF, 0xBF, 0x22], 1, .invalidUTF8),
    Refused([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1, .invalidUTF8),
    Refused([0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], 1, .invalidUTF8),
    Refused([0x22, 0x61, 0xC3, 0x22], 2, .invalidUTF8),
    Refused([0x22, 0xE2, 0x82], 1, .invalidUTF8),
    Refused([0x22, 0xFF, 0x22], 1, .invalidUTF8),
]
