internal import MockPostlyContent
internal import MockPostlySQLite
internal import MockPostlyWorld

extension PostStore {
    /// Calls `body` with each comment of the post with `key`, oldest first.
    ///
    /// - Parameters:
    ///   - key: of the post; without such a post there are no comments.
    ///   - body: what it throws ends the reading and is thrown again.
    /// - Throws: also SQLite's errors.
    package func forEachComment(
        ofPost key: Int64,
        _ body: (CommentRecord) throws -> Void
    ) throws {
        try db.forEach(
            """
            SELECT comment_id, author_id, author_name, author_picture, content, created_at
            FROM comment
            WHERE post = ?1
            ORDER BY id
            """,
            [.integer(key)]
        ) { try body(CommentRecord($0)) }
    }

    /// Adds a comment by `author` to the post with `id`; returns what `body` makes of the new
    /// comment.
    ///
    /// When `body` throws, no comment is added. Throws ``PostError/noSuchPost``.
    ///
    /// - Parameters:
    ///   - id: of the post.
    ///   - content: not checked.
    ///   - author: their name and picture are copied into the comment.
    ///   - body: gets the comment as clients see it, within the transaction.
    /// - Returns: the result of `body`.
    /// - Throws: also SQLite's errors, and what `body` throws.
    package func addComment<Result>(
        to id: Post.ID,
        content: String,
        by author: User,
        _ body: (CommentRecord) throws -> Result
    ) throws -> Result {
        let post = try key(of: id)
        let now = world.now
        let comment = try world.ids.next(at: now) { id in
            try db.first(
                "SELECT 1 FROM comment WHERE post = ?1 AND comment_id = ?2",
                [.integer(post), .text(id.hex)]
            ) { _ in true } ?? false
        }
        return try work.write {
            let key = try insertComment(
                comment,
                post: post,
                content: content,
                author: author,
                createdAt: now
            )
            try db.run(
                "UPDATE post SET comments = comments + 1 WHERE id = ?1",
                [.integer(post)]
            )
            let result = try db.first(
                """
                SELECT comment_id, author_id, author_name, author_picture, content, created_at
                FROM comment
                WHERE id = ?1
                """,
                [.integer(key)]
            ) { try body(CommentRecord($0)) }
            guard let result else { throw PostError.noSuchComment }
            return result
        }
    }

    /// Deletes a comment; its id is compared as text.
    ///
    /// The comment's author and the post's author may do so; without a user it is not asked whose
    /// it is. Throws ``PostError/noSuchPost``, ``PostError/noSuchComment`` and
    /// ``PostError/notYourComment``.
    ///
    /// - Parameters:
    ///   - commentID: as in the URL; a text that is no id finds none.
    ///   - id: of the post.
    ///   - user: who asks; nil for the control plane.
    /// - Throws: also SQLite's errors.
    package func deleteComment(
        _ commentID: String,
        of id: Post.ID,
        by user: User.ID?
    ) throws {
        try work.write {
            let post = try key(of: id)
            let found = try db.first(
                """
                SELECT c.id, c.author_id, p.author_id
                FROM comment c JOIN post p ON p.id = c.post
                WHERE c.post = ?1 AND c.comment_id = ?2
                """,
                [.integer(post), .text(commentID)]
            ) { (key: $0.int(0), author: $0.text(1), postAuthor: $0.text(2)) }
            guard let found else { throw PostError.noSuchComment }
            guard
                user == nil || User.ID(found.author) == user
                    || User.ID(found.postAuthor) == user
            else { throw PostError.notYourComment }
            try db.run("DELETE FROM comment WHERE id = ?1", [.integer(found.key)])
            try db.run("UPDATE post SET comments = comments - 1 WHERE id = ?1", [.integer(post)])
        }
    }

    /// Adds a comment with all values as given, without counting it, and returns its key.
    @discardableResult
    func insertComment(
        _ id: ObjectID,
        post: Int64,
        content: String,
        author: User,
        createdAt: Instant
    ) throws -> Int64 {
        try db.run(
            """
            INSERT INTO comment (comment_id, post, author_id, author_name, author_picture,
                content, created_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """,
            [
                .text(id.hex), .integer(post), .text(author.id.text), .text(author.name),
                .optional(author.picture), .text(content), .integer(createdAt.microseconds),
            ]
        )
        return db.lastInsertRowID
    }
}

extension CommentRecord {
    /// Reads `comment_id, author_id, author_name, author_picture, content, created_at`.
    init(_ row: borrowing Row) {
        self.init(
            id: row.textBytes(0),
            authorID: row.textBytes(1),
            authorName: row.textBytes(2),
            authorPicture: row.optionalTextBytes(3),
            content: row.textBytes(4),
            createdAt: Instant(microseconds: row.int(5))
        )
    }
}
