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
    /// Nil where it was not asked for.
    package var body: LentText?
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

    /// Calls `body` with what each of these articles says to everybody, in their order.
    ///
    /// Two statements, however many there are.
    package func read(
        _ ids: [RealWorldArticleKey.ID],
        hasBody: Bool,
        _ body: (RealWorldArticleKey.ID, RealWorldArticle) throws -> Void
    ) throws {
        let list = Value.text("[" + ids.map(String.init).joined(separator: ",") + "]")
        var tags: [RealWorldArticleKey.ID: [String]] = [:]
        try db.forEach(
            """
            SELECT t.article, t.name
            FROM json_each(?1) k CROSS JOIN realworld_tag t ON t.article = k.value
            ORDER BY t.article, t.name
            """,
            [list]
        ) { tags[$0.int(0), default: []].append($0.text(1)) }
        try db.forEach(
            """
            SELECT a.id, a.slug, a.title, a.description, a.created_at, a.updated_at,
                CASE WHEN ?2 THEN a.body END, p.username, p.bio, u.picture,
                (SELECT count(*) FROM realworld_favorite WHERE article = a.id)
            FROM json_each(?1) k CROSS JOIN realworld_article a ON a.id = k.value
                CROSS JOIN realworld_person p ON p.user = a.author
                CROSS JOIN user u ON u.id = a.author
            """,
            [list, .integer(hasBody ? 1 : 0)]
        ) { try body($0.int(0), RealWorldArticle($0, tags[$0.int(0)] ?? [])) }
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

    /// The articles of a page, the newest first, as `viewer` sees them.
    package func page(
        _ query: RealWorldQuery,
        for viewer: RealWorldPerson.ID?
    ) throws -> [RealWorldSight] {
        let statements = statements(query)
        let page = viewer == nil ? statements.page : statements.ownPage
        var sights: [RealWorldSight] = []
        try db.forEach(page, values(query, viewer)) { sights.append(RealWorldSight($0)) }
        return sights
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

extension RealWorldArticle {
    fileprivate init(_ row: borrowing Row, _ tags: [String]) {
        self.init(
            slug: row.textBytes(1),
            title: row.textBytes(2),
            description: row.textBytes(3),
            body: row.optionalTextBytes(6),
            tags: tags,
            createdAt: Instant(microseconds: row.int(4)),
            updatedAt: Instant(microseconds: row.int(5)),
            favorites: row.int(10),
            author: RealWorldByline(row, at: 7)
        )
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
