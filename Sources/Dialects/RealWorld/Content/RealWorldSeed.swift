package import MockPostlyContent
package import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyWorld

/// The member `realworld` of a seed: people with usernames, and articles with all that is theirs.
package final class RealWorldSeed: SeedPart {
    /// `{"people":[...],"articles":[...]}`.
    package static let member = "realworld"

    package static var described: SeedMember {
        SeedMember(member, .object(.realWorld), "Articles: what several files say is added up.")
    }

    private let reading: SeedReading
    private let people: PeopleSeed
    private let persons: RealWorldPeople
    private let articles: RealWorldArticles
    private let posts: PostStore
    /// The people whose usernames a file gave, by the numbers of their accounts.
    private var named: Set<Int64> = []
    private var count = (people: 0, articles: 0, comments: 0)

    /// The accounts and posts are read before: their parts come earlier.
    package required init(_ reading: SeedReading, _ earlier: SeedParts) {
        self.reading = reading
        people = earlier.part(PeopleSeed.self)
        persons = RealWorldPeople(reading.work, reading.world)
        articles = RealWorldArticles(reading.work, reading.world)
        posts = PostStore(reading.work, reading.world)
    }

    package var tally: SeedTally? {
        SeedTally(
            title: "RealWorld",
            [
                .init("person", count.people), .init("article", count.articles),
                .init("comment", count.comments),
            ]
        )
    }

    package func read(_ value: JSONValue) {
        let place = SeedPlace(Self.member, members: SeedShape.realWorld.names)
        guard let row = reading.row(value, place, .realWorld) else { return }
        // Names first, so that nobody gets a name that another is given; then who follows whom.
        var follows: [(Int64, JSONValue, String)] = []
        reading.forEach(row.json("people"), row.path("people"), .realWorldPerson) { row in
            guard let person = readPerson(row), let list = row.json("follows") else { return }
            follows.append((person, list, row.path("follows")))
        }
        for (person, list, field) in follows { readFollows(list, of: person, field) }
        reading.forEach(row.json("articles"), row.path("articles"), .article, readArticle)
        for (name, table) in Self.sequences {
            guard let id = row.number(name) else { continue }
            reading.attempt {
                try Sequences.raise(table.name, to: id - 1, on: reading.connection)
            }
        }
    }

    static let sequences: [(name: String, table: ContentTable)] = [
        ("nextArticleId", .realWorldArticle), ("nextCommentId", .realWorldComment),
    ]

    // MARK: People

    /// The number of the person whom `value` names, who gets a username if there is none.
    private func person(_ value: JSONValue?, _ field: String) -> Int64? {
        guard let value, let user = people.author(value, field) else { return nil }
        return reading.attempt { try persons.find(Int64(user))?.id } ?? nil
    }

    private func readPerson(_ row: SeedRow) -> Int64? {
        guard let account = people.author(row.json("user"), row.path("user")) else { return nil }
        let user = Int64(account)
        guard named.insert(user).inserted else {
            reading.report(row.path("user"), at: row.value.offset, "the person is there twice")
            return nil
        }
        let username = username(row, of: user)
        var changes = RealWorldChanges()
        if let bio = row.text("bio") { changes.bio = .some(bio) }
        if row.json("image") != nil { changes.image = .some(row.text("image")) }
        reading.attempt { try persons.seed(user, username, changes) }
        count.people += 1
        return user
    }

    private func username(_ row: SeedRow, of user: Int64) -> String? {
        guard let name = row.text("username"), let value = row.json("username") else { return nil }
        let other = reading.attempt { try persons.owner(of: name) } ?? nil
        if let other, other != user {
            let words = "another person has the username \(name)"
            reading.report(row.path("username"), at: value.offset, words)
            return nil
        }
        return name
    }

    private func readFollows(_ list: JSONValue, of follower: Int64, _ field: String) {
        reading.forEach(list, field) { index, value in
            guard let followed = person(value, "\(field)[\(index)]") else { return }
            reading.attempt { try persons.set(follower, follows: followed, true) }
        }
    }

    // MARK: Articles

    private func readArticle(_ row: SeedRow) {
        let origin = post(row)
        if origin == nil, row.json("post") != nil { return }
        let author = row.json("author")
        let draft = RealWorldDraft(
            title: row.text("title") ?? origin?.title,
            description: row.text("description"),
            body: row.text("body") ?? origin?.body,
            tags: tags(row)
        )
        let slug = slug(row)
        let id = freeID(row, .realWorldArticle)
        let created = row.date("createdAt") ?? origin?.createdAt
        reading.check(row, isNotBefore: created)
        let updated = row.date("updatedAt") ?? origin?.updatedAt ?? created
        let names = [
            ("title", draft.title == nil), ("description", draft.description == nil),
            ("body", draft.body == nil), ("createdAt", created == nil),
        ]
        for (name, isMissing) in names where isMissing && row.json(name) == nil {
            reading.report(row.path(name), at: row.value.offset, "is missing")
        }
        guard
            let by = author != nil || origin == nil
                ? required(author, row) : person(origin?.author),
            let title = draft.title, draft.description != nil, draft.body != nil, let created
        else { return }
        let key = reading.attempt {
            try articles.insert(
                draft,
                slug: slug ?? articles.freeSlug(title),
                by: by,
                createdAt: created,
                updatedAt: updated ?? created,
                id: id
            )
        }
        guard let key else { return }
        count.articles += 1
        reading.forEach(row.json("favoritedBy"), row.path("favoritedBy")) { index, value in
            guard let fan = person(value, row.path("favoritedBy[\(index)]")) else { return }
            reading.attempt {
                try articles.set(.init(id: key, author: by), isFavorite: true, of: fan)
            }
        }
        reading.forEach(row.json("comments"), row.path("comments"), .articleComment) {
            readComment($0, of: key)
        }
    }

    private func readComment(_ row: SeedRow, of article: Int64) {
        let id = freeID(row, .realWorldComment)
        guard let author = person(row.json("author"), row.path("author")),
            let body = row.text("body"), let date = row.date("createdAt")
        else { return }
        count.comments += 1
        reading.attempt {
            _ = try articles.insertComment(body, to: article, by: author, createdAt: date, id: id)
        }
    }

    // MARK: Values

    private struct Origin {
        var title: String
        var body: String
        var author: User.ID
        var createdAt: Instant
        var updatedAt: Instant
    }

    /// The post of the seed whose slug is the member `post`; nil when it is absent or unknown.
    private func post(_ row: SeedRow) -> Origin? {
        guard let slug = row.text("post"), let value = row.json("post") else { return nil }
        let found =
            reading.attempt { () -> Origin? in
                do {
                    return try posts.read(key: posts.key(ofSlug: slug)) { post in
                        Origin(
                            title: String(decoding: post.title, as: UTF8.self),
                            body: String(decoding: post.content, as: UTF8.self),
                            author: User.ID(String(decoding: post.authorID, as: UTF8.self)),
                            createdAt: post.createdAt,
                            updatedAt: post.updatedAt
                        )
                    }
                } catch PostError.noSuchPost {
                    return nil
                }
            } ?? nil
        if found == nil {
            let expected = "the slug of a post of this or an earlier file"
            reading.report(value, row.path("post"), expected: expected)
        }
        return found
    }

    private func person(_ account: User.ID?) -> Int64? {
        guard let account else { return nil }
        return reading.attempt { try persons.find(account)?.id } ?? nil
    }

    private func required(_ author: JSONValue?, _ row: SeedRow) -> Int64? {
        if let author { return person(author, row.path("author")) }
        reading.report(row.path("author"), at: row.value.offset, "is missing")
        return nil
    }

    private func tags(_ row: SeedRow) -> [String] {
        let field = row.path("tagList")
        var tags: [String] = []
        reading.forEach(row.json("tagList"), field) { index, value in
            if let tag = reading.string(value, "\(field)[\(index)]") { tags.append(tag) }
        }
        return tags
    }

    private func slug(_ row: SeedRow) -> String? {
        guard let slug = row.text("slug"), let value = row.json("slug") else { return nil }
        guard !slug.isBlank, reading.attempt({ try articles.has(slug: slug) }) == false else {
            reading.report(value, row.path("slug"), expected: "a slug that no other article has")
            return nil
        }
        return slug
    }

    /// The member `id`, a number that no row of `table` has; nil when it is absent.
    private func freeID(_ row: SeedRow, _ table: ContentTable) -> Int64? {
        guard let id = row.number("id"), let value = row.json("id") else { return nil }
        guard reading.attempt({ try table.has(id, on: reading.connection) }) == false else {
            reading.report(row.path("id"), at: value.offset, "another one has the id \(id)")
            return nil
        }
        return id
    }
}
