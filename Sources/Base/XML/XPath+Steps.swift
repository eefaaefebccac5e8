/// The steps of a path.
extension XPathParser {
    mutating func location() throws(XPath.Fault) -> XPath.Expression {
        let isAbsolute = next.isSign("/") || next.isSign("//")
        var steps: [XPath.Step]
        if next.isSign("/"), !tokens[at + 1].beginsStep {
            at += 1
            steps = []
        } else {
            steps = try self.steps(isFirst: !isAbsolute)
        }
        takeWholeName(&steps, isAbsolute)
        return .path(isAbsolute ? .root : .context, steps)
    }

    /// Steps behind `/` or `//`; the first one without where nothing is before it.
    mutating func steps(isFirst: Bool) throws(XPath.Fault) -> [XPath.Step] {
        var steps: [XPath.Step] = []
        if isFirst { steps.append(try step()) }
        while true {
            if skip("//") {
                steps.append(.below)
            } else if !skip("/") {
                return steps
            }
            steps.append(try step())
            guard steps.count <= 100 else { throw fault("has too many steps") }
        }
    }

    private mutating func step() throws(XPath.Fault) -> XPath.Step {
        if skip(".") { return XPath.Step(axis: .same, test: .any) }
        if skip("..") { return XPath.Step(axis: .parent, test: .any) }
        var axis = XPath.Axis.child
        if skip("@") {
            axis = .attribute
        } else if next.kind == .name, tokens[at + 1].isSign("::") {
            guard let named = XPath.Axis(rawValue: next.text) else {
                throw fault("has the axis '\(next.text)', which is not supported,")
            }
            axis = named
            at += 2
        }
        var step = XPath.Step(axis: axis, test: try test())
        step.conditions = try conditions()
        return step
    }

    private mutating func test() throws(XPath.Fault) -> XPath.Test {
        if skip("*") { return .named }
        guard next.kind == .name else { throw unexpected() }
        let name = next.text
        if tokens[at + 1].isSign("(") { return try nodeType(name) }
        let parts = name.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else {
            at += 1
            return prefixes == nil ? .localName(name) : .name(name, in: nil)
        }
        guard let uri = prefixes?[parts[0]] ?? Self.known[parts[0]] else {
            throw fault("has the prefix '\(parts[0])', which has no URI in 'xPathNamespaces',")
        }
        at += 1
        return parts[1] == "*" ? .inNamespace(uri) : .name(parts[1], in: uri)
    }

    private static let known = ["xml": "http://www.w3.org/XML/1998/namespace"]

    private mutating func nodeType(_ name: String) throws(XPath.Fault) -> XPath.Test {
        guard XPathToken.nodeTypes.contains(name) else { throw unexpected() }
        at += 2
        var target: String?
        if name == "processing-instruction", next.kind == .literal {
            target = next.text
            at += 1
        }
        guard skip(")") else { throw unexpected() }
        switch name {
        case "text": return .text
        case "comment": return .comment
        case "node": return .any
        default: return .instruction(target)
        }
    }

    /// Makes the name of a path that is no more than `//name` one that must be whole.
    ///
    /// Java looks such a path up by whole names, and takes any other step by local ones, when a
    /// document was read without namespaces (`DescendantIterator` of its XPath, JDK 17).
    private func takeWholeName(_ steps: inout [XPath.Step], _ isAbsolute: Bool) {
        guard prefixes == nil, let last = steps.last, case .localName(let name) = last.test,
            !last.conditions.contains(where: \.isAboutPlace)
        else { return }
        var before = steps.dropLast()
        if !isAbsolute, let first = before.first, first.axis == .same, first.conditions.isEmpty {
            before = before.dropFirst()
        }
        let isSearch =
            last.axis == .child && before.count == 1 && before.allSatisfy(\.isBelow)
            || last.axis == .descendant && isAbsolute && before.isEmpty
        if isSearch { steps[steps.count - 1].test = .wholeName(name) }
    }
}
