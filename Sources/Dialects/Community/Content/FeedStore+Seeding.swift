internal import MockPostlySQLite

/// Rows for the export of a seed.
extension FeedStore {
    /// Calls `body` with each post, in the order of the ids.
    ///
    /// The columns are id, author, content, image, both dates, the list of likes and the number of
    /// comments.
    static func forEachRow(
        of connection: Connection,
        _ body: (borrowing Row) throws -> Void
    ) throws {
        try connection.forEach(
            """
            SELECT id, user, content, image_url, created_at, updated_at, liked_by, comments
            FROM community_post
            ORDER BY id
            """,
            [],
            body
        )
    }

    /// Calls `body` with id, author, content and date of each comment of a post, in the order of
    /// the ids.
    static func forEachCommentRow(
        ofPost post: Int64,
        _ connection: Connection,
        _ body: (borrowing Row) throws -> Void
    ) throws {
        try connection.forEach(
            """
            SELECT id, user, content, created_at
            FROM community_comment
            WHERE post = ?1
            ORDER BY id
            """,
            [.integer(post)],
            body
        )
    }
}
