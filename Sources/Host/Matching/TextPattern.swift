package import MockPostlyRegex

/// A condition on one text of a request, such as the value of a field.
package indirect enum TextPattern: Sendable {
    case equals(String)
    /// The same text, whatever the case of its letters.
    case equalsIgnoringCase(String)
    case contains(String)
    /// There is no such text, or this is not a part of it.
    case lacks(String)
    /// The whole text matches.
    case matches(RegularExpression)
    /// There is no such text, or it does not match as a whole.
    case differs(RegularExpression)
    /// There is no such text.
    case absent
    /// There is one, whatever it is.
    case present
    case date(DatePattern)
    case number(NumberPattern)
    /// A condition on the document that the text is.
    case document(BodyPattern)
    case all([TextPattern])
    case any([TextPattern])
    case not(TextPattern)

    /// Whether `text`, nil when it is absent, meets the condition; compared byte by byte.
    ///
    /// A text that `budget` has not enough for meets none.
    ///
    /// Costs O(n), with an expression what `budget` allows.
    package func accepts(
        _ text: String?,
        _ budget: MatchBudget = MatchBudget(.rules)
    ) -> Bool {
        verdict(on: text, budget) == true
    }

    /// As ``accepts(_:_:)``; nil when `budget` does not allow to find that out.
    private func verdict(on text: String?, _ budget: MatchBudget) -> Bool? {
        switch (self, text) {
        case (.absent, nil), (.present, .some): return true
        // What is not there has nothing in it.
        case (.lacks, nil), (.differs, nil): return true
        case (.equals(let wanted), .some(let text)):
            return text.utf8.elementsEqual(wanted.utf8)
        case (.equalsIgnoringCase(let wanted), .some(let text)):
            return text.lowercased().utf8.elementsEqual(wanted.lowercased().utf8)
        case (.contains(let part), .some(let text)): return text.utf8.hasPart(part.utf8)
        case (.lacks(let part), .some(let text)): return !text.utf8.hasPart(part.utf8)
        case (.differs(let expression), .some(let text)):
            return expression.matchesWhole(text.utf8, budget).map(!)
        case (.matches(let expression), .some(let text)):
            return expression.matchesWhole(text.utf8, budget)
        case (.date(let pattern), .some(let text)): return pattern.accepts(text)
        case (.number(let pattern), .some(let text)): return pattern.accepts(text)
        case (.document(let pattern), .some(let text)):
            return pattern.accepts(Array(text.utf8), budget)
        case (.all(let parts), _):
            return parts.lazy.map { $0.verdict(on: text, budget) }.areAllMet
        case (.any(let parts), _):
            return parts.lazy.map { $0.verdict(on: text, budget) }.isOneMet
        case (.not(let part), _): return part.verdict(on: text, budget).map(!)
        default: return false
        }
    }

    /// Whether a text that begins with `bytes` and goes on meets the condition; nil when that
    /// depends on how it goes on.
    func accepts(beginning bytes: [UInt8]) -> Bool? {
        switch self {
        case .present: return true
        case .absent: return false
        case .contains(let part): return bytes.hasPart(part.utf8) ? true : nil
        case .lacks(let part): return bytes.hasPart(part.utf8) ? false : nil
        case .equals(let wanted):
            let wanted = Array(wanted.utf8)
            return wanted.count > bytes.count && wanted.starts(with: bytes) ? nil : false
        case .equalsIgnoringCase, .matches, .differs, .date, .number, .document: return nil
        case .all(let parts): return parts.lazy.map { $0.accepts(beginning: bytes) }.areAllMet
        case .any(let parts): return parts.lazy.map { $0.accepts(beginning: bytes) }.isOneMet
        case .not(let part): return part.accepts(beginning: bytes).map(!)
        }
    }

    /// The condition for a person: `contains 'x'`.
    ///
    /// Follows "wanted" in a message.
    package var words: String {
        switch self {
        case .equals(let text): "'\(text)'"
        case .equalsIgnoringCase(let text): "'\(text)' in any case"
        case .contains(let text): "a text with '\(text)' in it"
        case .lacks(let text): "a text without '\(text)' in it"
        case .matches(let expression): "a text that matches '\(expression.text)'"
        case .differs(let expression): "a text that does not match '\(expression.text)'"
        case .absent: "none"
        case .present: "any"
        case .date(let pattern): pattern.words
        case .number(let pattern): pattern.words
        case .document(let pattern): pattern.words
        case .all(let parts): parts.map(\.words).joined(separator: " and ")
        case .any(let parts): parts.map(\.words).joined(separator: " or ")
        case .not(let part): "not \(part.words)"
        }
    }
}

/// A ``TextPattern`` for the values that have a name: fields and query parameters.
///
/// Of several values with the name, one has to meet the condition; for ``TextPattern/absent`` there
/// must be none.
package struct NamedPattern: Sendable {
    /// In lower case for a field, as it is decoded for a parameter.
    package var name: String
    package var pattern: TextPattern
    /// How many values there must be; nil for any number.
    package var count: Int?

    package init(_ name: String, _ pattern: TextPattern, count: Int? = nil) {
        self.name = name
        self.pattern = pattern
        self.count = count
    }

    /// The condition for a person.
    var words: String { count.map { "\($0) values" } ?? pattern.words }

    func accepts(_ values: [String], _ budget: MatchBudget) -> Bool {
        if let count, values.count != count { return false }
        guard !values.isEmpty else { return pattern.accepts(nil, budget) }
        return values.contains { pattern.accepts($0, budget) }
    }
}

extension Collection<UInt8> {
    /// Whether `part` stands somewhere in it; an empty part does.
    package func hasPart(_ part: some Collection<UInt8>) -> Bool { bytes(upToEndOf: part) != nil }

    /// How many bytes there are up to the end of the first `part`; nil when there is none.
    ///
    /// The work grows as both lengths together do, not as their product (Knuth, Morris and Pratt 1977).
    func bytes(upToEndOf part: some Collection<UInt8>) -> Int? {
        let part = Array(part)
        guard !part.isEmpty else { return 0 }
        guard part.count <= count else { return nil }
        // For each beginning of the part: how much of its end is a beginning too.
        var repeats = [0]
        repeats.reserveCapacity(part.count)
        var length = 0
        for place in part.indices.dropFirst() {
            while length > 0, part[place] != part[length] { length = repeats[length - 1] }
            if part[place] == part[length] { length += 1 }
            repeats.append(length)
        }
        length = 0
        for (offset, byte) in enumerated() {
            while length > 0, byte != part[length] { length = repeats[length - 1] }
            if byte == part[length] { length += 1 }
            if length == part.count { return offset + 1 }
        }
        return nil
    }
}
