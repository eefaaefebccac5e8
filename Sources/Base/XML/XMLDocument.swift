/// A document of XML 1.0 with namespaces, as a tree of nodes.
///
/// Each node has a number, in the order of the document: 0 is the document itself, and what is inside
/// an element follows it, its attributes first.
package struct XMLDocument: Sendable {
    /// One node of the tree.
    package struct Node: Sendable {
        package enum Kind: Sendable {
            /// The whole document.
            case root
            case element
            case attribute
            /// `xmlns` or `xmlns:…`, which stands among the attributes.
            case declaration
            case text
            /// Text of a section `<![CDATA[…]]>`.
            case data
            case comment
            case instruction
        }

        package let kind: Kind
        /// As it stands, with its prefix; empty for what has none.
        package let name: String
        /// The text of what is neither an element nor the document; empty for those.
        package let value: String
        package let parent: Int
        /// The number after those of all that is inside.
        package internal(set) var end: Int
        /// The number of the first child, after the attributes; ``end`` without one.
        package internal(set) var firstChild: Int
        /// The URI that its prefix stands for; nil for none.
        package internal(set) var namespace: String?

        /// The part of the name behind its prefix.
        package var localName: String {
            guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return name }
            return String(name[name.utf8.index(after: colon)...])
        }

        /// The part of the name before a colon; empty without one.
        package var prefix: String {
            name.utf8.firstIndex(of: UInt8(ascii: ":")).map { String(name[..<$0]) } ?? ""
        }

        /// Whether it is text, in a section or not.
        package var isText: Bool { kind == .text || kind == .data }
        var isAttribute: Bool { kind == .attribute || kind == .declaration }
    }

    package internal(set) var nodes: [Node]
    /// Whether a prefix stands for no URI, as namespaces do not allow.
    package internal(set) var hasUnknownPrefix = false

    /// The number of the outermost element.
    package var outermost: Int {
        children(of: 0).first { nodes[$0].kind == .element } ?? 0
    }

    /// The numbers of the children of a node, in their order; without attributes.
    package func children(of node: Int) -> [Int] {
        var children: [Int] = []
        var child = nodes[node].firstChild
        while child < nodes[node].end {
            children.append(child)
            child = nodes[child].end
        }
        return children
    }

    /// The numbers of the attributes and declarations of a node.
    package func attributes(of node: Int) -> Range<Int> {
        nodes[node].kind == .element ? node + 1..<nodes[node].firstChild : node..<node
    }

    /// The text of a node and of all inside it, without comments and instructions; the value of any
    /// other kind.
    package func text(of node: Int) -> String {
        switch nodes[node].kind {
        case .root, .element: joinedText(of: node)
        default: nodes[node].value
        }
    }

    private func joinedText(of node: Int) -> String {
        var text = ""
        for inside in nodes[node].firstChild..<nodes[node].end {
            let kind = nodes[inside].kind
            if kind == .text || kind == .data { text += nodes[inside].value }
        }
        return text
    }
}
