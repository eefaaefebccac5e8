import MockPostlyWorld

/// Writes posts, titles and comments from the phrases of a phrasebook.
///
/// All random choices come from one source: the same book, source and calls give the same text.
/// Each phrase is used once before any is used again, and never twice in a post. A post stays on
/// one topic while that has phrases left, and uses one word for each pinned slot.
struct Composer {
    let book: Phrasebook
    var random: RandomSource

    /// The text of the last post or comment.
    private(set) var text: [UInt8] = []
    /// The ranges of the last post's paragraphs in ``text``, which blank lines separate.
    private(set) var paragraphs: [Range<Int>] = []
    /// The topic of the last post; the first one when it has several.
    private(set) var topic = 0

    /// Decks of phrases by bank and kind; each post is a round.
    private var decks: [[Deck]]
    private var topics: Deck
    private var post = 0
    /// The last word of each slot; -1 for none.
    private var lastWord: [Int]
    /// The word of each pinned slot in this post; -1 for none yet.
    private var pins: [Int]
    /// The word of each slot in the title; -1 for none.
    private var titleWord: [Int]
    private var words = 0
    /// Whether a comment is written: its pinned words of the common bank may differ from the
    /// post's.
    private var isComment = false
    private var isTitle = false

    init(_ book: Phrasebook, _ random: RandomSource) {
        self.book = book
        self.random = random
        decks = book.banks.map { $0.phrases.map { Deck(count: $0.count) } }
        topics = Deck(count: book.topics.count)
        lastWord = Array(repeating: -1, count: book.slots.count)
        (pins, titleWord) = (lastWord, lastWord)
    }

    var textOfParagraphs: [String] {
        paragraphs.map { String(decoding: text[$0], as: UTF8.self) }
    }

    var wordCount: Int { words }
}

// MARK: Posts

extension Composer {
    /// Begins a post on the next topic.
    mutating func beginPost() {
        post += 1
        topic = topics.draw(&random, round: post) ?? 0
        for slot in pins.indices { (pins[slot], titleWord[slot]) = (-1, -1) }
        text.removeAll(keepingCapacity: true)
        paragraphs.removeAll(keepingCapacity: true)
        words = 0
    }

    /// A title for the present post.
    mutating func title() -> String {
        let start = text.count
        isTitle = true
        defer { isTitle = false }
        let bank = random.happens(8) ? book.common : topic
        if !say(.title, bank, about: topic) { _ = say(.title, topic, about: topic) }
        let title = titleCased(text[start...])
        text.removeLast(text.count - start)
        words = 0
        return title
    }

    /// Writes a post with a number of words in `range`, as near as whole sentences allow.
    ///
    /// When the topic has nothing left to say, the post continues with another one.
    mutating func writePost(words range: ClosedRange<Int>) {
        let target = random.within(range)
        let limit = range.upperBound
        writeOpening(topic, target: target, limit: limit)
        var current = topic
        var others = Array(book.topics.filter { $0 != topic })
        // The closing sentence has about this many words.
        let closing = 18
        while words < target - closing {
            if writeParagraph(current, until: target - closing, limit: limit) { continue }
            guard words < range.lowerBound, !others.isEmpty else { break }
            current = others.remove(at: random.below(others.count))
            writeOpening(current, target: target, limit: limit)
        }
        for _ in 0..<4 where words < range.lowerBound {
            _ = writeParagraph(current, until: range.lowerBound, limit: limit)
        }
        if words < target - closing / 2 || words > 60 { writeClosing(current, limit: limit) }
    }

    /// Writes a post of about `total` words, with a chapter on each of several topics.
    mutating func writeChapters(_ count: Int, words total: Int) {
        var chapters = [topic]
        var others = Array(book.topics.filter { $0 != topic })
        random.shuffle(&others)
        chapters += others.prefix(count - 1)
        for (number, chapter) in chapters.enumerated() {
            let goal = total * (number + 1) / count
            beginParagraph()
            append("\(Self.numerals[number % Self.numerals.count]): ")
            text += book.banks[chapter].subject
            append(".")
            endParagraph()
            words += 3
            writeOpening(chapter, target: goal, limit: total)
            while words < goal - 18, writeParagraph(chapter, until: goal - 18, limit: total) {}
        }
        writeClosing(chapters[count - 1], limit: total + 30)
    }

    private static let numerals = [
        "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven",
        "Twelve", "Thirteen", "Fourteen", "Fifteen",
    ]

    /// Writes a paragraph with a rare word.
    mutating func writeRarity() {
        beginParagraph()
        _ = say(.rarity, book.common, about: topic)
        endParagraph()
    }

    private mutating func writeOpening(_ topic: Int, target: Int, limit: Int) {
        beginParagraph()
        let bank = random.happens(10) ? book.common : topic
        if !say(.opening, bank, about: topic, limit: limit) {
            _ = say(.opening, topic, about: topic, limit: limit)
        }
        if words + 60 < target { _ = say(.observation, topic, about: topic, limit: limit) }
        endParagraph()
    }

    private mutating func writeClosing(_ topic: Int, limit: Int) {
        beginParagraph()
        let bank = random.happens(15) ? book.common : topic
        if !say(.closing, bank, about: topic, limit: limit) {
            _ = say(.closing, topic, about: topic, limit: limit)
        }
        endParagraph()
    }

