/// Why V8 refuses a text as JSON, and the UTF-16 offset of what it did not expect.
struct JSONFault: Error {
    enum Reason {
        /// A character that can start nothing here, or the end of the text.
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

    /// The message that shows the character and the text around it.
    func unexpectedToken(in units: [UInt16]) -> String {
        let (text, isCutBefore, isCutAfter) = context(in: units)
        let before = isCutBefore ? "..." : ""
        let after = isCutAfter ? "..." : ""
        // Half of a surrogate pair is U+FFFD here; V8 keeps it.
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
            // What a value that is no JSON turns into when it is made a text.
            let texts = ["NaN", "Infinity", "undefined", "[object Object]"]
            guard let text = texts.first(where: { units.elementsEqual($0.utf16) }) else {
                return unexpectedToken(in: units)
            }
            return "\"\(text)\" is not valid JSON"
        }
    }

    /// The whole of a short text, else ten units on each side, and what is taken for cut off.
    ///
    /// V8 takes the front for cut off from the tenth unit on, though nothing may be missing there.
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

    /// The offset, and the line and column that Node 24 adds.
    ///
    /// A carriage return, a line feed or both end a line.
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
