/// The reason why a text is not JSON, and its position.
package struct JSONError: Error, Equatable {
    /// What is wrong.
    package enum Reason: Sendable, Equatable {
        case empty
        case expectedValue
        case expectedName
        case expectedColon
        case expectedCommaOrBracket
        case expectedCommaOrBrace
        case unexpectedEnd
        case unterminatedString
        case controlCharacter
        case badEscape
        case badUnicodeEscape
        case unpairedSurrogate
        case invalidUTF8
        case badNumber
        case tooDeep
        case textAfterValue
        case tooLarge

        /// The reason in words that follow a position: `seed.json:3:7: expected a value`.
        package var words: String {
            switch self {
            case .empty: "the document is empty"
            case .expectedValue: "expected a value"
            case .expectedName: "expected a member name in double quotes"
            case .expectedColon: "expected a colon after the member name"
            case .expectedCommaOrBracket: "expected a comma or ]"
            case .expectedCommaOrBrace: "expected a comma or }"
            case .unexpectedEnd: "the document ends too early"
            case .unterminatedString: "unterminated string"
            case .controlCharacter: "a control character in a string must be escaped"
            case .badEscape: "unknown escape in a string"
            case .badUnicodeEscape: "expected four hexadecimal digits after \\u"
            case .unpairedSurrogate: "unpaired surrogate"
            case .invalidUTF8: "invalid UTF-8"
            case .badNumber: "malformed number"
            case .tooDeep: "nested deeper than \(JSON.depthLimit)"
            case .textAfterValue: "text after the value"
            case .tooLarge: "the document is larger than 4 GiB, or has too many values"
            }
        }
    }

    /// Offset of the first byte that is wrong; the length of the text when it ends too early.
    ///
    /// An unterminated string is reported at its opening quote, a bad escape at its backslash.
    package var offset: Int
    package var reason: Reason

    /// An error at a byte offset.
    package init(offset: Int, reason: Reason) {
        self.offset = offset
        self.reason = reason
    }

    /// Line and column of the error, from 1; `bytes` must be the text that was parsed.
    package func position(in bytes: [UInt8]) -> (line: Int, column: Int) {
        lineAndColumn(of: offset, in: bytes)
    }
}

/// Line and column of a byte offset in `bytes`, both counted from 1.
///
/// Columns count Unicode scalars, so an accented letter is one column. A byte order mark at the
/// start takes no column. A line ends after its line feed.
package func lineAndColumn(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    var (line, column) = (1, 1)
    let start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    let end = min(offset, bytes.count)
    guard start < end else { return (line, column) }
    for byte in bytes[start..<end] {
        if byte == UInt8(ascii: "\n") {
            line += 1
            column = 1
        } else if byte & 0xC0 != 0x80 {
            column += 1
        }
    }
    return (line, column)
}

/// U+FEFF in UTF-8.
let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
