internal import MockPostlyContent
internal import MockPostlySQLite
internal import MockPostlyWorld

extension PostStore {
    /// Whether `user` likes the post with `id`; false for a post that does not exist.
    ///
    /// - Throws: SQLite's errors.
    package func isLiked(_ id: Post.ID, by user: User.ID) throws -> Bool {
        try db.first(
            """
            SELECT 1
            FROM post_like l JOIN post p ON p.id = l.post
            WHERE p.post_id = ?1 AND l.user_id = ?2
            """,
            [.text(id.hex), .text(user.text)]
        ) { _ in true } ?? false
    }

    /// Adds the like of `user` to the post with `id`; false when it was liked already.
    ///
    /// Throws ``PostError/noSuchPost``.
    ///
    /// - Returns: whether the number of likes has grown.
    /// - Throws: also SQLite's errors.
    package func like(_ id: Post.ID, by user: User.ID) throws -> Bool {
        let post = try key(of: id)
        return try work.write {
            let added = try db.run(
                "INSERT INTO post_like (post, user_id) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                [.integer(post), .text(user.text)]
            )
            guard added == 1 else { return false }
            try db.run("UPDATE post SET likes = likes + 1 WHERE id = ?1", [.integer(post)])
            return true
        }
    }

    /// Removes the like of `user` from the post with `id`.
    ///
    /// Returns false when there was no like, also for a post that does not exist.
    ///
    /// - Throws: SQLite's errors.
    package func unlike(_ id: Post.ID, by user: User.ID) throws -> Bool {
        try work.write {
            let post = try db.first(
                """
                DELETE FROM post_like
                WHERE post = (SELECT id FROM post WHERE post_id = ?1) AND user_id = ?2
                RETURNING post
                """,
                [.text(id.hex), .text(user.text)]
            ) { $0.int(0) }
            guard let post else { return false }
            try db.run("UPDATE post SET likes = likes - 1 WHERE id = ?1", [.integer(post)])
            return true
        }
    }
}
