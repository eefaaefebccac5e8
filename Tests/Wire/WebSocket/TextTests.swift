import MockPostlyTestKit
import Testing

@testable import MockPostlyWebSocket

/// Autobahn's section 6: UTF-8, across fragments, and failing as early as can be.
@Suite struct TextTests {
    /// κόσμε, and what is wrong behind it.
    static let greek = bytes("cebae1bdb9cf83cebcceb5")

    static let good = [
        "48656c6c6f2dc2b540c39fc3b6c3a4c3bcc3a0c3a12d5554462d382121", "cebae1bdb9cf83cebcceb5",
        "00", "c280", "e0a080", "f0908080", "7f", "dfbf", "efbfbf", "f48fbfbf", "ed9fbf", "ee8080",
        "efbfbd", "efbfbe", "efbfbf", "f09fbfbe", "f48fbfbe", "f0bfbfbf", "",
    ]

    /// Bytes that are no text, of which the last is the first that shows it.
    static let bad = [
        // Bytes that continue nothing, or never occur.
        "80", "bf", "fe", "ff", "f8", "fc", "4180",
        // Characters that are not whole.
        "c220", "e0a020", "e18041", "f0908041", "f4808020", "c3c3", "e2829f41bf",
        // More bytes than needed.
        "c0", "c1", "e080", "e09f", "f080", "f08f",
        // Surrogates, and beyond the last character.
        "eda0", "edbf", "f490", "f4bf", "f5", "f7",
    ]

    @Test("well-formed text is delivered, however it is cut", arguments: good)
    func wellFormed(digits: String) {
        let payload = bytes(digits)
        let expected = [Action.deliver(WebSocketMessage(.text, payload))]
        #expect(outcome(frame(1, payload)) == expected)
        for cut in 0...payload.count {
            let first = frame(1, Array(payload[..<cut]), isFinal: false)
            #expect(outcome(first + continuation(Array(payload[cut...]))) == expected)
        }
        let pieces = payload.map { continuation([$0], isFinal: false) + ping() }.joined()
        let actions = outcome(text("", isFinal: false) + pieces + continuation(""))
        #expect(actions == payload.map { _ in .ponged() } + expected)
    }

    @Test("text fails at its first wrong byte", arguments: bad)
    func failsFast(digits: String) {
        let payload = Self.greek + bytes(digits) + Array("more".utf8)
        let wrong = payload.count - 5
        let input = frame(1, payload)
        let expected = [Action.failed(.badText)]
        #expect(outcome(input) == expected)
        // The header has six bytes.
        #expect(WebSocketSession.actions(of: Array(input[..<(6 + wrong)])) == [])
        #expect(WebSocketSession.actions(of: Array(input[...(6 + wrong)])) == expected)
        // In a later fragment that is not whole, and whose message is not.
        let late = text("", isFinal: false) + frame(0, payload, isFinal: false).dropLast(4)
        #expect(outcome(late) == expected)
        #expect(outcome(Array(late.dropLast())) == [])
        // What is no text may be binary.
        #expect(outcome(frame(2, payload)) == [.binary(payload)])
    }

    @Test(
        "text must not end within a character",
        arguments: ["c3", "e2", "e282", "f0", "f090", "f0908d"]
    )
    func endsEarly(digits: String) {
        let payload = bytes(digits)
        #expect(outcome(frame(1, payload)) == [.failed(.badText)])
        #expect(outcome(frame(1, payload, isFinal: false)) == [])
        let ended = frame(1, payload, isFinal: false) + continuation("")
        #expect(outcome(ended) == [.failed(.badText)])
    }

    @Test func `the check agrees with Swift's about all short sequences`() {
        let tries: [UInt8] = [
            0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0,
            0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
        ]
        func accepts(_ bytes: [UInt8]) -> Bool {
            var check = UTF8Check()
            return bytes.withUnsafeBufferPointer { check.accepts($0) } && check.isBetweenCharacters
        }
        var differences = 0
        for first in UInt8.min ... .max {
            if accepts([first]) != (String(validating: [first], as: UTF8.self) != nil) {
                differences += 1
            }
            for second in UInt8.min ... .max {
                let two = [first, second]
                if accepts(two) != (String(validating: two, as: UTF8.self) != nil) {
                    differences += 1
                }
                guard tries.contains(first), tries.contains(second) else { continue }
                for third in tries {
                    for last in [[], [UInt8(0x80)], [0x41], [0xC2]] {
                        let more = two + [third] + last
                        if accepts(more) != (String(validating: more, as: UTF8.self) != nil) {
                            differences += 1
                        }
                    }
                }
            }
        }
        #expect(differences == 0)
    }

    @Test func `long texts of every script are checked`() {
        var draw = Draw(seed: 6)
        let pieces = ["plain ascii text ", "größe ", "привет ", "日本語 ", "😀😀 ", "x"]
        for _ in 0..<40 {
            let whole = (0..<60).map { _ in pieces[draw.below(pieces.count)] }.joined()
            #expect(outcome(text(whole)) == [.text(whole)])
            var broken = Array(whole.utf8)
            broken[draw.below(broken.count)] = 0xFF
            #expect(outcome(frame(1, broken)) == [.failed(.badText)])
        }
    }
}
