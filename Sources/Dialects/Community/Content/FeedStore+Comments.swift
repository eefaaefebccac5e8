internal import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlySQLite
internal import MockPostlyWorld

extension FeedStore {
    /// How many comments the post with `id` has.
    ///
    /// Throws ``FeedError/notThere``.
    ///
    /// O(1): the number is stored with the post.
    package func countComments(of id: FeedPost.ID) throws -> Int64 {
        let count = try db.first(
            "SELECT comments FROM community_post WHERE id = ?1",
            [.integer(id)]
        ) { $0.int(0) }
        guard let count else { throw FeedError.notThere }
        return count
    }

    /// The post of a comment; nil when there is no such comment.
    ///
    /// - Throws: SQLite's errors.
    package func post(ofComment comment: Int64) throws -> FeedPost.ID? {
        try db.first("SELECT post FROM community_comment WHERE id = ?1", [.integer(comment)]) {
            $0.int(0)
        }
    }

    /// Calls `body` with each comment of a page, oldest first.
    ///
    /// - Parameters:
    ///   - id: of the post; an unknown one has no comments.
    ///   - limit: the most comments.
    ///   - offset: how many are passed over first, at the cost of reading them.
    ///   - body: what it throws ends the reading and is thrown again.
    /// - Throws: also SQLite's errors.
    package func readComments(
        of id: FeedPost.ID,
        limit: Int64,
        offset: Int64,
        _ body: (FeedCommentRecord) throws -> Void
    ) throws {
        try db.forEach(
            """
            SELECT c.id, c.post, c.user, u.name, u.picture, c.content, c.created_at
            FROM community_comment c CROSS JOIN user u ON u.id = c.user
            WHERE c.post = ?1
            ORDER BY c.id
            LIMIT ?2 OFFSET ?3
            """,
            [.integer(id), .integer(limit), .integer(offset)]
        ) { try body(FeedCommentRecord($0)) }
    }

    /// Adds a comment by `author` to the post with `id`, and calls `body` with the new comment.
    ///
    /// Returns how many comments the post has now. When `body` throws, no comment is added. Throws
    /// ``FeedError/notThere``.
    ///
    /// - Parameters:
    ///   - id: of the post.
    ///   - content: not checked.
    ///   - author: the number of an account.
    ///   - body: gets the comment as clients see it, within the transaction.
    /// - Returns: the number of comments of the post.
    /// - Throws: also SQLite's errors, and what `body` throws.
    package func addComment(
        to id: FeedPost.ID,
        content: String,
        by author: CommunityMember.ID,
        _ body: (FeedCommentRecord) throws -> Void
    ) throws -> Int64 {
        try work.write {
            _ = try self.author(of: id)
            let comment = try insertComment(to: id, content, by: author, world.now)
            _ = try db.first(
                """
                SELECT c.id, c.post, c.user, u.name, u.picture, c.content, c.created_at
                FROM community_comment c JOIN user u ON u.id = c.user
                WHERE c.id = ?1
                """,
                [.integer(comment)]
            ) { try body(FeedCommentRecord($0)) }
            return try countComments(of: id)
        }
    }

    /// Deletes a comment and returns how many are left.
    ///
    /// The comment's author and the post's author may do so; without a user it is not asked whose
    /// it is. Throws ``FeedError/notThere``, also for a comment of another post, and
    /// ``FeedError/notYours``.
    ///
    /// - Parameters:
    ///   - comment: its id.
    ///   - id: of its post.
    ///   - user: who asks; nil for the control plane.
    /// - Returns: the number of comments that are left.
    /// - Throws: also SQLite's errors.
    package func deleteComment(
        _ comment: Int64,
        of id: FeedPost.ID,
        by user: CommunityMember.ID?
    ) throws -> Int64 {
        let found = try db.first(
            """
            SELECT c.user, p.user
            FROM community_comment c JOIN community_post p ON p.id = c.post
            WHERE c.id = ?1 AND c.post = ?2
            """,
            [.integer(comment), .integer(id)]
        ) { (author: $0.int(0), postAuthor: $0.int(1)) }
        guard let found else { throw FeedError.notThere }
        guard user == nil || found.author == user || found.postAuthor == user else {
            throw FeedError.notYours
        }
        return try work.write {
            try db.run("DELETE FROM community_comment WHERE id = ?1", [.integer(comment)])
            try db.run(
                "UPDATE community_post SET comments = comments - 1 WHERE id = ?1",
                [.integer(id)]
            )
            return try countComments(of: id)
        }
    }

    /// Adds a comment with all values as given and returns its id; without an id it gets the next
    /// one.
    @discardableResult
    func insertComment(
        to id: FeedPost.ID,
        _ content: String,
        by author: CommunityMember.ID,
        _ createdAt: Instant,
        id comment: Int64? = nil
    ) throws -> Int64 {
        try db.run(
            """
            INSERT INTO community_comment (id, post, user, content, created_at)
            VALUES (?1, ?2, ?3, ?4, ?5)
            """,
            [
                comment.map(Value.integer) ?? Sequences.newID(of: .communityComment, on: db),
                .integer(id), .integer(author), .text(content),
                .integer(createdAt.microseconds),
            ]
        )
        let comment = db.lastInsertRowID
        try db.run(
            "UPDATE community_post SET comments = comments + 1 WHERE id = ?1",
            [.integer(id)]
        )
        return comment
    }
}

extension FeedCommentRecord {
    /// Reads `id, post, user, name, picture, content, created_at`.
    fileprivate init(_ row: borrowing Row) {
        self.init(
            id: row.int(0),
            post: row.int(1),
            author: FeedAuthorRecord(row, from: 2),
            content: row.textBytes(5),
            createdAt: Instant(microseconds: row.int(6))
        )
    }
}
