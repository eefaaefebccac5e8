package import MockPostlySQLite

/// The rows of one table in which two contents differ, by their keys.
package struct TableChanges: Sendable, Equatable {
    package var table: String
    /// Rows that only the new content has, in the order of their keys.
    package var added: [String]
    package var changed: [String]
    package var removed: [String]

    package init(
        table: String,
        added: [String] = [],
        changed: [String] = [],
        removed: [String] = []
    ) {
        self.table = table
        (self.added, self.changed, self.removed) = (added, changed, removed)
    }

    package var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
}

/// What differs between two contents, as a client would say it.
///
/// Keys are ids that clients see; what can be counted, and what the database keeps for itself, is
/// left out.
package enum ContentDifference {
    /// The tables in which `new` differs from `old`, in a fixed order.
    ///
    /// Both must have the present schema, and are only read.
    package static func between(
        _ old: Connection,
        _ new: Connection
    ) throws -> [TableChanges] {
        try tables.map { try $0.changes(old, new) }.filter { !$0.isEmpty }
    }

    private struct Table {
        var name: String
        /// Gives the key's columns first, in whose order it is.
        var sql: StaticString
        var columns: [ColumnKind]
        var keys: Int
        /// How a key is written.
        var key: @Sendable (borrowing Row) -> String

        func changes(_ old: Connection, _ new: Connection) throws -> TableChanges {
            var changes = TableChanges(table: name)
            let before = try TableCursor(sql, on: old)
            let after = try TableCursor(sql, on: new)
            while !before.isAtEnd || !after.isAtEnd {
                let order =
                    before.isAtEnd
                    ? 1
                    : after.isAtEnd
                        ? -1
                        : MockPostlyDomain.order(before.row, after.row, columns, keys: keys)
                if order < 0 {
                    changes.removed.append(key(before.row))
                } else if order > 0 {
                    changes.added.append(key(after.row))
                } else if !areSame(before.row, after.row, columns, from: keys) {
                    changes.changed.append(key(after.row))
                }
                if order <= 0 { try before.advance() }
                if order >= 0 { try after.advance() }
            }
            return changes
        }
    }

    private static let tables = [
        Table(
            name: "user",
            sql: """
                SELECT user_id, id, email, name, picture, password, last_login, created_at
                FROM user ORDER BY user_id
                """,
            columns: [.text, .number, .text, .text, .text, .text, .number, .number],
            keys: 1,
            key: { $0.text(0) }
        ),
        Table(
            name: "post",
            sql: """
                SELECT post_id, author_id, author_name, author_email, author_picture, title, slug,
                    status, cover_image, created_at, updated_at, views, likes, comments, content
                FROM post p JOIN post_content c ON c.id = p.id ORDER BY post_id
                """,
            columns: Array(repeating: .text, count: 9) + Array(repeating: .number, count: 5)
                + [.text],
            keys: 1,
            key: { $0.text(0) }
        ),
        Table(
            name: "post_like",
            sql: """
                SELECT p.post_id, l.user_id
                FROM post p CROSS JOIN post_like l ON l.post = p.id
                ORDER BY p.post_id, l.user_id
                """,
            columns: [.text, .text],
            keys: 2,
            key: { "\($0.text(0)) \($0.text(1))" }
        ),
        Table(
            name: "comment",
            sql: """
                SELECT c.comment_id, p.post_id, c.author_id, c.author_name, c.author_picture,
                    c.content, c.created_at
                FROM comment c JOIN post p ON p.id = c.post
                ORDER BY c.comment_id, p.post_id, c.id
                """,
            columns: Array(repeating: .text, count: 6) + [.number],
            keys: 2,
            key: { $0.text(0) }
        ),
        Table(
            name: "document_import",
            sql: """
                SELECT kind, position, body FROM document_import
                WHERE kind >= 0 ORDER BY kind, position
                """,
            columns: [.number, .number, .text],
            keys: 2,
            key: { "\(kindName($0.int(0)))[\($0.int(1))]" }
        ),
        Table(
            name: "document_change",
            sql: "SELECT kind, id, body FROM document_change ORDER BY kind, id",
            columns: [.number, .number, .text],
            keys: 2,
            key: { "\(kindName($0.int(0))) \($0.int(1))" }
        ),
        Table(
            name: "custom_response",
            sql: """
                SELECT identifier, method, body, created_at FROM custom_response
                ORDER BY identifier
                """,
            columns: [.text, .text, .text, .number],
            keys: 1,
            key: { $0.text(0) }
        ),
        Table(
            name: "community_member",
            sql: "SELECT user, joined_at FROM community_member ORDER BY user",
            columns: [.number, .number],
            keys: 1,
            key: { "\($0.int(0))" }
        ),
        Table(
            name: "api_token",
            sql: "SELECT hash, user, created_at, revoked_at FROM api_token ORDER BY hash",
            columns: [.text, .number, .number, .number],
            keys: 1,
            key: { $0.text(0) }
        ),
        Table(
            name: "community_post",
            sql: """
                SELECT id, user, content, image_url, created_at, updated_at, liked_by, comments
                FROM community_post ORDER BY id
                """,
            columns: [.number, .number, .text, .text, .number, .number, .text, .number],
            keys: 1,
            key: { "\($0.int(0))" }
        ),
        Table(
            name: "community_comment",
            sql: """
                SELECT id, post, user, content, created_at FROM community_comment ORDER BY id
                """,
            columns: [.number, .number, .number, .text, .number],
            keys: 1,
            key: { "\($0.int(0))" }
        ),
    ]

    private static func kindName(_ kind: Int64) -> String {
        DocumentKind(rawValue: Int(kind)).map { "\($0.name)" } ?? "\(kind)"
    }
}
