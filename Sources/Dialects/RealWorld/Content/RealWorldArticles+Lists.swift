package import MockPostlyContent
internal import MockPostlySQLite
package import MockPostlyWorld

/// A person as articles and comments show them; the texts are lent.
package struct RealWorldByline {
    package var username: LentText
    package var bio: LentText?
    /// Not empty.
    package var image: LentText?
}

/// What an article says to everybody; valid only during the call that it is given to.
package struct RealWorldArticle {
    package var slug: LentText
    package var title: LentText
    package var description: LentText
    package var body: LentText
    /// In the order of their code points.
    package var tags: [String]
    package var createdAt: Instant
    package var updatedAt: Instant
    /// How many people have marked it.
    package var favorites: Int64
    package var author: RealWorldByline
}

/// What differs of an article between those who ask.
package struct RealWorldSight {
    package var id: RealWorldArticleKey.ID
    package var isFavorite: Bool
    /// Whether the one who asks follows the author.
    package var isFollowed: Bool
}

/// A comment as clients see it; valid only during the call that it is given to.
package struct RealWorldComment {
    package var id: Int64
    package var createdAt: Instant
    package var body: LentText
    package var author: RealWorldByline
    package var isFollowed: Bool
}

/// Which articles a list has, and which of them a page shows.
package struct RealWorldQuery {
    package var tag: String?
    /// A username.
    package var author: String?
    /// The username of somebody whose favourites they are.
    package var favorited: String?
    /// Whether they are by people whom the one who asks follows.
    package var isFeed = false
    package var limit: Int64
    package var offset: Int64

    package init(limit: Int64, offset: Int64) {
        (self.limit, self.offset) = (limit, offset)
    }
}

extension RealWorldArticles {
    /// The state of the content that texts belong to.
    package var version: ContentVersion { work.version }

    /// Calls `body` with what an article says to everybody.
    package func read<Result>(
        _ id: RealWorldArticleKey.ID,
        _ body: (RealWorldArticle) throws -> Result
    ) throws -> Result {
        let tags = try db.all(
            "SELECT name FROM realworld_tag WHERE article = ?1 ORDER BY name",
            [.integer(id)]
        ) { $0.text(0) }
        let result = try db.first(
            """
            SELECT a.slug, a.title, a.description, a.created_at, a.updated_at, a.body,
                p.username, p.bio, u.picture,
                (SELECT count(*) FROM realworld_favorite WHERE article = a.id)
            FROM realworld_article a CROSS JOIN realworld_person p ON p.user = a.author
                CROSS JOIN user u ON u.id = a.author
            WHERE a.id = ?1
            """,
            [.integer(id)]
        ) { row in
            try body(
                RealWorldArticle(
                    slug: row.textBytes(0),
                    title: row.textBytes(1),
                    description: row.textBytes(2),
                    body: row.textBytes(5),
                    tags: tags,
                    createdAt: Instant(microseconds: row.int(3)),
                    updatedAt: Instant(microseconds: row.int(4)),
                    favorites: row.int(9),
                    author: RealWorldByline(row, at: 6)
                )
            )
        }
        guard let result else { throw RealWorldError.noArticle }
        return result
    }

    /// What a sight has for `?1`; somebody unknown follows nobody and has no favourites.
    private static let ownSight = """
        SELECT a.id,
            EXISTS (SELECT 1 FROM realworld_favorite WHERE article = a.id AND person = ?1),
            EXISTS (SELECT 1 FROM realworld_follow WHERE follower = ?1 AND followed = a.author)
        """
    private static let single = DerivedSQL("\(ownSight) FROM realworld_article a WHERE a.id = ?2")

    /// An article as `viewer` sees it.
    package func sight(
        of id: RealWorldArticleKey.ID,
        for viewer: RealWorldPerson.ID?
    ) throws -> RealWorldSight {
        let values: [Value] = [.optional(viewer), .integer(id)]
        guard let sight = try db.first(Self.single, values, RealWorldSight.init) else {
            throw RealWorldError.noArticle
        }
        return sight
    }

    /// What restricts a list, and the parameter of each restriction.
    private static let conditions = [
        (1, "a.author IN (SELECT followed FROM realworld_follow WHERE follower = ?1)"),
        (2, "a.id IN (SELECT article FROM realworld_tag WHERE name = ?2)"),
        (3, "a.author = (SELECT user FROM realworld_person WHERE username = ?3)"),
        (
            4,
            """
            a.id IN (
                SELECT article FROM realworld_favorite WHERE person = (
                    SELECT user FROM realworld_person WHERE username = ?4
                )
            )
            """
        ),
    ]

    /// The statements for one choice of ``conditions``.
    private struct ListStatements {
        let count: DerivedSQL
        /// The last parameter that ``count`` has; 0 without one.
        let lastOfCount: Int
        /// For somebody unknown, and for a known one.
        let page, ownPage: DerivedSQL

