internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyXML

extension TextTemplate {
    /// Parts that are there under a condition, or once for each element of a list.
    struct Block: Sendable {
        enum Kind: String, Sendable, CaseIterable {
            case `if`, unless, each
        }

        var kind: Kind
        var subject: Expression
        /// The name of an element: `as |item|`.
        var name: String?
        var parts: [Part] = []
        /// After `{{else}}`.
        var otherwise: [Part] = []
    }

    /// The most work for one answer, see ``TemplateValues/takeStep(reading:)``.
    static let mostSteps = 1_000_000

    static func fill(_ parts: [Part], _ values: TemplateValues, _ text: inout String) {
        for part in parts {
            guard text.utf8.count <= longest, values.takeStep() else { return }
            switch part {
            case .text(let plain): text += plain
            case .value(let expression): text += expression.text(values)
            case .block(let block): block.fill(values, &text)
            }
        }
    }
}

extension TextTemplate.Block {
    fileprivate func fill(_ values: TemplateValues, _ text: inout String) {
        guard kind == .each else {
            let isMet = subject.isTrue(values) == (kind == .if)
            return TextTemplate.fill(isMet ? parts : otherwise, values, &text)
        }
        let elements = subject.value(values).elements
        guard !elements.isEmpty else { return TextTemplate.fill(otherwise, values, &text) }
        for (index, element) in elements.enumerated() {
            // A block without parts takes none, however often it is inside of another.
            guard values.takeStep() else { return }
            var inner = values
            inner.locals["this"] = element.value
            if let name { inner.locals[name] = element.value }
            inner.locals["@index"] = element.key == nil ? .text("\(index)") : .text("")
            inner.locals["@first"] = .text(index == 0 ? "first" : "")
            inner.locals["@last"] = .text(index == elements.count - 1 ? "last" : "")
            inner.locals["@key"] = .text(element.key ?? "\(index)")
            TextTemplate.fill(parts, inner, &text)
        }
    }
}

/// What an expression of a template stands for.
enum TemplateValue: Sendable {
    case text(String)
    case flag(Bool)
    case json(JSONValue)
    case list([JSONValue])
    /// Nodes of a document of XML, at least one; written out, a list of them is its first.
    case nodes(XMLDocument, [Int])
    case node(XMLDocument, Int)

    /// As it is written into an answer; null is empty.
    var text: String {
        switch self {
        case .text(let text): text
        case .flag(let flag): "\(flag)"
        case .json(let value): value.isNull ? "" : value.asText
        case .list(let values): "[\(values.map(\.asJSON).joined(separator: ","))]"
        case .nodes, .node: node.flatMap { $0.document.written($0.number) } ?? ""
        }
    }

    /// The node of a document of XML that is written out for it; nil for another value.
    var node: (document: XMLDocument, number: Int)? {
        switch self {
        case .nodes(let document, let nodes): nodes.first.map { (document, $0) }
        case .node(let document, let node): (document, node)
        default: nil
        }
    }

    /// As in the templates of Java: a number counts by its whole part, an object is always true.
    var isTrue: Bool {
        switch self {
        case .text(let text): !text.isEmpty
        case .flag(let flag): flag
        case .list(let values): !values.isEmpty
        case .nodes, .node: true
        case .json(let value):
            switch value.kind {
            case .null: false
            case .bool: value.bool ?? false
            case .string: !(value.string ?? "").isEmpty
            case .number: abs(value.double ?? 0) >= 1
            case .array: !value.elements.isEmpty
            case .object: true
            }
        }
    }

    /// The elements of a list, or the members of an object; none of another value.
    var elements: [(key: String?, value: TemplateValue)] {
        switch self {
        case .list(let values): values.map { (nil, .json($0)) }
        case .json(let value) where value.kind == .array:
            value.elements.map { (nil, .json($0)) }
        case .json(let value) where value.kind == .object:
            value.members.map { ($0.name, .json($0.value)) }
        case .nodes(let document, let nodes): nodes.map { (nil, .node(document, $0)) }
        default: []
        }
    }

    /// What is inside at these steps, each a name or a place from 0; null for nothing.
    func value(at steps: ArraySlice<String>) -> TemplateValue {
        guard let step = steps.first else { return self }
        if case .node(let document, let node) = self {
            return .text(document.part(Array(steps), of: node))
        }
        var inner: JSONValue?
        switch self {
        case .list(let values):
            inner = Int(step).flatMap { values.indices.contains($0) ? values[$0] : nil }
        case .json(let value) where value.kind == .array:
            let elements = Array(value.elements)
            inner = Int(step).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
        case .json(let value) where value.kind == .object: inner = value[step]
        default: inner = nil
        }
        return inner.map { TemplateValue.json($0).value(at: steps.dropFirst()) } ?? .text("")
    }

