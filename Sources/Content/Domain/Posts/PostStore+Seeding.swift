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
}
