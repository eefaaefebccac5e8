/// A statement that follows from the description of a table, which the program makes at run time.
///
/// It has names of tables and columns out of the program and nothing else: values are bound, as with
/// literals.
package struct DerivedSQL: Sendable, Hashable {
    let text: String

    /// `text` must be one statement, made of nothing that comes from outside.
    package init(_ text: String) {
        self.text = text
    }
}

extension Connection {
    /// As ``run(_:_:)-(StaticString,_)``.
    @discardableResult
    package func run(_ sql: DerivedSQL, _ values: [Value] = []) throws(SQLiteError) -> Int {
        try run(lend(sql, values))
    }

    /// As ``first(_:_:_:)-(StaticString,_,_)``.
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

    /// As ``forEach(_:_:_:)-(StaticString,_,_)``.
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
