internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyStubs
internal import MockPostlyText
internal import MockPostlyXML

/// The conditions of WireMock on a document of XML.
extension MappingNode {
    private static let xmlOptions = [
        "enablePlaceholders", "placeholderOpeningDelimiterRegex",
        "placeholderClosingDelimiterRegex", "exemptedComparisons", "ignoreOrderOfSameNode",
        "namespaceAwareness",
    ]

    /// An `equalToXml`, whose options stand beside it.
    func xmlPattern(
        _ wanted: MappingNode,
        _ others: [String]
    ) throws(MappingFault) -> BodyPattern {
        try allow(["equalToXml"] + Self.xmlOptions + others)
        var expectation: XMLExpectation
        let text = try wanted.text()
        do throws(XMLFault) {
            expectation = XMLExpectation(try XMLDocument(Array(text.utf8)))
        } catch {
            throw wanted.fault("\(error.words), at byte \(error.offset)")
        }
        if let node = self["namespaceAwareness"] {
            guard let kind = XMLExpectation.Namespaces(rawValue: try node.text()) else {
                let all = XMLExpectation.Namespaces.allCases.map(\.rawValue)
                throw node.fault("can be \(enumerated(all))")
            }
            expectation.namespaces = kind
        }
        expectation.ignoresOrder = try self["ignoreOrderOfSameNode"]?.bool() ?? false
        expectation.exempted = try exemptedComparisons()
        if try self["enablePlaceholders"]?.bool() ?? false {
            expectation.placeholders = try placeholders(in: expectation.document, wanted)
        }
        if let words = expectation.fault { throw wanted.fault(words) }
        return .xml(expectation)
    }

    private func exemptedComparisons() throws(MappingFault) -> Set<XMLExpectation.Comparison> {
        var exempted: Set<XMLExpectation.Comparison> = []
        guard let list = self["exemptedComparisons"] else { return exempted }
        guard list.value.kind == .array else { throw list.fault("must be a list") }
        for node in list.elements {
            let name = try node.text()
            if let comparison = XMLExpectation.Comparison(rawValue: name) {
                exempted.insert(comparison)
            } else if !XMLExpectation.Comparison.others.contains(name) {
                throw node.fault(
                    "can be \(enumerated(XMLExpectation.Comparison.allCases.map(\.rawValue)))"
                )
            }
        }
        return exempted
    }

    private func placeholders(
        in document: XMLDocument,
        _ wanted: MappingNode
    ) throws(MappingFault) -> [Int: XMLPlaceholder] {
        let start = try self["placeholderOpeningDelimiterRegex"]?.delimiter() ?? "${"
        let end = try self["placeholderClosingDelimiterRegex"]?.delimiter() ?? "}"
        var found: [Int: XMLPlaceholder] = [:]
        for (number, node) in document.nodes.enumerated()
        where node.isText || node.kind == .attribute {
            do throws(XMLPlaceholder.Fault) {
                found[number] = try .read(node.value, from: start, to: end)
            } catch {
                throw wanted.fault(error.words)
            }
        }
        return found
    }

    /// The text that an expression without any special sign matches.
    private func delimiter() throws(MappingFault) -> String {
        let text = try text()
        var plain = ""
        var isEscaped = false
        for letter in text {
            if letter == "\\", !isEscaped {
                isEscaped = true
                continue
            }
            let isSpecial =
                isEscaped ? letter.isLetter || letter.isNumber : "[({.*+?|^$".contains(letter)
            guard !isSpecial else {
                throw fault("must be an expression for one text alone, such as '\\[\\['")
            }
            plain.append(letter)
            isEscaped = false
        }
        guard !isEscaped, !plain.isEmpty else { throw fault("must not be empty") }
        return plain
    }

    // MARK: Paths

    /// A `matchesXPath`, beside or in which its prefixes can stand.
    func xPathPattern(
        _ wanted: MappingNode,
        _ others: [String]
    ) throws(MappingFault) -> BodyPattern {
        try allow(["matchesXPath", "xPathNamespaces"] + others)
        let isPlain = wanted.value.kind != .object
        let prefixes = try (self["xPathNamespaces"] ?? wanted["xPathNamespaces"])?.prefixes()
        if isPlain { return .nodes(try wanted.xPath(prefixes), nil) }
        guard let expression = wanted["expression"] else {
            throw wanted.fault("must have the member 'expression'")
        }
        let path = try expression.xPath(prefixes)
        let pattern = try wanted.textPattern(beside: ["expression", "xPathNamespaces"])
        return .nodes(path, pattern ?? .present)
    }

    /// The URIs of prefixes; nil for none, which leaves prefixes of documents out of account.
    private func prefixes() throws(MappingFault) -> [String: String]? {
        var prefixes: [String: String] = [:]
        for (name, node) in try allMembers() { prefixes[name] = try node.text() }
        return prefixes.isEmpty ? nil : prefixes
    }

    private func xPath(_ prefixes: [String: String]?) throws(MappingFault) -> XPath {
        let text = try text()
        do throws(XPath.Fault) {
            return try XPath(text, prefixes)
        } catch {
            throw fault("is a path that \(error.words)")
        }
    }
}
