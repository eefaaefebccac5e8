internal import MockPostlyRegex
internal import MockPostlyXML

/// Compares two documents part by part, and stops at the first difference.
struct XMLComparing {
    let wanted: XMLView
    let found: XMLView
    let expectation: XMLExpectation
    let budget: MatchBudget
    var isOver = false

    private func counts(_ comparison: XMLExpectation.Comparison) -> Bool {
        !expectation.exempted.contains(comparison)
    }

    private mutating func spend(_ steps: Int) -> Bool {
        if !isOver, !budget.spend(steps, "equalToXml") { isOver = true }
        return !isOver
    }

    /// Whether two elements, or the documents, are the same.
    ///
    /// What is not wanted, such as a namespace, is not compared with what is found.
    mutating func areSame(_ first: Int, _ second: Int) -> Bool {
        let (children, others) = (wanted.children(of: first), found.children(of: second))
        let (attributes, found) = (
            wanted.attributes(of: first), self.found.attributes(of: second)
        )
        let parts = children.count + others.count + attributes.count + found.count
        guard spend(8 * (1 + parts)) else { return false }
        if counts(.namespace), let namespace = wanted.namespace(of: first),
            namespace != self.found.namespace(of: second)
        {
            return false
        }
        guard hasCount(children, others), hasName(first, second),
            haveSameSchemas(first, second), haveSame(attributes, found)
        else { return false }
        return haveSame(children, others)
    }

    private func hasName(_ first: Int, _ second: Int) -> Bool {
        !counts(.name)
            || wanted.document.nodes[first].localName == found.document.nodes[second].localName
    }

    private mutating func hasCount(_ children: [XMLPart], _ others: [XMLPart]) -> Bool {
        if !counts(.childCount) || children.count == others.count { return true }
        // A placeholder may stand for no text at all.
        guard children.count == 1, others.isEmpty, children[0].kind == .text else { return false }
        return placeholder(children[0].number, takes: "") == true
    }

    // MARK: Attributes

    private func haveSameSchemas(_ first: Int, _ second: Int) -> Bool {
        let words: [(String, XMLExpectation.Comparison)] = [
            ("schemaLocation", .schema), ("noNamespaceSchemaLocation", .noNamespaceSchema),
            ("type", .attributeValue),
        ]
        for (word, comparison) in words {
            guard let value = wanted.schemaValue(word, of: first) else { continue }
            let other = found.schemaValue(word, of: second)
            if word == "type", other == nil, counts(.attributeName) { return false }
            if counts(comparison), other != nil || word != "type", value != other { return false }
        }
        return true
    }

    private mutating func haveSame(
        _ attributes: [XMLView.Attribute],
        _ others: [XMLView.Attribute]
    ) -> Bool {
        if counts(.attributeCount), attributes.count != others.count {
            guard attributes.count == 1, others.isEmpty,
                placeholder(attributes[0].number, takes: "") == true
            else { return false }
        }
        let values = Dictionary(
            others.map { ($0.key, $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
        for attribute in attributes {
            let value = values[attribute.key]
            let isMet = placeholder(attribute.number, takes: value ?? "")
            guard let value else {
                if counts(.attributeName), isMet != true { return false }
                continue
            }
            if counts(.attributeValue), !(isMet ?? value.isSame(as: attribute.value)) {
                return false
            }
        }
        return true
    }

    // MARK: Children

    private mutating func haveSame(_ children: [XMLPart], _ others: [XMLPart]) -> Bool {
        if others.isMixed { return false }
        let first = sorted(children, wanted)
        var rest = sorted(others, found)[...]
        guard !isOver else { return false }
        for child in first {
            guard let other = rest.first, child.canBe(other) else {
                if counts(.child), !(child.kind == .text && takes(child, "")) { return false }
                continue
            }
            rest.removeFirst()
            guard areSame(child, other) else { return false }
        }
        return true
    }

    private mutating func areSame(_ child: XMLPart, _ other: XMLPart) -> Bool {
        switch child.kind {
        case .element: return areSame(child.number, other.number)
        case .instruction:
            let (first, second) = (
                wanted.document.nodes[child.number], found.document.nodes[other.number]
            )
            return (!counts(.instructionTarget) || first.name == second.name)
                && (!counts(.instruction) || first.value.trimmed == second.value.trimmed)
        case .text, .data:
            if takes(child, other.text) { return true }
            if counts(.kind), child.kind != other.kind { return false }
            return !counts(.text) || child.text.isSame(as: other.text)
        }
    }

    /// By local names, and by texts when the order of elements with one name does not count.
    private mutating func sorted(_ parts: [XMLPart], _ view: XMLView) -> [XMLPart] {
        guard parts.count > 1 else { return parts }
        var keyed: [(name: String, text: String, place: Int)] = []
        for (place, part) in parts.enumerated() {
            let node = view.document.nodes[part.number]
            let text = expectation.ignoresOrder ? view.text(of: part.number) : ""
            guard spend(1 + text.utf8.count / 16 + (text.isEmpty ? 0 : node.end - part.number))
            else { return parts }
            keyed.append((node.localName, text, place))
        }
        keyed.sort { ($0.name, $0.text, $0.place) < ($1.name, $1.text, $1.place) }
        return keyed.map { parts[$0.place] }
    }

    // MARK: Placeholders

    private func takes(_ child: XMLPart, _ text: String) -> Bool {
        placeholder(child.number, takes: text) == true
    }

    /// Whether the placeholder of a text or attribute takes a text; nil when it is none.
    private func placeholder(_ number: Int, takes text: String) -> Bool? {
        expectation.placeholders[number]?.takes(text, budget)
    }
}

extension XMLPart {
    /// Whether the two are compared at all.
    fileprivate func canBe(_ other: XMLPart) -> Bool {
        kind == other.kind
            || kind != .element && other.kind != .element
                && kind != .instruction && other.kind != .instruction
    }
}

extension XMLView {
    /// The texts inside an element by which it is ordered, blanks around each left out.
    fileprivate func text(of number: Int) -> String {
        children(of: number).map { $0.kind == .element ? text(of: $0.number) : $0.text }.joined()
    }
}
