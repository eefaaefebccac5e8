package import MockPostlyContent
package import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlySQLite
internal import MockPostlyWorld

/// The member `realworld` of a seed: people with usernames, and articles with all that is theirs.
///
/// What a row has stands beside its table.
package final class RealWorldSeed: SeedPart {
    /// `{"people":[...],"articles":[...]}`.
    package static let member = "realworld"

    package static var described: SeedMember {
        SeedMember(member, .object(shape), "Articles: what several files say is added up.")
    }

    private static var shape: SeedShape {
        SeedShape(
            "realworld",
            "People with usernames, and articles with all that is theirs.",
            [
                .rows("people", .realWorldPerson, "Who has a username; each once."),
                .rows("articles", .realWorldArticle, "The articles."),
            ] + ContentPart.realWorld.nextIDs
        )
    }

    private let reading: SeedReading
    private let people: PeopleSeed
    private let persons: RealWorldPeopleStore
    private let articles: RealWorldArticleStore
    private let posts: PostStore
    private let tables: SeedTables
    /// The people whose usernames a file gave, by the numbers of their accounts.
    private var named: Set<Int64> = []

    /// The accounts and posts are read before: their parts come earlier.
    package required init(_ reading: SeedReading, _ earlier: SeedParts) {
        self.reading = reading
        people = earlier.part(PeopleSeed.self)
        persons = RealWorldPeopleStore(reading.work, reading.world)
        articles = RealWorldArticleStore(reading.work, reading.world)
        posts = PostStore(reading.work, reading.world)
        tables = SeedTables(.realWorld, reading)
    }

    package var tally: SeedTally? { tables.tally("RealWorld") }

    package func read(_ value: JSONValue) {
        let shape = Self.shape
        let place = SeedPlace(Self.member, members: shape.names)
        guard let row = reading.row(value, place, shape) else { return }
        // Names first, so that nobody gets a name that another is given; then who follows whom.
        var known: [(person: Int64, row: SeedRow)] = []
        tables.forEach(row, "people", .realWorldPerson) { row in
            if let row, let person = readPerson(row) { known.append((person, row)) }
        }
        for (id, row) in known {
            tables.readLinks(row, "follows", of: .realWorldPerson, id, person)
        }
        tables.forEach(row, "articles", .realWorldArticle) { row in
            if let row { readArticle(row) }
        }
        tables.raiseIDs(row)
    }

    // MARK: People

    /// The number of the person whom `value` names, who gets a username if there is none.
    private func person(_ value: JSONValue, _ field: String) -> Int64? {
        guard let user = people.author(value, field) else { return nil }
        return reading.attempt { try persons.find(Int64(user))?.id } ?? nil
    }

    private func readPerson(_ row: SeedRow) -> Int64? {
        guard let account = people.author(row.json("user"), row.path("user")) else { return nil }
        let user = Int64(account)
        guard named.insert(user).inserted else {
            reading.report(row.path("user"), at: row.value.offset, "the person is there twice")
            return nil
        }
        var changes = RealWorldChanges()
        if let bio = row.text("bio") { changes.bio = .some(bio) }
        if row.json("image") != nil { changes.image = .some(row.text("image")) }
        reading.attempt { try persons.seed(user, username(row, of: user), changes) }
        tables.count(.realWorldPerson)
        return user
    }

    private func username(_ row: SeedRow, of user: Int64) throws -> String? {
        guard let name = row.text("username"), let value = row.json("username"),
            let other = try persons.owner(of: name), other != user
        else { return row.text("username") }
        let words = "another person has the username \(name)"
        reading.report(row.path("username"), at: value.offset, words)
        return nil
    }

    // MARK: Articles

    private func readArticle(_ row: SeedRow) {
        let origin = post(row)
        if origin == nil, row.json("post") != nil { return }
        let title = row.text("title") ?? origin?.title
        let created = row.date("createdAt") ?? origin?.createdAt
        reading.check(row, isNotBefore: created)
        let others: [String: Value] = [
            "title": .optional(title),
            "body": .optional(row.text("body") ?? origin?.body),
            "description": .optional(row.text("description")),
            "created_at": .optional(created?.microseconds),
            "updated_at": .optional((origin?.updatedAt ?? created)?.microseconds),
            "tags": .text(tagList(of: tags(row))),
        ]
        let needed = [
            ("title", "title"), ("description", "description"), ("body", "body"),
            ("createdAt", "created_at"),
        ]
        for (name, column) in needed where others[column] == .null && row.json(name) == nil {
            reading.report(row.path(name), at: row.value.offset, "is missing")
        }
        let author =
            row.json("author").map { person($0, row.path("author")) }
            ?? origin.map { origin in
                reading.attempt { try persons.find(origin.author)?.id } ?? nil
            }
        guard let author else {
            return reading.report(row.path("author"), at: row.value.offset, "is missing")
        }
        let isFree = tables.isFree(row, "slug", in: .realWorldArticle) {
            "another article has the slug \($0)"
        }
        guard isFree, let author, needed.allSatisfy({ others[$0.1] != .null }),
            let slug = reading.attempt({ try row.text("slug") ?? articles.freeSlug(title ?? "") }),
            let id = tables.insert(
                row,
                .realWorldArticle,
                others.merging(["slug": .text(slug), "author": .integer(author)]) { $1 }
            )
        else { return }
        tables.readLinks(row, "favoritedBy", of: .realWorldArticle, id, person)
        tables.forEach(row, "comments", .realWorldComment) { row in
            guard let row, let author = row.json("author"),
                let by = person(author, row.path("author"))
            else { return }
            let others: [String: Value] = ["article": .integer(id), "author": .integer(by)]
            _ = tables.insert(row, .realWorldComment, others)
        }
    }

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
        let found = reading.attempt { () -> Origin? in
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
                let expected = "the slug of a post of this or an earlier file"
                reading.report(value, row.path("post"), expected: expected)
                return nil
            }
        }
        return found ?? nil
    }

    private func tags(_ row: SeedRow) -> [String] {
        var tags: [String] = []
        reading.forEach(row.json("tagList"), row.path("tagList")) { index, value in
            let tag = reading.string(value, "\(row.path("tagList"))[\(index)]")
            if let tag { tags.append(tag) }
        }
        return tags
    }

    // MARK: Writing

    package static func write(_ content: ExportedContent, _ writer: inout SeedWriter) throws {
        let (part, connection) = (ContentPart.realWorld, content.connection)
        guard try !part.isEmpty(on: connection) else { return }
        let person = try content.knowledge(SeedPeople.self).reference(number:)
        let export = SeedTableExport(
            content,
            references: ["user": person, ContentTable.realWorldPerson.name: person]
        ) { table, member, id, writer in
            guard member.name == "tagList" else { return }
            let articles = ContentTable.realWorldArticle
            try articles.forEach("tags", where: ("id", id), on: connection) { row in
                writer.key("tagList")
                writer.raw(row.textBytes(0))
            }
        }
        try writer.part(
            part,
            member,
            ["people": .realWorldPerson, "articles": .realWorldArticle],
            export
        )
    }
}
