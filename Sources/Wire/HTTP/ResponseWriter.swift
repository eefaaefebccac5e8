/// A writer for the head of an answer and the framing of its body.
///
/// Reused for many answers, so that its storage is allocated once.
package struct ResponseWriter: Sendable {
    /// Storage of the head; the first ``count`` bytes are the last head written.
    private var storage = [UInt8](repeating: 0, count: 1024)
    private var count = 0
    /// Where the value of Date begins in the last head written.
    private(set) var dateStart = 0
    /// The bytes to send after the body of the last answer; mostly empty.
    ///
    /// ASCII; to be sent although HEAD and other answers without a body have nothing before it.
    package private(set) var bodyEnd: StaticString = ""

    /// A writer that has written nothing.
    package init() {}

    /// Bytes of the last head written, including the size line of a chunked body.
    var length: Int { count }

    /// A copy of the last head written, including the size line of a chunked body.
    ///
    /// Costs a copy; ``withBytes(_:)`` does not.
    package var bytes: [UInt8] { Array(storage[..<count]) }

    /// Calls `body` with the bytes of ``bytes``, without copying them.
    ///
    /// They are valid only during the call.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
        -> Result
    {
        try storage.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// Writes status line, Date, fields, framing, Connection and the empty line.
    ///
    /// A chunked answer has one chunk: its size line ends the bytes written here, and ``bodyEnd``
    /// follows the body.
    ///
    /// - Parameters:
    ///   - response: the answer; an invalid field is left out.
    ///   - date: the value of the Date field.
    ///   - minorVersion: the client's, as in ``RequestHead/minorVersion``.
    ///   - keepsAlive: whether the connection stays open.
    ///   - isHead: whether the request was HEAD, so that no body follows.
    ///   - framing: what the head says about the length of the body, which may be wrong on purpose.
    package mutating func write(
        _ response: Response,
        date: [UInt8],
        minorVersion: Int,
        keepsAlive: Bool,
        isHead: Bool = false,
        framing: BodyFraming = .usual
    ) {
        // Everything except the fields takes less than 250 bytes.
        var size = 250 + date.count
        if let block = response.sharedFields { size += block.bytes.count }
        for field in response.fields { size += field.lineLength }
        let reason = response.reason
        if let reason { size += reason.utf8.count }
        if storage.count < size { storage = [UInt8](repeating: 0, count: size * 2) }
        let hasBody = response.hasBody
        var isChunked = false
        var sendsChunks = false
        switch framing {
        case .usual:
            isChunked = hasBody && response.isChunked && minorVersion > 0
            sendsChunks = isChunked && !isHead
        case .chunks: isChunked = hasBody
        case .length, .untilClose: break
        }
        bodyEnd = !sendsChunks ? "" : response.body.isEmpty ? "0\r\n\r\n" : "\r\n0\r\n\r\n"
        count = storage.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            var cursor = HeadCursor(start)
            cursor.put("HTTP/1.1 ")
            cursor.put(decimal: response.status)
            cursor.put(" ")
            if var reason {
                reason.withUTF8 { cursor.put($0) }
            } else {
                cursor.put(reasonPhrase(of: response.status))
            }
            cursor.put("\r\nDate: ")
            dateStart = cursor.count
            date.withUnsafeBufferPointer { cursor.put($0) }
            cursor.put("\r\n")
            response.sharedFields?.bytes.withUnsafeBufferPointer { cursor.put($0) }
            for field in response.fields { cursor.put(field) }
            if isChunked {
                cursor.put("Transfer-Encoding: chunked\r\n")
            } else if hasBody, let length = framing.length(of: response) {
                cursor.put("Content-Length: ")
                cursor.put(decimal: length)
                cursor.put("\r\n")
            }
            cursor.putConnection(response, minorVersion: minorVersion, keepsAlive: keepsAlive)
            cursor.put("\r\n")
            if sendsChunks && !response.body.isEmpty {
                cursor.put(hexadecimal: response.body.count)
                cursor.put("\r\n")
            }
            return cursor.count
        }
    }
}

extension BodyFraming {
    /// The value of Content-Length; nil for no such field.
    fileprivate func length(of response: Response) -> Int? {
        switch self {
        case .usual: response.body.count
        case .length(let length): length
        case .chunks, .untilClose: nil
        }
    }
}

extension Response {
    /// Whether an answer with this status has a body, empty or not (RFC 9110 §6.4.1).
    ///
    /// For HEAD no body is sent all the same, but its length is told.
    package var hasBody: Bool { status >= 200 && status != 204 && status != 304 }
}

extension HeadCursor {
    fileprivate mutating func putConnection(
        _ response: Response,
        minorVersion: Int,
        keepsAlive: Bool
    ) {
        if !keepsAlive {
            put("Connection: close\r\n")
        } else if let timeout = response.keepAliveTimeout {
            put("Connection: keep-alive\r\nKeep-Alive: timeout=")
            put(decimal: max(0, timeout))
            put("\r\n")
        } else if minorVersion == 0 {
            put("Connection: keep-alive\r\n")
        }
    }
}
