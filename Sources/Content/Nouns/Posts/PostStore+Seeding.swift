internal import MockPostlyContent
internal import MockPostlySQLite
internal import MockPostlyWorld

/// Look-ups and writes that only seeds need.
extension PostStore {
    func has(_ id: Post.ID) throws -> Bool {
        try db.first("SELECT 1 FROM post WHERE post_id = ?1", [.text(id.hex)]) { _ in true }
            ?? false
    }

    /// Whether a comment of any post has this id.
    func hasComment(_ id: Post.ID) throws -> Bool {
        try db.first("SELECT 1 FROM comment WHERE comment_id = ?1", [.text(id.hex)]) { _ in true }
            ?? false
    }

    /// Adds a like without counting it.
    func addLike(of post: Int64, by user: User.ID) throws {
        try db.run(
            "INSERT INTO post_like (post, user_id) VALUES (?1, ?2)",
            [.integer(post), .text(user.text)]
        )
    }

    /// As ``addLike(of:by:)``, for the account with this number.
    func addLike(of post: Int64, byNumber user: Int64) throws {
        try db.run(
            "INSERT INTO post_like (post, user_id) SELECT ?1, user_id FROM user WHERE id = ?2",
            [.integer(post), .integer(user)]
        )
    }

    /// Makes all posts drafts without views, likes or comments.
    ///
    /// The totals per status and author are left as they were.
    ///
    /// For a scenario in which every list is empty; an export does not contain the totals.
    ///
    /// - Throws: SQLite's errors.
    package func unpublishAll() throws {
        try work.write {
            try db.script(
                """
                DELETE FROM post_like;
                DELETE FROM comment;
                UPDATE post SET status = 'draft', views = 0, likes = 0, comments = 0;
                """
            )
        }
    }
}

/// Rows for the export of a seed.
extension PostStore {
    /// Calls `body` with each post, in the order of the keys.
    ///
    /// The columns are key, `_id`, author (id, name, e-mail, picture), title, slug, status, cover,
    /// both dates, views, likes, comments and content.
    static func forEachRow(
        of connection: Connection,
        _ body: (borrowing Row) throws -> Void
    ) throws {
        try connection.forEach(
            """
            SELECT p.id, post_id, author_id, author_name, author_email, author_picture, title,
                slug, status, cover_image, created_at, updated_at, views, likes, comments, content
            FROM post p JOIN post_content c ON c.id = p.id
            ORDER BY p.id
            """,
            [],
            body
        )
    }

    /// Calls `body` with the id of each person who likes a post, in the order of the ids.
    static func forEachLike(
        ofPost post: Int64,
        _ connection: Connection,
        _ body: (borrowing Row) throws -> Void
    ) throws {
        try connection.forEach(
            "SELECT user_id FROM post_like WHERE post = ?1 ORDER BY user_id",
            [.integer(post)],
            body
        )
    }

    /// Calls `body` with each comment of a post, oldest first.
    ///
    /// The columns are `_id`, author (id, name, picture), content and date.
    static func forEachCommentRow(
        ofPost post: Int64,
        _ connection: Connection,
        _ body: (borrowing Row) throws -> Void
    ) throws {
        try connection.forEach(
            """
            SELECT comment_id, author_id, author_name, author_picture, content, created_at
            FROM comment
            WHERE post = ?1
            ORDER BY id
            """,
            [.integer(post)],
            body
        )
    }
}
