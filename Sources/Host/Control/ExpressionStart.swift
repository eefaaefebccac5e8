/// How texts begin that match a regular expression.
///
/// Only what is plain to see is read: letters, groups with alternatives, and lists of letters in
/// brackets. At anything else a beginning ends.
struct ExpressionStart {
    var bytes: [UInt8] = []
    /// Whether the text ends here too; otherwise anything may follow.
    var isWhole = true

    /// The beginnings, with one of which each text begins that `expression` matches as a whole.
    ///
    /// A single empty one when nothing can be said.
    static func all(of expression: String) -> [ExpressionStart] {
        var reader = Reader(rest: Array(expression.utf8)[...])
        guard let starts = try? reader.alternatives(depth: 0), reader.rest.isEmpty else {
            return [ExpressionStart(isWhole: false)]
        }
        return starts
    }
}

/// Reads an expression, which is a valid one, from its beginning to its end.
private struct Reader {
    /// There is something of which it is not known where it ends, or what it changes.
    struct Unreadable: Error {}

    var rest: ArraySlice<UInt8>
    /// The most beginnings that are told apart, and the deepest group.
    private static let (most, deepest) = (64, 16)

    /// What alternatives begin with, up to the end or to `)`, which is left.
    mutating func alternatives(depth: Int) throws(Unreadable) -> [ExpressionStart] {
        var all = try sequence(depth)
        while take("|") { all += try sequence(depth) }
        return all
    }

    private mutating func sequence(_ depth: Int) throws(Unreadable) -> [ExpressionStart] {
        var starts = [ExpressionStart()]
        _ = take("^")
        while let byte = rest.first, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
            let parts = try part(depth)
            let (isSure, isOnce) = repetition()
            if let parts, isSure, starts.count * parts.count <= Self.most {
                starts = starts.flatMap { start in
                    guard start.isWhole else { return [start] }
                    return parts.map { part in
                        ExpressionStart(
                            bytes: start.bytes + part.bytes,
                            isWhole: part.isWhole && isOnce
                        )
                    }
                }
            } else {
                for place in starts.indices { starts[place].isWhole = false }
            }
        }
        return starts
    }

    /// Reads a part without its repetition; nil for one that can be many things.
    private mutating func part(_ depth: Int) throws(Unreadable) -> [ExpressionStart]? {
        let byte = rest.removeFirst()
        switch byte {
        case UInt8(ascii: "("): return try group(depth + 1)
        case UInt8(ascii: "["): return try letters()
        case UInt8(ascii: "\\"):
            guard let next = rest.popFirst(), next != UInt8(ascii: "Q") else { throw Unreadable() }
            // Before a letter or digit it is more than that.
            let isItself =
                next < 0x80 && !Character(UnicodeScalar(next)).isLetter
                && !Character(UnicodeScalar(next)).isNumber
            return isItself ? [ExpressionStart(bytes: [next])] : nil
        case _ where ".^$*+?{}]".utf8.contains(byte): return nil
        default: return [ExpressionStart(bytes: [byte])]
        }
    }

    /// Reads a group after its `(`.
    private mutating func group(_ depth: Int) throws(Unreadable) -> [ExpressionStart]? {
        guard depth <= Self.deepest, !take("*") else { throw Unreadable() }
        var isPlain = true
        if take("?"), !take(":") {
            // Looking ahead and behind, and groups that are not tried again.
            isPlain = !["=", "!", ">", "<=", "<!"].contains { take($0) }
            if isPlain {
                guard take("<") else { throw Unreadable() }
                rest = rest.drop { $0 != UInt8(ascii: ">") }.dropFirst()
            }
        }
        let inside = try alternatives(depth: depth)
        guard take(")") else { throw Unreadable() }
        return isPlain ? inside : nil
    }

    /// Reads a list of letters after its `[`.
    private mutating func letters() throws(Unreadable) -> [ExpressionStart]? {
        var isPlain = !take("^")
        var letters: [ExpressionStart] = []
        repeat {
            guard let byte = rest.popFirst(), byte != UInt8(ascii: "[") else { throw Unreadable() }
            if byte == UInt8(ascii: "\\") { rest = rest.dropFirst() }
            if byte >= 0x80 || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "-") {
                isPlain = false
            }
            letters.append(ExpressionStart(bytes: [byte]))
        } while rest.first != UInt8(ascii: "]")
        rest.removeFirst()
        return isPlain ? letters : nil
    }

    /// Reads how often a part comes: whether once at least, and whether exactly once.
    private mutating func repetition() -> (isSure: Bool, isOnce: Bool) {
        var result = (isSure: true, isOnce: true)
        if take("?") || take("*") {
            result = (false, false)
        } else if take("+") {
            result = (true, false)
        } else if take("{") {
            result = (false, false)
            rest = rest.drop { $0 != UInt8(ascii: "}") }.dropFirst()
        } else {
            return result
        }
        // As few as possible, or never tried again.
        _ = take("?") || take("+")
        return result
    }

    private mutating func take(_ text: StaticString) -> Bool {
        let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard rest.starts(with: bytes) else { return false }
        rest = rest.dropFirst(bytes.count)
        return true
    }
}
