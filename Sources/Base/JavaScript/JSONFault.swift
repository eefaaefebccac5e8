/// The reason why V8 refuses a text as JSON, and the UTF-16 offset of the error.
struct JSONFault: Error {
    enum Reason {
        /// An unexpected character, or the end of the text.
        case unexpected
        case expectedNameOrBrace
        case expectedQuotedName
        case expectedColon
        case expectedCommaOrBracket
        case expectedCommaOrBrace
        case unterminatedString
        case badControlCharacter
        case badUnicodeEscape
        case badEscape
        case noNumberAfterMinus
        case unterminatedFraction
        case missingExponent
        case textAfterValue
    }

    var offset: Int
    var reason: Reason

    /// The message of the SyntaxError that `JSON.parse` of Node 24 throws for `units`.
    func message(in units: [UInt16]) -> String {
        let words =
            switch reason {
            case .unexpected: ""
            case .expectedNameOrBrace: "Expected property name or '}' in JSON"
            case .expectedQuotedName: "Expected double-quoted property name in JSON"
            case .expectedColon: "Expected ':' after property name in JSON"
            case .expectedCommaOrBracket: "Expected ',' or ']' after array element in JSON"
            case .expectedCommaOrBrace: "Expected ',' or '}' after property value in JSON"
            case .unterminatedString: "Unterminated string in JSON"
            case .badControlCharacter: "Bad control character in string literal in JSON"
            case .badUnicodeEscape: "Bad Unicode escape in JSON"
            case .badEscape: "Bad escaped character in JSON"
            case .noNumberAfterMinus: "No number after minus sign in JSON"
            case .unterminatedFraction: "Unterminated fractional number in JSON"
            case .missingExponent: "Exponent part is missing a number in JSON"
            case .textAfterValue: "Unexpected non-whitespace character after JSON"
            }
        return words.isEmpty ? unexpected(in: units) : words + position(in: units)
    }

    /// The message that quotes the unexpected character and the text around it.
    func unexpectedToken(in units: [UInt16]) -> String {
        let (text, isCutBefore, isCutAfter) = context(in: units)
        let before = isCutBefore ? "..." : ""
        let after = isCutAfter ? "..." : ""
        // A lone surrogate becomes U+FFFD here; V8 keeps it.
        let token = String(decoding: units[offset...offset], as: UTF16.self)
        return "Unexpected token '\(token)', \(before)\"\(text)\"\(after) is not valid JSON"
    }

    private func unexpected(in units: [UInt16]) -> String {
        guard offset < units.count else { return "Unexpected end of JSON input" }
        switch units[offset] {
        case UInt16(ascii: "0")...UInt16(ascii: "9"), UInt16(ascii: "-"):
            return "Unexpected number in JSON" + position(in: units)
        case UInt16(ascii: "\""):
            return "Unexpected string in JSON" + position(in: units)
        default:
            // Texts that JavaScript makes of values other than JSON; V8 has a message of its own
            // for them.
            let texts = ["NaN", "Infinity", "undefined", "[object Object]"]
            guard let text = texts.first(where: { units.elementsEqual($0.utf16) }) else {
                return unexpectedToken(in: units)
            }
            return "\"\(text)\" is not valid JSON"
        }
    }

    /// The text around the error, and whether it is marked as cut off before and after.
    ///
    /// A short text is shown whole, else ten units on each side. V8 marks the front as cut off from
    /// offset 10 on, even where nothing is missing.
    private func context(in units: [UInt16]) -> (text: String, before: Bool, after: Bool) {
        let around = 10
        guard units.count > around * 2 else {
            return (String(decoding: units, as: UTF16.self), false, false)
        }
        let start = max(offset - around, 0)
        let end = min(offset + around, units.count)
        let text = String(decoding: units[start..<end], as: UTF16.self)
        return (text, offset >= around, end < units.count)
    }

    /// The offset, with the line and column that Node 24 adds.
    ///
    /// A carriage return, a line feed or both together end a line.
    private func position(in units: [UInt16]) -> String {
        var line = 1
        var start = 0
        var index = 0
        while index < offset {
            let isReturn = units[index] == UInt16(ascii: "\r")
            if isReturn, index + 1 < offset, units[index + 1] == UInt16(ascii: "\n") { index += 1 }
            if isReturn || units[index] == UInt16(ascii: "\n") {
                line += 1
                start = index + 1
            }
            index += 1
        }
        return " at position \(offset) (line \(line) column \(1 + offset - start))"
    }
}

extension UInt16 {
    init(ascii: Unicode.Scalar) { self.init(UInt8(ascii: ascii)) }
}
