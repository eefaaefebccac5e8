/// A parsed JSON document: its bytes and the tape of its tokens.
///
/// Parsing checks everything (RFC 8259 grammar, UTF-8, surrogate pairs, depth), so reading values
/// never fails. A document never changes, copies share it, and values keep it alive.
package struct JSON: Sendable {
    /// How many arrays and objects may stand inside one another.
    package static let depthLimit = 64

    /// Bytes beyond which a document is read once more, for the size of its tape.
    private static let largeDocument = 4 << 20

    let storage: JSONStorage

    /// Parses one JSON value with optional white space around it.
    ///
    /// Numbers must be in range of the grammar only: how large they may be is for the reader to
    /// say. `NaN` and `Infinity` are refused. Of members with the same name the last one wins. A
    /// byte order mark is an error unless `skippingByteOrderMark`.
    ///
    /// With `outlines`, what stands in arrays is checked and not kept on the tape: an array's
    /// elements are parsed again, one at a time, whenever they are asked for. So a document of any
    /// length takes little more memory than its bytes.
    package init(
        parsing bytes: [UInt8],
        skippingByteOrderMark: Bool = false,
        outlines: Bool = false
    ) throws(JSONError) {
        guard bytes.count < Int(UInt32.max) else {
            throw JSONError(offset: Int(UInt32.max), reason: .tooLarge)
        }
        let start =
            skippingByteOrderMark && bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        let tape = bytes.withUnsafeBufferPointer { buffer -> Result<[JSONToken], JSONError> in
            guard let base = buffer.baseAddress else {
                return .failure(JSONError(offset: 0, reason: .empty))
            }
            var parser = JSONParser(base: base, from: start, to: buffer.count)
            parser.outlines = outlines
            do throws(JSONError) {
                if !outlines, buffer.count > Self.largeDocument {
                    // Its tape would grow in steps, the last of which has two of them in memory.
                    var counter = JSONParser(base: base, from: start, to: buffer.count)
                    counter.outlines = true
                    try counter.parse()
                    parser.tokens.reserveCapacity(counter.count)
                }
                try parser.parse()
                guard parser.tokens.count < JSONToken.limit else {
                    throw JSONError(offset: start, reason: .tooLarge)
                }
                return .success(parser.tokens)
            } catch {
                return .failure(error)
            }
        }
        storage = JSONStorage(bytes: bytes, tokens: try tape.get())
    }

    /// The outermost value.
    package var root: JSONValue { JSONValue(storage: storage, index: 0) }
}

/// What all values of one document share.
final class JSONStorage: Sendable {
    let bytes: [UInt8]
    let tokens: [JSONToken]

    init(bytes: [UInt8], tokens: [JSONToken]) {
        self.bytes = bytes
        self.tokens = tokens
    }

    /// The element of an array that begins at `at`, which moves on to the next one; nil at the end.
    func element(at: inout Int, to end: Int, outlined: Bool) -> JSONValue? {
        let tokens = bytes.withUnsafeBufferPointer { buffer -> [JSONToken]? in
            guard let base = buffer.baseAddress else { return nil }
            var parser = JSONParser(base: base, from: at, to: end)
            parser.outlines = outlined
            // It was checked when the document was parsed.
            guard (try? parser.parseElement()) == true else { return nil }
            at = parser.at
            return parser.tokens
        }
        return tokens.map {
            JSONValue(storage: JSONStorage(bytes: bytes, tokens: $0), index: 0)
        }
    }
}

/// One value on the tape; an object's children are name, value, name, value.
struct JSONToken: Sendable {
    enum Kind: UInt8, Sendable {
        case null, yes, no
        case integer, real
        /// A string without escapes: its text is its bytes.
        case plainString
        case escapedString
        case array, object
        /// An array with elements that are not on the tape.
        case outlinedArray
    }

    /// Byte offset of the value's first byte, the opening quote of a string included.
    var start: UInt32
    /// Byte offset just after the value.
    var end: UInt32
    /// ``next`` in the lower 28 bits, ``kind`` above: a tape is as long as the text of many small
    /// values, and stays in memory with it.
    private var packed: UInt32

    /// The most tokens of a tape, and what stands for no token.
    static let limit: UInt32 = 1 << 28 - 1

    @inline(__always)
    init(start: UInt32, end: UInt32, next: UInt32, kind: Kind) {
        (self.start, self.end) = (start, end)
        packed = next & Self.limit | UInt32(kind.rawValue) << 28
    }

    /// Index of the token after this value and all inside it.
    ///
    /// While a container is open this is the index of the container around it.
    var next: UInt32 {
        @inline(__always) get { packed & Self.limit }
        @inline(__always) set { packed = packed & ~Self.limit | newValue & Self.limit }
    }

    var kind: Kind {
        @inline(__always) get { Kind(rawValue: UInt8(packed >> 28)) ?? .null }
        @inline(__always) set { packed = packed & Self.limit | UInt32(newValue.rawValue) << 28 }
    }
}
