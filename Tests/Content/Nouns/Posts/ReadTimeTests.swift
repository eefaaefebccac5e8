import Foundation
import MockPostlyWorld
import Testing

@testable import MockPostlyNouns

@Suite
struct ReadTimeTests {
    @Test(arguments: [
        (0, 1), (1, 1), (99, 1), (100, 1), (200, 1), (299, 1), (300, 2), (400, 2), (500, 2),
        (501, 3), (699, 3), (700, 4), (900, 4), (901, 5), (1099, 5), (1100, 6), (1300, 6),
        (1301, 7),
    ])
    func `minutes for a number of words`(words: Int, minutes: Int) {
        #expect(readTime(of: String(repeating: "word ", count: words)) == minutes)
    }

    @Test
    func `every number of words rounds to the nearest minute, a tie to the even one`() {
        for words in 0...1500 {
            let (minutes, rest) = words.quotientAndRemainder(dividingBy: 200)
            let roundsUp = rest > 100 || (rest == 100 && minutes % 2 == 1)
            let expected = max(1, minutes + (roundsUp ? 1 : 0))
            #expect(readTime(of: String(repeating: "w ", count: words)) == expected, "\(words)")
        }
    }

    @Test
    func `exactly these characters part words`() {
        var blanks: [UInt32] = []
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            if wordCount(of: "a\(scalar)b") == 2 { blanks.append(value) }
        }
        #expect(blanks == Self.blanks)
    }

    @Test(arguments: ["", " ", "\n\t ", "\u{3000}\u{85}\u{1C}"])
    func `blanks alone are no words`(text: String) {
        #expect(wordCount(of: text) == 0)
        #expect(readTime(of: text) == 1)
    }

    @Test
    func `a combining mark behind a blank does not join words`() {
        #expect(wordCount(of: "a \u{301}b") == 2)
        #expect(wordCount(of: "a\r\nb") == 2)
    }

    @Test
    func `a random text has the words that Foundation finds`() {
        var random = RandomSource(seed: 7)
        let set = CharacterSet(Self.blanks.compactMap(Unicode.Scalar.init).map { $0...$0 })
        let others: [Unicode.Scalar] = ["a", "é", "\u{200B}", "\u{FEFF}", "\u{301}", "\u{1F600}"]
        for _ in 0..<2000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<random.below(40) {
                let blank = Unicode.Scalar(random.pick(Self.blanks)) ?? " "
                text.append(random.chance(1, in: 3) ? blank : random.pick(others))
            }
            let words = String(text).components(separatedBy: set).count { !$0.isEmpty }
            #expect(wordCount(of: String(text)) == words)
        }
    }

    private static let blanks: [UInt32] =
        Array(0x09...0x0D) + Array(0x1C...0x20) + [0x85, 0xA0, 0x1680] + Array(0x2000...0x200A)
        + [0x2028, 0x2029, 0x202F, 0x205F, 0x3000]
}

extension CharacterSet {
    fileprivate init(_ ranges: [ClosedRange<Unicode.Scalar>]) {
        self.init()
        for range in ranges { insert(charactersIn: range) }
    }
}
