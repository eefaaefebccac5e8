internal import MockPostlySQLite
internal import MockPostlyWorld

/// SQL for imports and seeds, which work on a connection without a ``DocumentStore``.
extension DocumentStore {
    static func removeImport(from connection: Connection) throws {
        try connection.script("DELETE FROM document_import")
    }

    /// Marks a database that has no import as having one.
    static func beginImport(in connection: Connection) throws {
        // The mark is a row of kind -1: so an import without any records can be told from no
        // import.
        try connection.run("INSERT INTO document_import (kind, position, body) VALUES (-1, 0, '')")
    }

    /// Marks a kind of an import of which the program's own records are used.
    ///
    /// The mark is a row of the kind -2 for the first kind, -3 for the second, and so on.
    static func keepOwn(_ kind: DocumentKind, in connection: Connection) throws {
        try connection.run(
            "INSERT INTO document_import (kind, position, body) VALUES (?1, 0, '')",
            [.integer(-2 - kind.rawValue)]
        )
    }

    /// Whether the program's own records of a kind are used beside the import.
    static func keepsOwn(_ kind: DocumentKind, _ connection: Connection) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM document_import WHERE kind = ?1",
            [.integer(-2 - kind.rawValue)]
        ) { _ in true } ?? false
    }

    static func addImported(
        _ kind: DocumentKind,
        position: Int,
        text: String,
        to connection: Connection
    ) throws {
        try connection.run(
            "INSERT INTO document_import (kind, position, body) VALUES (?1, ?2, ?3)",
            [.integer(kind.rawValue), .integer(position), .text(text)]
        )
    }

    static func hasChange(_ key: SeedDocuments.Key, in connection: Connection) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM document_change WHERE kind = ?1 AND id = ?2",
            [.integer(key.kind.rawValue), .integer(key.id)]
        ) { _ in true } ?? false
    }

    static func add(_ change: SeedDocuments.Change, to connection: Connection) throws {
        try connection.run(
            "INSERT INTO document_change (kind, id, body) VALUES (?1, ?2, ?3)",
            [
                .integer(change.key.kind.rawValue), .integer(change.key.id), .optional(change.body),
            ]
        )
    }

    static func add(_ response: SeedDocuments.Response, to connection: Connection) throws {
        try connection.run(
            """
            INSERT INTO custom_response (identifier, method, body, created_at)
            VALUES (?1, ?2, ?3, ?4)
            """,
            [
                .text(response.identifier), .text(response.method), .text(response.body),
                .integer(response.createdAt.microseconds),
            ]
        )
    }

    static func hasImport(_ connection: Connection) throws -> Bool {
        try connection.first("SELECT 1 FROM document_import LIMIT 1") { _ in true } ?? false
    }

    /// Calls `body` with the body of each imported record of a kind, in the order of the import.
    static func forEachImported(
        _ kind: DocumentKind,
        in connection: Connection,
        _ body: (borrowing Row) throws -> Void
    ) throws {
        try connection.forEach(
            "SELECT body FROM document_import WHERE kind = ?1 ORDER BY position",
            [.integer(kind.rawValue)],
            body
        )
    }

    /// Calls `body` with kind, id and body of each change; the body is NULL for a deleted record.
    static func forEachChange(
        in connection: Connection,
        _ body: (borrowing Row) throws -> Void
    ) throws {
        try connection.forEach(
            "SELECT kind, id, body FROM document_change ORDER BY kind, id",
            [],
            body
        )
    }

    /// Calls `body` with kind and body of each record that was added or changed.
    static func forEachChanged(
        in connection: Connection,
        _ body: (borrowing Row) throws -> Void
    ) throws {
        try connection.forEach(
            "SELECT kind, body FROM document_change WHERE body NOT NULL ORDER BY kind, id",
            [],
            body
        )
    }

    /// Calls `body` with kind and id of each record that was deleted.
    static func forEachDeleted(
        in connection: Connection,
        _ body: (borrowing Row) throws -> Void
    ) throws {
        try connection.forEach(
            "SELECT kind, id FROM document_change WHERE body IS NULL ORDER BY kind, id",
            [],
            body
        )
    }
}
