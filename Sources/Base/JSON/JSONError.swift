/// The reason why a text is not JSON, and its position.
package struct JSONError: Error, Equatable {
    /// What is wrong.
    package enum Reason: Sendable, Equatable {
        /// There is nothing but white space.
        case empty
        /// Something else stands where a value must be, such as `NaN` or a single quote.
        case expectedValue
        /// An object has something else than a string in quotes where a name must be, such as a
        /// comma before the closing brace.
        case expectedName
        /// No colon follows the name of a member.
        case expectedColon
        /// Neither a comma nor `]` follows an element.
        case expectedCommaOrBracket
        /// Neither a comma nor `}` follows a member.
        case expectedCommaOrBrace
        /// The text ends within a value; ``JSONError/offset`` is its length.
        case unexpectedEnd
        /// A string has no closing quote.
        case unterminatedString
        /// A string has a byte below 0x20, such as a line feed.
        case controlCharacter
        /// A backslash is followed by none of `"\/bfnrtu`.
        case badEscape
        /// Less than four hexadecimal digits follow `\u`.
        case badUnicodeEscape
        /// Half of a surrogate pair stands alone: `"\ud83d"`.
        case unpairedSurrogate
        /// A string has bytes that are not UTF-8 (Unicode 16, table 3-7).
        case invalidUTF8
        /// A number breaks the grammar of RFC 8259, section 6: `01`, `1.`, `+1`.
        case badNumber
        /// More than ``JSON/depthLimit`` arrays and objects are nested.
        case tooDeep
        /// Something follows the outermost value.
        case textAfterValue
        /// The text has 4 GiB or more, or 2^28 values.
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
    /// Its ``Reason/words`` follow a position in messages.
    package var reason: Reason

    /// An error at a byte offset.
    package init(offset: Int, reason: Reason) {
        self.offset = offset
        self.reason = reason
    }

    /// Line and column of the error, from 1; `bytes` must be the text that was parsed.
    ///
    /// Costs O(n) up to the error: for messages, not for each request.
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
