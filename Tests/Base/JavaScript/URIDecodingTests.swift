import MockPostlyJavaScript
import Testing

@Suite struct URIDecodingTests {
    @Test(arguments: escaped)
    func `escapes are decoded, or the text is malformed`(_ text: String, _ decoded: String?) {
        #expect(decodeURIComponent(text.utf8) == decoded)
    }

    @Test func `bytes that are no UTF-8 are replacement characters unless escaped`() {
        #expect(decodeURIComponent([0x61, 0xFF]) == "a\u{FFFD}")
        #expect(decodeURIComponent(Array("%FF".utf8)) == nil)
    }
}

/// Texts, and what `decodeURIComponent` of Node gives; nil where it throws.
private let escaped: [(String, String?)] = [
    ("", ""),
    ("abc", "abc"),
    ("a%20b", "a b"),
    ("+", "+"),
    ("%41", "A"),
    ("%c3%A9", "é"),
    ("%F0%9F%98%80", "😀"),
    ("%E2%82%AC", "€"),
    ("%00", "\u{0}"),
    ("%", nil),
    ("%4", nil),
    ("%zz", nil),
    ("a%", nil),
    ("%C3", nil),
    ("%C3x", nil),
    ("%C3%", nil),
    ("%C3%41", nil),
    ("%A9", nil),
    ("%C0%80", nil),
    ("%ED%A0%80", nil),
    ("%F4%90%80%80", nil),
    ("%F8%80%80%80%80", nil),
    ("%FF", nil),
    ("é", "é"),
    ("%C3%A9é", "éé"),
    ("%E2%82", nil),
    ("%E2%28%A1", nil),
    ("%25", "%"),
    ("%2541", "%41"),
    ("%E0%A4%A", nil),
]
