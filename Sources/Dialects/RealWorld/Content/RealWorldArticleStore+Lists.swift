package import MockPostlyContent
internal import MockPostlySQLite
package import MockPostlyWorld

/// A person as articles and comments show them; the texts are lent.
package struct RealWorldByline {
    package var username: LentText
    package var bio: LentText?
    /// Not empty.
    package var image: LentText?
    /// Whether the one who asks follows this person.
    package var isFollowed: Bool
}

/// An article as clients see it; valid only during the call that it is given to.
package struct RealWorldArticle {
    package var slug: LentText
    package var title: LentText
    package var description: LentText
    /// Nil in lists that do not show it.
    package var body: LentText?
    /// JSON: an array in the order of their code points.
    package var tags: LentText
    package var createdAt: Instant
    package var updatedAt: Instant
    package var isFavorite: Bool
    package var favorites: Int64
    package var author: RealWorldByline
}

/// A comment as clients see it; valid only during the call that it is given to.
package struct RealWorldComment {
    package var id: Int64
    package var createdAt: Instant
    package var body: LentText
    package var author: RealWorldByline
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

extension RealWorldArticleStore {
    /// What every statement selects.
    private static let columns = """
        SELECT a.slug, a.title, a.description, a.tags, a.created_at, a.updated_at,
            (SELECT count(*) FROM realworld_favorite WHERE article = a.id),
            p.username, p.bio, u.picture
        """
    /// What it selects too for somebody known, whose number is `?1`.
    private static let columnsOfViewer = """
        , EXISTS (SELECT 1 FROM realworld_follow WHERE follower = ?1 AND followed = a.author)
        , EXISTS (SELECT 1 FROM realworld_favorite WHERE article = a.id AND person = ?1)
        """
    /// With the plus, SQLite does not compare the keys again that it has found the rows by.
    private static let people = """
        CROSS JOIN realworld_person p ON p.user = +a.author CROSS JOIN user u ON u.id = +a.author
        """
    private static let single = DerivedSQL(
        "\(columns) \(columnsOfViewer), a.body FROM realworld_article a \(people) WHERE a.id = ?2"
    )

    /// Calls `body` with an article as `viewer` sees it.
    package func read<Result>(
        _ id: RealWorldArticleKey.ID,
        for viewer: RealWorldPerson.ID?,
        _ body: (RealWorldArticle) throws -> Result
    ) throws -> Result {
        let result = try db.first(Self.single, [.optional(viewer), .integer(id)]) { row in
            try body(RealWorldArticle(row, isForViewer: true, hasBody: true))
        }
        guard let result else { throw RealWorldError.noArticle }
        return result
    }

    /// What restricts a list, and the parameter of each restriction.
    private static let conditions = [
        (1, "a.author IN (SELECT followed FROM realworld_follow WHERE follower = ?1)"),
        // The tag is JSON: what does not contain it need not be parsed.
        (
            2,
            """
            instr(a.tags, ?2) AND EXISTS (
                SELECT 1 FROM json_each(a.tags) WHERE value = json_extract(?2, '$')
            )
            """
        ),
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
        /// First those without ``columnsOfViewer``; those with texts at odd places.
        private let pages: [DerivedSQL]

        /// Bit n of `choice` stands for condition n.
        init(_ choice: Int) {
            let chosen = conditions.indices.filter { choice >> $0 & 1 == 1 }
            let words = chosen.map { conditions[$0].1 }.joined(separator: " AND ")
            let condition = words.isEmpty ? "" : "WHERE " + words
            // An index alone gives the keys of the page; CROSS JOIN makes SQLite read the rest in that
            // order.
            let keys = """
                FROM (
                    SELECT a.id FROM realworld_article a \(condition)
                    ORDER BY a.created_at DESC, a.id DESC LIMIT ?5 OFFSET ?6
                ) k
                """
            let rest = "\(keys) CROSS JOIN realworld_article a ON a.id = k.id \(people)"
            count = DerivedSQL("SELECT count(*) FROM realworld_article a \(condition)")
            lastOfCount = chosen.last.map { conditions[$0].0 } ?? 0
            pages = ["", columnsOfViewer].flatMap { more in
                ["", ", a.body"].map { DerivedSQL("\(columns) \(more)\($0) \(rest)") }
            }
        }

        func page(isForViewer: Bool, hasBody: Bool) -> DerivedSQL {
            pages[(isForViewer ? 2 : 0) + (hasBody ? 1 : 0)]
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
            .optional(viewer), .optional(query.tag.map(tagInList)), .optional(query.author),
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
        hasBody: Bool,
        _ body: (RealWorldArticle) throws -> Void
    ) throws {
        // Somebody unknown follows nobody and has no favourites.
        let isForViewer = viewer != nil
        let page = statements(query).page(isForViewer: isForViewer, hasBody: hasBody)
        try db.forEach(page, values(query, viewer)) { row in
            try body(RealWorldArticle(row, isForViewer: isForViewer, hasBody: hasBody))
        }
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
    /// Reads the columns of ``RealWorldArticleStore``, with those for a viewer and the text if they are
    /// there.
    fileprivate init(_ row: borrowing Row, isForViewer: Bool, hasBody: Bool) {
        self.init(
            slug: row.textBytes(0),
            title: row.textBytes(1),
            description: row.textBytes(2),
            body: hasBody ? row.textBytes(isForViewer ? 12 : 10) : nil,
            tags: row.textBytes(3),
            createdAt: Instant(microseconds: row.int(4)),
            updatedAt: Instant(microseconds: row.int(5)),
            isFavorite: isForViewer && row.bool(11),
            favorites: row.int(6),
            author: RealWorldByline(row, at: 7, isForViewer: isForViewer)
        )
    }
}

extension RealWorldComment {
    fileprivate init(_ row: borrowing Row) {
        self.init(
            id: row.int(0),
            createdAt: Instant(microseconds: row.int(1)),
            body: row.textBytes(2),
            author: RealWorldByline(row, at: 3, isForViewer: true)
        )
    }
}

extension RealWorldByline {
    /// Reads `username, bio, picture` and, for a viewer, whether they are followed.
    fileprivate init(_ row: borrowing Row, at column: Int32, isForViewer: Bool) {
        let image = row.optionalTextBytes(column + 2)
        self.init(
            username: row.textBytes(column),
            bio: row.optionalTextBytes(column + 1),
            image: image?.isEmpty == true ? nil : image,
            isFollowed: isForViewer && row.bool(column + 3)
        )
    }
}
