/// A parsed JSON document: its bytes, and the tape, which is the list of its tokens.
///
/// Parsing checks everything (RFC 8259 grammar, UTF-8, surrogate pairs, depth), so reading values
/// never fails. A document is immutable; copies share it, and its values keep it alive.
///
/// ```swift
/// let document = try JSON(parsing: Array(#"{"posts":[{"id":1}]}"#.utf8))
/// let id = document.root["posts"]?.elements.first?["id"]?.int    // 1
/// ```
package struct JSON: Sendable {
    /// How many arrays and objects may be nested.
    package static let depthLimit = 64

    /// Bytes from which a document is parsed twice, first to count its tokens.
    private static let largeDocument = 4 << 20

    let storage: JSONStorage

    /// Parses one JSON value with optional white space around it.
    ///
    /// Numbers are checked for their grammar only; the accessors check their range. `NaN` and
    /// `Infinity` are refused. Of members with the same name the last one wins. A byte order mark
    /// is an error unless `skippingByteOrderMark` is set.
    ///
    /// With `outlines` the elements of arrays are checked but not kept on the tape: they are parsed
    /// again, one at a time, when they are read. So a long document takes little more memory than
    /// its bytes.
    ///
    /// Throws the first error with its offset.
    ///
    /// - Parameters:
    ///   - bytes: the text in UTF-8, below 4 GiB; kept as long as a value of it lives.
    ///   - skippingByteOrderMark: whether U+FEFF at the start is allowed.
    ///   - outlines: for long arrays that are read once.
    /// - Throws: ``JSONError`` with a ``JSONError/Reason`` and a byte offset.
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
                    // A growing tape would be copied, with the old and the new one in memory at the
                    // same time.
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

    /// A document of its own that has `value` alone, so that the rest of its document is not kept.
    ///
    /// Costs a copy of the value's text and a parse of it.
    package init(copying value: JSONValue) {
        do throws(JSONError) {
            try self.init(parsing: Array(value.rawText))
        } catch {
            preconditionFailure("a value of a checked document is JSON: \(error)")
        }
    }

    /// The outermost value.
    package var root: JSONValue { JSONValue(storage: storage, index: 0) }
}

/// The parts of a document that all its values share.
final class JSONStorage: Sendable {
    let bytes: [UInt8]
    let tokens: [JSONToken]

    init(bytes: [UInt8], tokens: [JSONToken]) {
        self.bytes = bytes
        self.tokens = tokens
    }

    /// Parses the array element at offset `at`, which is moved to the next one; nil at the end.
    func element(at: inout Int, to end: Int, outlined: Bool) -> JSONValue? {
        let tokens = bytes.withUnsafeBufferPointer { buffer -> [JSONToken]? in
            guard let base = buffer.baseAddress else { return nil }
            var parser = JSONParser(base: base, from: at, to: end)
            parser.outlines = outlined
            // The element was checked when the document was parsed, so this cannot fail.
            guard (try? parser.parseElement()) == true else { return nil }
            at = parser.at
            return parser.tokens
        }
        return tokens.map {
            JSONValue(storage: JSONStorage(bytes: bytes, tokens: $0), index: 0)
        }
    }
}

/// One value on the tape, followed by its children; those of an object are name, value, name,
/// value.
struct JSONToken: Sendable {
    enum Kind: UInt8, Sendable {
        case null, yes, no
        case integer, real
        /// A string without escapes, whose text is its bytes.
        case plainString
        case escapedString
        case array, object
        /// An array whose elements are not on the tape.
        case outlinedArray
    }

    /// Offset of the value's first byte, for a string of its opening quote.
    var start: UInt32
    /// Offset just after the value's last byte.
    var end: UInt32
    /// ``next`` in the lower 28 bits, ``kind`` in the upper 4.
    ///
    /// Packed because a tape of many small values is as large as their text and stays in memory
    /// with it.
    private var packed: UInt32

    /// The most tokens of a tape; as an index it means "no token".
    static let limit: UInt32 = 1 << 28 - 1

    @inline(__always)
    init(start: UInt32, end: UInt32, next: UInt32, kind: Kind) {
        (self.start, self.end) = (start, end)
        packed = next & Self.limit | UInt32(kind.rawValue) << 28
    }

    /// Index of the token after this value and its children.
    ///
    /// While a container is still open, the index of the container around it.
    var next: UInt32 {
        @inline(__always) get { packed & Self.limit }
        @inline(__always) set { packed = packed & ~Self.limit | newValue & Self.limit }
    }

    var kind: Kind {
        @inline(__always) get { Kind(rawValue: UInt8(packed >> 28)) ?? .null }
        @inline(__always) set { packed = packed & Self.limit | UInt32(newValue.rawValue) << 28 }
    }
}
