internal import MockPostlyJSON
internal import MockPostlyRegex

/// The condition of a filter in a path: `@.price < 10 && @.name =~ /a.*/i`.
///
/// Values are compared as Jayway's JsonPath compares them: a number and a text by the kind of the
/// left one, others only with their own kind.
indirect enum JSONFilter: Sendable {
    case all([JSONFilter])
    case any([JSONFilter])
    case not(JSONFilter)
    /// The path leads to something, be it null.
    case exists(Operand)
    case compared(Operand, Operator, Operand)
    /// The text matches as a whole.
    case matches(Operand, RegularExpression)

    enum Operator: String, Sendable, CaseIterable {
        case isEqual = "=="
        case isOther = "!="
        case isAtMost = "<="
        case isLess = "<"
        case isAtLeast = ">="
        case isMore = ">"
        case isIn = "in"
        case isNotIn = "nin"
        case contains
        case hasSize = "size"
        case isEmpty = "empty"
    }

    enum Operand: Sendable {
        /// A path from the value that is looked at.
        case inside(JSONQuery)
        /// A path from the root of the document.
        case anywhere(JSONQuery)
        case literal(JSON)
    }

    /// Whether a value meets the condition; nil when `budget` does not allow to find that out.
    func accepts(_ value: JSONValue, _ root: JSONValue, _ budget: MatchBudget) -> Bool? {
        switch self {
        case .all(let parts): return parts.lazy.map { $0.accepts(value, root, budget) }.areAllMet
        case .any(let parts): return parts.lazy.map { $0.accepts(value, root, budget) }.isOneMet
        case .not(let part): return part.accepts(value, root, budget).map(!)
        case .exists(let operand):
            return operand.found(in: value, root, budget) != nil
        case .matches(let operand, let expression):
            guard let found = operand.found(in: value, root, budget),
                found.kind == .string || found.kind == .number
            else { return false }
            return expression.matchesWhole(Array(found.asText.utf8), budget)
        case .compared(let left, let comparison, let right):
            return comparison.accepts(
                left.found(in: value, root, budget),
                right.found(in: value, root, budget)
            )
        }
    }
}

extension JSONFilter.Operand {
    /// The value that it stands for; nil when its path leads nowhere.
    fileprivate func found(
        in value: JSONValue,
        _ root: JSONValue,
        _ budget: MatchBudget
    ) -> JSONValue? {
        let found: JSONQuery.Found
        switch self {
        case .literal(let document): return document.root
        case .inside(let query): found = query.found(in: value, budget)
        case .anywhere(let query): found = query.found(in: root, budget)
        }
        switch found {
        case .nothing: return nil
        case .value(let value): return value
        case .list(let values):
            let size = values.reduce(0) { $0 + $1.range.count }
            guard budget.spend(values.count + size / 8, "a list in a condition") else { return nil }
            return found.json.flatMap { try? JSON(parsing: Array($0.utf8)) }?.root
        }
    }
}

extension JSONFilter.Operator {
    fileprivate func accepts(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
        switch self {
        case .isEqual: isEqual(left, right)
        case .isOther: !isEqual(left, right)
        case .isLess: order(left, right).map { $0 < 0 } ?? false
        case .isAtMost: order(left, right).map { $0 <= 0 } ?? false
        case .isMore: order(left, right).map { $0 > 0 } ?? false
        case .isAtLeast: order(left, right).map { $0 >= 0 } ?? false
        case .isIn: right?.elements.contains { isEqual(left, $0) } ?? false
        case .isNotIn: !(right?.elements.contains { isEqual(left, $0) } ?? false)
        case .contains:
            if let text = left?.string {
                text.utf8.hasPart((right?.asText ?? "").utf8)
            } else {
                left?.elements.contains { isEqual($0, right) } ?? false
            }
        case .hasSize: left?.size.map { $0 == right?.int.map(Int.init) } ?? false
        case .isEmpty: left?.size.map { ($0 == 0) == (right?.bool ?? true) } ?? false
        }
    }

    private func isEqual(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
        guard let left, let right else { return false }
        switch (left.kind, right.kind) {
        case (.string, .number): return left.asText.utf8.elementsEqual(right.asText.utf8)
        case (.number, .string): return right.string.flatMap(Double.init) == left.double
        default: return left.isSame(as: right)
        }
    }

    /// Below, at or above zero, as the left one is less, equal or more; nil for what has no order.
    private func order(_ left: JSONValue?, _ right: JSONValue?) -> Int? {
        guard let left, let right, left.kind == right.kind else { return nil }
        if let a = left.double, let b = right.double { return a < b ? -1 : a > b ? 1 : 0 }
        guard let a = left.string, let b = right.string else { return nil }
        return a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : a.utf8.elementsEqual(b.utf8) ? 0 : 1
    }
}

extension JSONValue {
    /// The letters of a text, or the elements of a list; nil for others.
    fileprivate var size: Int? {
        switch kind {
        case .array: elements.count
        case .string: (string ?? "").utf16.count
        default: nil
        }
    }
}

extension Sequence<Bool?> {
    /// Whether all conditions are met; nil when that depends on one that is not known.
    var areAllMet: Bool? {
        var result: Bool? = true
        for one in self {
            if one == false { return false }
            if one == nil { result = nil }
        }
        return result
    }

    /// Whether a condition is met; nil when that depends on one that is not known.
    var isOneMet: Bool? {
        var result: Bool? = false
        for one in self {
            if one == true { return true }
            if one == nil { result = nil }
        }
        return result
    }
}
