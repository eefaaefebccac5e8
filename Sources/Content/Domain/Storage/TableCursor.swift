internal import MockPostlySQLite

/// What a column holds, for comparing it.
enum ColumnKind {
    case number, text
    /// The number of a row of `user`.
    case user
    /// Numbers of rows of `user` in a JSON array.
    case users
}

/// The rows of a statement, one after the other.
final class TableCursor {
    private let statement: Statement
    private(set) var isAtEnd = false

    init(_ sql: StaticString, on connection: Connection) throws {
        statement = try connection.lend(sql, [])
        try advance()
    }

    deinit { statement.giveBack() }

    func advance() throws {
        isAtEnd = try !statement.step()
    }

    /// The row on which it stands; there is none at the end.
    var row: Row { statement.row }
}

/// Which of two rows comes first by its first `keys` columns; 0 for the same keys.
func order(
    _ left: borrowing Row,
    _ right: borrowing Row,
    _ columns: [ColumnKind],
    keys: Int
) -> Int {
    for index in 0..<keys {
        let column = Int32(index)
        if columns[index] == .text {
            let (first, second) = (left.textBytes(column), right.textBytes(column))
            // As SQLite's BINARY collation: byte for byte, the shorter one first.
            if first.lexicographicallyPrecedes(second) { return -1 }
            if second.lexicographicallyPrecedes(first) { return 1 }
        } else {
            let (first, second) = (left.int(column), right.int(column))
            if first != second { return first < second ? -1 : 1 }
        }
    }
    return 0
}

/// Whether two rows are the same from column `start` on.
func areSame(
    _ left: borrowing Row,
    _ right: borrowing Row,
    _ columns: [ColumnKind],
    from start: Int
) -> Bool {
    for index in start..<columns.count {
        let column = Int32(index)
        switch columns[index] {
        case .number, .user:
            if left.int(column) != right.int(column) { return false }
        case .text, .users:
            let (first, second) = (left.textBytes(column), right.textBytes(column))
            if first.count != second.count || !first.elementsEqual(second) { return false }
        }
        if left.isNull(column) != right.isNull(column) { return false }
    }
    return true
}
