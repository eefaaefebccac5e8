/// Values and what they are as others (XPath 1.0, 3.4 and 4).
extension XPathEvaluation {
    func flag(_ value: XPathValue) -> Bool {
        switch value {
        case .nodes(let nodes): !nodes.isEmpty
        case .number(let number): number != 0 && !number.isNaN
        case .text(let text): !text.isEmpty
        case .flag(let flag): flag
        }
    }

    mutating func number(_ value: XPathValue) -> Double {
        switch value {
        case .number(let number): number
        case .flag(let flag): flag ? 1 : 0
        case .nodes, .text: read(text(value))
        }
    }

    private mutating func read(_ text: String) -> Double {
        spend(text.utf8.count / 2) ? XPathNumber.read(text) : .nan
    }

    mutating func text(_ value: XPathValue) -> String {
        switch value {
        case .nodes(let nodes): nodes.first.map { text(of: $0) } ?? ""
        case .number(let number): XPathNumber.text(of: number)
        case .text(let text): spend(text.utf8.count / 16) ? text : ""
        case .flag(let flag): flag ? "true" : "false"
        }
    }

    /// The text of a node; of a text with those that follow it.
    private mutating func text(of node: Int) -> String {
        guard spend(16 + document.nodes[node].end - node) else { return "" }
        var text = document.text(of: node)
        let kind = document.nodes[node].kind
        if kind == .text || kind == .data {
            var next = node + 1
            while next < document.nodes.count, document.nodes[next].isText,
                document.isContinued(next)
            {
                text += document.nodes[next].value
                next += 1
            }
        }
        return spend(text.utf8.count / 16) ? text : ""
    }

    private mutating func texts(_ nodes: [Int]) -> [String] { nodes.map { text(of: $0) } }

    // MARK: Comparisons

    mutating func compare(
        _ sign: XPath.Operator,
        _ left: XPathValue,
        _ right: XPathValue
    ) -> Bool {
        switch (left, right) {
        case (.flag(let flag), let other) where sign.isAboutEquality:
            return (flag == self.flag(other)) == (sign == .equal)
        case (let other, .flag(let flag)) where sign.isAboutEquality:
            return (flag == self.flag(other)) == (sign == .equal)
        case (.nodes(let some), .nodes(let others)):
            return compare(sign, texts(some), texts(others))
        case (.nodes(let some), .text(let text)):
            return compare(sign, texts(some), [text])
        case (.text(let text), .nodes(let others)):
            return compare(sign, [text], texts(others))
        case (.nodes(let some), .number(let number)):
            return texts(some).contains { sign.holds(XPathNumber.read($0), number) }
        case (.number(let number), .nodes(let others)):
            return texts(others).contains { sign.holds(number, XPathNumber.read($0)) }
        case (.text(let some), .text(let other)) where sign.isAboutEquality:
            return some.utf8.elementsEqual(other.utf8) == (sign == .equal)
        default: return sign.holds(number(left), number(right))
        }
    }

    /// Whether one of some and one of others compare so; costs O(n), whatever their pairs.
    private func compare(_ sign: XPath.Operator, _ some: [String], _ others: [String]) -> Bool {
        guard !some.isEmpty, !others.isEmpty else { return false }
        if sign.isAboutEquality, some.count == 1, others.count == 1 {
            return some[0].utf8.elementsEqual(others[0].utf8) == (sign == .equal)
        }
        switch sign {
        case .equal:
            return !Set(some.map { Array($0.utf8) }).isDisjoint(with: others.map { Array($0.utf8) })
        case .unequal: return Set((some + others).map { Array($0.utf8) }).count > 1
        default:
            let left = some.map(XPathNumber.read).filter { !$0.isNaN }
            let right = others.map(XPathNumber.read).filter { !$0.isNaN }
            guard let least = left.min(), let most = left.max(), let low = right.min(),
                let high = right.max()
            else { return false }
            return sign.holds(least, high) || sign.holds(most, low)
        }
    }

    // MARK: Functions

