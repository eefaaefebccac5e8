internal import MockPostlyText

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
        decoded.append(try checkedByte(bytes, at: escape))
        start = escape + 3
    }
    decoded.append(contentsOf: bytes.part(start...))
    return decoded
}

/// Throws the errors of ``percentDecoded(strictly:)`` without decoding.
func checkEscapes(_ bytes: UnsafeBufferPointer<UInt8>) throws(TargetFault) {
    var start = 0
    while let escape = bytes.firstIndex(of: UInt8(ascii: "%"), from: start) {
        _ = try checkedByte(bytes, at: escape)
        start = escape + 3
    }
}

private func checkedByte(
    _ bytes: UnsafeBufferPointer<UInt8>,
    at index: Int
) throws(TargetFault) -> UInt8 {
    guard let byte = escapedByte(bytes, at: index) else { throw .malformedEscape }
    guard byte != 0 else { throw .encodedNUL }
    return byte
}

extension TargetFault: Error {}
