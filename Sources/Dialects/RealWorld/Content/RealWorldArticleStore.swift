package import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlySQLite
package import MockPostlyWorld

/// What a request gives of an article; nil leaves a value as it is.
package struct RealWorldDraft {
    package var title: String?
    package var description: String?
    package var body: String?
    /// In any order; blanks around, empty ones and doubles are left out when they are stored.
    package var tags: [String]?

    package init(
        title: String? = nil,
        description: String? = nil,
        body: String? = nil,
        tags: [String]? = nil
    ) {
        (self.title, self.description) = (title, description)
        (self.body, self.tags) = (body, tags)
    }
}

/// An article by its number, which no client sees, and who wrote it.
package struct RealWorldArticleKey: Sendable, Equatable {
    package typealias ID = Int64

    package var id: ID
    package var author: RealWorldPerson.ID
}

/// Why an operation on articles and comments is refused.
package enum RealWorldError: Error, Equatable {
    case noArticle, notYourArticle, noComment, notYourComment
}

/// The articles of one world with their tags, comments and favourites.
///
/// Functions throw ``RealWorldError`` and SQLite's errors. Without an editor it is not asked whose a
/// thing is.
package struct RealWorldArticleStore {
    let work: UnitOfWork
    let world: TimeAndChance
    var db: Connection { work.connection }

    package init(_ work: UnitOfWork, _ world: TimeAndChance) {
        (self.work, self.world) = (work, world)
    }

    /// The article with exactly this slug.
    package func key(_ slug: String) throws -> RealWorldArticleKey {
        let found = try db.first(
            "SELECT id, author FROM realworld_article WHERE slug = ?1",
            [.text(slug)]
        ) { RealWorldArticleKey(id: $0.int(0), author: $0.int(1)) }
        guard let found else { throw RealWorldError.noArticle }
        return found
    }

    package func slug(_ id: RealWorldArticleKey.ID) throws -> String {
        let slug = try db.first(
            "SELECT slug FROM realworld_article WHERE id = ?1",
            [.integer(id)]
        ) { $0.text(0) }
        guard let slug else { throw RealWorldError.noArticle }
        return slug
    }

    /// The tags that articles have, those of the most articles first.
    package func tags() throws -> [String] {
        try db.all(
            """
            SELECT value FROM realworld_article, json_each(tags)
            GROUP BY value ORDER BY count(*) DESC, value
            """
        ) { $0.text(0) }
    }

    // MARK: Writing

    /// Adds an article with all of its values, and returns its number.
    package func create(
        _ draft: RealWorldDraft,
        by author: RealWorldPerson.ID
    ) throws -> RealWorldArticleKey.ID {
        let now = Value.integer(world.now.microseconds)
        return try work.write {
            let table = ContentTable.realWorldArticle
            let title = draft.title ?? ""
            try table.add(
                [
                    Sequences.newID(of: table, on: db), .text(freeSlug(title)), .integer(author),
                    .text(title), .text(draft.description ?? ""), now, now,
                    .text(tagList(of: draft.tags ?? [])), .text(draft.body ?? ""),
                ],
                to: db
            )
            return db.lastInsertRowID
        }
    }

    /// Changes an article; another title gives another slug.
    ///
    /// The date of change is the clock's, and later than before by a millisecond at least unless the
    /// clock is frozen.
    package func update(
        _ key: RealWorldArticleKey,
        _ draft: RealWorldDraft,
        by editor: RealWorldPerson.ID?
    ) throws {
        guard editor == nil || editor == key.author else { throw RealWorldError.notYourArticle }
        var now = world.now.microseconds
        try work.write {
            let old = try db.first(
                "SELECT slug, title, updated_at FROM realworld_article WHERE id = ?1",
                [.integer(key.id)]
            ) { (slug: $0.text(0), title: $0.text(1), date: $0.int(2)) }
            guard let old else { throw RealWorldError.noArticle }
            var isFrozen = false
            if case .frozen = world.clock.mode { isFrozen = true }
            if !isFrozen { now = max(now, old.date + 1_000) }
            let title = draft.title ?? old.title
            let isSame = title.utf8.elementsEqual(old.title.utf8)
            try db.run(
                """
                UPDATE realworld_article
                SET slug = ?2, title = ?3, description = coalesce(?4, description),
                    body = coalesce(?5, body), updated_at = ?6, tags = coalesce(?7, tags)
                WHERE id = ?1
                """,
                [
                    .integer(key.id), .text(isSame ? old.slug : try freeSlug(title)), .text(title),
                    .optional(draft.description), .optional(draft.body), .integer(now),
                    .optional(draft.tags.map(tagList)),
                ]
            )
        }
    }

    /// Deletes an article with its comments and favourites; the slug is free at once.
    package func delete(_ key: RealWorldArticleKey, by editor: RealWorldPerson.ID?) throws {
        guard editor == nil || editor == key.author else { throw RealWorldError.notYourArticle }
        _ = try work.writeOnce {
            try db.run("DELETE FROM realworld_article WHERE id = ?1", [.integer(key.id)])
        }
    }

    /// The slug of a title, with a number when an article has it, or a route.
    func freeSlug(_ title: String) throws -> String {
        let wanted = realWorldSlug(of: title)
        var (slug, number) = (wanted, 1)
        let table = ContentTable.realWorldArticle
        while try slug == "feed" || table.has("slug", .text(slug), on: db) {
            number += 1
            slug = "\(wanted)-\(number)"
        }
        return slug
    }

    /// Makes an article a favourite of a person or takes that back; repeating it changes nothing.
    package func set(
        _ key: RealWorldArticleKey,
        isFavorite: Bool,
        of person: RealWorldPerson.ID
    ) throws {
        let pair: [Value] = [.integer(key.id), .integer(person)]
        try work.writeOnce {
            try ContentTable.realWorldFavorite.set(pair, isThere: isFavorite, on: db)
        }
    }

    // MARK: Comments

    /// Adds a comment and returns its number, which clients see.
    package func addComment(
        _ body: String,
        to key: RealWorldArticleKey,
        by author: RealWorldPerson.ID
    ) throws -> Int64 {
        let now = Value.integer(world.now.microseconds)
        return try work.writeOnce {
            let table = ContentTable.realWorldComment
            let id = try Sequences.newID(of: table, on: db)
            try table.add([id, .integer(key.id), .integer(author), .text(body), now], to: db)
            return db.lastInsertRowID
        }
    }

    /// Deletes a comment; without an article, whichever it is on.
    package func deleteComment(
        _ id: Int64,
        of key: RealWorldArticleKey? = nil,
        by editor: RealWorldPerson.ID?
    ) throws {
        let author = try db.first(
            "SELECT author FROM realworld_comment WHERE id = ?1 AND article = coalesce(?2, article)",
            [.integer(id), .optional(key?.id)]
        ) { $0.int(0) }
        guard let author else { throw RealWorldError.noComment }
        guard editor == nil || editor == author else { throw RealWorldError.notYourComment }
        _ = try work.writeOnce {
            try db.run("DELETE FROM realworld_comment WHERE id = ?1", [.integer(id)])
        }
    }
}
