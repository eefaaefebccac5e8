package import MockPostlyJSON
package import MockPostlyRegex

/// A condition on one value of a JSON document.
package enum ValuePattern: Sendable {
    /// The same value, of the same type: a text is no number, null is null and not absent.
    case equals(JSON)
    /// A condition on the value as a text, whatever its type: a string's own, else its JSON.
    case text(TextPattern)

    /// Whether `value`, nil when there is none, meets the condition.
    ///
    /// Absent and null differ: only ``TextPattern/absent`` takes the first.
    package func accepts(_ value: JSONValue?, _ budget: MatchBudget) -> Bool {
        switch self {
        case .equals(let wanted): value.map { wanted.root.isSame(as: $0) } ?? false
        case .text(let pattern): pattern.accepts(value?.asText, budget)
        }
    }

    /// The condition for a person: `7`, `"7"`, `a text with 'x' in it`.
    package var words: String {
        switch self {
        case .equals(let wanted): String(decoding: wanted.root.rawText, as: UTF8.self)
        case .text(.equals(let text)): "'\(text)' as a text or a number"
        case .text(let pattern): pattern.words
        }
    }
}
