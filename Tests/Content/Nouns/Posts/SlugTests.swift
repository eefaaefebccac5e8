import Foundation
import MockPostlyWorld
import Testing

@testable import MockPostlyNouns

@Suite
struct SlugTests {
    @Test(arguments: [
        ("What's New, Bo?! (v2.0)", "whats-new-bo-v20"),
        ("  two  spaces ", "--two--spaces-"),
        ("Élève naïve ß", "lve-nave-"),
        ("🦊 fox", "-fox"),
        ("猫!!!", ""),
        ("", ""),
        ("Low Tide, High Hopes!", "low-tide-high-hopes"),
        ("already-a-slug-1", "already-a-slug-1"),
        ("a--b", "a--b"),
        ("tab\tnew\nline\u{A0}blank_under", "tabnewlineblankunder"),
        ("İstanbul", "istanbul"),
        ("\u{212A}elvin", "kelvin"),
        ("I\u{307}", "i"),
        ("ΌΔΟΣ ſ ﬁ ẞ Å Ａ", "-----"),
        ("e\u{301}", "e"),
        ("a\u{0}b", "ab"),
        ("- - -", "-----"),
        ("–—", ""),
    ])
    func `the slug of a title`(title: String, expected: String) {
        #expect(slug(of: title) == expected)
    }

    @Test
    func `beyond ASCII two characters leave something`() {
        var leaving: [UInt32: String] = [:]
        for value in UInt32(0x80)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let slug = slug(of: String(scalar))
            if !slug.isEmpty { leaving[value] = slug }
        }
        #expect(leaving == [0x130: "i", 0x212A: "k"])
    }

    @Test
    func `a random title's slug is what lower-casing, blanks and a filter give`() {
        var random = RandomSource(seed: 20_260_214)
        for _ in 0..<3000 {
            let title = random.title()
            let lowered = title.unicodeScalars.map(\.properties.lowercaseMapping).joined()
            let expected = lowered.replacingOccurrences(of: " ", with: "-", options: .literal)
                .unicodeScalars.filter { Self.kept.contains($0) }
            #expect(slug(of: title) == String(String.UnicodeScalarView(expected)), "\(title)")
        }
    }

    private static let kept = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyz0123456789-")
}

extension RandomSource {
    /// A short text of all kinds of characters.
    fileprivate mutating func title() -> String {
        let special: [Unicode.Scalar] = [
            " ", " ", "-", "_", "\t", "\n", "\u{0}", "\u{A0}", "\u{130}", "\u{131}", "\u{17F}",
            "\u{212A}", "\u{212B}", "\u{301}", "\u{307}", "\u{3C2}", "\u{DF}", "\u{1E9E}",
            "\u{FB01}", "\u{1F98A}", "\u{200D}", "'", "\"", "\u{E9}",
        ]
        var title = String.UnicodeScalarView()
        for _ in 0..<below(30) {
            switch below(4) {
            case 0: title.append(pick(special))
            case 1: title.append(Unicode.Scalar(UInt32(below(0x11_0000))) ?? "x")
            default: title.append(Unicode.Scalar(UInt8(0x20 + below(0x5F))))
            }
        }
        return String(title)
    }
}
