/// A statement that the program derives at run time from the description of a table.
///
/// It contains names of tables and columns from the program's source and nothing else; values are
/// bound, as with literals.
package struct DerivedSQL: Sendable, Hashable {
    let text: String
    /// That of the text, which is long, and by which the statement is found at each use.
    private let hash: Int

    /// `text` must be one statement without any text from outside the program.
    package init(_ text: String) {
        self.text = text
        hash = text.hashValue
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.hash == other.hash && one.text == other.text
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension Connection {
    /// Runs as ``run(_:_:)-(StaticString,_)``.
    @discardableResult
    package func run(_ sql: DerivedSQL, _ values: [Value] = []) throws(SQLiteError) -> Int {
        try run(lend(sql, values))
    }

    /// Reads as ``first(_:_:_:)-(StaticString,_,_)``, but a statement that writes is not run to its
    /// end.
    package func first<T>(
        _ sql: DerivedSQL,
        _ values: [Value] = [],
        _ body: (borrowing Row) throws -> T
    ) throws -> T? {
        let statement = try lend(sql, values)
        defer { statement.giveBack() }
        guard try statement.step() else { return nil }
        return try body(statement.row)
    }

    /// Reads as ``forEach(_:_:_:)-(StaticString,_,_)``.
    package func forEach(
        _ sql: DerivedSQL,
        _ values: [Value] = [],
        _ body: (borrowing Row) throws -> Void
    ) throws {
        let statement = try lend(sql, values)
        defer { statement.giveBack() }
        while try statement.step() { try body(statement.row) }
    }
}
