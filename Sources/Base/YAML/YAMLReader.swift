internal import MockPostlyJSON

/// A reader that parses a document in one pass and writes JSON meanwhile.
struct YAMLReader: ~Copyable {
    var json = JSONWriter(escaping: .utf8, reserving: 256 * 1024)
    let bytes: [UInt8]
    /// The index of the next byte.
    var at = 0
    /// How many collections are open; each of them is a recursive call.
    private var depth = 0
    private static let mostDepth = 64

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func document() throws(YAMLError) {
        try skipToContent()
        guard at < bytes.count else { throw error("the document is empty") }
        try blockNode(at: self.column)
        try skipToContent()
        guard at == bytes.count else { throw error("less is expected here") }
    }

    func error(_ words: String) -> YAMLError {
        YAMLError(line: 1 + bytes[..<at].count { $0 == .newline }, words: words)
    }

    mutating func deeper(
        _ body: (inout YAMLReader) throws(YAMLError) -> Void
    ) throws(YAMLError) {
        guard depth < Self.mostDepth else { throw error("the collections are too deep") }
        depth += 1
        try body(&self)
        depth -= 1
    }

    // MARK: Block collections

    /// Reads the value that begins here, on a line of its own or after a dash.
    private mutating func blockNode(at column: Int) throws(YAMLError) {
        if isDash {
            try deeper { reader throws(YAMLError) in try reader.blockSequence(at: column) }
        } else if let key = try key() {
            try deeper { reader throws(YAMLError) in
                try reader.blockMapping(at: column, beginningWith: key)
            }
        } else {
            try inlineNode(under: column - 1)
        }
    }

    private mutating func blockSequence(at column: Int) throws(YAMLError) {
        json.beginArray()
        repeat {
            at += 1
            skipBlanks()
            if isEndOfLine {
                try indentedNode(under: column, dashesAtColumn: false)
            } else {
                try blockNode(at: self.column)
            }
        } while try isNext(at: column) && isDash
        json.endArray()
    }

    private mutating func blockMapping(
        at column: Int,
        beginningWith first: String
    ) throws(YAMLError) {
        json.beginObject()
        var names: Set<[UInt8]> = []
        var key: String? = first
        while let name = key {
            try member(name, &names)
            skipBlanks()
            if isEndOfLine {
                try indentedNode(under: column, dashesAtColumn: true)
            } else {
                try inlineNode(under: column)
            }
            key = nil
            if try isNext(at: column) {
                key = try self.key()
                guard key != nil else { throw error("a key is expected here") }
            }
        }
        json.endObject()
    }

    /// Writes the name of a member; throws when it is repeated.
    mutating func member(_ name: String, _ names: inout Set<[UInt8]>) throws(YAMLError) {
        guard names.insert(Array(name.utf8)).inserted else {
            throw error("the key \(name) is there twice")
        }
        json.key(name)
    }

    /// Reads the value of a key or dash that has nothing else on its line.
    ///
    /// The value is indented more than `column`; without one it is null. The dashes of a sequence
    /// may be in the same column as their key.
    private mutating func indentedNode(
        under column: Int,
        dashesAtColumn: Bool
    ) throws(YAMLError) {
        try skipToContent()
        let found = at < bytes.count ? self.column : -1
        if found > column || found == column && dashesAtColumn && isDash {
            try blockNode(at: found)
        } else {
            json.null()
        }
    }

    /// Whether the collection at `column` continues on the next line that is not empty.
    private mutating func isNext(at column: Int) throws(YAMLError) -> Bool {
        try skipToContent()
        guard at < bytes.count else { return false }
        let found = self.column
        guard found <= column else { throw error("the indentation fits nothing above") }
        return found == column
    }

    /// Reads a value that begins on the current line.
    ///
    /// Only flow collections, quoted scalars and literals may continue on further lines.
    private mutating func inlineNode(under column: Int) throws(YAMLError) {
        if at < bytes.count, bytes[at] == UInt8(ascii: "|") {
            return json.string(try literal(under: column))
        }
        try flowNode(isInFlow: false)
        skipBlanks()
        guard isEndOfLine else { throw error("the value has more behind it") }
    }

    /// Reads a key and its colon; nil, without reading anything, when there is no key.
    private mutating func key() throws(YAMLError) -> String? {
        let start = at
        guard at < bytes.count, !"{[|".utf8.contains(bytes[at]) else { return nil }
        let name = try scalar(isInFlow: false).text
        skipBlanks()
        guard at < bytes.count, bytes[at] == .colon, isBlank(at + 1) else {
            at = start
            return nil
        }
        at += 1
        return name
    }

    // MARK: Places

    var isDash: Bool {
        at < bytes.count && bytes[at] == UInt8(ascii: "-") && isBlank(at + 1)
    }

    /// Whether the rest of the line is empty or a comment.
    var isEndOfLine: Bool {
        guard at < bytes.count, bytes[at] != .newline else { return true }
        return bytes[at] == .hash && (at == 0 || isBlank(at - 1))
    }

    /// Whether a space, a line break or the end of the document is at `place`.
    func isBlank(_ place: Int) -> Bool {
        place >= bytes.count || bytes[place] == .space || bytes[place] == .newline
    }

    mutating func skipBlanks() {
        while at < bytes.count, bytes[at] == .space { at += 1 }
    }

    /// Moves to the next byte that is neither white space nor part of a comment.
    mutating func skipToContent() throws(YAMLError) {
        while at < bytes.count {
            skipBlanks()
            guard isEndOfLine else { break }
            while at < bytes.count, bytes[at] != .newline { at += 1 }
            if at < bytes.count { at += 1 }
        }
        guard at == bytes.count || bytes[at] != .tab else { throw error("a tab stands here") }
    }

    /// The number of bytes before this one on its line.
    private var column: Int {
        at - 1 - (bytes[..<at].lastIndex(of: .newline) ?? -1)
    }
}

extension UInt8 {
    static let newline = UInt8(ascii: "\n")
    static let space = UInt8(ascii: " ")
    static let tab = UInt8(ascii: "\t")
    static let hash = UInt8(ascii: "#")
    static let colon = UInt8(ascii: ":")
}
