internal import MockPostlySQLite

/// A table whose rows are copied from one content to another.
struct CopiedTable {
    /// Gives all columns, those of the key first, in whose order it is.
    var select: StaticString
    var columns: [ColumnKind]
    var keys = 1
    /// Deletes the row with a key.
    var delete: StaticString
    /// Adds a row of all columns.
    var insert: StaticString
    /// Whether the last column belongs to `post_content`, and the search index has the row.
    var isIndexed = false

    /// Where a post's title is among the columns of ``post``.
    static let titleColumn = 6

    /// The values of all columns.
    func values(of row: borrowing Row) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(columns.count)
        for index in columns.indices {
            let column = Int32(index)
            switch columns[index] {
            case _ where row.isNull(column): values.append(.null)
            case .number, .user: values.append(.integer(row.int(column)))
            case .text, .users: values.append(.text(row.text(column)))
            }
        }
        return values
    }

    /// What of a row goes into the table, and what into `post_content`; nil when all is one.
    func split(_ row: [Value]) -> (first: [Value], rest: [Value])? {
        isIndexed ? (Array(row.dropLast()), [row[0], row[row.count - 1]]) : nil
    }

    /// A row with other numbers for people.
    func renumbered(_ row: [Value], _ numbers: [Int64: Int64]) -> [Value] {
        var row = row
        for index in columns.indices {
            switch (columns[index], row[index]) {
            case (.user, .integer(let number)): row[index] = .integer(numbers[number] ?? number)
            case (.users, .text(let list)):
                var list = list
                let users = list.withUTF8 { FeedStore.likes(in: $0) }
                let text = users.map { String(numbers[$0] ?? $0) }.joined(separator: ",")
                row[index] = .text("[\(text)]")
            default: break
            }
        }
        return row
    }
}

extension CopiedTable {
    static let user = CopiedTable(
        select: """
            SELECT id, user_id, email, name, picture, password, last_login, created_at
            FROM user ORDER BY id
            """,
        columns: [.number, .text, .text, .text, .text, .text, .number, .number],
        delete: "DELETE FROM user WHERE id = ?1",
        insert: """
            INSERT INTO user (id, user_id, email, name, picture, password, last_login, created_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """
    )

    /// Deleting one takes what is under it along.
    static let post = CopiedTable(
        select: """
            SELECT p.id, post_id, author_id, author_name, author_email, author_picture, title, slug,
                status, cover_image, read_time, created_at, updated_at, views, likes, comments,
                content
            FROM post p JOIN post_content c ON c.id = p.id ORDER BY p.id
            """,
        columns: [.number] + Array(repeating: .text, count: 9)
            + Array(repeating: .number, count: 6) + [.text],
        delete: "DELETE FROM post WHERE id = ?1",
        insert: """
            INSERT INTO post (id, post_id, author_id, author_name, author_email, author_picture,
                title, slug, status, cover_image, read_time, created_at, updated_at, views, likes,
                comments)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
            """,
        isIndexed: true
    )

    /// What follows from posts, to be copied after them.
    static let underPosts = [
        CopiedTable(
            select: "SELECT post, user_id FROM post_like ORDER BY post, user_id",
            columns: [.number, .text],
            keys: 2,
            delete: "DELETE FROM post_like WHERE post = ?1 AND user_id = ?2",
            insert: "INSERT INTO post_like (post, user_id) VALUES (?1, ?2)"
        ),
        CopiedTable(
            select: """
                SELECT id, comment_id, post, author_id, author_name, author_picture, content,
                    created_at
                FROM comment ORDER BY id
                """,
            columns: [.number, .text, .number, .text, .text, .text, .text, .number],
            delete: "DELETE FROM comment WHERE id = ?1",
            insert: """
                INSERT INTO comment (id, comment_id, post, author_id, author_name, author_picture,
                    content, created_at)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                """
        ),
        CopiedTable(
            select: "SELECT status, posts FROM status_total ORDER BY status",
            columns: [.text, .number],
            delete: "DELETE FROM status_total WHERE status = ?1",
            insert: "INSERT INTO status_total (status, posts) VALUES (?1, ?2)"
        ),
        CopiedTable(
            select: """
                SELECT author_id, status, posts FROM author_total ORDER BY author_id, status
                """,
            columns: [.text, .text, .number],
            keys: 2,
            delete: "DELETE FROM author_total WHERE author_id = ?1 AND status = ?2",
            insert: "INSERT INTO author_total (author_id, status, posts) VALUES (?1, ?2, ?3)"
        ),
    ]

    static let community = [
        CopiedTable(
            select: "SELECT user, joined_at FROM community_member ORDER BY user",
            columns: [.user, .number],
            delete: "DELETE FROM community_member WHERE user = ?1",
            insert: "INSERT INTO community_member (user, joined_at) VALUES (?1, ?2)"
        ),
        CopiedTable(
            select: "SELECT hash, user, created_at, revoked_at FROM api_token ORDER BY hash",
            columns: [.text, .user, .number, .number],
            delete: "DELETE FROM api_token WHERE hash = ?1",
            insert: """
                INSERT INTO api_token (hash, user, created_at, revoked_at) VALUES (?1, ?2, ?3, ?4)
                """
        ),
        CopiedTable(
            select: """
                SELECT id, user, content, image_url, created_at, updated_at, likes, liked_by,
                    comments
                FROM community_post ORDER BY id
                """,
            columns: [
                .number, .user, .text, .text, .number, .number, .number, .users, .number,
            ],
            delete: "DELETE FROM community_post WHERE id = ?1",
            insert: """
                INSERT INTO community_post (id, user, content, image_url, created_at, updated_at,
                    likes, liked_by, comments)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                """
        ),
        CopiedTable(
            select: "SELECT id, post, user, content, created_at FROM community_comment ORDER BY id",
            columns: [.number, .number, .user, .text, .number],
            delete: "DELETE FROM community_comment WHERE id = ?1",
            insert: """
                INSERT INTO community_comment (id, post, user, content, created_at)
                VALUES (?1, ?2, ?3, ?4, ?5)
                """
        ),
    ]

    static let documents = [
        CopiedTable(
            select: "SELECT kind, id, body FROM document_change ORDER BY kind, id",
            columns: [.number, .number, .text],
            keys: 2,
            delete: "DELETE FROM document_change WHERE kind = ?1 AND id = ?2",
            insert: "INSERT INTO document_change (kind, id, body) VALUES (?1, ?2, ?3)"
        ),
        CopiedTable(
            select: """
                SELECT identifier, method, body, created_at FROM custom_response
                ORDER BY identifier
                """,
            columns: [.text, .text, .text, .number],
            delete: "DELETE FROM custom_response WHERE identifier = ?1",
            insert: """
                INSERT INTO custom_response (identifier, method, body, created_at)
                VALUES (?1, ?2, ?3, ?4)
                """
        ),
    ]

    static let documentImport = CopiedTable(
        select: "SELECT kind, position, body FROM document_import ORDER BY kind, position",
        columns: [.number, .number, .text],
        keys: 2,
        delete: "DELETE FROM document_import WHERE kind = ?1 AND position = ?2",
        insert: "INSERT INTO document_import (kind, position, body) VALUES (?1, ?2, ?3)"
    )
}
