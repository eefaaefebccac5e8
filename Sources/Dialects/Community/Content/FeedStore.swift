internal import MockPostlyContent
internal import MockPostlySQLite
internal import MockPostlyWorld

/// The feed of one world's community.
///
/// All SQL on `community_post` and `community_comment` is in this type's files.
package struct FeedStore {
    let work: UnitOfWork
    let world: TimeAndChance
    var db: Connection { work.connection }

    /// How many posts there are; with `before`, only those with a smaller id.
    ///
    /// Counts rows; the table has no counter of all posts.
    ///
    /// - Throws: SQLite's errors.
    package func count(before: FeedPost.ID? = nil) throws -> Int64 {
        let count = try db.first(
            "SELECT count(*) FROM community_post WHERE id < ?1",
            [.integer(before ?? .max)]
        ) { $0.int(0) }
        return count ?? 0
    }

    /// Calls `body` with each post of a page, newest first.
    ///
    /// With `before`, only posts with a smaller id count.
    ///
    /// Newest means the highest id, whatever the dates say.
    ///
    /// - Parameters:
    ///   - before: an id that need not exist any more; nil for the newest posts.
    ///   - limit: the most posts.
    ///   - offset: how many are passed over first, at the cost of reading them.
    ///   - body: what it throws ends the reading and is thrown again.
    /// - Throws: also SQLite's errors.
    package func readPage(
        before: FeedPost.ID? = nil,
        limit: Int64,
        offset: Int64,
        _ body: (FeedPostRecord) throws -> Void
    ) throws {
        // CROSS JOIN makes SQLite read the posts in the order of the index.
        try db.forEach(
            """
            SELECT p.id, p.user, u.name, u.picture, p.content, p.image_url, p.likes, p.liked_by,
                p.comments, p.created_at, p.updated_at
            FROM community_post p CROSS JOIN user u ON u.id = p.user
            WHERE p.id < ?1
            ORDER BY p.id DESC
            LIMIT ?2 OFFSET ?3
            """,
            [.integer(before ?? .max), .integer(limit), .integer(offset)]
        ) { try body(FeedPostRecord($0)) }
    }

    /// Calls `body` with the post with `id`, and returns its result.
    ///
    /// Throws ``FeedError/notThere``.
    ///
    /// - Parameters:
    ///   - id: of the post.
    ///   - body: its argument is valid only during the call.
    /// - Returns: the result of `body`.
    /// - Throws: also SQLite's errors, and what `body` throws.
    package func read<Result>(
        _ id: FeedPost.ID,
        _ body: (FeedPostRecord) throws -> Result
    ) throws -> Result {
        let result = try db.first(
            """
            SELECT p.id, p.user, u.name, u.picture, p.content, p.image_url, p.likes, p.liked_by,
                p.comments, p.created_at, p.updated_at
            FROM community_post p JOIN user u ON u.id = p.user
            WHERE p.id = ?1
            """,
            [.integer(id)]
        ) { try body(FeedPostRecord($0)) }
        guard let result else { throw FeedError.notThere }
        return result
    }

    /// Checks that `user` is the author of the post with `id`.
    ///
    /// Throws ``FeedError/notThere`` when there is no such post, and ``FeedError/notYours`` when it
    /// is another person's.
    ///
    /// - Throws: also SQLite's errors.
    package func checkAuthor(of id: FeedPost.ID, is user: CommunityMember.ID) throws {
        guard try author(of: id) == user else { throw FeedError.notYours }
    }

    func author(of id: FeedPost.ID) throws -> CommunityMember.ID {
        let author = try db.first(
            "SELECT user FROM community_post WHERE id = ?1",
            [.integer(id)]
        ) { $0.int(0) }
        guard let author else { throw FeedError.notThere }
        return author
    }

    // MARK: Writing

    /// Adds a post by `author` and returns its id.
    ///
    /// Both dates are the time of the world.
    ///
    /// - Throws: SQLite's errors.
    package func create(_ draft: FeedPost.Draft, by author: CommunityMember.ID) throws
        -> FeedPost.ID
    {
        let now = world.now
        return try work.writeOnce { try insert(draft, by: author, createdAt: now, updatedAt: now) }
    }

    /// Changes the post with `id`; the caller has checked its author.
    ///
    /// The date of change is set even when nothing else changes.
    ///
    /// No error when there is no such post.
    ///
    /// - Throws: SQLite's errors.
    package func update(_ id: FeedPost.ID, _ changes: FeedPost.Changes) throws {
        _ = try work.writeOnce {
            try db.run(
                """
                UPDATE community_post
                SET content = coalesce(?2, content), image_url = iif(?3, ?4, image_url),
                    updated_at = ?5
                WHERE id = ?1
                """,
                [
                    .integer(id), .optional(changes.content), .bool(changes.imageURL != nil),
                    .optional(changes.imageURL ?? nil), .integer(world.now.microseconds),
                ]
            )
        }
    }

    /// Deletes the post with `id`, its likes and its comments.
    ///
    /// Without a user it is not asked whose it is. Throws ``FeedError/notThere`` and
    /// ``FeedError/notYours``.
    ///
    /// Comments go by the database itself (ON DELETE CASCADE).
    ///
    /// - Throws: also SQLite's errors.
    package func delete(_ id: FeedPost.ID, by user: CommunityMember.ID?) throws {
        let author = try author(of: id)
        guard user == nil || author == user else { throw FeedError.notYours }
        _ = try work.writeOnce {
            try db.run("DELETE FROM community_post WHERE id = ?1", [.integer(id)])
        }
    }

    /// Adds a post with all values as given and returns its id; without an id it gets the next one.
    func insert(
        _ draft: FeedPost.Draft,
        by author: CommunityMember.ID,
        createdAt: Instant,
        updatedAt: Instant,
        id: FeedPost.ID? = nil
    ) throws -> FeedPost.ID {
        try db.run(
            """
            INSERT INTO community_post (id, user, content, image_url, created_at, updated_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """,
            [
                id.map(Value.integer) ?? Sequences.newID(of: .communityPost, on: db),
                .integer(author), .text(draft.content), .optional(draft.imageURL),
                .integer(createdAt.microseconds), .integer(updatedAt.microseconds),
            ]
        )
        return db.lastInsertRowID
    }

    /// Makes sure that no new post or comment gets an id below these.
    func keepFree(post: FeedPost.ID?, comment: Int64?) throws {
        for (table, next) in [(ContentTable.communityPost, post), (.communityComment, comment)] {
            if let next { try Sequences.raise(table.name, to: next - 1, on: db) }
        }
    }
}

extension FeedPostRecord {
    /// Reads `id, user, name, picture, content, image_url, likes, liked_by, comments, created_at,
    /// updated_at`.
    fileprivate init(_ row: borrowing Row) {
        self.init(
            id: row.int(0),
            author: FeedAuthorRecord(row, from: 1),
            content: row.textBytes(4),
            imageURL: row.isNull(5) ? nil : row.textBytes(5),
            likes: row.int(6),
            likedBy: row.textBytes(7),
            comments: row.int(8),
            createdAt: Instant(microseconds: row.int(9)),
            updatedAt: Instant(microseconds: row.int(10))
        )
    }
}

extension FeedAuthorRecord {
    /// Reads `user, name, picture`, which begin at column `first`.
    init(_ row: borrowing Row, from first: Int32) {
        self.init(
            id: row.int(first),
            name: row.textBytes(first + 1),
            picture: row.isNull(first + 2) ? nil : row.textBytes(first + 2)
        )
    }
}
