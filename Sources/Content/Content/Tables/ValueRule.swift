internal import MockPostlySQLite

/// The values that are allowed in a column, so that every response made from them is right.
///
/// ```swift
/// .init("status", .oneOf(["draft", "published"])),
/// .init("views", .count),
/// .init("author", .key(of: "user"))
/// ```
package enum ValueRule: Sendable {
    /// A whole number in a range.
    ///
    /// Both ends are allowed.
    case number(ClosedRange<Int64>)
    /// Microseconds since 1970.
    ///
    /// Within ``Int64/datesInContent``, in UTC.
    case date
    /// Any text in UTF-8.
    ///
    /// May be empty.
    case text
    /// A text for which the closure returns true; the string says what is expected, for messages.
    ///
    /// The words follow "expected"; the closure may be called on any thread.
    case textThat(String, @Sendable (String) -> Bool)
    /// The key of a row of a table that is listed earlier.
    case key(of: String)
    /// A ``NumberList`` of keys of such rows, none twice; the second string says what is expected.
    case keys(of: String, String)
    /// A counter: any value is allowed, because it is counted again.
    case counted

    /// A key that SQLite counts up from 1, or a number that clients see in its place.
    package static let id = ValueRule.number(1...(.largestInContent))
    /// A number of things: 0 or more.
    package static let count = ValueRule.number(0...(.largestInContent))
    /// As ``ObjectID/hex`` writes it.
    package static let objectID = ValueRule.textThat("24 hexadecimal digits in lower case") {
        $0.isObjectID
    }
    /// A SHA-256 as 64 hexadecimal digits in lower case.
    package static let hash = ValueRule.textThat("64 hexadecimal digits in lower case") {
        $0.isSHA256
    }

    /// One of a few texts.
    ///
    /// Compared byte by byte.
    package static func oneOf(_ texts: [String]) -> ValueRule {
        .textThat("one of \(texts.joined(separator: ", "))") { texts.contains($0) }
    }

    /// Whether the values are texts; otherwise they are whole numbers.
    var isText: Bool {
        switch self {
        case .text, .textThat, .keys: true
        case .number, .date, .key, .counted: false
        }
    }

    /// The table whose rows the values refer to; nil when they refer to none.
    var referredTable: String? {
        switch self {
        case .key(let table), .keys(let table, _): table
        case .number, .date, .text, .textThat, .counted: nil
        }
    }
}

/// A value that breaks a rule: its column, and what was expected as words for a message.
package struct ValueRefusal: Error {
    /// As in the schema.
    package var column: String
    /// They follow "expected", without a capital and a full stop.
    package var words: String

    /// - Parameters:
    ///   - column: its name.
    ///   - words: what was expected.
    package init(column: String, words: String) {
        (self.column, self.words) = (column, words)
    }
}

extension ValueRule {
    /// The value of a column when it follows the rule, else what was expected.
    ///
    /// `keys` has the keys of the tables that were read before.
    func read(
        _ row: borrowing Row,
        column: Int32,
        keys: [String: Set<Int64>]
    ) -> Result<Value, Mismatch> {
        switch self {
        case .counted: .success(.integer(0))
        case .number(let range):
            number(row, column, in: range, "a whole number from \(range.lowerBound) up")
        case .date: number(row, column, in: Int64.datesInContent, "microseconds of a date")
        case .key(let table):
            reference(
                row,
                column: column,
                known: keys[table] ?? [],
                expected: "the number of a row of \(table)"
            )
        case .text, .textThat, .keys: text(row, column: column, keys: keys)
        }
    }

    struct Mismatch: Error {
        var expected: String
    }

    private func number(
        _ row: borrowing Row,
        _ column: Int32,
        in range: ClosedRange<Int64>,
        _ expected: @autoclosure () -> String
    ) -> Result<Value, Mismatch> {
        guard row.storageClass(column) == .integer, range.contains(row.int(column)) else {
            return .failure(Mismatch(expected: expected()))
        }
        return .success(.integer(row.int(column)))
    }

    private func reference(
        _ row: borrowing Row,
        column: Int32,
        known: Set<Int64>,
        expected: @autoclosure () -> String
    ) -> Result<Value, Mismatch> {
        guard row.storageClass(column) == .integer, known.contains(row.int(column)) else {
            return .failure(Mismatch(expected: expected()))
        }
        return .success(.integer(row.int(column)))
    }

    private func text(
        _ row: borrowing Row,
        column: Int32,
        keys: [String: Set<Int64>]
    ) -> Result<Value, Mismatch> {
        guard row.storageClass(column) == .text,
            let text = String(validating: row.textBytes(column), as: UTF8.self)
        else { return .failure(Mismatch(expected: "a text in UTF-8")) }
        guard let expected = mismatch(text, keys) else { return .success(.text(text)) }
        return .failure(Mismatch(expected: expected))
    }

    /// What was expected of a text; nil when the text is right.
    private func mismatch(_ text: String, _ keys: [String: Set<Int64>]) -> String? {
        switch self {
        case .textThat(let expected, let isRight): isRight(text) ? nil : expected
        case .keys(let table, let expected):
            Self.isList(text, of: keys[table] ?? []) ? nil : expected
        case .number, .date, .text, .key, .counted: nil
        }
    }

    /// Whether `text` is a list exactly as responses send it, without spaces, with known keys, none
    /// twice.
    private static func isList(_ text: String, of known: Set<Int64>) -> Bool {
        var text = text
        let numbers = text.withUTF8 { NumberList.numbers(in: $0) }
        return NumberList.text(of: numbers).utf8.elementsEqual(text.utf8)
            && Set(numbers).count == numbers.count && known.isSuperset(of: numbers)
    }
}
