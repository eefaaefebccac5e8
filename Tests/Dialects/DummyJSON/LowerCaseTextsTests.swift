import MockPostlyWorld
import Testing

@testable import DummyJSONDialect

/// Texts that are looked for in many records.
@Suite
struct LowerCaseTextsTests {
    @Test(arguments: [1, 63, 64, 65, 300])
    func `the same records are found with trigrams as without`(count: Int) {
        var random = RandomSource(seed: UInt64(count))
        let records = (0..<count).map { _ in
            (0..<random.below(3)).map { _ in
                String((0..<random.below(60)).map { _ in Character(letter(&random)) })
            }
        }
        let texts = LowerCaseTexts(records)
        for length in 1...6 {
            for _ in 0..<20 {
                let wanted = String((0..<length).map { _ in Character(letter(&random)) })
                    .lowercased()
                let expected = records.indices.filter { place in
                    records[place].contains { text in
                        contains(Array(text.lowercased().utf8), Array(wanted.utf8))
                    }
                }
                #expect(texts.records(with: Array(wanted.utf8)) == expected)
            }
        }
    }

    @Test
    func `the trigrams are counted when they are made, at the second search`() {
        let texts = LowerCaseTexts([["Some text"], ["another"]])
        let held = texts.bufferedBytes
        #expect(texts.records(with: Array("text".utf8)) == [0])
        #expect(texts.bufferedBytes == held)
        #expect(texts.records(with: Array("othe".utf8)) == [1])
        #expect(texts.bufferedBytes > held)
        #expect(texts.records(with: Array("ne".utf8)).isEmpty)
    }

    private func letter(_ random: inout RandomSource) -> Unicode.Scalar {
        let letters: [Unicode.Scalar] = ["a", "B", "b", "é", "-"]
        return letters[random.below(letters.count)]
    }

    private func contains(_ text: [UInt8], _ wanted: [UInt8]) -> Bool {
        text.count >= wanted.count
            && (0...(text.count - wanted.count)).contains { text[$0...].starts(with: wanted) }
    }
}
