/// A parsed JSON document: its bytes and the tape of its tokens.
///
/// Parsing checks everything (RFC 8259 grammar, UTF-8, surrogate pairs, depth), so reading values
/// never fails. A document never changes, copies share it, and values keep it alive.
package struct JSON: Sendable {
    /// How many arrays and objects may stand inside one another.
    package static let depthLimit = 64

    let storage: JSONStorage

    /// Parses one JSON value with optional white space around it.
    ///
    /// Numbers must be in range of the grammar only: how large they may be is for the reader to
    /// say. `NaN` and `Infinity` are refused. Of members with the same name the last one wins. A
    /// byte order mark is an error unless `skippingByteOrderMark`.
    package init(
        parsing bytes: [UInt8],
        skippingByteOrderMark: Bool = false
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
            do throws(JSONError) {
                try parser.parse()
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
    }

    /// Byte offset of the value's first byte, the opening quote of a string included.
    var start: UInt32
    /// Byte offset just after the value.
    var end: UInt32
    /// Index of the token after this value and all inside it.
    ///
    /// While a container is open this is the index of the container around it.
    var next: UInt32
    var kind: Kind
}
