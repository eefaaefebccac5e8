package import MockPostlySQLite
package import MockPostlyWorld

/// The mark that a content was filled from a seed: one row in the table `seeding`.
///
/// It is set for an empty seed too, so that a data file whose content was deleted is not filled
/// again.
package enum SeedingMark {
    /// It belongs to no content: copies, exports and counts leave it out.
    package static let table = {
        var table = ContentTable(
            "seeding",
            columns: [.init("id", .id), .init("seeded_at", .date)]
        )
        table.role = .mark
        return table
    }()
    private static let date = table.values(ofColumn: "seeded_at")
    private static let replacement = table.replacement

    /// - Throws: SQLite's errors.
    package static func isSet(on connection: Connection) throws -> Bool {
        try date(on: connection) != nil
    }

    /// When the content was filled; nil when it never was.
    ///
    /// Of the clock of the world that was filled, in UTC.
    ///
    /// - Throws: SQLite's errors.
    package static func date(on connection: Connection) throws -> Instant? {
        try connection.first(date) { Instant(microseconds: $0.int(0)) }
    }

    /// Sets the mark, or its date when it is set already.
    ///
    /// - Throws: SQLite's errors.
    package static func set(at date: Instant, on connection: Connection) throws {
        try connection.run(replacement, [1, .integer(date.microseconds)])
    }
}