    /// Writes a paragraph of one kind of sentence; false when no phrase is left.
    private mutating func writeParagraph(_ topic: Int, until target: Int, limit: Int) -> Bool {
        let kinds: [Phrasebook.Kind] = [.anecdote, .observation, .instruction]
        let first = [0, 0, 0, 1, 1, 1, 2, 2][random.below(8)]
        let start = words
        beginParagraph()
        for turn in 0..<kinds.count where words == start {
            let kind = kinds[(first + turn) % kinds.count]
            let sentences = kind == .anecdote ? random.within(1...2) : random.within(2...4)
            for _ in 0..<sentences where words < target || words == start {
                let bank = random.happens(12) ? book.common : topic
                if say(kind, bank, about: topic, limit: limit) { continue }
                _ = say(kind, topic, about: topic, limit: limit)
            }
        }
        endParagraph()
        return words > start
    }

    private mutating func beginParagraph() {
        if !paragraphs.isEmpty { append("\n\n") }
        paragraphs.append(text.count..<text.count)
    }

    private mutating func endParagraph() {
        guard let last = paragraphs.popLast() else { return }
        if last.lowerBound < text.count {
            paragraphs.append(last.lowerBound..<text.count)
        } else if let before = paragraphs.last {
            // Nothing was written: remove the blank line too.
            text.removeLast(text.count - before.upperBound)
        }
    }
}

// MARK: Comments

extension Composer {
    /// Writes a comment on the present post; it replaces ``text``.
    mutating func writeComment(_ kind: Phrasebook.Kind) {
        text.removeAll(keepingCapacity: true)
        paragraphs.removeAll(keepingCapacity: true)
        isComment = kind != .reply
        defer { isComment = false }
        let bank = kind == .comment && random.happens(55) ? topic : book.common
        // A long thread uses up all remarks; then they may repeat.
        if say(kind, bank, about: topic) || say(kind, book.common, about: topic) { return }
        decks[book.common][kind.place].endRound()
        _ = say(kind, book.common, about: topic)
    }
}

// MARK: Phrases

extension Composer {
    /// Writes the next phrase of a kind.
    ///
    /// Returns false when the bank has none left for this post, or the phrase would exceed `limit`
    /// words.
    private mutating func say(
        _ kind: Phrasebook.Kind,
        _ bank: Int,
        about topic: Int,
        limit: Int = .max
    ) -> Bool {
        let place = kind.place
        guard let phrase = decks[bank][place].draw(&random, round: post) else { return false }
        let start = text.count
        let isFirst = start == 0 || text[start - 1] == UInt8(ascii: "\n")
        if !isFirst { text.append(UInt8(ascii: " ")) }
        let from = text.count
        fill(book.banks[bank].phrases[place][phrase], about: topic)
        let more = text[from...].count { $0 == UInt8(ascii: " ") } + 1
        if words + more > limit, words > 0 {
            text.removeLast(text.count - start)
            return false
        }
        words += more
        return true
    }

    /// Adds a phrase to the text, with words in its slots.
    mutating func fill(_ phrase: Phrase, about topic: Int) {
        for piece in phrase.pieces {
            let start = text.count
            switch piece {
            case .text(let bytes):
                text += bytes
                continue
            case .topic(let startsSentence):
                text += book.banks[topic].subject
                if startsSentence { capitalize(start) }
            case .slot(let slot, let form, let startsSentence):
                let word = choose(slot, form)
                if form == .article { text += book.slots[slot].words[word].article }
                text +=
                    form == .plural
                    ? book.slots[slot].words[word].plural
                    : book.slots[slot].words[word].singular
                if startsSentence { capitalize(start) }
            }
        }
    }

    private mutating func choose(_ slot: Int, _ form: Phrase.Form) -> Int {
        let isFree = isComment && book.slots[slot].bank == book.common
        if book.slots[slot].isPinned, !isFree {
            if pins[slot] < 0 { pins[slot] = random.below(book.slots[slot].words.count) }
            return pins[slot]
        }
        if form == .same, lastWord[slot] >= 0 { return lastWord[slot] }
        let count = book.slots[slot].words.count
        var word = random.below(count)
        // A post often repeats the words of its title.
        if titleWord[slot] >= 0, random.happens(60) { word = titleWord[slot] }
        if word == lastWord[slot] { word = (word + 1) % count }
        lastWord[slot] = word
        if isTitle { titleWord[slot] = word }
        return word
    }

    private mutating func capitalize(_ index: Int) {
        if UInt8(ascii: "a")...UInt8(ascii: "z") ~= text[index] { text[index] -= 0x20 }
    }

    private mutating func append(_ text: String) {
        self.text += text.utf8
    }
}

/// The text in title case: small words in the middle stay in lower case, and so do first
/// letters beyond ASCII.
private func titleCased(_ text: ArraySlice<UInt8>) -> String {
    let words = text.split(separator: UInt8(ascii: " "))
    var title: [UInt8] = []
    title.reserveCapacity(text.count)
    for (index, word) in words.enumerated() {
        let isInside = index > 0 && index < words.count - 1 && title.last != UInt8(ascii: ":")
        if index > 0 { title.append(UInt8(ascii: " ")) }
        let start = title.count
        title += word
        let isSmall = isInside && smallWords.contains { $0.utf8.elementsEqual(word) }
        if !isSmall, UInt8(ascii: "a")...UInt8(ascii: "z") ~= title[start] { title[start] -= 0x20 }
    }
    return String(decoding: title, as: UTF8.self)
}

/// Articles, short prepositions and conjunctions.
private let smallWords = [
    "a", "an", "the", "of", "in", "on", "at", "to", "for", "and", "or", "but", "with", "from",
    "by", "as",
]
