package import MockPostlySQLite

/// The ids that tables whose ids are never given twice have given last (SQLite: "sqlite_sequence").
package enum Sequences {
    /// Gives name, last id and whether both are of their kinds, for each table that has given any.
    static func forEach(
        on connection: Connection,
        _ body: (borrowing Row) throws -> Void
    ) throws {
        try connection.forEach("SELECT name, seq FROM sqlite_sequence ORDER BY rowid", [], body)
    }

    /// Makes the last ids of `tables` those of `source`.
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

    /// Sees to it that `table` gives no id up to `last`.
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

    /// The id that comes next when the last one that was given has no row any more; else nil.
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

    /// Has all tables begin at their first id again.
    static func clear(on connection: Connection) throws {
        try connection.run("DELETE FROM sqlite_sequence")
    }
}
