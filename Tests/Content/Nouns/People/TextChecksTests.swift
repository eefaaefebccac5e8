import Testing

@testable import MockPostlyNouns

@Suite
struct TextChecksTests {
    @Test(arguments: [
        ("", true), (" \t\n", true), ("\u{A0}\u{2003}\u{3000}", true), (".", false),
        (" a ", false), ("\u{200B}", false),
    ])
    func `a blank text has nothing but white space`(text: String, isBlank: Bool) {
        #expect(text.isBlank == isBlank)
    }

    @Test
    func `characters are counted as people count them`() {
        let family = "👨‍👩‍👧‍👦"
        #expect(!String(repeating: family, count: 80).hasMoreCharacters(than: 80))
        #expect(String(repeating: family, count: 81).hasMoreCharacters(than: 80))
        #expect(!String(repeating: "a", count: 80).hasMoreCharacters(than: 80))
        #expect(String(repeating: "a", count: 81).hasMoreCharacters(than: 80))
        #expect(!"".hasMoreCharacters(than: 0) && "a".hasMoreCharacters(than: 0))
    }
}
