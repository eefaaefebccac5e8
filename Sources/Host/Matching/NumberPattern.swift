/// A condition on a text that is a number, as in WireMock.
package struct NumberPattern: Sendable {
    /// How the number of the text is to the wanted one.
    package enum Relation: String, Sendable, CaseIterable {
        case equal = "equalToNumber"
        case greater = "greaterThanNumber"
        case greaterOrEqual = "greaterThanEqualNumber"
        case less = "lessThanNumber"
        case lessOrEqual = "lessThanEqualNumber"
    }

    package var relation: Relation
    package var number: Double

    package init(_ relation: Relation, _ number: Double) {
        (self.relation, self.number) = (relation, number)
    }

    /// Whether a text is such a number; other texts are not.
    func accepts(_ text: String) -> Bool {
        guard let found = Double(text), found.isFinite else { return false }
        return switch relation {
        case .equal: found == number
        case .greater: found > number
        case .greaterOrEqual: found >= number
        case .less: found < number
        case .lessOrEqual: found <= number
        }
    }

    /// The condition for a person.
    var words: String {
        let relation =
            switch relation {
            case .equal: ""
            case .greater: "more than "
            case .greaterOrEqual: "at least "
            case .less: "less than "
            case .lessOrEqual: "at most "
            }
        return "a number that is \(relation)\(number)"
    }
}
