internal import MockPostlyContent
internal import MockPostlySQLite
internal import MockPostlyWorld

/// What only seeds add, and ask before they do.
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

    /// Adds a like as it is; ``setLikes(_:of:)`` counts it.
    func addLike(of post: Int64, by user: User.ID) throws {
        try db.run(
            "INSERT INTO post_like (post, user_id) VALUES (?1, ?2)",
            [.integer(post), .text(user.text)]
        )
    }

    /// As ``addLike(of:by:)``, of the account with this number.
    func addLike(of post: Int64, byNumber user: Int64) throws {
        try db.run(
            "INSERT INTO post_like (post, user_id) SELECT ?1, user_id FROM user WHERE id = ?2",
            [.integer(post), .integer(user)]
        )
    }

    /// Says how many likes a post has.
    func setLikes(_ count: Int, of post: Int64) throws {
        try db.run(
            "UPDATE post SET likes = ?2 WHERE id = ?1",
            [.integer(post), .integer(count)]
        )
    }

    /// Makes all posts drafts that nobody has read yet; what is counted of them is left as it was.
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

/// What seeds are made of.
extension PostStore {
    /// Gives key, `_id`, author (id, name, e-mail, picture), title, slug, status, cover, both dates,
    /// views, likes, comments and content of each post, in the order of the keys.
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

    /// Gives the id of each person who likes a post.
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

    /// Gives `_id`, author (id, name, picture), content and date of each comment of a post, oldest
    /// first.
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
