package import MockPostlyContent
internal import MockPostlySQLite
package import MockPostlyWorld

/// The posts of one world.
///
/// All SQL on `post`, `post_content` and the totals is in this type's files.
///
/// ```swift
/// let key = try posts.create(draft, by: author)
/// let title = try posts.read(key: key) { String(decoding: $0.title, as: UTF8.self) }
/// ```
///
/// A value over shared objects: copies are the same store.
package struct PostStore {
    let work: UnitOfWork
    let world: TimeAndChance
    let index: SearchIndex
    let marks = PageMarks()
    var db: Connection { work.connection }

    /// The posts in the database of `work`; `world` dates them and makes their ids.
    package init(_ work: UnitOfWork, _ world: TimeAndChance) {
        self.work = work
        self.world = world
        index = SearchIndex(work)
    }

    /// Adds views, up to the largest number that a content may have.
    private static let addViews: StaticString =
        "UPDATE post SET views = min(views + ?2, 9007199254740991) WHERE id = ?1"

    /// The state of the content, for what is made of posts.
    package var version: ContentVersion { work.version }

    // MARK: Reading

    /// How many posts match `filter`; read from the totals, not counted.
    ///
    /// O(1).
    ///
    /// - Throws: SQLite's errors.
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

    /// Calls `body` with the post with `key`, and returns its result.
    ///
    /// Throws ``PostError/noSuchPost``.
    ///
    /// - Parameters:
    ///   - key: of the row.
    ///   - body: its argument is valid only during the call.
    /// - Returns: the result of `body`.
    /// - Throws: also SQLite's errors, and what `body` throws.
    package func read<Result>(
        key: Int64,
        _ body: (PostRecord) throws -> Result
    ) throws -> Result {
        let result = try db.first(
            """
            SELECT p.id, post_id, author_id, author_name, author_email, author_picture, title,
                content, slug, cover_image, read_time, created_at, updated_at, views, likes,
                comments, status
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
    ///
    /// - Throws: also SQLite's errors.
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
    ///
    /// Compared byte by byte.
    ///
    /// - Throws: also SQLite's errors.
    package func key(ofSlug slug: String) throws -> Int64 {
        let key = try db.first(
            "SELECT id FROM post WHERE slug = ?1 ORDER BY id LIMIT 1",
            [.text(slug)]
        ) { $0.int(0) }
        guard let key else { throw PostError.noSuchPost }
        return key
    }

    /// Counts one view of a post that is known to exist, as ``countView(key:)`` does.
    ///
    /// In memory the count is written when the database is next used.
    ///
    /// Costs no statement for a content in memory. Nothing is counted while the world does not
    /// count reads.
    package func countView(ofExisting key: Int64) throws {
        guard work.countsReads else { return }
        if !work.putOffCount(Self.addViews, key) { try countView(key: key) }
    }

    /// Whether views are counted without a write for each.
    package var defersViews: Bool { work.countsReads && work.putsOffCounts }

    /// Counts one view of a post that is known to exist, unless that takes a write; returns whether it
    /// did.
    package func deferView(ofExisting key: Int64) -> Bool {
        work.countsReads && work.putOffCount(Self.addViews, key)
    }

    /// Counts one view of the post with `key`.
    ///
    /// When the database cannot be written to (a full disk, a read-only file), the view is not
    /// counted and nothing is thrown, so that the post can still be read. While another program has the
    /// file locked, it is counted later. Throws
    /// ``PostError/noSuchPost``.
    ///
    /// Counting is a write of its own, and does not need a commit of the caller.
    package func countView(key: Int64) throws {
        guard work.countsReads else { return }
        let counted: Int
        do {
            counted = try work.count {
                // Counting stops at the largest number that a content may have.
                try db.run(
                    "UPDATE post SET views = views + (views < 9007199254740991) WHERE id = ?1",
                    integer: key
                )
            }
        } catch is FileLocked {
            return work.countLate(Self.addViews, key)
        } catch is WorkLost {
            return
        } catch let error as SQLiteError where error.isDiskFull || error.isIO || error.isReadOnly {
            return
        }
        guard counted == 1 else { throw PostError.noSuchPost }
    }
}

extension PostRecord {
    /// Reads the columns in the order of the SELECT in ``PostStore/read(key:_:)``.
    fileprivate init(_ row: borrowing Row) {
        self.init(row, status: row.textBytes(16))
    }

    /// Reads the columns of a published post, in the same order without the status.
    init(published row: borrowing Row) {
        let status: StaticString = "published"
        self.init(
            row,
            status: LentText(start: status.utf8Start, count: status.utf8CodeUnitCount)
        )
    }

    private init(_ row: borrowing Row, status: LentText) {
        self.init(
            key: row.int(0),
            id: row.textBytes(1),
            authorID: row.textBytes(2),
            authorName: row.textBytes(3),
            authorEmail: row.textBytes(4),
            authorPicture: row.optionalTextBytes(5),
            title: row.textBytes(6),
            content: row.textBytes(7),
            slug: row.textBytes(8),
            status: status,
            coverImage: row.optionalTextBytes(9),
            readTime: row.int(10),
            createdAt: Instant(microseconds: row.int(11)),
            updatedAt: Instant(microseconds: row.int(12)),
            views: row.int(13),
            likes: row.int(14),
            comments: row.int(15)
        )
    }
}
