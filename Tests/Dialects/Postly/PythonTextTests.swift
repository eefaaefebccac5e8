import Testing

@testable import PostlyDialect

@Suite
struct PythonTextTests {
    @Test(arguments: [
        ("abc", "'abc'"), ("", "''"), ("it's", "\"it's\""), ("a\"b", "'a\"b'"),
        ("it's \"it\"", "'it\\'s \"it\"'"), ("back\\slash", "'back\\\\slash'"),
        ("a\nb\r\t", "'a\\nb\\r\\t'"), ("\r\n", "'\\r\\n'"), ("\u{0}\u{1F}", "'\\x00\\x1f'"),
        ("\u{7F}\u{80}\u{9F}", "'\\x7f\\x80\\x9f'"), ("a\u{A0}b", "'a\\xa0b'"),
        ("\u{AD}", "'\\xad'"), ("café", "'café'"), ("e\u{301}", "'e\u{301}'"),
        ("'\u{301}", "\"'\u{301}\""), ("\"\u{301}'", "'\"\u{301}\\''"), ("猫🦊", "'猫🦊'"),
        ("\u{200B}\u{FEFF}\u{3000}", "'\\u200b\\ufeff\\u3000'"), ("\u{2028}", "'\\u2028'"),
        ("\u{E000}\u{378}", "'\\ue000\\u0378'"), ("\u{FFFD}", "'\u{FFFD}'"),
        ("\u{E0001}\u{10FFFF}", "'\\U000e0001\\U0010ffff'"), ("  ", "'  '"),
        ("👩\u{200D}👧", "'👩\\u200d👧'"),
    ])
    func `a text as a literal`(text: String, literal: String) {
        #expect(Array(PythonText.literal(text).utf8) == Array(literal.utf8))
    }

    /// The digest is of what `str.isprintable` of Python 3.11, which has Unicode 14, refuses.
    @Test
    func `exactly the characters that Unicode 14 cannot print are escaped`() {
        var count = 0
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value), scalar != "'", scalar != "\\" else {
                continue
            }
            let literal = PythonText.literal(String(scalar)).unicodeScalars
            if literal.count == 3 { continue }
            count += 1
            digest = (digest ^ UInt64(value)) &* 0x0000_0100_0000_01B3
        }
        #expect(count == 967_548)
        #expect(digest == 0x981C_3406_3F83_45D9)
    }

    @Test(arguments: [
        ("not-a-jwt", "b'not-a-jwt'"), ("", "b''"), ("café", "b'caf\\xc3\\xa9'"),
        ("it's", "b\"it's\""), ("a\"b'", "b'a\"b\\''"), ("a\"b", "b'a\"b'"),
        ("\\\n\r\t", "b'\\\\\\n\\r\\t'"), ("\u{0}\u{7F} ~", "b'\\x00\\x7f ~'"),
        ("\r\n", "b'\\r\\n'"), ("'\u{301}", "b\"'\\xcc\\x81\""),
    ])
    func `bytes as a literal`(text: String, literal: String) {
        #expect(PythonText.bytesLiteral(text) == literal)
    }
}