    mutating func call(
        _ function: XPath.Function,
        _ arguments: [XPath.Expression],
        at place: Place
    ) -> XPathValue {
        switch function {
        case .last: return .number(Double(place.size))
        case .position: return .number(Double(place.position))
        case .yes: return .flag(true)
        case .no: return .flag(false)
        default: break
        }
        var values: [XPathValue] = []
        for argument in arguments { values.append(value(of: argument, at: place)) }
        let first = values.first ?? .nodes([place.node])
        switch function {
        case .count, .sum, .localName, .namespaceURI, .name:
            guard case .nodes(let nodes) = first else { return .text("") }
            return ofNodes(function, nodes)
        case .boolean: return .flag(flag(first))
        case .not: return .flag(!flag(first))
        case .number: return .number(number(first))
        case .floor: return .number(number(first).rounded(.down))
        case .ceiling: return .number(number(first).rounded(.up))
        case .round: return .number(XPathNumber.rounded(number(first)))
        case .substring:
            let length = values.count > 2 ? number(values[2]) : .infinity
            let whole = text(first)
            guard spend(whole.utf8.count) else { return .text("") }
            return .text(part(of: whole, from: number(values[1]), length))
        default:
            var texts: [String] = []
            for value in [first] + values.dropFirst() { texts.append(text(value)) }
            return ofTexts(function, texts)
        }
    }

    private mutating func ofNodes(_ function: XPath.Function, _ nodes: [Int]) -> XPathValue {
        let node = nodes.first.map { document.nodes[$0] }
        switch function {
        case .count: return .number(Double(nodes.count))
        case .sum: return .number(texts(nodes).map(XPathNumber.read).reduce(0, +))
        case .localName: return .text(node?.localName ?? "")
        case .namespaceURI: return .text(hasNamespaces ? node?.namespace ?? "" : "")
        default: return .text(node?.name ?? "")
        }
    }

    private mutating func ofTexts(_ function: XPath.Function, _ texts: [String]) -> XPathValue {
        let text = texts[0]
        let length = texts.reduce(0) { $0 + $1.utf8.count }
        guard spend(function == .translate ? 4 * length : length / 4) else { return .text("") }
        switch function {
        case .string: return .text(text)
        case .concat: return .text(texts.joined())
        case .stringLength: return .number(Double(text.unicodeScalars.count))
        case .normalizeSpace:
            return .text(
                text.utf8.split(whereSeparator: \.isBlank).map { String($0) ?? "" }
                    .joined(separator: " ")
            )
        case .startsWith: return .flag(text.utf8.starts(with: texts[1].utf8))
        case .contains: return .flag(place(of: texts[1], in: text) != nil)
        case .translate: return .text(translated(text, texts[1], texts[2]))
        case .substringBefore, .substringAfter: return .text(split(text, texts[1], function))
        default: return .text("")
        }
    }

    /// How many bytes are before a part of a text; nil when it is none.
    private mutating func place(of part: String, in text: String) -> Int? {
        let (bytes, wanted) = (Array(text.utf8), Array(part.utf8))
        guard wanted.count <= bytes.count, spend(bytes.count * (wanted.count + 1) / 256) else {
            return nil
        }
        return (0...bytes.count - wanted.count).first { bytes[$0...].starts(with: wanted) }
    }

    private mutating func split(
        _ text: String,
        _ mark: String,
        _ function: XPath.Function
    ) -> String {
        guard let place = place(of: mark, in: text) else { return "" }
        let bytes = Array(text.utf8)
        let end = place + mark.utf8.count
        return String(
            decoding: function == .substringBefore ? bytes[..<place] : bytes[end...],
            as: UTF8.self
        )
    }

    private func translated(_ text: String, _ from: String, _ to: String) -> String {
        let targets = Array(to.unicodeScalars)
        var table: [Unicode.Scalar: Unicode.Scalar?] = [:]
        for (index, scalar) in from.unicodeScalars.enumerated() where table[scalar] == nil {
            table[scalar] = .some(index < targets.count ? targets[index] : nil)
        }
        var result = ""
        for scalar in text.unicodeScalars {
            guard let target = table[scalar] else {
                result.unicodeScalars.append(scalar)
                continue
            }
            if let target { result.unicodeScalars.append(target) }
        }
        return result
    }

    /// The characters whose place, from 1, is not before `start`, and before `start` and `length`.
    private func part(of text: String, from start: Double, _ length: Double) -> String {
        let first = XPathNumber.rounded(start)
        let end = first + (length.isInfinite ? length : XPathNumber.rounded(length))
        var part = ""
        for (index, scalar) in text.unicodeScalars.enumerated()
        where Double(index + 1) >= first && Double(index + 1) < end {
            part.unicodeScalars.append(scalar)
        }
        return part
    }
}

extension XPath.Operator {
    fileprivate var isAboutEquality: Bool { self == .equal || self == .unequal }

    fileprivate func holds(_ left: Double, _ right: Double) -> Bool {
        switch self {
        case .equal: left == right
        case .unequal: left != right
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        default: left >= right
        }
    }
}
