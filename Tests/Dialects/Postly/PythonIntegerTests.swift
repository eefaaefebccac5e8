import Foundation
import MockPostlyWorld
import Testing

@testable import PostlyDialect

@Suite
struct PythonIntegerTests {
    @Test(
        arguments: [
            ("0", 0), ("7", 7), ("007", 7), ("+2", 2), (" 2 ", 2), ("-0", 0), ("-12", -12),
            ("\t\n\u{B}\u{C}\r5\u{85}\u{A0}", 5), ("\u{1680}\u{2000}5\u{3000}\u{2028}", 5),
            ("\u{205F}+5\u{202F}\u{200A}", 5), ("9223372036854775807", .max),
            ("-9223372036854775808", .min), ("000000000000000000000000000001", 1),
        ] as [(String, Int64)]
    )
    func `a number`(text: String, value: Int64) {
        let number = PythonInteger(text)
        #expect(number?.clamped == value)
        #expect(number?.fits == true)
    }

    @Test(
        arguments: [
            ("9223372036854775808", .max), ("-9223372036854775809", .min),
            (String(repeating: "9", count: 5000), .max),
            ("-" + String(repeating: "9", count: 50), .min),
            ("92233720368547758070", .max),
        ] as [(String, Int64)]
    )
    func `a number beyond eight bytes`(text: String, nearest: Int64) {
        let number = PythonInteger(text)
        #expect(number?.clamped == nearest)
        #expect(number?.fits == false)
    }

    @Test(arguments: [
        "", " ", "+", "-", "--1", "+-1", "- 1", "1 1", "1.5", "1e1", "0x1", "abc", "²", "Ⅷ", "_1",
        "1__0", "\u{1C}1", "1\u{1F}", "1\u{200B}", "\u{FEFF}1", "1\u{301}", "1\u{0}", "٣", "1_0",
        "1,0",
    ])
    func `no number`(text: String) {
        #expect(PythonInteger(text) == nil)
    }

    @Test
    func `a random text is read as by a pattern`() throws {
        let pattern = try Regex(
            "[\\t-\\r \u{85}\u{A0}\u{2003}]*([+-]?[0-9]+)[\\t-\\r \u{85}\u{A0}\u{2003}]*"
        )
        .matchingSemantics(.unicodeScalar)
        var random = RandomSource(seed: 3)
        let characters = Array("0123456789019+- \t\u{85}\u{A0}\u{2003}_a".unicodeScalars)
        for _ in 0..<5000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0..<24, using: &random) {
                let chosen = Int.random(in: 0..<characters.count, using: &random)
                // Mostly digits, or hardly anything would be a number.
                text.append(
                    Bool.random(using: &random) ? characters[chosen] : characters[chosen % 10]
                )
            }
            let number = PythonInteger(String(text))
            guard let match = try pattern.wholeMatch(in: String(text)),
                let digits = match[1].substring
            else {
                #expect(number == nil, "\(String(text).debugDescription)")
                continue
            }
            let isNegative = digits.hasPrefix("-")
            #expect(number?.fits == (Int64(digits) != nil))
            #expect(number?.clamped == Int64(digits) ?? (isNegative ? .min : .max))
        }
    }
}
