/// The head of a request: its bytes as received and where each part stands in them.
///
/// Nothing is turned into a `String` before somebody asks.
package struct RequestHead: Sendable {
    /// One field line, by its offsets in ``RequestHead/bytes``.
    ///
    /// The value has no surrounding blanks.
    struct Field: Sendable {
        private var name: Range<Int32>
        private var value: Range<Int32>

        init(name: Range<Int>, value: Range<Int>) {
            self.name = Int32(name.lowerBound)..<Int32(name.upperBound)
            self.value = Int32(value.lowerBound)..<Int32(value.upperBound)
        }

        var nameRange: Range<Int> { Int(name.lowerBound)..<Int(name.upperBound) }
        var valueRange: Range<Int> { Int(value.lowerBound)..<Int(value.upperBound) }
    }

    /// Where the fields of one name stand in ``RequestHead/fields``: the first and the last, -1
    /// when there is none.
    struct Occurrence: Sendable {
        var first: Int32 = -1
        var last: Int32 = -1

        var isPresent: Bool { first >= 0 }

        mutating func add(_ index: Int) {
            last = Int32(index)
            if first < 0 { first = last }
        }
    }

    var bytes: [UInt8] = []
    var fields: [Field] = []
    // The fields that the server itself asks for, found once, by the parser.
    var host = Occurrence()
    var origin = Occurrence()
    var authorization = Occurrence()
    var contentType = Occurrence()
    var acceptEncoding = Occurrence()
    var cacheControl = Occurrence()
    var cookie = Occurrence()
    var ifNoneMatch = Occurrence()
    var world = Occurrence()

    package internal(set) var method = Method.get
    /// The minor version: 0 for HTTP/1.0, 1 for HTTP/1.1.
    package internal(set) var minorVersion = 1
    /// Whether the connection may serve another request after this one.
    package internal(set) var keepsAlive = true

    var target: Range<Int> = 0..<0
    var path: Range<Int> = 0..<0
    var query: Range<Int> = 0..<0
    /// The authority of an absolute-form target; it counts instead of Host (RFC 9112 §3.2.2).
    var authority: Range<Int>?
    /// The path after percent-decoding, where that differs from what was sent; `/` for no path.
    var decodedPath: [UInt8]?
    package internal(set) var targetFault: TargetFault?

    init() {}

    /// Forgets the request before, and keeps its storage.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        host = Occurrence()
        origin = Occurrence()
        authorization = Occurrence()
        contentType = Occurrence()
        acceptEncoding = Occurrence()
        cacheControl = Occurrence()
        cookie = Occurrence()
        ifNoneMatch = Occurrence()
        world = Occurrence()
    }
}

/// What is wrong with the percent escapes of a target.
///
/// A dialect may have words of its own for it.
package enum TargetFault: Sendable {
    /// `%` without two hexadecimal digits behind it.
    case malformedEscape
    /// `%00`.
    case encodedNUL
    /// A path whose escapes are no UTF-8.
    case invalidUTF8

    /// A sentence for the client.
    package var words: String {
        switch self {
        case .malformedEscape: "The request target has a '%' without two hexadecimal digits."
        case .encodedNUL: "The request target has an encoded NUL byte."
        case .invalidUTF8: "The request path is not valid UTF-8."
        }
    }
}
