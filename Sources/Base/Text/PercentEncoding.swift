/// Percent-decodes `bytes` of a path; `+` stays, and so does a `%` without two hexadecimal digits.
///
/// The result need not be UTF-8.
///
/// `a%2Fb` becomes `a/b`: slashes that were encoded cannot be told from others afterwards.
package func percentDecoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
    leniently(bytes, plus: UInt8(ascii: "+"))
}

/// Percent-decodes one name or value of a query string or form body.
///
/// `+` becomes a space; a `%` without two hexadecimal digits is kept as it is (WHATWG URL,
/// "application/x-www-form-urlencoded parsing"). The result need not be UTF-8.
///
/// `a%20b+c` becomes `a b c`; `%zz` stays `%zz`.
package func formDecodedBytes(_ bytes: some Collection<UInt8>) -> [UInt8] {
    leniently(bytes, plus: UInt8(ascii: " "))
}

/// Decodes as ``formDecodedBytes(_:)``; invalid UTF-8 becomes U+FFFD.
package func formDecoded(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: formDecodedBytes(bytes), as: UTF8.self)
}

/// The same for bytes in one place: a text without escapes, as nearly all are, is not copied twice.
package func formDecoded(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let hasEscape = bytes.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }
    guard hasEscape else { return String(decoding: bytes, as: UTF8.self) }
    return String(decoding: decoded(bytes, plus: UInt8(ascii: " ")), as: UTF8.self)
}

private func leniently(_ bytes: some Collection<UInt8>, plus: UInt8) -> [UInt8] {
    bytes.withContiguousStorageIfAvailable { decoded($0, plus: plus) }
        ?? Array(bytes).withUnsafeBufferPointer { decoded($0, plus: plus) }
}

private func decoded(_ bytes: UnsafeBufferPointer<UInt8>, plus: UInt8) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
        let byte = bytes[index]
        if byte == UInt8(ascii: "%"), let escaped = escapedByte(bytes, at: index) {
            decoded.append(escaped)
            index += 3
        } else {
            decoded.append(byte == UInt8(ascii: "+") ? plus : byte)
            index += 1
        }
    }
    return decoded
}

/// The byte of the escape that begins at `index` of `bytes`; nil unless two hexadecimal digits
/// follow there.
package func escapedByte(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt8? {
    guard index + 2 < bytes.count, let high = bytes[index + 1].hexadecimalValue,
        let low = bytes[index + 2].hexadecimalValue
    else { return nil }
    return high << 4 | low
}

/// Percent-encodes (RFC 3986, 2.1) all bytes of which `isKept` is false, in upper case.
///
/// - Parameters:
///   - bytes: of a text.
///   - isKept: whether a byte stays as it is.
///   - plus: whether a space becomes `+`, as in forms.
/// - Returns: ASCII.
package func percentEncoded(
    _ bytes: some Sequence<UInt8>,
    keeping isKept: (UInt8) -> Bool,
    spaceAsPlus plus: Bool = false
) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for byte in bytes {
        if isKept(byte) {
            text.append(byte)
        } else if plus, byte == UInt8(ascii: " ") {
            text.append(UInt8(ascii: "+"))
        } else {
            text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
    return String(decoding: text, as: UTF8.self)
}

/// `text` as a part of a path or a value of a query, of which unreserved characters alone stay.
package func percentEncoded(_ text: String) -> String {
    percentEncoded(text.utf8, keeping: isUnreserved)
}

/// Whether a byte never needs an escape in a URL (RFC 3986, 2.3).
package func isUnreserved(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "-._~".utf8.contains(byte)
}
