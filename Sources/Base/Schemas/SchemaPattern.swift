package import MockPostlyRegex

/// An expression that finds a place in a text.
package struct SchemaPattern: Sendable {
    private let expression: RegularExpression

    package init(_ text: String) throws(RegularExpression.Fault) {
        _ = try RegularExpression(text)
        expression = try RegularExpression("(?s:.*?)(?-s:\(text))(?s:.*)")
    }

    /// False too for a text that would take too long.
    package func isIn(_ text: String) -> Bool {
        expression.matchesWhole(text.utf8, MatchBudget(.search)) ?? false
    }
}
