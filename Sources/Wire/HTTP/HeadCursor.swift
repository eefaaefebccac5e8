/// Appends bytes to memory that the caller has allocated with enough room.
struct HeadCursor {
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
        var digits = 1
        var bound = 10
        while digits < 19, number >= bound {
            digits += 1
            // 10^19 is no `Int`, and no `Int` has more digits than 19.
            if digits < 19 { bound *= 10 }
        }
        var rest = number
        for place in (0..<digits).reversed() {
            // Division by a constant is a multiplication.
            start[count + place] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
            rest /= 10
        }
        count += digits
    }

    /// Writes a positive number in lower-case hexadecimal digits.
    mutating func put(hexadecimal number: Int) {
        var digits = (Int.bitWidth - number.leadingZeroBitCount + 3) / 4
        while digits > 0 {
            digits -= 1
            let digit = UInt8(truncatingIfNeeded: number >> (digits * 4)) & 0x0f
            start[count] = digit < 10 ? 0x30 + digit : 0x57 + digit
            count += 1
        }
    }

    /// Writes a field line, or nothing if it has a byte that is forbidden in a field.
    ///
    /// Returns whether it was written.
    @discardableResult
    mutating func put(_ field: Response.Field) -> Bool {
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
            return false
        }
        put("\r\n")
        return true
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

extension Response.Field {
    /// The length of the field line in bytes, with `: ` and CR LF.
    var lineLength: Int { name.utf8.count + value.utf8.count + 4 }
}
