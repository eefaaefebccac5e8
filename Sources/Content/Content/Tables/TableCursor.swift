internal import MockPostlySQLite

/// Reads the rows of a statement one by one; it stands on the first row at the beginning.
final class TableCursor {
    private let statement: Statement
    private(set) var isAtEnd = false

    init(_ sql: DerivedSQL, on connection: Connection) throws {
        statement = try connection.lend(sql)
        try advance()
    }

    deinit { statement.giveBack() }

    func advance() throws {
        isAtEnd = try !statement.step()
    }

    /// The present row; not to be read at the end.
    var row: Row { statement.row }
}

/// Walks through the rows of two statements side by side; both are in the order of their keys.
struct TableComparing {
    /// For each column whether it is a text; the others are whole numbers.
    var texts: [Bool]
    /// How many of the first columns are the key.
    var keys: Int

    /// Calls `removed` for rows that only `old` has, `added` for rows that only `new` has, and
    /// `both` for the rest.
    ///
    /// `areSame` is whether the two rows with one key have the same values.
    func run(
        _ old: TableCursor,
        _ new: TableCursor,
        removed: (borrowing Row) -> Void,
        added: (borrowing Row) -> Void,
        both: (_ old: borrowing Row, _ new: borrowing Row, _ areSame: Bool) -> Void
    ) throws {
        while !old.isAtEnd || !new.isAtEnd {
            let order = old.isAtEnd ? 1 : new.isAtEnd ? -1 : order(old.row, new.row)
            if order < 0 {
                removed(old.row)
            } else if order > 0 {
                added(new.row)
            } else {
                both(old.row, new.row, areSame(old.row, new.row))
            }
            if order <= 0 { try old.advance() }
            if order >= 0 { try new.advance() }
        }
    }

    /// Negative when `left` comes first by its key, positive when `right` does, 0 for equal keys.
    private func order(_ left: borrowing Row, _ right: borrowing Row) -> Int {
        for index in 0..<keys {
            let column = Int32(index)
            if texts[index] {
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

    /// Whether the columns after the key are equal.
    private func areSame(_ left: borrowing Row, _ right: borrowing Row) -> Bool {
        for index in keys..<texts.count {
            let column = Int32(index)
            if texts[index] {
                let (first, second) = (left.textBytes(column), right.textBytes(column))
                if first.count != second.count || !first.elementsEqual(second) { return false }
            } else if left.int(column) != right.int(column) {
                return false
            }
            if left.isNull(column) != right.isNull(column) { return false }
        }
        return true
    }
}
