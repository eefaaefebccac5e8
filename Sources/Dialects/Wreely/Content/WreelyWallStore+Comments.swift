internal import MockPostlyContent
internal import MockPostlySQLite
internal import MockPostlyWorld

extension WreelyWallStore {
    /// How many comments a post has; 0 for a post that is not there.
    package func countComments(of post: WreelyPost.ID) throws -> Int64 {
        try db.first("SELECT count(*) FROM wreely_comment WHERE post = ?1", [.integer(post)]) {
            $0.int(0)
        } ?? 0
    }

    /// A page of a post's comments, oldest first; comments of one moment are in the order of their
    /// ids.
    ///
    /// - Throws: SQLite's errors.
    package func comments(
        of post: WreelyPost.ID,
        limit: Int64,
        offset: Int64
    ) throws -> [WreelyComment] {
        try db.all(
            """
            SELECT c.id, c.post, m.id, coalesce(m.name, u.name), coalesce(m.picture, u.picture),
                c.content, c.created_at
            FROM wreely_comment c CROSS JOIN wreely_member m ON m.id = c.member
                CROSS JOIN user u ON u.id = m.user
            WHERE c.post = ?1
            ORDER BY c.created_at, c.id
            LIMIT ?2 OFFSET ?3
            """,
            [.integer(post), .integer(limit), .integer(offset)],
            WreelyComment.init
        )
    }

    /// Adds a comment to a post; nil when there is no such post or member.
    ///
    /// - Parameters:
    ///   - text: not checked.
    ///   - post: of any workspace: the caller has looked whether the author may see it.
    ///   - author: the id of a member.
    /// - Returns: the comment as clients see it.
    /// - Throws: SQLite's errors.
    package func insertComment(
        _ text: String,
        to post: WreelyPost.ID,
        by author: WreelyMember.ID
    ) throws -> WreelyComment? {
        let id = try Sequences.newID(of: .wreelyComment, on: db)
        let isInserted = try work.writeOnce {
            try db.run(
                """
                INSERT INTO wreely_comment (id, post, member, content, created_at, follows)
                SELECT ?1, p.id, m.id, ?4, ?5, 0
                FROM wreely_post p, wreely_member m
                WHERE p.id = ?2 AND m.id = ?3
                """,
                [
                    id, .integer(post), .integer(author), .text(text),
                    .integer(world.now.microseconds),
                ]
            ) == 1
        }
        guard isInserted else { return nil }
        return try db.first(
            """
            SELECT c.id, c.post, m.id, coalesce(m.name, u.name), coalesce(m.picture, u.picture),
                c.content, c.created_at
            FROM wreely_comment c JOIN wreely_member m ON m.id = c.member
                JOIN user u ON u.id = m.user
            WHERE c.id = ?1
            """,
            [.integer(db.lastInsertRowID)],
            WreelyComment.init
        )
    }

    /// Deletes the comment with this id; false when there is none by `author`.
    ///
    /// The author of the post may not delete it, in contrast to other systems.
    ///
    /// - Throws: SQLite's errors.
    package func deleteComment(_ id: Int64, by author: WreelyMember.ID) throws -> Bool {
        try work.writeOnce {
            try db.run(
                "DELETE FROM wreely_comment WHERE id = ?1 AND member = ?2",
                [.integer(id), .integer(author)]
            ) == 1
        }
    }
}

extension WreelyComment {
    /// Reads `id, post`, id, name and picture of the author, `content, created_at`.
    fileprivate init(_ row: borrowing Row) {
        self.init(
            id: row.int(0),
            post: row.int(1),
            author: WreelyPerson(row, from: 2),
            text: row.text(5),
            createdAt: Instant(microseconds: row.int(6))
        )
    }
}
