/// Checks a text and makes its tape, in one pass.
///
/// The bytes are borrowed: a parser must not outlive the buffer that `base` points into.
struct JSONParser {
    let base: UnsafePointer<UInt8>
    let end: Int
    var at: Int
    var tokens: [JSONToken] = []
    /// Whether the elements of arrays are only checked and not kept.
    var outlines = false
    /// How many tokens were removed from the tape again.
    private var dropped = 0
    /// How many tokens the values have, including removed ones.
    var count: Int { tokens.count + dropped }

    /// A parser of the bytes `start..<end` of `base`.
    init(base: UnsafePointer<UInt8>, from start: Int, to end: Int) {
        self.base = base
        self.end = end
        at = start
        tokens.reserveCapacity(min(24, (end - start) / 2 + 1))
    }

    /// Parses one value, with all its children, to the end of the text.
    mutating func parse() throws(JSONError) {
        skipSpace()
        guard at < end else { throw failure(.empty) }
        var open = Self.none
        var depth = 0
        while true {
            if try beginValue(in: &open, depth: &depth) { continue }
            if try finishValues(in: &open, depth: &depth) {
                guard at == end else { throw failure(.textAfterValue) }
                return
            }
        }
    }

    /// Parses one element of an array and moves after the comma after it, or before the bracket.
    ///
    /// Returns false, without tokens, when there is no further element.
    mutating func parseElement() throws(JSONError) -> Bool {
        skipSpace()
        guard at < end, base[at] != UInt8(ascii: "]") else { return false }
        var open = Self.none
        var depth = 0
        while true {
            if try beginValue(in: &open, depth: &depth) { continue }
            if try finishValues(in: &open, depth: &depth) { break }
        }
        if at < end, base[at] == UInt8(ascii: ",") { at += 1 }
        return true
    }

    /// The value of `open` outside all containers.
    private static let none = JSONToken.limit

    /// Parses a scalar or an empty container, or the start of a container.
    ///
    /// Returns true when a container was entered, so that another value must follow.
    private mutating func beginValue(
        in open: inout UInt32,
        depth: inout Int
    ) throws(JSONError) -> Bool {
        skipSpace()
        guard at < end else { throw failure(.unexpectedEnd) }
        switch base[at] {
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "{"): return try enter(.object, in: &open, depth: &depth)
        case UInt8(ascii: "["): return try enter(.array, in: &open, depth: &depth)
        case UInt8(ascii: "t"): try word("true", .yes)
        case UInt8(ascii: "f"): try word("false", .no)
        case UInt8(ascii: "n"): try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        default: throw failure(.expectedValue)
        }
        return false
    }

    /// Opens a container; returns false when it is empty and was closed again.
    private mutating func enter(
        _ kind: JSONToken.Kind,
        in open: inout UInt32,
        depth: inout Int
    ) throws(JSONError) -> Bool {
        guard depth < JSON.depthLimit else { throw failure(.tooDeep) }
        let index = UInt32(truncatingIfNeeded: tokens.count)
        append(kind, from: at, to: at, next: open)
        at += 1
        skipSpace()
        let close = kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")
        if at < end, base[at] == close {
            at += 1
            tokens[Int(index)].end = UInt32(truncatingIfNeeded: at)
            tokens[Int(index)].next = index + 1
            return false
        }
        depth += 1
        open = index
        if kind == .object { try name() }
        return true
    }

    /// Closes containers after a value, up to the next comma or the end of the text.
    ///
    /// Returns whether the outermost value is complete.
    private mutating func finishValues(
        in open: inout UInt32,
        depth: inout Int
    ) throws(JSONError) -> Bool {
        while true {
            skipSpace()
            guard open != Self.none else { return true }
            let isObject = tokens[Int(open)].kind == .object
            guard at < end else { throw failure(.unexpectedEnd) }
            let byte = base[at]
            if outlines, !isObject {
                dropped += tokens.count - Int(open) - 1
                tokens.removeLast(tokens.count - Int(open) - 1)
            }
            if byte == UInt8(ascii: ",") {
                at += 1
                if isObject {
                    skipSpace()
                    try name()
                }
                return false
            }
            guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                throw failure(isObject ? .expectedCommaOrBrace : .expectedCommaOrBracket)
            }
            at += 1
            depth -= 1
            let closed = Int(open)
            if outlines, !isObject { tokens[closed].kind = .outlinedArray }
            open = tokens[closed].next
            tokens[closed].end = UInt32(truncatingIfNeeded: at)
            tokens[closed].next = UInt32(truncatingIfNeeded: tokens.count)
        }
    }

    /// Reads the name of a member and the colon after it.
    private mutating func name() throws(JSONError) {
        guard at < end else { throw failure(.unexpectedEnd) }
        guard base[at] == UInt8(ascii: "\"") else { throw failure(.expectedName) }
        try string()
        skipSpace()
        guard at < end else { throw failure(.unexpectedEnd) }
        guard base[at] == UInt8(ascii: ":") else { throw failure(.expectedColon) }
        at += 1
    }

    private mutating func word(
        _ word: StaticString,
        _ kind: JSONToken.Kind
    ) throws(JSONError) {
        let length = word.utf8CodeUnitCount
        guard at + length <= end else { throw failure(.expectedValue) }
        for index in 0..<length where base[at + index] != word.utf8Start[index] {
            throw failure(.expectedValue)
        }
        append(kind, from: at, to: at + length)
        at += length
    }

    @inline(__always)
    mutating func skipSpace() {
        while at < end {
            switch base[at] {
            case 0x20, 0x0A, 0x0D, 0x09: at += 1
            default: return
            }
        }
    }

    @inline(__always)
    mutating func append(_ kind: JSONToken.Kind, from start: Int, to end: Int) {
        append(kind, from: start, to: end, next: UInt32(truncatingIfNeeded: tokens.count + 1))
    }

    @inline(__always)
    mutating func append(_ kind: JSONToken.Kind, from start: Int, to end: Int, next: UInt32) {
        tokens.append(
            JSONToken(
                start: UInt32(truncatingIfNeeded: start),
                end: UInt32(truncatingIfNeeded: end),
                next: next,
                kind: kind
            )
        )
    }

    func failure(_ reason: JSONError.Reason) -> JSONError {
        JSONError(offset: at, reason: reason)
    }

    func failure(_ reason: JSONError.Reason, at offset: Int) -> JSONError {
        JSONError(offset: offset, reason: reason)
    }
}
