package import MockPostlyRegex
internal import MockPostlyText

/// What stands for many texts in a wanted document, as XMLUnit reads it: `${xmlunit.ignore}`.
package enum XMLPlaceholder: Sendable {
    /// `ignore`: any text, and none.
    case any
    /// `isNumber`, or `matchesRegex(…)`: a text that matches, blanks around it left out.
    case matching(RegularExpression)

    func takes(_ text: String, _ budget: MatchBudget) -> Bool {
        switch self {
        case .any: true
        case .matching(let expression):
            expression.matchesWhole(text.trimmed.utf8, budget) ?? false
        }
    }

    /// Why a text is no placeholder that is known.
    package struct Fault: Error, Sendable {
        /// As the end of a sentence.
        package var words: String
    }

    private static let number = #"[-+]?[0-9]*\.?[0-9]+([eE][-+]?[0-9]+)?"#

    /// Reads a text between two delimiters; nil when there is none in it.
    package static func read(
        _ text: String,
        from start: String,
        to end: String
    ) throws(Fault) -> XMLPlaceholder? {
        let text = text.trimmed
        guard text.holds(start), text.holds("xmlunit.") else { return nil }
        let inside = text.utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count)
        let word = String(decoding: inside, as: UTF8.self).trimmed
        guard text.hasPrefix(start), text.hasSuffix(end), word.hasPrefix("xmlunit.") else {
            throw Fault(words: "has a placeholder that is not all of its text: '\(text)'")
        }
        let name = word.dropFirst("xmlunit.".utf8.count)
        switch name {
        case "ignore": return .any
        case "isNumber": return .matching(try expression(number, in: text))
        case _ where name.hasPrefix("matchesRegex(") && name.hasSuffix(")"):
            let inside = String(name.dropFirst("matchesRegex(".count).dropLast())
            return .matching(try expression(inside.trimmed, in: text))
        default: throw Fault(words: "has the placeholder '\(text)', which is not supported")
        }
    }

    private static func expression(
        _ expression: String,
        in text: String
    ) throws(Fault) -> RegularExpression {
        do throws(RegularExpression.Fault) {
            return try RegularExpression(expression)
        } catch {
            throw Fault(words: "has a wrong expression in '\(text)': \(error.words)")
        }
    }
}
