extension UInt8 {
    /// The value of the hexadecimal digit, in either case; nil for other characters.
    @inlinable
    package var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self &- UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self &- UInt8(ascii: "a") &+ 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self &- UInt8(ascii: "A") &+ 10
        default: nil
        }
    }

    /// The hexadecimal digit of a value below 16, in lower case.
    @inlinable
    package static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &- 10 &+ value
    }
}

/// `value`, not below zero, in lower case, with zeros in front up to so many digits.
@inlinable
package func hexadecimal(_ value: some BinaryInteger, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}

/// `bytes` as two hexadecimal digits each, in lower case.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let text = bytes.flatMap { [UInt8.hexadecimalDigit($0 >> 4), .hexadecimalDigit($0 & 0xF)] }
    return String(decoding: text, as: UTF8.self)
}
