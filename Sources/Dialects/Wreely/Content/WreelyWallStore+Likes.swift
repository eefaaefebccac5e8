internal import MockPostlyContent
internal import MockPostlySQLite

extension WreelyWallStore {
    /// How many likes a post has; 0 for a post that is not there.
    package func countLikes(of post: WreelyPost.ID) throws -> Int64 {
        try db.first("SELECT count(*) FROM wreely_like WHERE post = ?1", [.integer(post)]) {
            $0.int(0)
        } ?? 0
    }

    /// A page of a post's likes, in the order of liking.
    ///
    /// - Throws: SQLite's errors.
    package func likes(
        of post: WreelyPost.ID,
        limit: Int64,
        offset: Int64
    ) throws -> [WreelyLike] {
        try db.all(
            """
            SELECT l.id, l.post, m.id, coalesce(m.name, u.name), coalesce(m.picture, u.picture)
            FROM wreely_like l JOIN wreely_member m ON m.id = l.member
                JOIN user u ON u.id = m.user
            WHERE l.post = ?1
            ORDER BY l.id
            LIMIT ?2 OFFSET ?3
            """,
            [.integer(post), .integer(limit), .integer(offset)]
        ) { row in
            WreelyLike(id: row.int(0), post: row.int(1), member: WreelyPerson(row, from: 2))
        }
    }

    /// Likes a post, or takes the like back; returns whether it is liked now, nil when there is no
    /// such post or member.
    ///
    /// A like that was taken back and given again has a new id.
    ///
    /// - Throws: SQLite's errors.
    package func toggleLike(
        of post: WreelyPost.ID,
        by member: WreelyMember.ID
    ) throws -> Bool? {
        try work.write {
            let removed = try db.run(
                "DELETE FROM wreely_like WHERE post = ?1 AND member = ?2",
                [.integer(post), .integer(member)]
            )
            if removed > 0 { return false }
            let added = try db.run(
                """
                INSERT INTO wreely_like (id, post, member)
                SELECT ?3, p.id, m.id FROM wreely_post p, wreely_member m
                WHERE p.id = ?1 AND m.id = ?2
                """,
                [.integer(post), .integer(member), Sequences.newID(of: .wreelyLike, on: db)]
            )
            return added > 0 ? true : nil
        }
    }

    /// Removes the like with this id; false when there is none by `member`.
    ///
    /// - Throws: SQLite's errors.
    package func deleteLike(_ id: Int64, by member: WreelyMember.ID) throws -> Bool {
        try work.writeOnce {
            try db.run(
                "DELETE FROM wreely_like WHERE id = ?1 AND member = ?2",
                [.integer(id), .integer(member)]
            ) == 1
        }
    }
}
