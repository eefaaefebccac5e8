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

    @Test(arguments: [(0, 2, "00"), (255, 4, "00ff"), (4096, 3, "1000")])
    func `a number has as many hexadecimal digits as wanted`(
        number: Int,
        digits: Int,
        text: String
    ) {
        #expect(hexadecimal(number, digits: digits) == text)
    }

    @Test func `small hexadecimal digits are no capitals`() {
        let small = (UInt8.min...UInt8.max).filter(\.isSmallHexadecimalDigit)
        #expect(String(decoding: small, as: UTF8.self) == "0123456789abcdef")
    }
}