    /// Whether both are of one type and the same, as Java compares: `5` is not `5.0`, nor `"5"`.
    func equals(_ other: TemplateValue) -> Bool {
        switch (plain, other.plain) {
        case (.text(let one), .text(let two)): one.utf8.elementsEqual(two.utf8)
        case (.flag(let one), .flag(let two)): one == two
        case (.json(let one), .json(let two)):
            if one.kind == .number, two.kind == .number {
                (one.int == nil) == (two.int == nil) && one.double == two.double
            } else {
                one.kind == two.kind && one.asJSON == two.asJSON
            }
        default: false
        }
    }

    /// A text or a truth value, also of a document.
    private var plain: TemplateValue {
        guard case .json(let value) = self else { return self }
        if let text = value.string { return .text(text) }
        return value.bool.map { .flag($0) } ?? self
    }
}

extension XMLDocument {
    /// `text`, `name` or `attributes.NAME` of a node, as WireMock calls them; empty for what is not there.
    fileprivate func part(_ steps: [String], of node: Int) -> String {
        switch steps {
        case ["text"]: text(of: node)
        case ["name"]: nodes[node].name
        case _ where steps.count == 2 && steps[0] == "attributes":
            attributes(of: node).lazy.map { nodes[$0] }.first { $0.name == steps[1] }?.value ?? ""
        default: ""
        }
    }
}

extension TextTemplate.Expression {
    func value(_ values: TemplateValues) -> TemplateValue {
        switch self {
        case .plain(let word):
            (try? JSON(parsing: Array(word.utf8))).map { .json($0.root) } ?? .text(word)
        case .local(let steps): local(steps, values)
        case .jsonPath(let document, let query, let fallback):
            switch values.json(of: document).map({ query.found(in: $0.root, values.budget) }) {
            case .value(let value)? where !value.isNull: .json(value)
            case .list(let found)?: .list(found)
            default: fallback?.value(values) ?? .text("")
            }
        case .xPath(let document, let path): nodes(path, of: document, values)
        case .helper(.eq, let arguments, _):
            .flag(arguments[0].value(values).equals(arguments[1].value(values)))
        case .helper(.neq, let arguments, _):
            .flag(!arguments[0].value(values).equals(arguments[1].value(values)))
        default: .text(text(values))
        }
    }

    private func nodes(
        _ path: XPath,
        of document: TextTemplate.Expression,
        _ values: TemplateValues
    ) -> TemplateValue {
        guard let xml = values.xml(of: document) else {
            return .text("[ERROR: \(document.text(values)) is not valid XML]")
        }
        let nodes = path.nodes(in: xml, values.budget) ?? []
        return nodes.isEmpty ? .text("") : .nodes(xml, nodes)
    }

    private func local(_ steps: [String], _ values: TemplateValues) -> TemplateValue {
        guard let element = values.locals[steps[0]] else { return .text("") }
        if case .json(let value) = element { values.takeStep(reading: value.rawText.count) }
        if case .node(let document, let node) = element {
            values.takeStep(reading: 64 * (document.nodes[node].end - node))
        }
        let value = element.value(at: steps.dropFirst())
        if case .node = element, case .text(let text) = value {
            values.takeStep(reading: text.utf8.count)
        }
        return value
    }

    /// Whether a condition is met; what may be sent more than once is, as a list, also if it is empty.
    func isTrue(_ values: TemplateValues) -> Bool {
        guard case .path(let steps) = self, Self.lists.contains(steps[1]) else {
            return value(values).isTrue
        }
        return values.has(steps)
    }

    private static let lists = ["query", "headers", "cookies", "formData"]

    /// Whether it is known when it counts as true: parameters have types that are not kept.
    var isCondition: Bool {
        guard case .path(let steps) = self else { return true }
        return steps[0] == "request" && (steps.count == 3 || !Self.lists.contains(steps[1]))
    }

    /// Whether it may be a list.
    var isSequence: Bool {
        switch self {
        case .jsonPath, .xPath, .local: true
        default: false
        }
    }

    /// Whether it is known of what type it is in a comparison.
    ///
    /// WireMock has lists for what may be sent more than once, which equal no text.
    var isComparable: Bool {
        if case .xPath = self { return false }
        guard case .path(let steps) = self else { return true }
        guard steps[0] == "request" else { return false }
        switch steps[1] {
        case "body": return true
        case "path", "pathSegments": return steps.count == 3
        case _ where Self.lists.contains(steps[1]):
            return steps.count == 4 && Int(steps[3]) != nil
        default: return false
        }
    }
}
