package import MockPostlyContent
internal import MockPostlySQLite
package import MockPostlyWorld

/// The walls of one world's workspaces.
///
/// Functions throw SQLite's errors and nothing else.
package struct WreelyWallStore {
    let work: UnitOfWork
    let world: TimeAndChance
    var db: Connection { work.connection }

    package init(_ work: UnitOfWork, _ world: TimeAndChance) {
        (self.work, self.world) = (work, world)
    }

    /// How many posts the wall of a workspace has; with `author`, only that member's count.
    ///
    /// Counts rows of an index; there is no stored total.
    package func count(
        in workspace: WreelyWorkspace.ID,
        by author: WreelyMember.ID? = nil
    ) throws -> Int64 {
        let count =
            if let author {
                try db.first(
                    "SELECT count(*) FROM wreely_post WHERE workspace = ?1 AND member = ?2",
                    [.integer(workspace), .integer(author)]
                ) { $0.int(0) }
            } else {
                try db.first(
                    "SELECT count(*) FROM wreely_post WHERE workspace = ?1",
                    [.integer(workspace)]
                ) { $0.int(0) }
            }
        return count ?? 0
    }

    /// Whether the wall of a workspace has the post with this id.
    package func has(_ id: WreelyPost.ID, in workspace: WreelyWorkspace.ID) throws -> Bool {
        try db.first(
            "SELECT 1 FROM wreely_post WHERE id = ?1 AND workspace = ?2",
            [.integer(id), .integer(workspace)]
        ) { _ in true } ?? false
    }

    /// A page of a wall, newest first, as `viewer` sees it.
    ///
    /// Posts of one moment are in the reverse order of their ids. With `onlyMine`, only posts of
    /// `viewer`.
    ///
    /// - Parameters:
    ///   - workspace: whose wall.
    ///   - viewer: decides ``WreelyPost/isLiked``.
    ///   - onlyMine: whether only posts of `viewer` are wanted.
    ///   - limit: the most posts.
    ///   - offset: how many are passed over first.
    /// - Returns: less than `limit` at the end.
    /// - Throws: SQLite's errors.
    package func page(
        in workspace: WreelyWorkspace.ID,
        for viewer: WreelyMember.ID,
        onlyMine: Bool = false,
        limit: Int64,
        offset: Int64
    ) throws -> [WreelyPost] {
        let values: [Value] = [
            .integer(workspace), .integer(viewer), .integer(limit), .integer(offset),
        ]
        guard onlyMine else {
            // CROSS JOIN makes SQLite read the posts in the order of the index.
            return try db.all(
                """
                SELECT p.id, p.workspace, m.id, coalesce(m.name, u.name),
                    coalesce(m.picture, u.picture), p.content, p.image_url, p.created_at,
                    (SELECT count(*) FROM wreely_like l WHERE l.post = p.id),
                    (SELECT count(*) FROM wreely_comment c WHERE c.post = p.id),
                    EXISTS (SELECT 1 FROM wreely_like l WHERE l.post = p.id AND l.member = ?2)
                FROM wreely_post p CROSS JOIN wreely_member m ON m.id = p.member
                    CROSS JOIN user u ON u.id = m.user
                WHERE p.workspace = ?1
                ORDER BY p.created_at DESC, p.id DESC
                LIMIT ?3 OFFSET ?4
                """,
                values,
                WreelyPost.init
            )
        }
        return try db.all(
            """
            SELECT p.id, p.workspace, m.id, coalesce(m.name, u.name),
                coalesce(m.picture, u.picture), p.content, p.image_url, p.created_at,
                (SELECT count(*) FROM wreely_like l WHERE l.post = p.id),
                (SELECT count(*) FROM wreely_comment c WHERE c.post = p.id),
                EXISTS (SELECT 1 FROM wreely_like l WHERE l.post = p.id AND l.member = ?2)
            FROM wreely_post p CROSS JOIN wreely_member m ON m.id = p.member
                CROSS JOIN user u ON u.id = m.user
            WHERE p.workspace = ?1 AND p.member = ?2
            ORDER BY p.created_at DESC, p.id DESC
            LIMIT ?3 OFFSET ?4
            """,
            values,
            WreelyPost.init
        )
    }

    /// The post with this id, as `viewer` sees it; nil when there is none.
    ///
    /// It may be a post of another workspace than the viewer's.
    package func find(
        _ id: WreelyPost.ID,
        for viewer: WreelyMember.ID
    ) throws -> WreelyPost? {
        try db.first(
            """
            SELECT p.id, p.workspace, m.id, coalesce(m.name, u.name),
                coalesce(m.picture, u.picture), p.content, p.image_url, p.created_at,
                (SELECT count(*) FROM wreely_like l WHERE l.post = p.id),
                (SELECT count(*) FROM wreely_comment c WHERE c.post = p.id),
                EXISTS (SELECT 1 FROM wreely_like l WHERE l.post = p.id AND l.member = ?2)
            FROM wreely_post p JOIN wreely_member m ON m.id = p.member
                JOIN user u ON u.id = m.user
            WHERE p.id = ?1
            """,
            [.integer(id), .integer(viewer)],
            WreelyPost.init
        )
    }

    // MARK: Writing

    /// Adds a post to the wall of a workspace; nil when there is no such workspace or member.
    ///
    /// - Parameters:
    ///   - text: may be empty when there is a picture; not checked.
    ///   - imageURL: empty for none.
    ///   - author: the id of a member.
    ///   - workspace: whose wall; nobody checks that the author is its member.
    /// - Returns: the post as the author sees it.
    /// - Throws: SQLite's errors.
    package func insert(
        text: String,
        imageURL: String,
        by author: WreelyMember.ID,
        in workspace: WreelyWorkspace.ID
    ) throws -> WreelyPost? {
        let id = try Sequences.newID(of: .wreelyPost, on: db)
        let isInserted = try work.writeOnce {
            try db.run(
                """
                INSERT INTO wreely_post (id, workspace, member, content, image_url, created_at,
                    follows)
                SELECT ?1, w.id, m.id, ?4, ?5, ?6, 0
                FROM wreely_workspace w, wreely_member m
                WHERE w.id = ?2 AND m.id = ?3
                """,
                [
                    id, .integer(workspace), .integer(author), .text(text), .text(imageURL),
                    .integer(world.now.microseconds),
                ]
            ) == 1
        }
        return isInserted ? try find(db.lastInsertRowID, for: author) : nil
    }

    /// Deletes the post with this id, its likes and its comments; false when there is none by
    /// `author`.
    ///
    /// Ids of deleted posts are not given again.
    ///
    /// - Throws: SQLite's errors.
    package func delete(_ id: WreelyPost.ID, by author: WreelyMember.ID) throws -> Bool {
        try work.writeOnce {
            try db.run(
                "DELETE FROM wreely_post WHERE id = ?1 AND member = ?2",
                [.integer(id), .integer(author)]
            ) == 1
        }
    }
}

extension WreelyPost {
    /// Reads `id, workspace`, id, name and picture of the author, `content, image_url, created_at`,
    /// likes, comments, whether it is liked.
    fileprivate init(_ row: borrowing Row) {
        self.init(
            id: row.int(0),
            workspace: row.int(1),
            author: WreelyPerson(row, from: 2),
            text: row.text(5),
            imageURL: row.text(6),
            createdAt: Instant(microseconds: row.int(7)),
            likes: row.int(8),
            comments: row.int(9),
            isLiked: row.bool(10)
        )
    }
}
