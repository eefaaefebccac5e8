internal import MockPostlyRegex

/// Finds what an expression leads to in one document.
struct XPathEvaluation {
    let document: XMLDocument
    let budget: MatchBudget
    /// The whole path, for messages.
    let text: String
    /// Whether prefixes are looked at.
    let hasNamespaces: Bool
    /// Whether there was not enough of the budget; what was found then is not used.
    var isOver = false

    /// The node at which an expression is looked at, and its place among others from 1.
    struct Place {
        var node: Int
        var position: Int
        var size: Int

        static let root = Place(node: 0, position: 1, size: 1)
    }

    mutating func spend(_ steps: Int) -> Bool {
        if !isOver, !budget.spend(steps, text) { isOver = true }
        return !isOver
    }

    mutating func value(of expression: XPath.Expression, at place: Place) -> XPathValue {
        guard spend(4) else { return .nodes([]) }
        switch expression {
        case .number(let number): return .number(number)
        case .literal(let text): return .text(text)
        case .negative(let inner): return .number(-number(value(of: inner, at: place)))
        case .call(let function, let arguments): return call(function, arguments, at: place)
        case .path(let start, let steps): return .nodes(nodes(start, steps, at: place))
        case .binary(let sign, let left, let right): return binary(sign, left, right, at: place)
        }
    }

    private mutating func binary(
        _ sign: XPath.Operator,
        _ left: XPath.Expression,
        _ right: XPath.Expression,
        at place: Place
    ) -> XPathValue {
        let first = value(of: left, at: place)
        switch sign {
        case .or where flag(first): return .flag(true)
        case .and where !flag(first): return .flag(false)
        default: break
        }
        let second = value(of: right, at: place)
        switch sign {
        case .or, .and: return .flag(flag(second))
        case .union:
            guard case .nodes(let some) = first, case .nodes(let others) = second else {
                return .nodes([])
            }
            return .nodes(ordered(some + others))
        case .plus: return .number(number(first) + number(second))
        case .minus: return .number(number(first) - number(second))
        case .times: return .number(number(first) * number(second))
        case .div: return .number(number(first) / number(second))
        case .mod:
            return .number(number(first).truncatingRemainder(dividingBy: number(second)))
        case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual:
            return .flag(compare(sign, first, second))
        }
    }

    // MARK: Paths

    private mutating func nodes(
        _ start: XPath.Start,
        _ steps: [XPath.Step],
        at place: Place
    ) -> [Int] {
        var nodes: [Int]
        switch start {
        case .root: nodes = [0]
        case .context: nodes = [place.node]
        case .nodes(let expression, let conditions):
            guard case .nodes(let found) = value(of: expression, at: place) else { return [] }
            nodes = meeting(conditions, found)
        }
        for step in steps {
            var found: [Int] = []
            for node in nodes {
                guard !isOver else { return [] }
                let candidates = axis(step.axis, of: node).filter { accepts($0, step) }
                found += meeting(step.conditions, candidates)
            }
            nodes = nodes.count > 1 || step.axis.isBackward ? ordered(found) : found
        }
        return nodes
    }

    /// The nodes that meet all conditions, each among those that meet the ones before it.
    private mutating func meeting(_ conditions: [XPath.Expression], _ nodes: [Int]) -> [Int] {
        var nodes = nodes
        for condition in conditions {
            var kept: [Int] = []
            for (index, node) in nodes.enumerated() {
                let place = Place(node: node, position: index + 1, size: nodes.count)
                let value = value(of: condition, at: place)
                guard !isOver else { return [] }
                if isMet(value, at: place) { kept.append(node) }
            }
            nodes = kept
        }
        return nodes
    }

    /// A number is met by the node that has it as its place; Java leaves its fraction out.
    private func isMet(_ value: XPathValue, at place: Place) -> Bool {
        guard case .number(let number) = value else { return flag(value) }
        return Int(exactly: number.rounded(.towardZero)) == place.position
    }

    /// In the order of the document, each once.
    private mutating func ordered(_ nodes: [Int]) -> [Int] {
        guard spend(nodes.count) else { return [] }
        var ordered: [Int] = []
        for node in nodes.sorted() where node != ordered.last { ordered.append(node) }
        return ordered
    }

    /// The nodes of an axis in its own order, the nearest first.
    private mutating func axis(_ axis: XPath.Axis, of node: Int) -> [Int] {
        let found: [Int]
        let nodes = document.nodes
        switch axis {
        case .same: found = [node]
        case .child: found = document.children(of: node)
        case .parent: found = node == 0 ? [] : [nodes[node].parent]
        case .attribute:
            // Declarations as well, which are none that it leads to.
            guard spend(document.attributes(of: node).count) else { return [] }
            found = document.attributes(of: node).filter { nodes[$0].kind == .attribute }
        case .descendant, .descendantOrSelf:
            guard spend(nodes[node].end - node) else { return [] }
            let inside = (nodes[node].firstChild..<nodes[node].end).filter {
                !nodes[$0].isAttribute
            }
            found = axis == .descendant ? inside : [node] + inside
        case .ancestor, .ancestorOrSelf:
            var above = axis == .ancestor ? [] : [node]
            var current = node
            while current != 0 {
                current = nodes[current].parent
                above.append(current)
            }
            found = above
        case .followingSibling, .precedingSibling:
            guard node != 0, !nodes[node].isAttribute else { return [] }
            let siblings = document.children(of: nodes[node].parent)
            guard spend(siblings.count) else { return [] }
            found =
                axis == .followingSibling
                ? siblings.filter { $0 > node } : siblings.filter { $0 < node }.reversed()
        }
        return spend(found.count + 1) ? found : []
    }

    private func accepts(_ number: Int, _ step: XPath.Step) -> Bool {
        let kind = document.nodes[number].kind
        let isText = kind == .text || kind == .data
        // Texts and sections that follow one another are one text.
        if isText, document.isContinued(number) { return false }
        let isNamed = kind == (step.axis == .attribute ? .attribute : .element)
        switch step.test {
        case .any: return true
        case .text: return isText
        case .comment: return kind == .comment
        case .instruction(let name):
            return kind == .instruction && (name == nil || document.nodes[number].name == name)
        case .named: return isNamed
        case .inNamespace(let uri): return isNamed && document.nodes[number].namespace == uri
        case .name(let name, let uri):
            return isNamed && document.nodes[number].hasLocalName(name)
                && document.nodes[number].namespace == uri
        case .localName(let name): return isNamed && document.nodes[number].hasLocalName(name)
        case .wholeName(let name): return isNamed && document.nodes[number].name == name
        }
    }
}

extension XPath.Axis {
    fileprivate var isBackward: Bool {
        [.ancestor, .ancestorOrSelf, .precedingSibling].contains(self)
    }
}

extension XMLDocument.Node {
    fileprivate func hasLocalName(_ wanted: String) -> Bool {
        guard name.utf8.count != wanted.utf8.count else { return name == wanted }
        return name.utf8.count > wanted.utf8.count && localName == wanted
    }
}

extension XMLDocument {
    /// Whether a text stands right behind another one.
    func isContinued(_ number: Int) -> Bool {
        number > 0 && nodes[number - 1].isText && nodes[number - 1].parent == nodes[number].parent
    }
}
