internal import MockPostlyText

extension JSONParser {
    /// Reads a number (RFC 8259, 6): no plus sign, no leading zero, digits on both sides of a
    /// point.
    mutating func number() throws(JSONError) {
        var index = at
        var kind = JSONToken.Kind.integer
        if base[index] == UInt8(ascii: "-") { index += 1 }
        guard index < end, base[index].isDigit else { throw failure(.badNumber, at: index) }
        if base[index] == UInt8(ascii: "0") {
            index += 1
            if index < end, base[index].isDigit { throw failure(.badNumber, at: index) }
        } else {
            skipDigits(&index)
        }
        if index < end, base[index] == UInt8(ascii: ".") {
            kind = .real
            index += 1
            guard index < end, base[index].isDigit else { throw failure(.badNumber, at: index) }
            skipDigits(&index)
        }
        if index < end, base[index] | 0x20 == UInt8(ascii: "e") {
            kind = .real
            index += 1
            if index < end, base[index] == UInt8(ascii: "+") || base[index] == UInt8(ascii: "-") {
                index += 1
            }
            guard index < end, base[index].isDigit else { throw failure(.badNumber, at: index) }
            skipDigits(&index)
        }
        append(kind, from: at, to: index)
        at = index
    }

    @inline(__always)
    private func skipDigits(_ index: inout Int) {
        while index < end, base[index].isDigit { index += 1 }
    }
}
