internal import MockPostlyXML

/// A part of a document as it is compared: no comments, no blanks around texts.
struct XMLPart {
    enum Kind { case text, data, element, instruction }

    let kind: Kind
    let number: Int
    /// A text without blanks around it.
    let text: String
}

extension [XMLPart] {
    /// Whether something else than an element is not alone, so that there is no order among them.
    var isMixed: Bool { count > 1 && contains { $0.kind != .element } }
}

/// A document with what does not count left out.
struct XMLView {
    let document: XMLDocument
    let expectation: XMLExpectation

    private var isLegacy: Bool { expectation.namespaces == .legacy }

    /// What is inside an element or the document.
    func children(of number: Int) -> [XMLPart] {
        var parts: [XMLPart] = []
        for child in document.children(of: number) {
            let node = document.nodes[child]
            switch node.kind {
            case .element: parts.append(XMLPart(kind: .element, number: child, text: ""))
            case .instruction: parts.append(XMLPart(kind: .instruction, number: child, text: ""))
            case .text, .data:
                let kind: XMLPart.Kind = node.kind == .data && !isLegacy ? .data : .text
                guard kind == .text, let last = parts.last, last.kind == .text else {
                    parts.append(XMLPart(kind: kind, number: child, text: node.value))
                    continue
                }
                // A comment between texts does not part them.
                parts[parts.count - 1] = XMLPart(
                    kind: .text,
                    number: last.number,
                    text: last.text + node.value
                )
            default: break
            }
        }
        return parts.compactMap { part in
            guard part.kind == .text || part.kind == .data else { return part }
            let text = part.text.trimmed
            return text.isEmpty ? nil : XMLPart(kind: part.kind, number: part.number, text: text)
        }
    }

    /// The namespace of an element as far as it counts.
    func namespace(of number: Int) -> String? {
        let node = document.nodes[number]
        return isLegacy && !node.prefix.isEmpty ? nil : node.namespace
    }

    private static let schemas = "http://www.w3.org/2001/XMLSchema-instance"

    /// An attribute as it is compared.
    struct Attribute {
        let key: String
        let number: Int
        let value: String
    }

    /// The attributes of an element that are compared like any other, by their names and namespaces.
    func attributes(of number: Int) -> [Attribute] {
        document.attributes(of: number).compactMap { attribute in
            let node = document.nodes[attribute]
            guard node.kind == .attribute, schemaWord(node) == nil else { return nil }
            let key = isLegacy ? node.name : "\(node.namespace ?? "") \(node.localName)"
            return Attribute(key: key, number: attribute, value: node.value.trimmed)
        }
    }

    /// The value of `xsi:type`, `xsi:schemaLocation` or `xsi:noNamespaceSchemaLocation`.
    func schemaValue(_ word: String, of number: Int) -> String? {
        document.attributes(of: number).lazy.map { document.nodes[$0] }
            .first { schemaWord($0) == word }?.value.trimmed
    }

    private func schemaWord(_ node: XMLDocument.Node) -> String? {
        guard !isLegacy, node.kind == .attribute, node.namespace == Self.schemas else {
            return nil
        }
        let words = ["type", "schemaLocation", "noNamespaceSchemaLocation"]
        return words.contains(node.localName) ? node.localName : nil
    }
}

extension String {
    /// Without what Java takes for blanks at both ends: all up to the space.
    var trimmed: String {
        var bytes = utf8.drop { $0 <= 0x20 }
        while let last = bytes.last, last <= 0x20 { bytes = bytes.dropLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Compared by bytes.
    func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
