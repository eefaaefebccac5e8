/// Writes the head of an answer.
package struct ResponseWriter: Sendable {
    /// Room for the head; its first ``count`` bytes are the one written last.
    private var storage = [UInt8](repeating: 0, count: 1024)
    private var count = 0

    package init() {}

    /// The head written last, copied out.
    package var bytes: [UInt8] { Array(storage[..<count]) }

    /// Lends the head written last, without a copy.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
        -> Result
    {
        try storage.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// Writes status line, Date, fields, Content-Length and Connection, and the empty line.
    ///
    /// - Parameters:
    ///   - response: the answer; a field with a byte in it that no field may have is left out.
    ///   - date: the value of the Date field.
    ///   - minorVersion: the client's, as in ``RequestHead/minorVersion``.
    ///   - keepsAlive: whether the connection stays open.
    package mutating func write(
        _ response: Response,
        date: [UInt8],
        minorVersion: Int,
        keepsAlive: Bool
    ) {
        // All that is not fields takes less than 200 bytes.
        var size = 200 + date.count
        for field in response.fields { size += field.name.utf8.count + field.value.utf8.count + 4 }
        if storage.count < size { storage = [UInt8](repeating: 0, count: size * 2) }
        count = storage.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            var cursor = HeadCursor(start)
            cursor.put("HTTP/1.1 ")
            cursor.put(decimal: response.status)
            cursor.put(" ")
            cursor.put(reasonPhrase(of: response.status))
            cursor.put("\r\nDate: ")
            date.withUnsafeBufferPointer { cursor.put($0) }
            cursor.put("\r\n")
            for field in response.fields { cursor.put(field) }
            if response.status >= 200 && response.status != 204 && response.status != 304 {
                cursor.put("Content-Length: ")
                cursor.put(decimal: response.body.count)
                cursor.put("\r\n")
            }
            if !keepsAlive {
                cursor.put("Connection: close\r\n")
            } else if minorVersion == 0 {
                cursor.put("Connection: keep-alive\r\n")
            }
            cursor.put("\r\n")
            return cursor.count
        }
    }
}

/// Writes bytes one behind the other, into room that the caller has made.
private struct HeadCursor {
    private let start: UnsafeMutablePointer<UInt8>
    private(set) var count = 0

    init(_ start: UnsafeMutablePointer<UInt8>) {
        self.start = start
    }

    mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        (start + count).update(from: source, count: bytes.count)
        count += bytes.count
    }

    mutating func put(_ text: StaticString) {
        (start + count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        count += text.utf8CodeUnitCount
    }

    mutating func put(decimal number: Int) {
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            start[count] = UInt8(0x30 + number / divisor % 10)
            count += 1
            divisor /= 10
        }
    }

    /// Writes a field line, or nothing when a byte in it may not stand in a field.
    mutating func put(_ field: Response.Field) {
        let begin = count
        put(field.name)
        let nameEnd = count
        put(": ")
        let valueStart = count
        put(field.value)
        let name = UnsafeBufferPointer(start: start + begin, count: nameEnd - begin)
        let value = UnsafeBufferPointer(start: start + valueStart, count: count - valueStart)
        guard !name.isEmpty, ByteSet.token.containsAll(name), isFieldValue(value) else {
            count = begin
            return
        }
        put("\r\n")
    }

    private mutating func put(_ text: String) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { put($0) }
        if isDone == nil {
            for byte in text.utf8 {
                start[count] = byte
                count += 1
            }
        }
    }
}
