internal import MockPostlyText

extension JSONParser {
    /// Reads a string and checks its escapes and its UTF-8.
    mutating func string() throws(JSONError) {
        let start = at
        var index = at + 1
        var kind = JSONToken.Kind.plainString
        while true {
            if index + 8 <= end {
                let marks = ByteScan.escapesAndNonASCII(in: ByteScan.word(at: base + index))
                // A constant step, so that the next load does not have to wait for the marks.
                if marks == 0 {
                    index += 8
                    continue
                }
                index += ByteScan.clear(before: marks)
            }
            guard index < end else { throw failure(.unterminatedString, at: start) }
            let byte = base[index]
            switch byte {
            case UInt8(ascii: "\""):
                append(kind, from: start, to: index + 1)
                at = index + 1
                return
            case UInt8(ascii: "\\"):
                kind = .escapedString
                index = try skipEscape(at: index)
            case 0..<0x20:
                throw failure(.controlCharacter, at: index)
            case 0x20..<0x80:
                index += 1
            default:
                repeat {
                    index += try sequenceLength(at: index)
                } while index < end && base[index] >= 0x80
            }
        }
    }

    /// Checks one escape; returns the offset after it, or after both escapes of a surrogate pair.
    private func skipEscape(at index: Int) throws(JSONError) -> Int {
        guard index + 1 < end else { throw failure(.unterminatedString, at: at) }
        switch base[index + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return index + 2
        case UInt8(ascii: "u"):
            let unit = try codeUnit(at: index)
            guard unit & 0xF800 == 0xD800 else { return index + 6 }
            guard unit < 0xDC00, index + 7 < end, base[index + 6] == UInt8(ascii: "\\"),
                base[index + 7] == UInt8(ascii: "u"),
                try codeUnit(at: index + 6) & 0xFC00 == 0xDC00
            else { throw failure(.unpairedSurrogate, at: index) }
            return index + 12
        default:
            throw failure(.badEscape, at: index)
        }
    }

    /// The value of the four hexadecimal digits of the `\u` escape at `index`.
    private func codeUnit(at index: Int) throws(JSONError) -> UInt32 {
        guard index + 6 <= end else { throw failure(.badUnicodeEscape, at: index) }
        var unit: UInt32 = 0
        for offset in 2..<6 {
            guard let digit = base[index + offset].hexadecimalValue else {
                throw failure(.badUnicodeEscape, at: index)
            }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }

    /// The length of the UTF-8 sequence at `index` (Unicode 16, table 3-7); throws when it is
    /// invalid.
    @inline(__always)
    private func sequenceLength(at index: Int) throws(JSONError) -> Int {
        let length = utf8SequenceLength(base + index, available: end - index)
        guard length > 0 else { throw failure(.invalidUTF8, at: index) }
        return length
    }
}

/// The length of the valid UTF-8 sequence at `bytes`, whose first byte is not ASCII; 0 if invalid.
@inline(__always)
func utf8SequenceLength(_ bytes: UnsafePointer<UInt8>, available: Int) -> Int {
    let first = bytes[0]
    guard available >= 2, first >= 0xC2, first <= 0xF4 else { return 0 }
    let second = bytes[1]
    if first < 0xE0 { return second & 0xC0 == 0x80 ? 2 : 0 }
    guard available >= 3, second & 0xC0 == 0x80, bytes[2] & 0xC0 == 0x80 else { return 0 }
    if first < 0xF0 {
        // Overlong forms and surrogates are invalid.
        if first == 0xE0 && second < 0xA0 || first == 0xED && second >= 0xA0 { return 0 }
        return 3
    }
    guard available >= 4, bytes[3] & 0xC0 == 0x80 else { return 0 }
    // Overlong forms and values above U+10FFFF are invalid.
    if first == 0xF0 && second < 0x90 || first == 0xF4 && second >= 0x90 { return 0 }
    return 4
}
