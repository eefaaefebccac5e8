package import MockPostlySQLite
package import MockPostlyWorld

/// The mark that a content was filled from a seed: one row in the table `seeding`.
///
/// It is set for an empty seed too, so that a data file whose content was deleted is not filled
/// again.
package enum SeedingMark {
    /// It belongs to no content: copies, exports and counts leave it out.
    package static var table: ContentTable {
        var table = ContentTable(
            "seeding",
            columns: [.init("id", .id), .init("seeded_at", .date)]
        )
        table.role = .mark
        return table
    }

    /// - Throws: SQLite's errors.
    package static func isSet(on connection: Connection) throws -> Bool {
        try connection.first("SELECT 1 FROM seeding") { _ in true } ?? false
    }

    /// When the content was filled; nil when it never was.
    ///
    /// Of the clock of the world that was filled, in UTC.
    ///
    /// - Throws: SQLite's errors.
    package static func date(on connection: Connection) throws -> Instant? {
        try connection.first("SELECT seeded_at FROM seeding") { row in
            Instant(microseconds: row.int(0))
        }
    }

    /// Sets the mark, or its date when it is set already.
    ///
    /// - Throws: SQLite's errors.
    package static func set(at date: Instant, on connection: Connection) throws {
        try connection.run(
            "INSERT OR REPLACE INTO seeding (id, seeded_at) VALUES (1, ?1)",
            [.integer(date.microseconds)]
        )
    }
}
