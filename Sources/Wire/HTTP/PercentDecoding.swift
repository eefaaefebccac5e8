/// Percent-decodes `bytes` (RFC 3986 §2.1) strictly.
///
/// Throws ``TargetFault/malformedEscape`` for a `%` without two hexadecimal digits and
/// ``TargetFault/encodedNUL`` for `%00`.
func percentDecoded(
    strictly bytes: UnsafeBufferPointer<UInt8>
) throws(TargetFault) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var start = 0
    while let escape = bytes.firstIndex(of: UInt8(ascii: "%"), from: start) {
        decoded.append(contentsOf: bytes.part(start..<escape))
        decoded.append(try escapedByte(bytes, at: escape))
        start = escape + 3
    }
    decoded.append(contentsOf: bytes.part(start...))
    return decoded
}

/// Throws the errors of ``percentDecoded(strictly:)`` without decoding.
func checkEscapes(_ bytes: UnsafeBufferPointer<UInt8>) throws(TargetFault) {
    var start = 0
    while let escape = bytes.firstIndex(of: UInt8(ascii: "%"), from: start) {
        _ = try escapedByte(bytes, at: escape)
        start = escape + 3
    }
}

private func escapedByte(
    _ bytes: UnsafeBufferPointer<UInt8>,
    at index: Int
) throws(TargetFault) -> UInt8 {
    guard index + 2 < bytes.count, let high = hexDigit(bytes[index + 1]),
        let low = hexDigit(bytes[index + 2])
    else { throw .malformedEscape }
    guard high | low != 0 else { throw .encodedNUL }
    return high << 4 | low
}

extension TargetFault: Error {}

/// Percent-decodes one name or value of a query string or form body.
///
/// `+` becomes a space; a `%` without two hexadecimal digits is kept as it is (WHATWG URL,
/// "application/x-www-form-urlencoded parsing"). The result need not be UTF-8.
///
/// `a%20b+c` becomes `a b c`; `%zz` stays `%zz`.
package func formDecodedBytes(_ bytes: some Collection<UInt8>) -> [UInt8] {
    leniently(bytes, plus: 0x20)
}

/// Percent-decodes `bytes` of a path; `+` stays, and so does a `%` without two hexadecimal digits.
///
/// The result need not be UTF-8.
///
/// `a%2Fb` becomes `a/b`: slashes that were encoded cannot be told from others afterwards.
package func percentDecoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
    leniently(bytes, plus: UInt8(ascii: "+"))
}

private func leniently(_ bytes: some Collection<UInt8>, plus: UInt8) -> [UInt8] {
    bytes.withContiguousStorageIfAvailable { decoded($0, plus: plus) }
        ?? Array(bytes).withUnsafeBufferPointer { decoded($0, plus: plus) }
}

/// Decodes as ``formDecodedBytes(_:)``; invalid UTF-8 becomes U+FFFD.
package func formDecoded(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: formDecodedBytes(bytes), as: UTF8.self)
}

private func decoded(_ bytes: UnsafeBufferPointer<UInt8>, plus: UInt8) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
        let byte = bytes[index]
        if byte == UInt8(ascii: "%"), index + 2 < bytes.count,
            let high = hexDigit(bytes[index + 1]), let low = hexDigit(bytes[index + 2])
        {
            decoded.append(high << 4 | low)
            index += 3
        } else {
            decoded.append(byte == UInt8(ascii: "+") ? plus : byte)
            index += 1
        }
    }
    return decoded
}

/// Percent-encodes (RFC 3986 §2.1) all bytes of which `isKept` is false, in upper case.
package func percentEncoded(
    _ bytes: some Sequence<UInt8>,
    keeping isKept: (UInt8) -> Bool
) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for byte in bytes {
        if isKept(byte) {
            text.append(byte)
        } else {
            text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
    return String(decoding: text, as: UTF8.self)
}

/// Whether a byte never needs an escape in a URL (RFC 3986 §2.3).
package func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
    default: "-._~".utf8.contains(byte)
    }
}
