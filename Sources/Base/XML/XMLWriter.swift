extension XMLDocument {
    /// The most bytes that are written of one node: indentation makes a short document long.
    package static let longestText = 4 << 20

    /// A node as Java writes it, and WireMock compares it: an element on lines of its own, declarations
    /// before attributes, each in the order of their names, two spaces for each level.
    ///
    /// A text beside elements has a line of its own, in front of which ends of lines fall away.
    ///
    /// - Returns: nil for a node of more than ``longestText``.
    package func written(_ number: Int) -> String? {
        let node = nodes[number]
        switch node.kind {
        case .root:
            let parts = children(of: number).compactMap { written($0) }
            return parts.count == children(of: number).count ? parts.joined() : nil
        case .element:
            var writer = XMLWriter(document: self)
            writer.write(number, level: 0)
            return writer.isTooLong ? nil : writer.text + "\n"
        case .data: return "[#cdata-section: \(node.value)]"
        case .comment: return "[#comment: \(node.value)]"
        case .instruction: return "[\(node.name): \(node.value)]"
        case .attribute, .declaration, .text: return node.value
        }
    }
}

private struct XMLWriter {
    let document: XMLDocument
    var text = ""

    var isTooLong: Bool { text.utf8.count > XMLDocument.longestText }

    mutating func write(_ number: Int, level: Int) {
        guard !isTooLong else { return }
        let node = document.nodes[number]
        switch node.kind {
        case .text: text += escaped(node.value, isAttribute: false)
        case .data: text += "<![CDATA[\(node.value)]]>"
        case .comment: text += "<!--\(node.value)-->"
        case .instruction: text += "<?\(node.name) \(node.value)?>"
        default: writeElement(number, level: level)
        }
    }

    private mutating func writeElement(_ number: Int, level: Int) {
        text += "<\(document.nodes[number].name)"
        let attributes = document.attributes(of: number).map { document.nodes[$0] }
        let declarations = attributes.filter { $0.kind == .declaration }
        let others = attributes.filter { $0.kind == .attribute }
        for attribute in [declarations, others].flatMap({ $0.sorted { $0.name < $1.name } }) {
            text += " \(attribute.name)=\"\(escaped(attribute.value, isAttribute: true))\""
        }
        let children = document.children(of: number)
        guard !children.isEmpty else {
            text += "/>"
            return
        }
        text += ">"
        let isPlain = children.allSatisfy { document.nodes[$0].isText }
        for (place, child) in children.enumerated() {
            let isAfterText = place > 0 && document.nodes[children[place - 1]].isText
            if !isPlain, !(document.nodes[child].isText && isAfterText) { breakLine(level + 1) }
            if !isPlain, document.nodes[child].kind == .text, !isAfterText {
                let value = document.nodes[child].value.drop { $0 == "\n" }
                text += escaped(String(value), isAttribute: false)
            } else {
                write(child, level: level + 1)
            }
        }
        if !isPlain { breakLine(level) }
        text += "</\(document.nodes[number].name)>"
    }

    /// The end of a line, and the blanks of the deepest level.
    private static let lineBreak = "\n" + String(repeating: "  ", count: XMLDocument.deepest + 1)

    private mutating func breakLine(_ level: Int) {
        text += Substring(Self.lineBreak.utf8.prefix(1 + 2 * level))
    }

    private func escaped(_ value: String, isAttribute: Bool) -> String {
        guard value.utf8.contains(where: \.mayNeedEscape) else { return value }
        var escaped = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"" where isAttribute: escaped += "&quot;"
            case "\t" where isAttribute, "\n" where isAttribute, "\r":
                escaped += "&#\(scalar.value);"
            case _ where scalar.value > 0xFFFF: escaped += "&#\(scalar.value);"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension UInt8 {
    /// Whether a text with this byte may be written in another way than it stands: a sign of XML, a
    /// control character, or the beginning of a character above U+FFFF.
    fileprivate var mayNeedEscape: Bool {
        self < 0x20 || self >= 0xF0
            || self == UInt8(ascii: "&") || self == UInt8(ascii: "<") || self == UInt8(ascii: ">")
            || self == UInt8(ascii: "\"")
    }
}
