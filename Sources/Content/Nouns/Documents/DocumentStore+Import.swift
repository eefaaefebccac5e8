internal import MockPostlySQLite
internal import MockPostlyWorld

/// The rows that imports and seeds write, without a store over them.
extension DocumentStore {
    static func removeImport(from connection: Connection) throws {
        try connection.script("DELETE FROM document_import")
    }

    /// Begins the import of a database that has none.
    static func beginImport(in connection: Connection) throws {
        // A row of no kind: an import of no records is one too.
        try connection.run("INSERT INTO document_import (kind, position, body) VALUES (-1, 0, '')")
    }

    static func addImported(
        _ kind: DocumentKind,
        _ position: Int,
        _ text: String,
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

    /// Gives kind and body of each imported record, in their order.
    static func forEachImported(
        in connection: Connection,
        _ body: (borrowing Row) throws -> Void
    ) throws {
        try connection.forEach(
            "SELECT kind, body FROM document_import WHERE kind >= 0 ORDER BY kind, position",
            [],
            body
        )
    }

    /// Gives kind, id and body of each change; a record that was deleted has no body.
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

    /// Gives kind and body of each record that was added or changed.
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

    /// Gives kind and id of each record that was deleted.
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
