package import MockPostlySQLite

/// What seeds are written from: the rows of a statement.
extension SeedWriter {
    /// A member with an array that has an object for each row of a statement, in order; `body`
    /// writes the members of one.
    ///
    /// - Parameters:
    ///   - name: of the member.
    ///   - connection: the content that is written.
    ///   - sql: one statement; its order is that of the elements.
    ///   - values: for `?1` and so on.
    ///   - body: gets the columns as the statement names them.
    /// - Throws: SQLite's errors.
    package mutating func objects(
        _ name: StaticString,
        _ connection: Connection,
        _ sql: StaticString,
        _ values: [Value] = [],
        _ body: (borrowing Row, inout SeedWriter) throws -> Void
    ) throws {
        key(name)
        beginArray()
        try connection.forEach(sql, values) { row in
            element()
            beginObject()
            try body(row, &self)
            endObject()
        }
        endArray()
    }

    /// A member with the next id of `table`, when its newest rows were deleted: their ids must not
    /// be used again.
    ///
    /// Nothing is written when the rows tell the next id.
    ///
    /// - Throws: SQLite's errors.
    package mutating func nextID(
        _ name: String,
        of table: ContentTable,
        _ connection: Connection
    ) throws {
        guard let id = try Sequences.next(of: table, on: connection) else { return }
        key(named: name)
        number(id)
    }
}
