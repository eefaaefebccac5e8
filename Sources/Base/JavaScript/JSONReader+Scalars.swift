internal import MockPostlyText

extension JSONReader {
    /// Reads the word at `at`, whose first letter was already checked.
    mutating func word(_ word: StaticString, _ value: JSValue) throws(JSONFault) -> JSValue {
        for place in 0..<word.utf8CodeUnitCount {
            guard at < units.count, units[at] == UInt16(word.utf8Start[place]) else {
                throw fault(.unexpected)
            }
            at += 1
        }
        return value
    }

    mutating func number() throws(JSONFault) -> JSValue {
        let start = at
        if units[at] == UInt16(ascii: "-") {
            at += 1
            guard isAtDigit else { throw fault(.noNumberAfterMinus) }
        }
        if units[at] == UInt16(ascii: "0") {
            at += 1
            if isAtDigit { throw fault(.unexpected) }
        } else {
            skipDigits()
        }
        if at < units.count, units[at] == UInt16(ascii: ".") {
            at += 1
            guard isAtDigit else { throw fault(.unterminatedFraction) }
            skipDigits()
        }
        if at < units.count, units[at] | 0x20 == UInt16(ascii: "e") {
            at += 1
            if at < units.count, units[at] == UInt16(ascii: "+") || units[at] == UInt16(ascii: "-")
            {
                at += 1
            }
            guard isAtDigit else { throw fault(.missingExponent) }
            skipDigits()
        }
        let text = String(decoding: units[start..<at], as: UTF16.self)
        return .number(Double(text) ?? .nan)
    }

    private var isAtDigit: Bool {
        at < units.count && units[at] &- UInt16(ascii: "0") < 10
    }

    private mutating func skipDigits() {
        while isAtDigit { at += 1 }
    }

    /// Reads the string whose opening quote is at `at`; a lone surrogate becomes U+FFFD.
    mutating func string() throws(JSONFault) -> String {
        at += 1
        let start = at
        while at < units.count, units[at] >= 0x20, units[at] != UInt16(ascii: "\""),
            units[at] != UInt16(ascii: "\\")
        {
            at += 1
        }
        // A string without escapes is decoded directly.
        if at < units.count, units[at] == UInt16(ascii: "\"") {
            at += 1
            return String(decoding: units[start..<(at - 1)], as: UTF16.self)
        }
        var text = Array(units[start..<at])
        while at < units.count {
            let unit = units[at]
            if unit == UInt16(ascii: "\\") {
                text.append(try escape())
                continue
            }
            if unit < 0x20 { throw fault(.badControlCharacter) }
            at += 1
            if unit == UInt16(ascii: "\"") { return String(decoding: text, as: UTF16.self) }
            text.append(unit)
        }
        throw fault(.unterminatedString)
    }

    private mutating func escape() throws(JSONFault) -> UInt16 {
        at += 1
        guard at < units.count, units[at] <= 0xFF else { throw fault(.unexpected) }
        let escaped: UInt16
        switch units[at] {
        case UInt16(ascii: "\""), UInt16(ascii: "\\"), UInt16(ascii: "/"): escaped = units[at]
        case UInt16(ascii: "b"): escaped = 0x08
        case UInt16(ascii: "f"): escaped = 0x0C
        case UInt16(ascii: "n"): escaped = 0x0A
        case UInt16(ascii: "r"): escaped = 0x0D
        case UInt16(ascii: "t"): escaped = 0x09
        case UInt16(ascii: "u"):
            at += 1
            return try codeUnit()
        default: throw fault(.badEscape)
        }
        at += 1
        return escaped
    }

    /// Reads four hexadecimal digits.
    private mutating func codeUnit() throws(JSONFault) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard at < units.count, let byte = UInt8(exactly: units[at]),
                let digit = byte.hexadecimalValue
            else { throw fault(.badUnicodeEscape) }
            unit = unit << 4 | UInt16(digit)
            at += 1
        }
        return unit
    }
}
