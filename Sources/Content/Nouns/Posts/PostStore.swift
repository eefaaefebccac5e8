internal import MockPostlyContent
internal import MockPostlySQLite
internal import MockPostlyWorld

/// The posts of one world.
///
/// All SQL on `post`, `post_content` and the totals is in this type's files.
package struct PostStore {
    let work: UnitOfWork
    let world: World
    /// The changes to posts, for a cache.
    package let changes: PostChanges
    let index: SearchIndex
    var db: Connection { work.connection }

    init(_ work: UnitOfWork, _ world: World, changes: PostChanges) {
        self.work = work
        self.world = world
        self.changes = changes
        index = SearchIndex(work)
    }

    /// Grows with every rollback; what a cache has stored before is then no longer valid.
    package var rollbacks: Int { work.rollbacks }

    // MARK: Reading

    /// How many posts match `filter`; read from the totals, not counted.
    package func count(_ filter: Post.Filter) throws -> Int64 {
        let total: Int64?
        switch filter {
        case .status(let status):
            total = try db.first(
                "SELECT posts FROM status_total WHERE status = ?1",
                [.text(status)]
            ) { $0.int(0) }
        case .author(let author, let status):
            total = try db.first(
                "SELECT posts FROM author_total WHERE author_id = ?1 AND status = ?2",
                [.text(author.text), .text(status)]
            ) { $0.int(0) }
        case .allOf(let author):
            total = try db.first(
                "SELECT coalesce(sum(posts), 0) FROM author_total WHERE author_id = ?1",
                [.text(author.text)]
            ) { $0.int(0) }
        }
        return total ?? 0
    }

    /// The keys of a page of posts, newest first; with the same date, the one that was added last
    /// first.
    package func keys(
        _ filter: Post.Filter,
        limit: Int64,
        offset: Int64
    ) throws -> [Int64] {
        let window: [Value] = [.integer(limit), .integer(offset)]
        switch filter {
        case .status("published"):
            return try db.all(
                """
                SELECT id FROM post INDEXED BY post_published
                WHERE status = 'published'
                ORDER BY created_at DESC, id DESC
                LIMIT ?1 OFFSET ?2
                """,
                window
            ) { $0.int(0) }
        case .status(let status):
            return try db.all(
                """
                SELECT id FROM post
                WHERE status = ?3
                ORDER BY created_at DESC, id DESC
                LIMIT ?1 OFFSET ?2
                """,
                window + [.text(status)]
            ) { $0.int(0) }
        case .author(let author, let status):
            return try db.all(
                """
                SELECT id FROM post
                WHERE author_id = ?3 AND status = ?4
                ORDER BY created_at DESC, id DESC
                LIMIT ?1 OFFSET ?2
                """,
                window + [.text(author.text), .text(status)]
            ) { $0.int(0) }
        case .allOf(let author):
            return try db.all(
                """
                SELECT id FROM post
                WHERE author_id = ?3
                ORDER BY created_at DESC, id DESC
                LIMIT ?1 OFFSET ?2
                """,
                window + [.text(author.text)]
            ) { $0.int(0) }
        }
    }

    /// Calls `body` with each post of a page, in the order of ``keys(_:limit:offset:)``.
    package func readPage(
        _ filter: Post.Filter,
        limit: Int64,
        offset: Int64,
        _ body: (PostRecord) throws -> Void
    ) throws {
        guard case .status("published") = filter else {
            for key in try keys(filter, limit: limit, offset: offset) { try read(key: key, body) }
            return
        }
        // The index alone gives the keys of the page; CROSS JOIN makes SQLite read the posts in
        // that order.
        try db.forEach(
            """
            SELECT p.id, post_id, author_id, author_name, author_email, author_picture, title,
                content, slug, status, cover_image, read_time, created_at, updated_at, views,
                likes, comments
            FROM (
                    SELECT id FROM post INDEXED BY post_published
                    WHERE status = 'published'
                    ORDER BY created_at DESC, id DESC
                    LIMIT ?1 OFFSET ?2
                ) k
                CROSS JOIN post p ON p.id = k.id
                CROSS JOIN post_content c ON c.id = k.id
            """,
            [.integer(limit), .integer(offset)]
        ) { try body(PostRecord($0)) }
    }

    /// Calls `body` with the post with `key`, and returns its result.
    ///
    /// Throws ``PostError/noSuchPost``.
    package func read<Result>(
        key: Int64,
        _ body: (PostRecord) throws -> Result
    ) throws -> Result {
        let result = try db.first(
            """
            SELECT p.id, post_id, author_id, author_name, author_email, author_picture, title,
                content, slug, status, cover_image, read_time, created_at, updated_at, views,
                likes, comments
            FROM post p JOIN post_content c ON c.id = p.id
            WHERE p.id = ?1
            """,
            [.integer(key)]
        ) { try body(PostRecord($0)) }
        guard let result else { throw PostError.noSuchPost }
        return result
    }

    /// The key of the post with `id`.
    ///
    /// Throws ``PostError/noSuchPost``.
    package func key(of id: Post.ID) throws -> Int64 {
        let key = try db.first("SELECT id FROM post WHERE post_id = ?1", [.text(id.hex)]) {
            $0.int(0)
        }
        guard let key else { throw PostError.noSuchPost }
        return key
    }

    /// The key of the post with `slug`, the oldest when several have it.
    ///
    /// Throws ``PostError/noSuchPost``.
    package func key(ofSlug slug: String) throws -> Int64 {
        let key = try db.first(
            "SELECT id FROM post WHERE slug = ?1 ORDER BY id LIMIT 1",
            [.text(slug)]
        ) { $0.int(0) }
        guard let key else { throw PostError.noSuchPost }
        return key
    }

    /// Counts one view of the post with `key`.
    ///
    /// When the database cannot be written to (a full disk, a read-only file), the view is not
    /// counted and nothing is thrown, so that the post can still be read. Throws
    /// ``PostError/noSuchPost``.
    package func countView(key: Int64) throws {
        guard work.countsReads else { return }
        let counted: Int
        do {
            counted = try work.writeOnce {
                // Counting stops at the largest number that a content may have.
                try db.run(
                    "UPDATE post SET views = views + (views < 9007199254740991) WHERE id = ?1",
                    [.integer(key)]
                )
            }
        } catch is WorkLost {
            return
        } catch let error as SQLiteError where error.isDiskFull || error.isIO || error.isReadOnly {
            return
        }
        guard counted == 1 else { throw PostError.noSuchPost }
        changes.note(.viewed(key))
    }
}

extension PostRecord {
    /// Reads the columns in the order of the SELECT in ``PostStore/read(key:_:)``.
    fileprivate init(_ row: borrowing Row) {
        self.init(
            key: row.int(0),
            id: row.textBytes(1),
            authorID: row.textBytes(2),
            authorName: row.textBytes(3),
            authorEmail: row.textBytes(4),
            authorPicture: row.isNull(5) ? nil : row.textBytes(5),
            title: row.textBytes(6),
            content: row.textBytes(7),
            slug: row.textBytes(8),
            status: row.textBytes(9),
            coverImage: row.isNull(10) ? nil : row.textBytes(10),
            readTime: row.int(11),
            createdAt: Instant(microseconds: row.int(12)),
            updatedAt: Instant(microseconds: row.int(13)),
            views: row.int(14),
            likes: row.int(15),
            comments: row.int(16)
        )
    }
}
