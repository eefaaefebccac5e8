package import MockPostlySQLite

/// The last ids of tables with AUTOINCREMENT (SQLite: "The sqlite_sequence Table").
package enum Sequences {
    /// Calls `body` with table name and last id of each table that has used any.
    ///
    /// In a foreign file either value can be of any type.
    static func forEach(
        on connection: Connection,
        _ body: (borrowing Row) throws -> Void
    ) throws {
        try connection.forEach("SELECT name, seq FROM sqlite_sequence ORDER BY rowid", [], body)
    }

    /// Sets the last ids of `tables` to those of `source`.
    static func copy(
        _ tables: Set<String>,
        from source: Connection,
        to target: Connection
    ) throws {
        for table in tables {
            try target.run("DELETE FROM sqlite_sequence WHERE name = ?1", [.text(table)])
        }
        try forEach(on: source) { row in
            guard tables.contains(row.text(0)) else { return }
            try target.run(
                "INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)",
                [.text(row.text(0)), .integer(row.int(1))]
            )
        }
    }

    /// Makes sure that `table` uses no id up to `last`.
    ///
    /// Never lowers the last id.
    ///
    /// - Throws: SQLite's errors.
    package static func raise(
        _ table: String,
        to last: Int64,
        on connection: Connection
    ) throws {
        let values: [Value] = [.text(table), .integer(last)]
        let count = try connection.run(
            "UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1",
            values
        )
        guard count == 0 else { return }
        try connection.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)", values)
    }

    /// The next id when the row of the last one was deleted; else nil, as the rows tell the next
    /// id.
    ///
    /// - Returns: at most one more than ``Int64/largestInContent``.
    /// - Throws: SQLite's errors.
    package static func next(
        of table: ContentTable,
        on connection: Connection
    ) throws -> Int64? {
        let last = try connection.first(
            DerivedSQL(
                """
                SELECT seq FROM sqlite_sequence
                WHERE name = ?1
                    AND seq > (SELECT coalesce(max(\(table.columns[0].name)), 0) FROM \(table.name))
                """
            ),
            [.text(table.name)]
        ) { $0.int(0) }
        return last.map { min($0, .largestInContent) + 1 }
    }

    /// The id for a new row of `table`: NULL, so that SQLite takes the next one; after the largest
    /// that a content may have, the lowest that is free.
    ///
    /// The search for a free id costs a pass over the table, and happens only after 2^53 ids.
    ///
    /// - Throws: SQLite's errors.
    package static func newID(of table: ContentTable, on connection: Connection) throws -> Value {
        guard try isUsedUp(table, connection) else { return .null }
        let (name, id) = (table.name, table.columns[0].name)
        let free = try connection.first(
            DerivedSQL(
                """
                SELECT min(id) + 1 FROM (SELECT 0 AS id UNION ALL SELECT \(id) FROM \(name)) t
                WHERE NOT EXISTS (SELECT 1 FROM \(name) n WHERE n.\(id) = t.id + 1)
                """
            )
        ) { $0.int(0) }
        return .optional(free)
    }

    private static func isUsedUp(
        _ table: ContentTable,
        _ connection: Connection
    ) throws -> Bool {
        guard table.hasSequence else {
            let last = DerivedSQL("SELECT max(\(table.columns[0].name)) FROM \(table.name)")
            return try connection.first(last) { $0.int(0) >= .largestInContent } ?? false
        }
        return try connection.first(
            "SELECT 1 FROM sqlite_sequence WHERE name = ?1 AND seq >= ?2",
            [.text(table.name), .integer(.largestInContent)]
        ) { _ in true } ?? false
    }

    /// Makes all tables begin at their first id again.
    static func clear(on connection: Connection) throws {
        try connection.run("DELETE FROM sqlite_sequence")
    }
}
