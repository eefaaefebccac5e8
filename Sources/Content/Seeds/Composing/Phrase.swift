/// One or two sentences with slots for words.
struct Phrase: Sendable {
    /// A run of text, or a slot.
    enum Piece: Sendable {
        case text([UInt8])
        /// A word of the slot with this index in the phrasebook.
        case slot(Int, Form, startsSentence: Bool)
        /// The subject of the post, such as `baking bread`.
        case topic(startsSentence: Bool)
    }

    /// The form of a word in its phrase.
    enum Form: String, Sendable {
        /// The singular.
        case plain = ""
        /// The singular after `a` or `an`.
        case article = "a"
        case plural = "many"
        /// The last word of this slot again.
        case same
    }

    let pieces: [Piece]

    /// Parses a phrase; `{tool}`, `{a tool}`, `{many tool}` and `{same tool}` are slots.
    ///
    /// `slot` returns the index of a slot by its name; an unknown name is thrown as an error.
    init(_ source: String, slot: (String) -> Int?) throws(PhraseError) {
        var pieces: [Piece] = []
        var text: [UInt8] = []
        var rest = source.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "{") else {
                text.append(byte)
                continue
            }
            guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
                throw PhraseError(words: "a brace is not closed in: \(source)")
            }
            let inside = String(Substring(rest[..<end]))
            rest = rest[rest.index(after: end)...]
            let starts = endsSentence(text) && (pieces.isEmpty || !text.isEmpty)
            if !text.isEmpty { pieces.append(.text(text)) }
            text = []
            pieces.append(try Self.piece(inside, startsSentence: starts, slot))
        }
        if !text.isEmpty { pieces.append(.text(text)) }
        self.pieces = pieces
    }

    private static func piece(
        _ inside: String,
        startsSentence: Bool,
        _ slot: (String) -> Int?
    ) throws(PhraseError) -> Piece {
        if inside == "it" { return .topic(startsSentence: startsSentence) }
        let words = inside.split(separator: " ", omittingEmptySubsequences: false)
        if words.count <= 2, let name = words.last, let slot = slot(String(name)),
            let form = Form(rawValue: words.count == 2 ? String(words[0]) : ""),
            words.count == 1 || form != .plain
        {
            return .slot(slot, form, startsSentence: startsSentence)
        }
        throw PhraseError(words: "no such slot: {\(inside)}")
    }
}

/// Why a phrase cannot be parsed.
struct PhraseError: Error {
    var words: String
}

/// Whether a new sentence begins after `text`.
private func endsSentence(_ text: [UInt8]) -> Bool {
    guard let last = text.last else { return true }
    guard last == UInt8(ascii: " "), text.count > 1 else { return false }
    return [".", "!", "?"].contains { UInt8(ascii: $0) == text[text.count - 2] }
}

/// A word for a slot, with its plural and its article.
struct PhraseWord: Sendable {
    let singular: [UInt8]
    let plural: [UInt8]
    /// `a ` or `an `.
    let article: [UInt8]

    /// Reads `knife|knives`, or `spoon` alone when the plural is regular.
    init(_ source: String) {
        let forms = source.split(separator: "|", maxSplits: 1)
        let word = String(forms.first ?? "")
        singular = Array(word.utf8)
        plural = forms.count == 2 ? Array(forms[1].utf8) : Array(Self.plural(of: word).utf8)
        article = Array((Self.takesAn(word) ? "an " : "a ").utf8)
    }

    private static func plural(of word: String) -> String {
        let isSibilant = ["s", "x", "ch", "sh"].contains { word.hasSuffix($0) }
        if isSibilant { return word + "es" }
        let letters = Array(word.utf8)
        guard letters.last == UInt8(ascii: "y"), letters.count > 1,
            !"aeiou".utf8.contains(letters[letters.count - 2])
        else { return word + "s" }
        return word.dropLast() + "ies"
    }

    /// Whether the word takes `an`: an hour, but a unicorn.
    private static func takesAn(_ word: String) -> Bool {
        let word = word.lowercased()
        if ["hour", "honest", "heir"].contains(where: { word.hasPrefix($0) }) { return true }
        if ["uni", "use", "one", "eu"].contains(where: { word.hasPrefix($0) }) { return false }
        return word.utf8.first.map { "aeiou".utf8.contains($0) } ?? false
    }
}
