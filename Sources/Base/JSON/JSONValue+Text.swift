internal import MockPostlyText

extension JSONValue {
    /// The text of a string token of this value's document.
    func text(of token: JSONToken) -> String {
        storage.bytes.withUnsafeBufferPointer { bytes in
            // The content without the quotes.
            let range = Int(token.start) + 1..<Int(token.end) - 1
            let inner = UnsafeBufferPointer(rebasing: bytes[range])
            guard token.kind == .escapedString else {
                return String(decoding: inner, as: UTF8.self)
            }
            return String(unsafeUninitializedCapacity: inner.count) { unescape(inner, into: $0) }
        }
    }

    /// Whether a string token has exactly the bytes of `name`.
    ///
    /// Bytes are compared because `String` treats different encodings of a letter as equal.
    func token(_ token: JSONToken, isNamed name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard token.kind == .plainString else {
            return text(of: token).utf8.elementsEqual(name)
        }
        let start = Int(token.start) + 1
        guard Int(token.end) - 1 - start == name.count else { return false }
        return storage.bytes.withUnsafeBufferPointer { bytes in
            for index in 0..<name.count where bytes[start + index] != name[index] {
                return false
            }
            return true
        }
    }
}

/// Writes the text of a checked string into `target`, which is at least as long; returns its
/// length.
private func unescape(
    _ source: UnsafeBufferPointer<UInt8>,
    into target: UnsafeMutableBufferPointer<UInt8>
) -> Int {
    guard let base = source.baseAddress, let out = target.baseAddress else { return 0 }
    var (read, written) = (0, 0)
    while read < source.count {
        let run = runLength(base + read, count: source.count - read)
        (out + written).update(from: base + read, count: run)
        read += run
        written += run
        guard read < source.count else { break }
        let kind = base[read + 1]
        guard kind == UInt8(ascii: "u") else {
            out[written] = simpleEscape(kind)
            read += 2
            written += 1
            continue
        }
        var scalar = codeUnit(base + read + 2)
        read += 6
        if scalar & 0xFC00 == 0xD800 {
            scalar = 0x1_0000 + (scalar - 0xD800) << 10 + (codeUnit(base + read + 2) - 0xDC00)
            read += 6
        }
        written += encode(scalar, at: out + written)
    }
    return written
}

/// How many bytes come before the first backslash.
private func runLength(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
    var index = 0
    while index + 8 <= count {
        // A checked string has no unescaped quotes or controls, so each mark is a backslash.
        let marks = ByteScan.escapes(in: ByteScan.word(at: bytes + index))
        if marks != 0 { return index + ByteScan.clear(before: marks) }
        index += 8
    }
    while index < count, bytes[index] != UInt8(ascii: "\\") { index += 1 }
    return index
}

private func simpleEscape(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
}

private func codeUnit(_ digits: UnsafePointer<UInt8>) -> UInt32 {
    var unit: UInt32 = 0
    for index in 0..<4 { unit = unit << 4 | UInt32(digits[index].hexadecimalValue ?? 0) }
    return unit
}

/// Writes a scalar as UTF-8; returns its length in bytes, at most 4.
private func encode(_ scalar: UInt32, at out: UnsafeMutablePointer<UInt8>) -> Int {
    func tail(_ shift: UInt32) -> UInt8 {
        0x80 | UInt8(truncatingIfNeeded: scalar >> shift) & 0x3F
    }
    switch scalar {
    case ..<0x80:
        out[0] = UInt8(truncatingIfNeeded: scalar)
        return 1
    case ..<0x800:
        out[0] = 0xC0 | UInt8(truncatingIfNeeded: scalar >> 6)
        out[1] = tail(0)
        return 2
    case ..<0x1_0000:
        out[0] = 0xE0 | UInt8(truncatingIfNeeded: scalar >> 12)
        out[1] = tail(6)
        out[2] = tail(0)
        return 3
    default:
        out[0] = 0xF0 | UInt8(truncatingIfNeeded: scalar >> 18)
        out[1] = tail(12)
        out[2] = tail(6)
        out[3] = tail(0)
        return 4
    }
}
