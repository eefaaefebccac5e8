extension XMLDocument {
    /// Elements inside of one another.
    package static let deepest = 100
    /// Nodes of one document.
    package static let mostNodes = 200_000
    /// Bytes of one name: paths look at names as if that cost the same for each.
    package static let longestName = 1000

    /// Reads a document in UTF-8; what it says of its encoding is not looked at.
    ///
    /// Types that are declared in it (`<!DOCTYPE …>`) are refused, and with them all entities but the
    /// five of XML. Costs O(n).
    ///
    /// - Throws: ``XMLFault`` for what is no XML, and for more than ``mostNodes``, ``deepest`` or ``longestName``.
    package init(_ bytes: [UInt8]) throws(XMLFault) {
        var reader = XMLReader(bytes)
        try reader.readAll()
        self = reader.document
    }
}

/// Reads the bytes of a document once, from the front.
struct XMLReader {
    var bytes: [UInt8]
    var at = 0
    var document = XMLDocument(nodes: [])
    /// The elements that are not closed, the document first.
    private var open = [0]
    /// What each prefix stands for, the innermost last; the empty one is that of names without.
    private var prefixes = ["xml": ["http://www.w3.org/XML/1998/namespace"]]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        document.nodes.append(
            .init(kind: .root, name: "", value: "", parent: 0, end: 1, firstChild: 1)
        )
    }

    func fault(_ words: String) -> XMLFault { XMLFault(words: words, offset: at) }

    mutating func readAll() throws(XMLFault) {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw fault("is no UTF-8") }
        _ = skip("\u{FEFF}")
        if starts("<?xml"), at + 5 < bytes.count, bytes[at + 5] <= 0x20 { _ = try text(to: "?>") }
        var hasElement = false
        while at < bytes.count {
            if open.count == 1 {
                skipBlanks()
                if at == bytes.count { break }
                guard bytes[at] == UInt8(ascii: "<") else {
                    throw fault("has text outside of its element")
                }
                if isElement {
                    guard !hasElement else { throw fault("has a second element at its top") }
                    hasElement = true
                }
            }
            try readNode()
        }
        guard open.count == 1 else {
            throw fault("has an element '\(document.nodes[open.last ?? 0].name)' without an end")
        }
        guard hasElement else { throw fault("has no element") }
        document.nodes[0].end = document.nodes.count
    }

    private var isElement: Bool { !starts("<?") && !starts("<!") && !starts("</") }

    private mutating func readNode() throws(XMLFault) {
        if skip("<!--") {
            try add(.comment, "", try text(to: "-->"))
        } else if skip("<?") {
            try readInstruction()
        } else if open.count > 1, skip("<![CDATA[") {
            try add(.data, "", lines(try text(to: "]]>")))
        } else if starts("<!") {
            throw fault("declares types, which is not read")
        } else if skip("</") {
            try close()
        } else if skip("<") {
            try readElement()
        } else {
            try add(.text, "", try characters(until: UInt8(ascii: "<"), isAttribute: false))
        }
    }

    private mutating func readInstruction() throws(XMLFault) {
        let name = try name()
        guard name.lowercased() != "xml" else { throw fault("has '<?xml' not at its beginning") }
        skipBlanks()
        try add(.instruction, name, try text(to: "?>"))
    }

    /// Adds a node without children.
    private mutating func add(
        _ kind: XMLDocument.Node.Kind,
        _ name: String,
        _ value: String
    ) throws(XMLFault) {
        let number = document.nodes.count
        guard number < XMLDocument.mostNodes else {
            throw fault("has more than \(XMLDocument.mostNodes) parts")
        }
        document.nodes.append(
            .init(
                kind: kind,
                name: name,
                value: value,
                parent: open.last ?? 0,
                end: number + 1,
                firstChild: number + 1
            )
        )
    }

    // MARK: Elements

    private mutating func readElement() throws(XMLFault) {
        guard open.count <= XMLDocument.deepest else {
            throw fault("has more than \(XMLDocument.deepest) elements inside of one another")
        }
        let number = document.nodes.count
        try add(.element, try name(), "")
        open.append(number)
        var isClosed = false
        while true {
            let start = at
            skipBlanks()
            if skip("/>") {
                isClosed = true
            } else if !skip(">") {
                guard at > start else { throw fault("has no space before an attribute") }
                try readAttribute()
                continue
            }
            break
        }
        document.nodes[number].firstChild = document.nodes.count
        document.nodes[number].end = document.nodes.count
        try resolve(number)
        if isClosed { leave() }
    }

    private mutating func readAttribute() throws(XMLFault) {
        let name = try name()
        skipBlanks()
        guard skip("=") else { throw fault("has an attribute '\(name)' without a value") }
        skipBlanks()
        guard at < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[at]) else {
            throw fault("has an attribute '\(name)' without quotes")
        }
        let quote = bytes[at]
        at += 1
        let value = try characters(until: quote, isAttribute: true)
        guard at < bytes.count else { throw fault("has an attribute '\(name)' without an end") }
        at += 1
        let isDeclaration = name == "xmlns" || name.hasPrefix("xmlns:")
        try add(isDeclaration ? .declaration : .attribute, name, value)
        if isDeclaration {
            let prefix = name == "xmlns" ? "" : String(name.dropFirst(6))
            prefixes[prefix, default: []].append(value)
        }
    }

    /// Finds what the prefixes of an element and of its attributes stand for.
    private mutating func resolve(_ element: Int) throws(XMLFault) {
        document.nodes[element].namespace = uri(document.nodes[element].prefix)
        var seen: Set<String> = []
        for number in document.attributes(of: element) {
            let node = document.nodes[number]
            guard seen.insert(node.name).inserted else {
                throw fault("has an attribute '\(node.name)' twice")
            }
            // An attribute without a prefix is in no namespace.
            guard node.kind == .attribute, !node.prefix.isEmpty else { continue }
            document.nodes[number].namespace = uri(node.prefix)
        }
    }

    private mutating func uri(_ prefix: String) -> String? {
        let uri = prefixes[prefix]?.last
        if uri == nil, !prefix.isEmpty { document.hasUnknownPrefix = true }
        return uri == "" ? nil : uri
    }

    private mutating func close() throws(XMLFault) {
        let start = at
        let name = try name()
        skipBlanks()
        guard open.count > 1, document.nodes[open[open.count - 1]].name == name, skip(">") else {
            at = start
            throw fault("has an end '</\(name)>' that ends no element")
        }
        leave()
    }

    /// Ends the innermost element.
    private mutating func leave() {
        guard let number = open.popLast() else { return }
        document.nodes[number].end = document.nodes.count
        for attribute in document.attributes(of: number) {
            let node = document.nodes[attribute]
            guard node.kind == .declaration else { continue }
            _ = prefixes[node.name == "xmlns" ? "" : String(node.name.dropFirst(6))]?.popLast()
        }
    }
}
