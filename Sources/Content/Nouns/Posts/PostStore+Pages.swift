internal import MockPostlyContent
internal import MockPostlySQLite

/// Pages of posts.
extension PostStore {
    /// The keys of a page of posts, newest first; with the same date, the one that was added last
    /// first.
    ///
    /// - Parameters:
    ///   - filter: which posts.
    ///   - limit: the most keys.
    ///   - offset: how many are passed over first; cheap for published posts however far down, see
    ///     ``PageMarks``.
    /// - Returns: less than `limit` at the end.
    /// - Throws: SQLite's errors.
    package func keys(
        _ filter: Post.Filter,
        limit: Int64,
        offset: Int64
    ) throws -> [Int64] {
        if case .status("published") = filter {
            return try db.all(
                """
                SELECT id FROM post INDEXED BY post_published
                WHERE status = 'published' AND created_at <= ?3
                ORDER BY created_at DESC, id DESC
                LIMIT ?1 OFFSET ?2
                """,
                try marks.window(limit: limit, offset: offset, of: self)
            ) { $0.int(0) }
        }
        let window: [Value] = [.integer(limit), .integer(offset)]
        switch filter {
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

    /// The keys of a page of published posts and their view counts, in the order of
    /// ``keys(_:limit:offset:)``.
    ///
    /// - Parameters:
    ///   - limit: the most posts.
    ///   - offset: how many are passed over first.
    /// - Returns: for a cache that knows the texts of the posts and only lacks the views.
    /// - Throws: SQLite's errors.
    package func keysAndViews(
        limit: Int64,
        offset: Int64
    ) throws -> [(key: Int64, views: Int64)] {
        try db.all(
            """
            SELECT k.id, p.views
            FROM (
                    SELECT id FROM post INDEXED BY post_published
                    WHERE status = 'published' AND created_at <= ?3
                    ORDER BY created_at DESC, id DESC
                    LIMIT ?1 OFFSET ?2
                ) k
                CROSS JOIN post p ON p.id = k.id
            """,
            try marks.window(limit: limit, offset: offset, of: self)
        ) { ($0.int(0), $0.int(1)) }
    }

    /// The date of the published post that is `distance` posts after the first one of `date`,
    /// newest first, and how many of its own date are before it; nil when none is earlier.
    func earlierDate(
        _ distance: Int64,
        after date: Int64
    ) throws -> (date: Int64, sameBefore: Int64)? {
        let found = try db.first(
            """
            SELECT created_at, id FROM post INDEXED BY post_published
            WHERE status = 'published' AND created_at <= ?2
            ORDER BY created_at DESC, id DESC
            LIMIT 1 OFFSET ?1
            """,
            [.integer(distance), .integer(date)]
        ) { (date: $0.int(0), key: $0.int(1)) }
        guard let found, found.date < date else { return nil }
        let sameBefore = try db.first(
            """
            SELECT count(*) FROM post INDEXED BY post_published
            WHERE status = 'published' AND created_at = ?1 AND id > ?2
            """,
            [.integer(found.date), .integer(found.key)]
        ) { $0.int(0) }
        return (found.date, sameBefore ?? 0)
    }

    /// Calls `body` with each post of a page, in the order of ``keys(_:limit:offset:)``.
    ///
    /// The comments of the posts are read beside them; see ``PageComments``.
    ///
    /// - Parameters:
    ///   - filter: which posts.
    ///   - limit: the most posts.
    ///   - offset: how many are passed over first.
    ///   - body: gets each post and the comments of the page; both are valid only during the call.
    /// - Throws: also what `body` throws, after which the page is not read to its end.
    package func readPage(
        _ filter: Post.Filter,
        limit: Int64,
        offset: Int64,
        _ body: (PostRecord, PageComments) throws -> Void
    ) throws {
        guard case .status("published") = filter else {
            let comments = PageComments(self)
            for key in try keys(filter, limit: limit, offset: offset) {
                try read(key: key) { try body($0, comments) }
            }
            return
        }
        let window = try marks.window(limit: limit, offset: offset, of: self)
        // Two statements for the page, instead of one for its posts and one for the comments of
        // each of them: half the instructions.
        let comments = PageComments(
            self,
            try db.lend(
                """
                SELECT c.comment_id, c.author_id, c.author_name, c.author_picture, c.content,
                    c.created_at, k.id
                FROM (
                        SELECT id FROM post INDEXED BY post_published
                        WHERE status = 'published' AND created_at <= ?3
                        ORDER BY created_at DESC, id DESC
                        LIMIT ?1 OFFSET ?2
                    ) k
                    CROSS JOIN comment c INDEXED BY comment_by_post ON c.post = k.id
                """,
                window
            )
        )
        // The index alone gives the keys of the page; CROSS JOIN makes SQLite read the posts in
        // that order.
        // Without the status, which is known, and joined by one key after the other, it takes 5 % less.
        try db.forEach(
            """
            SELECT p.id, post_id, author_id, author_name, author_email, author_picture, title,
                content, slug, cover_image, read_time, created_at, updated_at, views, likes,
                comments
            FROM (
                    SELECT id FROM post INDEXED BY post_published
                    WHERE status = 'published' AND created_at <= ?3
                    ORDER BY created_at DESC, id DESC
                    LIMIT ?1 OFFSET ?2
                ) k
                CROSS JOIN post p ON p.id = k.id
                CROSS JOIN post_content c ON c.id = p.id
            """,
            window
        ) { try body(PostRecord(published: $0), comments) }
    }
}

/// The comments of the posts of a page, in the order of the posts.
///
/// Most pages are read by one statement, which gives the comments of all their posts one after the
/// other. The comments of a post must be asked for when the page has come to that post.
package final class PageComments {
    private let store: PostStore
    /// Stands on the next comment that was not asked for; nil when each post is asked separately.
    private let statement: Statement?
    /// The post of the next comment; nil at the end and before the first.
    private var post: Int64?
    private var hasBegun = false

    fileprivate init(_ store: PostStore, _ statement: Statement? = nil) {
        (self.store, self.statement) = (store, statement)
    }

    deinit { statement?.giveBack() }

    /// Calls `body` with each comment of the post with `key`, oldest first.
    ///
    /// To be called for each post in the order of the page, at most once; posts may be left out
    /// only after all those with comments before them were asked for.
    ///
    /// - Throws: SQLite's errors, and what `body` throws.
    package func forEach(ofPost key: Int64, _ body: (CommentRecord) throws -> Void) throws {
        guard let statement else { return try store.forEachComment(ofPost: key, body) }
        if !hasBegun {
            hasBegun = true
            try advance(statement)
        }
        while post == key {
            try body(CommentRecord(statement.row))
            try advance(statement)
        }
    }

    private func advance(_ statement: Statement) throws {
        post = try statement.step() ? statement.row.int(6) : nil
    }
}
