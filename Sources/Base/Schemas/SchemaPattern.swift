package import MockPostlyRegex

/// An expression of ECMAScript that finds a place in a text.
package struct SchemaPattern: Sendable {
    private let expression: RegularExpression

    package init(_ text: String) throws(RegularExpression.Fault) {
        _ = try RegularExpression(text, .ecmaScript)
        expression = try RegularExpression("(?s:.*?)(?-s:\(text))(?s:.*)", .ecmaScript)
    }

    /// False too for a text that would take more than is left of `budget`.
    package func isIn(_ text: String, _ budget: MatchBudget) -> Bool {
        expression.matchesWhole(text.utf8, budget) ?? false
    }
}
