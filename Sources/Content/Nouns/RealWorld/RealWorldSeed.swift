package import MockPostlyContent
package import MockPostlyJSON
internal import MockPostlySQLite
internal import MockPostlyWorld

/// The member `realworld` of a seed: people with usernames, and articles with all that is theirs.
package final class RealWorldSeed: SeedPart {
    /// `{"people":[...],"articles":[...]}`.
    package static let member = "realworld"

    private static let members = ["people", "articles", "nextArticleId", "nextCommentId"]
    private static let personMembers = ["user", "username", "bio", "image", "follows"]
    private static let articleMembers = [
        "post", "author", "title", "description", "body", "tagList", "slug", "createdAt",
        "updatedAt", "favoritedBy", "comments", "id",
    ]
    private static let commentMembers = ["author", "body", "createdAt", "id"]

    private unowned let reading: SeedReading
    private let people: PeopleSeed
    private let persons: RealWorldPeople
    private let articles: RealWorldArticles
    private let posts: PostStore
    /// The people whose usernames a file gave, by the numbers of their accounts.
    private var named: Set<Int64> = []
    private var count = (people: 0, articles: 0, comments: 0)

    /// The accounts and posts are read before: their parts come earlier.
    package required init(_ reading: SeedReading) {
        self.reading = reading
        people = reading.part(PeopleSeed.self)
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
        let place = SeedPlace(Self.member, members: Self.members)
        guard var members = reading.object(value, place) else { return }
        let (list, texts) = (members.take("people"), members.take("articles"))
        let next = [("nextArticleId", "realworld_article"), ("nextCommentId", "realworld_comment")]
            .compactMap { name, table in
                reading.optionalNumber(&members, name).map { (table, $0) }
            }
        reading.close(members)
        // Names first, so that nobody gets a name that another is given; then who follows whom.
        let path = place.path("people")
        var follows: [(Int64, JSONValue, String)] = []
        reading.forEach(list, path, members: Self.personMembers) { value, place in
            guard let (person, list) = readPerson(value, place), let list else { return }
            follows.append((person, list, place.path("follows")))
        }
        for (person, list, field) in follows { readFollows(list, of: person, field) }
        reading.forEach(texts, place.path("articles"), members: Self.articleMembers) {
            readArticle($0, $1)
        }
        for (table, id) in next {
            reading.attempt { try Sequences.raise(table, to: id - 1, on: reading.connection) }
        }
    }

    // MARK: People

    /// The number of the person whom `value` names, who gets a username if there is none.
    private func person(_ value: JSONValue?, _ field: String) -> Int64? {
        guard let value, let user = people.author(value, field) else { return nil }
        return reading.attempt { try persons.find(Int64(user))?.id } ?? nil
    }

    private func readPerson(_ value: JSONValue, _ place: SeedPlace) -> (Int64, JSONValue?)? {
        guard var members = reading.object(value, place) else { return nil }
        let account = reading.required(&members, "user")
        let user = account.flatMap { people.author($0, place.path("user")) }
        let name = members.take("username")
        let (bio, hasImage) = (text(&members, "bio"), value["image"] != nil)
        let image = reading.address(&members, "image", schemes: ["https://", "http://"])
        let follows = members.take("follows")
        reading.close(members)
        guard let user = user.map(Int64.init) else { return nil }
        guard named.insert(user).inserted else {
            reading.report(place.path("user"), at: value.offset, "the person is there twice")
            return nil
        }
        let username = name.flatMap { self.username($0, place.path("username"), of: user) }
        var changes = RealWorldChanges()
        if let bio { changes.bio = .some(bio) }
        if hasImage { changes.image = .some(image) }
        reading.attempt { try persons.seed(user, username, changes) }
        count.people += 1
        return (user, follows)
    }

    private func username(_ value: JSONValue, _ field: String, of user: Int64) -> String? {
        guard let name = reading.string(value, field) else { return nil }
        guard !name.isBlank, name.utf8.elementsEqual(name.withoutBlanksAround.utf8) else {
            reading.report(value, field, expected: "a text without blanks around it")
            return nil
        }
        let other = reading.attempt { try persons.owner(of: name) } ?? nil
        if let other, other != user {
            reading.report(field, at: value.offset, "another person has the username \(name)")
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

    private func readArticle(_ value: JSONValue, _ place: SeedPlace) {
        guard var members = reading.object(value, place) else { return }
        let origin = post(&members)
        if origin == nil, value["post"] != nil { return }
        let author = members.take("author")
        let draft = RealWorldDraft(
            title: text(&members, "title") ?? origin?.title,
            description: text(&members, "description"),
            body: text(&members, "body") ?? origin?.body,
            tags: tags(&members)
        )
        let slug = slug(&members)
        let id = number(&members, "realworld_article")
        let created = reading.optionalDate(&members, "createdAt") ?? origin?.createdAt
        let updated = reading.updatedAt(&members, created) ?? origin?.updatedAt ?? created
        let (fans, comments) = (members.take("favoritedBy"), members.take("comments"))
        reading.close(members)
        let names = [
            ("title", draft.title == nil), ("description", draft.description == nil),
            ("body", draft.body == nil), ("createdAt", created == nil),
        ]
        for (name, isMissing) in names where isMissing && value[name] == nil {
            reading.report(place.path(name), at: value.offset, "is missing")
        }
        guard
            let by = author != nil || origin == nil
                ? required(author, place, "author", value) : person(origin?.author),
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
        reading.forEach(fans, place.path("favoritedBy")) { index, value in
            guard let fan = person(value, place.path("favoritedBy[\(index)]")) else { return }
            reading.attempt {
                try articles.set(.init(id: key, author: by), isFavorite: true, of: fan)
            }
        }
        let list = place.path("comments")
        reading.forEach(comments, list, members: Self.commentMembers) { value, place in
            readComment(value, of: key, place)
        }
    }

    private func readComment(_ value: JSONValue, of article: Int64, _ place: SeedPlace) {
        guard var members = reading.object(value, place) else { return }
        let author = reading.required(&members, "author")
        let body = reading.requiredString(&members, "body")
        let date = reading.requiredDate(&members, "createdAt")
        let id = number(&members, "realworld_comment")
        reading.close(members)
        guard let author = person(author, place.path("author")), let body, let date else { return }
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
    private func post(_ members: inout SeedMembers) -> Origin? {
        guard let value = members.take("post") else { return nil }
        let field = members.place.path("post")
        guard let slug = reading.string(value, field) else { return nil }
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
            reading.report(value, field, expected: "the slug of a post of this or an earlier file")
        }
        return found
    }

    private func person(_ account: User.ID?) -> Int64? {
        guard let account else { return nil }
        return reading.attempt { try persons.find(account)?.id } ?? nil
    }

    private func required(
        _ author: JSONValue?,
        _ place: SeedPlace,
        _ name: String,
        _ value: JSONValue
    ) -> Int64? {
        if let author { return person(author, place.path(name)) }
        reading.report(place.path(name), at: value.offset, "is missing")
        return nil
    }

    /// A text that may be absent or null; nil also after a fault was reported.
    private func text(_ members: inout SeedMembers, _ name: String) -> String? {
        guard let value = members.take(name), !value.isNull else { return nil }
        return reading.string(value, members.place.path(name))
    }

    private func tags(_ members: inout SeedMembers) -> [String] {
        guard let value = members.take("tagList") else { return [] }
        let field = members.place.path("tagList")
        var tags: [String] = []
        reading.forEach(value, field) { index, value in
            if let tag = reading.string(value, "\(field)[\(index)]") { tags.append(tag) }
        }
        return tags
    }

    private func slug(_ members: inout SeedMembers) -> String? {
        guard let value = members.take("slug") else { return nil }
        let field = members.place.path("slug")
        guard let slug = reading.string(value, field) else { return nil }
        guard !slug.isBlank, reading.attempt({ try articles.has(slug: slug) }) == false else {
            reading.report(value, field, expected: "a slug that no other article has")
            return nil
        }
        return slug
    }

    /// The member `id`, a number that no row of `table` has; nil when it is absent.
    private func number(_ members: inout SeedMembers, _ table: String) -> Int64? {
        guard let value = members.take("id") else { return nil }
        let field = members.place.path("id")
        guard let id = reading.number(value, field, in: 1...(.largestInContent)) else { return nil }
        let isTaken = reading.attempt {
            try reading.connection.first(
                DerivedSQL("SELECT 1 FROM \(table) WHERE id = ?1"),
                [.integer(id)]
            ) { _ in true } ?? false
        }
        guard isTaken == false else {
            reading.report(field, at: value.offset, "another one has the id \(id)")
            return nil
        }
        return id
    }
}

extension RealWorldPeople {
    /// The number of the person who has this username.
    fileprivate func owner(of username: String) throws -> Int64? {
        try work.connection.first(
            "SELECT user FROM realworld_person WHERE username = ?1",
            [.text(username)]
        ) { $0.int(0) }
    }

    /// Stores a person of a seed, with the username if it gives one.
    fileprivate func seed(
        _ id: Int64,
        _ username: String?,
        _ changes: RealWorldChanges
    ) throws {
        if let username {
            try work.connection.run(
                """
                INSERT INTO realworld_person (user, username) VALUES (?1, ?2)
                ON CONFLICT (user) DO UPDATE SET username = ?2
                """,
                [.integer(id), .text(username)]
            )
        }
        if let person = try find(id) { _ = try change(person, changes) }
    }
}
