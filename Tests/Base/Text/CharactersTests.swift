import MockPostlyText
import Testing

@Suite struct CharactersTests {
    @Test(arguments: [
        ("abc", "b", true), ("aab", "ab", true), ("aaab", "aab", true), ("abc", "bd", false),
        ("ab", "abc", false), ("", "a", false), ("abc", "", true), ("zoë", "ë", true),
    ])
    func `a text is held where its bytes are`(text: String, part: String, isHeld: Bool) {
        #expect(text.holds(part) == isHeld)
        #expect("<\(text)>".dropFirst().dropLast().holds(part) == isHeld)
    }
}
