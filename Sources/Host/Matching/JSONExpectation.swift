package import MockPostlyJSON
internal import MockPostlyRegex

/// A JSON document as `equalToJson` of WireMock wants it, with the rules of JsonUnit.
package struct JSONExpectation: Sendable {
    /// A text of the document that stands for any value of a kind: `${json-unit.any-string}`.
    enum Placeholder: Sendable {
        /// Any value; nothing at all only for `ignore-element`.
        case anything(orNothing: Bool)
        case kind(JSONValue.Kind)
        /// A text that matches as a whole.
        case text(RegularExpression)
    }

    package let document: JSON
    /// Whether objects may have further members, and lists further elements: at their end, or with
    /// ``ignoresOrder`` anywhere.
    package var ignoresExtra = false
    /// Whether lists may be in any order.
    package var ignoresOrder = false
    private var placeholders: [String: Placeholder] = [:]

    /// Longer lists are compared in their order.
    private static let longestUnordered = 1000

    /// Reads the placeholders of `document`.
    ///
    /// - Throws: ``JSONPath/Fault`` for one that is not known.
    package init(_ document: JSON) throws(JSONPath.Fault) {
        self.document = document
        try note(document.root)
    }

    private mutating func note(_ value: JSONValue) throws(JSONPath.Fault) {
        for element in value.elements { try note(element) }
        for (_, member) in value.members { try note(member) }
        guard let text = value.string else { return }
        if let placeholder = try Self.placeholder(text) { placeholders[text] = placeholder }
    }

    private static func placeholder(_ text: String) throws(JSONPath.Fault) -> Placeholder? {
        let start = "{json-unit."
        guard "$#".contains(text.first ?? " "), text.dropFirst().hasPrefix(start) else {
            return nil
        }
        let rest = text.dropFirst(1 + start.count)
        let name = rest.prefix { $0 != "}" }
        let argument = rest.dropFirst(name.count + 1)
        switch (name, argument.isEmpty) {
        case ("ignore", true): return .anything(orNothing: false)
        case ("ignore-element", true): return .anything(orNothing: true)
        case ("any-string", true): return .kind(.string)
        case ("any-number", true): return .kind(.number)
        case ("any-boolean", true): return .kind(.bool)
        case ("regex", false):
            do throws(RegularExpression.Fault) {
                return .text(try RegularExpression(String(argument)))
            } catch {
                throw JSONPath.Fault(words: "has a placeholder with an expression: \(error.words)")
            }
        default:
            throw JSONPath.Fault(
                words:
                    "has the placeholder '\(text)'; there is ignore, ignore-element, any-string, "
                    + "any-number, any-boolean, and regex with an expression after the '}'"
            )
        }
    }

    /// The first place where `found` is not as it is wanted; nil when there is none.
    func firstDifference(in found: JSONValue, _ budget: MatchBudget) -> JSONDifference? {
        difference(document.root, found, budget)
    }

    private func difference(
        _ wanted: JSONValue,
        _ found: JSONValue,
        _ budget: MatchBudget
    ) -> JSONDifference? {
        let difference = JSONDifference(path: "", wanted: wanted, found: found)
        // Lists in any order compare each with each, and so do the lists inside of them.
        guard budget.spend(2, "equalToJson") else { return difference }
        if let placeholder = wanted.string.flatMap({ placeholders[$0] }) {
            return placeholder.accepts(found, budget) ? nil : difference
        }
        guard wanted.kind == found.kind else { return difference }
        switch wanted.kind {
        case .object: return objects(wanted, found, budget)
        case .array:
            let (mine, theirs) = (wanted.elements, found.elements)
            guard ignoresExtra ? mine.count <= theirs.count : mine.count == theirs.count else {
                return difference
            }
            if ignoresOrder, theirs.count <= Self.longestUnordered {
                return allAreFound(mine, in: theirs, budget) ? nil : difference
            }
            for (index, pair) in zip(mine, theirs).enumerated() {
                if let inside = self.difference(pair.0, pair.1, budget) {
                    return inside.below("[\(index)]")
                }
            }
            return nil
        default: return wanted.firstDifference(in: found, allowsMore: false)
        }
    }

    private func objects(
        _ wanted: JSONValue,
        _ found: JSONValue,
        _ budget: MatchBudget
    ) -> JSONDifference? {
        let others = found.finder
        for (name, value) in wanted.members {
            guard let other = others(name) else {
                let placeholder = value.string.flatMap { placeholders[$0] }
                if case .anything(orNothing: true)? = placeholder { continue }
                return JSONDifference(path: ".\(name)", wanted: value, found: nil)
            }
            if let inside = difference(value, other, budget) { return inside.below(".\(name)") }
        }
        guard !ignoresExtra else { return nil }
        let mine = wanted.finder
        let more = found.members.first { name, _ in mine(name) == nil }
        return more.map { JSONDifference(path: ".\($0.name)", wanted: nil, found: $0.value) }
    }

    /// Whether each wanted element has one of its own in `found`, whatever their order: a matching
    /// along augmenting paths (Kuhn 1955).
    private func allAreFound(
        _ wanted: [JSONValue],
        in found: [JSONValue],
        _ budget: MatchBudget
    ) -> Bool {
        var owners = [Int?](repeating: nil, count: found.count)
        let choices = wanted.map { one in
            found.indices.filter { difference(one, found[$0], budget) == nil }
        }
        func take(_ index: Int, _ tried: inout Set<Int>) -> Bool {
            for place in choices[index] where tried.insert(place).inserted {
                if let owner = owners[place], !take(owner, &tried) { continue }
                owners[place] = index
                return true
            }
            return false
        }
        return wanted.indices.allSatisfy { index in
            var tried: Set<Int> = []
            return take(index, &tried)
        }
    }
}

extension JSONExpectation.Placeholder {
    fileprivate func accepts(_ value: JSONValue, _ budget: MatchBudget) -> Bool {
        switch self {
        case .anything: true
        case .kind(let kind): value.kind == kind
        case .text(let expression):
            value.string.map { expression.matchesWhole($0.utf8, budget) == true } ?? false
        }
    }
}
