/// Writes the head of an answer.
package struct ResponseWriter: Sendable {
    /// The head written last; its storage is used again.
    package private(set) var bytes: [UInt8] = []

    package init() {
        bytes.reserveCapacity(1024)
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
        bytes.removeAll(keepingCapacity: true)
        append("HTTP/1.1 ")
        append(decimal: response.status)
        bytes.append(0x20)
        append(reasonPhrase(of: response.status))
        append("\r\nDate: ")
        bytes.append(contentsOf: date)
        append("\r\n")
        for field in response.fields { append(field) }
        if response.status >= 200 && response.status != 204 && response.status != 304 {
            append("Content-Length: ")
            append(decimal: response.body.count)
            append("\r\n")
        }
        if !keepsAlive {
            append("Connection: close\r\n")
        } else if minorVersion == 0 {
            append("Connection: keep-alive\r\n")
        }
        append("\r\n")
    }

    private mutating func append(_ text: StaticString) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        )
    }

    private mutating func append(_ field: Response.Field) {
        let start = bytes.count
        bytes.append(contentsOf: field.name.utf8)
        let nameEnd = bytes.count
        append(": ")
        let valueStart = bytes.count
        bytes.append(contentsOf: field.value.utf8)
        let isClean = bytes.withUnsafeBufferPointer { bytes in
            nameEnd > start && ByteSet.token.containsAll(bytes.part(start..<nameEnd))
                && isFieldValue(bytes.part(valueStart...))
        }
        if isClean {
            append("\r\n")
        } else {
            bytes.removeLast(bytes.count - start)
        }
    }

    private mutating func append(decimal number: Int) {
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(0x30 + number / divisor % 10))
            divisor /= 10
        }
    }
}
