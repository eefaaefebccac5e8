package import MockPostlySQLite
package import MockPostlyWorld

/// One row once a content has been filled from a seed, were it an empty one: a file whose people and
/// posts are gone is not to be filled again.
package enum SeedingMark {
    package static var table: ContentTable {
        var table = ContentTable(
            "seeding",
            columns: [.init("id", .id), .init("seeded_at", .date)]
        )
        table.role = .mark
        return table
    }

    package static func isSet(on connection: Connection) throws -> Bool {
        try connection.first("SELECT 1 FROM seeding") { _ in true } ?? false
    }

    package static func set(at date: Instant, on connection: Connection) throws {
        try connection.run(
            "INSERT OR REPLACE INTO seeding (id, seeded_at) VALUES (1, ?1)",
            [.integer(date.microseconds)]
        )
    }
}
