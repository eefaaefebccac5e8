internal import MockPostlyText

/// The result of `decodeURIComponent`; nil where it throws a URIError.
///
/// It throws for a `%` without two hexadecimal digits and for escapes that are not UTF-8; all bytes
/// of a character must be escaped. Unescaped bytes that are not UTF-8 become U+FFFD.
///
/// `+` stays `+`.
package func decodeURIComponent(_ bytes: some Collection<UInt8>) -> String? {
    let bytes = Array(bytes)
    guard bytes.contains(percent) else { return String(decoding: bytes, as: UTF8.self) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
        guard bytes[index] == percent else {
            decoded.append(bytes[index])
            index += 1
            continue
        }
        guard let first = escapedByte(bytes, at: index) else { return nil }
        let length = sequenceLength(first)
        var character: [UInt8] = []
        for _ in 0..<length {
            guard let byte = escapedByte(bytes, at: index) else { return nil }
            character.append(byte)
            index += 3
        }
        guard String(validating: character, as: UTF8.self) != nil else { return nil }
        decoded += character
    }
    return String(decoding: decoded, as: UTF8.self)
}

private let percent = UInt8(ascii: "%")

private func escapedByte(_ bytes: [UInt8], at index: Int) -> UInt8? {
    guard index + 2 < bytes.count, bytes[index] == percent,
        let high = bytes[index + 1].hexadecimalValue,
        let low = bytes[index + 2].hexadecimalValue
    else { return nil }
    return UInt8(high << 4 | low)
}

/// The length of the UTF-8 character that starts with `byte`; 1 for an invalid start.
private func sequenceLength(_ byte: UInt8) -> Int {
    switch byte {
    case 0xC0...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF7: 4
    default: 1
    }
}
