internal import MockPostlyCrypto
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlySQLite
internal import MockPostlyWorld

/// What a value of a content may be, so that every answer that is made of it is right.
enum ValueRule: Sendable {
    /// A whole number; JSON of every client keeps those up to 2^53.
    case number(ClosedRange<Int64>)
    /// Microseconds since 1970.
    case date
    /// Any text in UTF-8.
    case text
    /// One of a few texts.
    case oneOf([String])
    case objectID
    /// A SHA-256 in hexadecimal.
    case hash
    case password
    /// JSON of any depth.
    case json
    /// The key of a row of a table that comes earlier.
    case key(of: String)
    /// Numbers of people as a JSON array, nobody twice.
    case people
    /// What is counted anew: nothing is expected of it.
    case counted

    /// A key that SQLite counts, or a number that clients see in its place.
    static let id = ValueRule.number(1...(.largestInContent))
    static let count = ValueRule.number(0...(.largestInContent))
}

/// What is wrong with a value.
struct ValueRefusal: Error {
    var column: String
    var words: String
}

extension ValueRule {
    /// The value of a column that follows the rule; of one that does not, what was expected.
    ///
    /// `keys` has the keys of the tables that came earlier.
    func read(
        _ row: borrowing Row,
        _ column: Int32,
        _ keys: [String: Set<Int64>]
    ) -> Result<Value, Mismatch> {
        switch self {
        case .counted: .success(.integer(0))
        case .number(let range):
            number(row, column, in: range, "a whole number from \(range.lowerBound) up")
        case .date: number(row, column, in: Int64.datesInContent, "microseconds of a date")
        case .key(let table):
            reference(row, column, keys[table] ?? [], "the number of a row of \(table)")
        default: text(row, column, keys["user"] ?? [])
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
        _ column: Int32,
        _ known: Set<Int64>,
        _ expected: @autoclosure () -> String
    ) -> Result<Value, Mismatch> {
        guard row.storageClass(column) == .integer, known.contains(row.int(column)) else {
            return .failure(Mismatch(expected: expected()))
        }
        return .success(.integer(row.int(column)))
    }

    private func text(
        _ row: borrowing Row,
        _ column: Int32,
        _ people: Set<Int64>
    ) -> Result<Value, Mismatch> {
        guard row.storageClass(column) == .text,
            let text = String(validating: row.textBytes(column), as: UTF8.self)
        else { return .failure(Mismatch(expected: "a text in UTF-8")) }
        guard let expected = mismatch(text, people) else { return .success(.text(text)) }
        return .failure(Mismatch(expected: expected))
    }

    /// What was expected of a text that is not right.
    private func mismatch(_ text: String, _ people: Set<Int64>) -> String? {
        switch self {
        case .oneOf(let texts):
            texts.contains(text) ? nil : "one of \(texts.joined(separator: ", "))"
        case .objectID: text.isObjectID ? nil : "24 hexadecimal digits in lower case"
        case .hash: text.isSHA256 ? nil : "64 hexadecimal digits in lower case"
        case .password: PasswordHash(stored: text) != nil ? nil : "the hash of a password"
        case .json: parseJavaScriptJSON(Array(text.utf8)) != nil ? nil : "JSON"
        case .people:
            Self.isList(text, of: people) ? nil : "the numbers of people in a JSON array"
        default: nil
        }
    }

    /// Whether `text` is a list just as the feed writes it, which is how it is sent.
    private static func isList(_ text: String, of people: Set<Int64>) -> Bool {
        var text = text
        let numbers = text.withUTF8 { FeedStore.likes(in: $0) }
        return FeedStore.list(of: numbers).utf8.elementsEqual(text.utf8)
            && Set(numbers).count == numbers.count && people.isSuperset(of: numbers)
    }
}
