import MockPostlyWorld
import Testing

@testable import MockPostlyNouns
@testable import MockPostlySeeds

@Suite
struct ComposerTests {
    private let composer: Composer

    init() throws {
        composer = Composer(try .embedded(), RandomSource(seed: 42))
    }

    @Test
    func `there is enough to say about each of many topics`() throws {
        let book = try Phrasebook.embedded()
        #expect(book.topics.count >= 12)
        for topic in book.topics {
            let bank = book.banks[topic]
            let sentences = [.opening, .observation, .instruction, .anecdote, .closing]
                .reduce(0) { $0 + bank.phrases($1).count }
            #expect(sentences + bank.phrases(.title).count >= 60, "\(bank.name)")
            #expect(bank.phrases(.comment).count >= 6, "\(bank.name)")
            #expect(!bank.subject.isEmpty && !bank.covers.isEmpty, "\(bank.name)")
        }
        for slot in book.slots { #expect(slot.words.count >= 4) }
    }

    @Test
    func `every phrase is clean in every bank`() throws {
        var composer = composer
        let book = composer.book
        var rendered = 0
        for (place, bank) in book.banks.enumerated() {
            let topic = place == book.common ? 0 : place
            for kind in Phrasebook.Kind.allCases {
                for phrase in bank.phrases(kind) {
                    for _ in 0..<6 {
                        let text = composer.rendering(phrase, about: topic)
                        let flaws = flaws(in: text, isTitle: kind == .title)
                        #expect(flaws.isEmpty, "\(bank.name) \(kind): \(text)")
                        rendered += 1
                    }
                }
            }
        }
        #expect(rendered > 6_000)
    }

    @Test
    func `only what is meant to be rare has a quokka in it`() throws {
        var composer = composer
        for (place, bank) in composer.book.banks.enumerated() {
            for kind in Phrasebook.Kind.allCases {
                for phrase in bank.phrases(kind) {
                    let topic = place == composer.book.common ? 0 : place
                    let text = composer.rendering(phrase, about: topic).lowercased()
                    #expect(text.contains("quokka") == (kind == .rarity), "\(text)")
                }
            }
        }
    }

    @Test(arguments: [30...30, 30...60, 50...250, 300...320, 900...900, 2_000...2_400])
    func `a post has about as many words as wanted`(range: ClosedRange<Int>) {
        var composer = composer
        for _ in 0..<40 {
            composer.beginPost()
            composer.writePost(words: range)
            let words = composer.textOfParagraphs.joined(separator: " ").split(separator: " ")
            #expect(words.count == composer.wordCount)
            #expect(words.count <= max(range.upperBound, 50))
            #expect(words.count >= min(range.lowerBound - 30, range.lowerBound * 4 / 5))
        }
    }

    @Test
    func `a post keeps to one word for what it is about`() throws {
        var composer = composer
        let book = composer.book
        let bread = try #require(book.banks.firstIndex { $0.name == "bread" })
        let slot = try #require(
            book.slots.firstIndex { $0.isPinned && $0.bank == bread }
        )
        let loaves = book.slots[slot].words.map { String(decoding: $0.singular, as: UTF8.self) }
        var posts = 0
        while posts < 10 {
            composer.beginPost()
            guard composer.topic == bread else { continue }
            composer.writePost(words: 400...600)
            let text = composer.textOfParagraphs.joined(separator: "\n")
            #expect(loaves.count { text.contains($0) } == 1)
            posts += 1
        }
    }

    @Test
    func `no sentence comes twice in a post`() {
        var composer = composer
        for _ in 0..<20 {
            composer.beginPost()
            composer.writePost(words: 700...900)
            let paragraphs = composer.textOfParagraphs
            #expect(Set(paragraphs).count == paragraphs.count)
        }
    }

    @Test
    func `a long thread has comments for everybody`() {
        var composer = composer
        composer.beginPost()
        _ = composer.title()
        for _ in 0..<300 {
            composer.writeComment(.comment)
            #expect(!composer.text.isEmpty)
        }
    }

    @Test
    func `a title has capitals but for its small words`() {
        var composer = composer
        for _ in 0..<400 {
            composer.beginPost()
            let words = composer.title().split(separator: " ")
            for (index, word) in words.enumerated() {
                let isSmall = small.contains(String(word))
                let isEdge = index == 0 || index == words.count - 1
                #expect(word.first?.isLowercase == false || isSmall && !isEdge, "\(words)")
            }
        }
    }
}

private let small: Set<String> = [
    "a", "an", "the", "of", "in", "on", "at", "to", "for", "and", "or", "but", "with", "from",
    "by", "as",
]

extension Composer {
    /// A phrase as a post of its own would say it.
    fileprivate mutating func rendering(_ phrase: Phrase, about topic: Int) -> String {
        beginPost()
        fill(phrase, about: topic)
        return String(decoding: text, as: UTF8.self)
    }
}

/// What a reader would stumble over.
private func flaws(in text: String, isTitle: Bool) -> [String] {
    var flaws: [String] = []
    for wrong in ["  ", "{", "}", "|", " ,", " .", "..", "?.", "!.", "!?", "--", "\n"]
    where text.contains(wrong) {
        flaws.append(wrong)
    }
    if text.hasPrefix(" ") || text.hasSuffix(" ") { flaws.append("space at an end") }
    if !isTitle, !".!?".contains(text.last ?? " ") { flaws.append("no stop") }
    if text.first?.isLowercase == true, !isTitle { flaws.append("small first letter") }
    for clause in text.lowercased().split(whereSeparator: ",;:.!?".contains) {
        let words = clause.split { !$0.isLetter && $0 != "-" && $0 != "'" }
        for (word, next) in zip(words, words.dropFirst()) {
            if let flaw = flaw(of: word, before: next) { flaws.append(flaw) }
        }
    }
    for (stop, next) in zip(text, text.dropFirst(2)) where ".!?".contains(stop) {
        if next.isLowercase { flaws.append("small letter after a stop") }
    }
    return flaws
}

private func flaw(of word: Substring, before next: Substring) -> String? {
    let isArticle = articles.contains(String(word))
    if isArticle, articles.contains(String(next)) { return "\(word) \(next)" }
    if word == next, word != "that", word != "had" { return "\(word) twice" }
    guard word == "a" || word == "an", let first = next.first else { return nil }
    let isVowel =
        ["hour", "honest"].contains { next.hasPrefix($0) }
        || "aeiou".contains(first) && !["one", "uni"].contains { next.hasPrefix($0) }
    return (word == "an") == isVowel ? nil : "\(word) \(next)"
}

private let articles: Set<String> = ["a", "an", "the", "my", "our", "your", "his", "her"]
