import Foundation
import MockPostlyWorld
import Testing

@testable import MockPostlyNouns

@Suite
struct CaseFoldingTests {
    private func folded(_ text: String) -> String {
        String(decoding: CaseFolding.fold(text.utf8), as: UTF8.self)
    }

    @Test(arguments: [
        ("ABCxyz019 [\\]^_`{|}@", "abcxyz019 [\\]^_`{|}@"),
        ("ÉLÈVE", "élève"),
        ("İ", "i"),
        ("ı", "i"),
        ("ſ", "s"),
        ("\u{212A}", "k"),
        ("\u{212B}", "å"),
        ("ΣΑΣ σας", "σασ σασ"),
        ("ß", "ß"),
        ("ẞ", "ß"),
        ("ﬁ", "ﬁ"),
        ("ΩΩ", "ωω"),
        ("ДжЖ", "джж"),
        ("Ａ", "ａ"),
        ("猫🦊\u{0}\"'", "猫🦊\u{0}\"'"),
        ("e\u{301}E\u{301}", "e\u{301}e\u{301}"),
        ("", ""),
    ])
    func `the folded form`(text: String, expected: String) {
        // As bytes: two spellings of one letter are equal as texts.
        #expect(Array(folded(text).utf8) == Array(expected.utf8))
    }

    @Test
    func `folding again changes nothing, and a character stays one`() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let once = CaseFolding.fold(String(scalar).utf8)
            let text = String(decoding: once, as: UTF8.self)
            if text.unicodeScalars.count != 1 || CaseFolding.fold(once) != once {
                Issue.record("U+\(String(value, radix: 16)) folds to \(text)")
            }
        }
    }

    @Test
    func `a character folds like its upper and its lower case`() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let properties = scalar.properties
            guard properties.changesWhenCaseMapped else { continue }
            let folded = CaseFolding.fold(String(scalar).utf8)
            for other in [properties.uppercaseMapping, properties.lowercaseMapping]
            where other.unicodeScalars.count == 1 && CaseFolding.fold(other.utf8) != folded {
                Issue.record("U+\(String(value, radix: 16)) is not like \(other)")
            }
        }
    }

    @Test
    func `a lent text folds like a copy of it`() {
        for text in ["", "Plain ASCII text", "Ünïcode", "ſ\u{0}K"] {
            var copy = text
            let lent = copy.withUTF8 { CaseFolding.fold($0) }
            #expect(lent == CaseFolding.fold(text.utf8))
        }
    }

    @Test(arguments: [
        ("", "", true), ("a", "", true), ("", "a", false), ("abc", "abc", true),
        ("abc", "abcd", false), ("aab", "ab", true), ("ababac", "abac", true),
        ("aaaaab", "aab", true), ("xyz", "z", true), ("xyz", "yx", false),
    ])
    func `a part is found byte for byte`(text: String, part: String, isIn: Bool) {
        #expect(contains(Array(text.utf8), Array(part.utf8)) == isIn)
    }

    @Test
    func `random parts are found where Foundation finds them`() {
        var random = RandomSource(seed: 11)
        for _ in 0..<5000 {
            let text = (0..<random.below(24)).map { _ in UInt8(97 + random.below(3)) }
            let part = (0..<random.below(6)).map { _ in UInt8(97 + random.below(3)) }
            let expected = part.isEmpty || Data(text).range(of: Data(part)) != nil
            #expect(contains(text, part) == expected)
        }
    }
}
