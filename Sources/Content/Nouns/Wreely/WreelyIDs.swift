internal import MockPostlyContent
internal import MockPostlySQLite

/// Ids of new rows.
enum WreelyIDs {
    /// NULL, so that SQLite takes the next id; after the largest id that a content may have, the
    /// lowest that is free.
    static func next(of table: ContentTable, on db: Connection) throws -> Value {
        guard try isAtEnd(table, db) else { return .null }
        let free = try db.first(
            DerivedSQL(
                """
                SELECT min(id) + 1 FROM (SELECT 0 AS id UNION ALL SELECT id FROM \(table.name)) t
                WHERE NOT EXISTS (SELECT 1 FROM \(table.name) n WHERE n.id = t.id + 1)
                """
            )
        ) { $0.int(0) }
        return .optional(free)
    }

    private static func isAtEnd(_ table: ContentTable, _ db: Connection) throws -> Bool {
        guard table.hasSequence else {
            let last = DerivedSQL("SELECT max(id) FROM \(table.name)")
            return try db.first(last) { $0.int(0) >= .largestInContent } ?? false
        }
        return try db.first(
            "SELECT 1 FROM sqlite_sequence WHERE name = ?1 AND seq >= 9007199254740991",
            [.text(table.name)]
        ) { _ in true } ?? false
    }
}
