/// The head of a request: its bytes as received, and the position of each part in them.
///
/// No `String` is made before a part is asked for. An object, so that passing a request on costs one
/// reference count instead of a copy of all positions.
///
/// `@unchecked`: only the parser changes it, before it hands it out, and again for another request
/// when nobody else refers to it any more.
package final class RequestHead: @unchecked Sendable {
    /// One field line, as offsets in ``RequestHead/bytes``.
    ///
    /// The value excludes surrounding spaces and tabs.
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

    /// The positions of the fields of one name in ``RequestHead/fields``: the first and the last,
    /// or -1.
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
    // The fields that the server itself reads; the parser finds them once.
    var host = Occurrence()
    var origin = Occurrence()
    var authorization = Occurrence()
    var contentType = Occurrence()
    var acceptEncoding = Occurrence()
    var cacheControl = Occurrence()
    var cookie = Occurrence()
    var ifNoneMatch = Occurrence()
    var world = Occurrence()
    var faultName = Occurrence()

    /// Never ``Method/connect``, except in ``ProxyRequestParser``.
    package internal(set) var method = Method.get
    /// The minor version: 0 for HTTP/1.0, 1 for HTTP/1.1.
    package internal(set) var minorVersion = 1
    /// Whether the connection may serve another request after this one.
    ///
    /// False after `Connection: close`, and for HTTP/1.0 without `Connection: keep-alive` (RFC 9112
    /// §9.3).
    package internal(set) var keepsAlive = true

    var target: Range<Int> = 0..<0
    var path: Range<Int> = 0..<0
    var query: Range<Int> = 0..<0
    /// The authority of an absolute-form target, which replaces Host (RFC 9112 §3.2.2).
    var authority: Range<Int>?
    /// The percent-decoded path if it differs from the path as sent; `/` for an empty path.
    var decodedPath: [UInt8]?
    /// The fault in the target's escapes; nil for a valid target.
    ///
    /// A request with a fault is handed on, so that its dialect can answer it.
    ///
    /// Only the first fault is kept: one of the path before one of the query.
    package internal(set) var targetFault: TargetFault?
    /// The body, where it is given on as it comes.
    package var incoming: IncomingBody?

    init() {}

    /// An empty head with room for so many fields, which saves growing step by step.
    init(reserving count: Int) {
        fields.reserveCapacity(count)
    }

    /// Clears all parts of the previous request and keeps the storage.
    func removeAll() {
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
        faultName = Occurrence()
    }

    /// A head of its own with the same parts.
    func copy() -> RequestHead {
        let copy = RequestHead()
        copy.bytes = bytes
        copy.fields = fields
        copy.host = host
        copy.origin = origin
        copy.authorization = authorization
        copy.contentType = contentType
        copy.acceptEncoding = acceptEncoding
        copy.cacheControl = cacheControl
        copy.cookie = cookie
        copy.ifNoneMatch = ifNoneMatch
        copy.world = world
        copy.faultName = faultName
        copy.method = method
        copy.minorVersion = minorVersion
        copy.keepsAlive = keepsAlive
        copy.authority = authority
        copy.decodedPath = decodedPath
        copy.targetFault = targetFault
        (copy.target, copy.path, copy.query) = (target, path, query)
        return copy
    }

    /// The same head with another query, whose target is the path and the query.
    ///
    /// The line of the request stays as it was sent; its new target stands behind the head.
    func with(query newQuery: [UInt8]) -> RequestHead {
        let copy = copy()
        let start = bytes.count
        copy.bytes += bytes[path]
        copy.path = start..<copy.bytes.count
        if !newQuery.isEmpty {
            copy.bytes.append(UInt8(ascii: "?"))
            copy.query = copy.bytes.count..<(copy.bytes.count + newQuery.count)
            copy.bytes += newQuery
        } else {
            copy.query = copy.bytes.count..<copy.bytes.count
        }
        copy.target = start..<copy.bytes.count
        return copy
    }
}

/// A fault in the percent escapes of a target.
///
/// A dialect may answer it with words of its own.
package enum TargetFault: Sendable {
    /// A `%` that is not followed by two hexadecimal digits.
    case malformedEscape
    /// `%00`.
    case encodedNUL
    /// A path whose decoded bytes are not UTF-8.
    case invalidUTF8

    /// A sentence for the client.
    ///
    /// In English and safe inside a JSON string; the usual answer with it has status 400.
    package var words: String {
        switch self {
        case .malformedEscape: "The request target has a '%' without two hexadecimal digits."
        case .encodedNUL: "The request target has an encoded NUL byte."
        case .invalidUTF8: "The request path is not valid UTF-8."
        }
    }
}
