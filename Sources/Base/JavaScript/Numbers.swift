internal import MockPostlyJSON
internal import MockPostlyText

extension JSValue {
    /// The result of `Number(value)`.
    ///
    /// `""` and `"  "` are 0, `"0x10"` is 16, `"12px"` is NaN, `[7]` is 7.
    package var number: Double {
        switch self {
        case .undefined, .object: .nan
        case .null: 0
        case .bool(let value): value ? 1 : 0
        case .number(let value): value
        case .long(let value): value.double
        case .string(let value): parseNumber(value)
        case .array: parseNumber(text)
        }
    }
}

/// The result of `number.toString()`: shortest digits, `1e+21`, `NaN`, `-Infinity`; -0 is `0`.
package func javaScriptText(of number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    if number.magnitude < 0x1p53, let whole = Int64(exactly: number) { return String(whole) }
    var writer = JSONWriter(escaping: .utf8, reserving: 64)
    writer.double(number)
    return String(decoding: writer.finish(), as: UTF8.self)
}

/// The result of `parseInt(text, 10)`; NaN when the text does not begin with a number.
///
/// `"12px"` is 12, `" 7"` is 7, `"1e3"` is 1, `""` is NaN.
package func parseInteger(_ text: String) -> Double {
    if let value = parseDigits(text) { return value }
    var bytes = trimmingSpace(Array(text.utf8)[...])
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
    let digits = bytes.prefix(while: \.isDigit)
    guard !digits.isEmpty, let value = Double(String(decoding: digits, as: UTF8.self)) else {
        return .nan
    }
    return isNegative ? -value : value
}

/// The number that up to 15 digits denote; nil for other texts.
///
/// So much a double holds exactly. Nearly all numbers of a query string are of this form.
private func parseDigits(_ text: String) -> Double? {
    guard 1...15 ~= text.utf8.count else { return nil }
    var value = 0
    for byte in text.utf8 {
        guard byte.isDigit else { return nil }
        value = value * 10 + Int(byte &- UInt8(ascii: "0"))
    }
    return Double(value)
}

/// The result of `Number(text)` (ECMA-262, StringToNumber).
private func parseNumber(_ text: String) -> Double {
    if let value = parseDigits(text) { return value }
    let bytes = trimmingSpace(Array(text.utf8)[...])
    guard let first = bytes.first else { return 0 }
    if first == UInt8(ascii: "0"), bytes.count > 2, let value = parsePrefixed(bytes) {
        return value
    }
    let isSigned = first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
    let unsigned = isSigned ? bytes.dropFirst() : bytes
    let value: Double
    if unsigned.elementsEqual("Infinity".utf8) {
        value = .infinity
    } else if let decimal = decimalText(unsigned) {
        value = Double(decimal) ?? .nan
    } else {
        return .nan
    }
    return first == UInt8(ascii: "-") ? -value : value
}

/// Reads a hexadecimal, octal or binary literal; nil without such a prefix, NaN for wrong digits.
private func parsePrefixed(_ bytes: ArraySlice<UInt8>) -> Double? {
    let bits: Int
    switch bytes[bytes.startIndex + 1] | 0x20 {
    case UInt8(ascii: "x"): bits = 4
    case UInt8(ascii: "o"): bits = 3
    case UInt8(ascii: "b"): bits = 1
    default: return nil
    }
    let digits = bytes.dropFirst(2)
    var value = ExactBits()
    for byte in digits {
        guard let digit = byte.hexadecimalValue, digit < 1 << bits else { return .nan }
        for bit in stride(from: bits - 1, through: 0, by: -1) {
            value.append((digit >> bit) & 1 == 1)
        }
    }
    return value.rounded
}

/// An integer given bit by bit, of which only the bits that affect a double are kept.
private struct ExactBits {
    private var head: UInt64 = 0
    private var dropped = 0
    private var hasDroppedOnes = false

    mutating func append(_ bit: Bool) {
        if head.leadingZeroBitCount > 1 {
            head = head << 1 | (bit ? 1 : 0)
        } else {
            dropped += 1
            hasDroppedOnes = hasDroppedOnes || bit
        }
    }

    /// The nearest double, ties to even.
    var rounded: Double {
        // 63 bits are kept, so the lowest one can stand for all dropped ones when rounding.
        let sticky = head | (hasDroppedOnes ? 1 : 0)
        guard dropped < 2048 else { return .infinity }
        return Double(sign: .plus, exponent: dropped, significand: Double(sticky))
    }
}

/// `bytes` in a form that Swift reads; nil unless they are a decimal number.
private func decimalText(_ bytes: ArraySlice<UInt8>) -> String? {
    var rest = bytes
    let whole = rest.prefix(while: \.isDigit)
    rest = rest.dropFirst(whole.count)
    var fraction = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
        fraction = rest.dropFirst().prefix(while: \.isDigit)
        rest = rest.dropFirst(1 + fraction.count)
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    var exponent = "0"
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
        rest = rest.dropFirst()
        let isSigned = rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+")
        let digits = rest.dropFirst(isSigned ? 1 : 0)
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        exponent = String(decoding: rest, as: UTF8.self)
        rest = rest.suffix(0)
    }
    guard rest.isEmpty else { return nil }
    let digits = String(decoding: whole, as: UTF8.self)
    return "0\(digits).\(String(decoding: fraction, as: UTF8.self))0e\(exponent)"
}

/// `bytes` without JavaScript's white space and line terminators at both ends.
private func trimmingSpace(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let length = spaceLength(bytes, atEnd: false) { bytes.removeFirst(length) }
    while let length = spaceLength(bytes, atEnd: true) { bytes.removeLast(length) }
    return bytes
}

/// The length of the white space character at one end; nil when there is none.
private func spaceLength(_ bytes: ArraySlice<UInt8>, atEnd: Bool) -> Int? {
    guard let end = atEnd ? bytes.last : bytes.first else { return nil }
    if end == 0x20 || 0x09...0x0D ~= end { return 1 }
    guard end >= 0x80 else { return nil }
    for length in 2...3 where bytes.count >= length {
        let scalar = Array(atEnd ? bytes.suffix(length) : bytes.prefix(length))
        if length == 2 ? scalar == [0xC2, 0xA0] : isWideSpace(scalar) { return length }
    }
    return nil
}

/// The spaces of category Zs and line terminators above U+07FF, and the byte order mark.
private func isWideSpace(_ scalar: [UInt8]) -> Bool {
    switch (scalar[0], scalar[1], scalar[2]) {
    case (0xE1, 0x9A, 0x80), (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF): true
    case (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF): true
    case (0xE2, 0x81, 0x9F): true
    default: false
    }
}