        /// Bit n of `choice` stands for condition n.
        init(_ choice: Int) {
            let chosen = conditions.indices.filter { choice >> $0 & 1 == 1 }
            let words = chosen.map { conditions[$0].1 }.joined(separator: " AND ")
            let condition = words.isEmpty ? "" : "WHERE " + words
            let rows = """
                FROM realworld_article a \(condition)
                ORDER BY a.created_at DESC, a.id DESC LIMIT ?5 OFFSET ?6
                """
            // An index alone gives the numbers; CROSS JOIN makes SQLite read the rest in that order.
            page = DerivedSQL("SELECT a.id, 0, 0 \(rows)")
            ownPage = DerivedSQL(
                """
                \(ownSight) FROM (SELECT a.id \(rows)) k
                    CROSS JOIN realworld_article a ON a.id = k.id
                """
            )
            count = DerivedSQL("SELECT count(*) FROM realworld_article a \(condition)")
            lastOfCount = chosen.last.map { conditions[$0].0 } ?? 0
        }
    }

    private static let statements = (0..<1 << conditions.count).map(ListStatements.init)

    private func statements(_ query: RealWorldQuery) -> ListStatements {
        let asked = [
            query.isFeed, query.tag != nil, query.author != nil, query.favorited != nil,
        ]
        return Self.statements[asked.reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) }]
    }

    private func values(_ query: RealWorldQuery, _ viewer: RealWorldPerson.ID?) -> [Value] {
        [
            .optional(viewer), .optional(query.tag), .optional(query.author),
            .optional(query.favorited), .integer(query.limit), .integer(query.offset),
        ]
    }

    /// How many articles a list has.
    package func count(
        _ query: RealWorldQuery,
        for viewer: RealWorldPerson.ID?
    ) throws -> Int64 {
        let statements = statements(query)
        let values = values(query, viewer).prefix(statements.lastOfCount)
        return try db.first(statements.count, Array(values)) { $0.int(0) } ?? 0
    }

    /// Calls `body` with each article of a page, the newest first, as `viewer` sees it.
    package func forEach(
        _ query: RealWorldQuery,
        for viewer: RealWorldPerson.ID?,
        _ body: (RealWorldSight) throws -> Void
    ) throws {
        let statements = statements(query)
        let page = viewer == nil ? statements.page : statements.ownPage
        try db.forEach(page, values(query, viewer)) { try body(RealWorldSight($0)) }
    }

    // MARK: Comments

    private static let commentColumns = """
        SELECT c.id, c.created_at, c.body, p.username, p.bio, u.picture,
            ?1 IS NOT NULL AND EXISTS (
                SELECT 1 FROM realworld_follow WHERE follower = ?1 AND followed = c.author
            )
        FROM realworld_comment c CROSS JOIN realworld_person p ON p.user = c.author
            CROSS JOIN user u ON u.id = c.author
        """
    private static let comments = DerivedSQL(
        "\(commentColumns) WHERE c.article = ?2 ORDER BY c.created_at DESC, c.id DESC"
    )
    private static let comment = DerivedSQL("\(commentColumns) WHERE c.id = ?2")

    /// Calls `body` with each comment on an article, the newest first, as `viewer` sees it.
    package func forEachComment(
        of key: RealWorldArticleKey,
        for viewer: RealWorldPerson.ID?,
        _ body: (RealWorldComment) throws -> Void
    ) throws {
        try db.forEach(Self.comments, [.optional(viewer), .integer(key.id)]) { row in
            try body(RealWorldComment(row))
        }
    }

    /// Calls `body` with a comment as `viewer` sees it.
    package func readComment<Result>(
        _ id: Int64,
        for viewer: RealWorldPerson.ID?,
        _ body: (RealWorldComment) throws -> Result
    ) throws -> Result {
        let result = try db.first(Self.comment, [.optional(viewer), .integer(id)]) { row in
            try body(RealWorldComment(row))
        }
        guard let result else { throw RealWorldError.noComment }
        return result
    }
}

extension RealWorldSight {
    fileprivate init(_ row: borrowing Row) {
        self.init(id: row.int(0), isFavorite: row.bool(1), isFollowed: row.bool(2))
    }
}

extension RealWorldComment {
    fileprivate init(_ row: borrowing Row) {
        self.init(
            id: row.int(0),
            createdAt: Instant(microseconds: row.int(1)),
            body: row.textBytes(2),
            author: RealWorldByline(row, at: 3),
            isFollowed: row.bool(6)
        )
    }
}

extension RealWorldByline {
    /// Reads `username, bio, picture`.
    fileprivate init(_ row: borrowing Row, at column: Int32) {
        let image = row.optionalTextBytes(column + 2)
        self.init(
            username: row.textBytes(column),
            bio: row.optionalTextBytes(column + 1),
            image: image?.isEmpty == true ? nil : image
        )
    }
}
