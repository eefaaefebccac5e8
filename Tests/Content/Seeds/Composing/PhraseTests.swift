import MockPostlyWorld
import Testing

@testable import MockPostlySeeds

@Suite
struct PhraseTests {
    @Test(arguments: [
        ("spoon", "spoons", "a "), ("apple", "apples", "an "), ("bus", "buses", "a "),
        ("box", "boxes", "a "), ("brush", "brushes", "a "), ("bench", "benches", "a "),
        ("berry", "berries", "a "), ("toy", "toys", "a "), ("hour", "hours", "an "),
        ("unicycle", "unicycles", "a "), ("Ethiopian", "Ethiopians", "an "),
        ("umbrella", "umbrellas", "an "), ("one-pot stew", "one-pot stews", "a "),
        ("knife|knives", "knives", "a "), ("seal|seals", "seals", "a "),
    ])
    func `a word has a plural and an article`(source: String, plural: String, article: String) {
        let word = PhraseWord(source)
        #expect(String(decoding: word.plural, as: UTF8.self) == plural)
        #expect(String(decoding: word.article, as: UTF8.self) == article)
    }

    @Test(arguments: [
        ("{none}", "no such slot: {none}"),
        ("a {tool", "a brace is not closed in: a {tool"),
        ("{an tool}", "no such slot: {an tool}"),
        ("{ tool}", "no such slot: { tool}"),
        ("{a small tool}", "no such slot: {a small tool}"),
        ("{}", "no such slot: {}"),
    ])
    func `a place that nothing can fill is an error`(source: String, words: String) {
        let error = #expect(throws: PhraseError.self) {
            try Phrase(source) { $0 == "tool" ? 0 : nil }
        }
        #expect(error?.words == words)
    }
}

@Suite
struct DeckTests {
    @Test
    func `each number comes once before any comes again`() {
        var random = RandomSource(seed: 5)
        var deck = Deck(count: 7)
        for round in 1...20 {
            let drawn = (0..<7).compactMap { _ in deck.draw(&random, round: round) }
            #expect(drawn.sorted() == Array(0..<7))
            #expect(deck.draw(&random, round: round) == nil)
        }
        var nothing = Deck(count: 0)
        #expect(nothing.draw(&random, round: 1) == nil)
    }

    @Test
    func `picking is the same for ever`() {
        var random = RandomSource(seed: 1)
        let numbers = (0..<8).map { _ in random.below(100) }
        #expect(numbers == [70, 52, 57, 39, 69, 14, 7, 38])
        var list = Array(0..<8)
        random.shuffle(&list)
        #expect(list == [0, 1, 2, 7, 4, 5, 3, 6])
    }
}
