import MockPostlyCrypto
import MockPostlyJSON
import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import CommunityContent
@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds
@testable import RealWorldContent

@Suite("Seeds of RealWorld")
struct RealWorldSeedTests {
    private static let seed = """
        {"users": [{"name": "Ada", "email": "ada@x", "profilePicture": "https://x/ada.png"},
                   {"name": "Ben", "email": "ben@x"}, {"name": "Cleo", "email": "ada@y"}],
         "posts": [{"author": "ben@x", "title": "A Post", "content": "Its text", "likes": [],
                    "createdAt": "2026-01-02T03:04:05.678901Z"}],
         "realworld": {
          "people": [{"user": "ben@x", "username": "Benno", "bio": "b", "image": "https://x/b.png",
                      "follows": ["ada@x", "ben@x"]}],
          "articles": [
           {"author": "ada@x", "title": "One", "description": "d", "body": "# b\\n猫",
            "tagList": ["sea", " dawn ", "sea", ""], "createdAt": "2026-01-01T00:00:00Z",
            "updatedAt": "2026-01-03T00:00:00Z", "favoritedBy": ["ben@x", "ada@y"],
            "comments": [{"author": "ada@y", "body": "c", "createdAt": "2026-01-02T00:00:00Z"}]},
           {"post": "a-post", "description": "p", "tagList": ["post"]}]}}
        """

    /// The members that an article must have.
    private static let whole = #"""
        "author": "a@x", "title": "t", "description": "d", "body": "b", "createdAt": "2026-01-01"
        """#

    private func domain(_ json: String = seed) throws -> Domain {
        try Domain.inMemory(.frozen(), seed: .bytes(Array(json.utf8), name: "s"))
    }

    private func people(_ domain: Domain) -> RealWorldPeopleStore {
        RealWorldPeopleStore(domain.work, domain.world)
    }

    private func articles(_ domain: Domain) -> RealWorldArticleStore {
        RealWorldArticleStore(domain.work, domain.world)
    }

    private func count(_ table: String, _ domain: Domain) throws -> Int64? {
        try domain.work.connection.first(DerivedSQL("SELECT count(*) FROM \(table)")) { $0.int(0) }
    }

    private func list(_ domain: Domain, by author: String? = nil) throws -> [String] {
        var query = RealWorldQuery(limit: 100, offset: 0)
        query.author = author
        var slugs: [String] = []
        try articles(domain).forEach(query, for: nil, hasBody: false) {
            slugs.append(String(decoding: $0.slug, as: UTF8.self))
        }
        return slugs
    }

    // MARK: Reading and writing

    @Test
    func `an export gives the same content, and the same bytes again`() throws {
        let domain = try domain()
        let articles = articles(domain)
        let ben = try #require(try people(domain).find(username: "Benno"))
        let id = try articles.create(RealWorldDraft(title: "", description: "", body: ""), by: 2)
        try articles.delete(RealWorldArticleKey(id: id, author: 2), by: 2)
        let comment = try articles.addComment("", to: articles.key("one"), by: ben.id)
        try articles.deleteComment(comment, by: ben.id)
        try domain.work.commit()
        let bytes = try SeedExport.json(of: domain.work.connection)
        let copy = try self.domain(String(decoding: bytes, as: UTF8.self))
        #expect(try SeedExport.json(of: copy.work.connection) == bytes)
        // Numbers of what was deleted are not given again.
        let next = try self.articles(copy).addComment("x", to: articles.key("one"), by: ben.id)
        #expect(next == comment + 1)
    }

    @Test
    func `a post gives an article what it does not say itself`() throws {
        let domain = try domain()
        try articles(domain).read(articles(domain).key("a-post").id, for: nil) { article in
            let texts = [article.title, article.description, article.body ?? article.slug]
            let found = texts.map { String(decoding: $0, as: UTF8.self) }
            #expect(found == ["A Post", "p", "Its text"])
            #expect(String(decoding: article.author.username, as: UTF8.self) == "Benno")
            #expect(article.createdAt.rfc3339Micros == "2026-01-02T03:04:05.678901+00:00")
        }
        try articles(domain).read(articles(domain).key("one").id, for: 2) { article in
            #expect(article.tagTexts == ["dawn", "sea"])
            #expect(article.favorites == 2 && article.isFavorite && article.author.isFollowed)
        }
    }

    @Test(arguments: [
        (#"{"people": [{"user": "no@x"}]}"#, "people[0].user: expected the e-mail of a user"),
        (
            #"{"people": [{"user": "a@x", "username": " a"}]}"#,
            "people[0].username: expected a text"
        ),
        (
            #"{"people": [{"user": "a@x", "username": "b"}, {"user": "b@x", "username": "b"}]}"#,
            "people[1].username: another person has the username b"
        ),
        (#"{"people": [{"user": "a@x"}, {"user": "a@x"}]}"#, "people[1].user: the person is there"),
        (#"{"people": [{"user": "a@x", "image": "x"}]}"#, "people[0].image: expected https://"),
        (#"{"people": [{"user": "a@x", "follows": ["c"]}]}"#, "people[0].follows[0]: expected the"),
        (#"{"articles": [{"author": "a@x"}]}"#, "articles[0].title: is missing"),
        (#"{"articles": [{"post": "none"}]}"#, "articles[0].post: expected the slug of a post"),
        (
            #"{"articles": [{\#(whole), "tagList": [1]}]}"#,
            "articles[0].tagList[0]: expected a string"
        ),
        (#"{"articles": [{\#(whole), "slug": ""}]}"#, "articles[0].slug: expected a slug"),
        (#"{"nextCommentId": 0}"#, "nextCommentId: expected a whole number from 1 up"),
        (#"{"tags": []}"#, "tags: unknown name; expected one of people, articles"),
    ])
    func `a fault is told with its place`(json: String, words: String) throws {
        let users = #"[{"name": "A", "email": "a@x"}, {"name": "B", "email": "b@x"}]"#
        let text = #"{"users": \#(users), "realworld": \#(json)}"#
        let fault = try #require(throws: SeedFault.self) { try domain(text) }
        #expect(fault.description.contains("realworld." + words), "\(fault.description)")
    }

    // MARK: People

    @Test
    func `an account gets a username when it is first needed`() throws {
        let domain = try domain()
        let people = people(domain)
        // Benno by the seed, and Ada and Cleo as author and commenter.
        #expect(try count("realworld_person", domain) == 3)
        #expect(try people.find(email: "ada@y")?.username == "ada-2")
        let names = [("dan@x", "dan"), ("dan@y", "dan-2"), ("  @z", "user"), ("@", "user-2")]
        for (email, name) in names {
            let user = try domain.users.register(email: email, name: "", password: nil)
            #expect(try people.find(user.id)?.username == name)
        }
        _ = try domain.users.register(email: "eve@x", name: "", password: nil)
        #expect(try people.find(username: "eve")?.email == "eve@x")
        #expect(try people.find(username: "Eve") == nil)
    }

    @Test
    func `all that is somebody's own goes with the account`() throws {
        let domain = try domain()
        let ada = try #require(try people(domain).find(username: "ada"))
        try domain.deleteAccount(ada.account)
        #expect(try list(domain) == ["a-post"])
        #expect(try count("realworld_comment", domain) == 0)
        #expect(try count("realworld_favorite", domain) == 0)
        #expect(try count("realworld_follow", domain) == 1)
        #expect(try articles(domain).tags() == ["post"])
    }

    @Test
    func `RealWorld is reset alone, and Postly without it`() throws {
        let (domain, seed) = (try domain(), try domain())
        let articles = articles(domain)
        _ = try articles.create(RealWorldDraft(title: "New"), by: 1)
        _ = try domain.users.register(email: "new@x", name: "", password: nil)
        try domain.reset([.postly], to: seed.work.connection)
        #expect(try list(domain).count == 3 && !domain.users.hasAccount(email: "new@x"))
        try domain.reset([.realWorld], to: seed.work.connection)
        #expect(try list(domain) == ["a-post", "one"])
    }

    // MARK: Rules

    @Test
    func `an update is later than the one before, unless the clock is frozen`() throws {
        for isFrozen in [true, false] {
            let domain = try domain()
            let articles = articles(domain)
            let key = try articles.key("one")
            let now = Instant(seconds: 1_771_072_496)
            domain.world.clock = isFrozen ? .frozen(at: now) : Clock(.running(offset: 0))
            let dates = try (1...3).map { _ in
                try articles.update(key, RealWorldDraft(), by: key.author)
                return try articles.read(key.id, for: nil) { $0.updatedAt }
            }
            for (one, next) in zip(dates, dates.dropFirst()) {
                #expect(isFrozen ? next == one : next >= one + .milliseconds(1))
            }
        }
    }

    @Test
    func `a list by a tag has the articles with exactly that tag`() throws {
        let domain = try domain()
        let articles = articles(domain)
        let tags = ["b\"c", "a\\", "x,", ",", "\u{1}t", "[", "e\u{301}", " Sea ", "Sea", ""]
        _ = try articles.create(RealWorldDraft(title: "New", tags: tags), by: 1)
        let found = try (tags + ["sea", "x", "\u{E9}", "\"", "Sea"]).map { tag in
            var query = RealWorldQuery(limit: 1, offset: 0)
            query.tag = tag
            return try articles.count(query, for: nil)
        }
        #expect(found == [1, 1, 1, 1, 1, 1, 1, 0, 1, 0] + [1, 0, 0, 0, 1])
        let stored = try articles.read(articles.key("new").id, for: nil) { $0.tagTexts }
        #expect(stored == ["\u{1}t", ",", "Sea", "[", "a\\", "b\"c", "e\u{301}", "x,"])
        let (all, known) = (try articles.tags(), ["sea", "dawn", "post"])
        #expect(all.count == stored.count + known.count && Set(all).isSuperset(of: known))
    }

    @Test(arguments: [
        #"["b","a"]"#, #"["a","a"]"#, #"["a", "b"]"#, #"["a",1]"#, "[", #"{}"#, #"[""]"#,
    ])
    func `tags of a foreign file are in order, each once`(text: String) {
        #expect(!isTagList(text) && isTagList(#"["a","b"]"#) && isTagList("[]"))
    }

    @Test(arguments: [
        ("Low Tide", "low-tide"), (" -Low--Tide- ", "low-tide"),
        ("Crème brûlée: 100%", "creme-brulee-100"),
        ("e\u{301}te\u{301}", "ete"), ("Ångström Øre ß Łódź Þorn", "angstrom-ore-ss-lodz-thorn"),
        ("Phở", "pho"), ("猫", "article"), ("", "article"), ("a猫b", "a-b"), ("ﬁn", "n"),
        ("don't", "don-t"),
    ])
    func `a slug has plain letters`(title: String, slug: String) {
        #expect(realWorldSlug(of: title) == slug)
    }

    @Test
    func `the standard seed has what apps page through`() throws {
        let domain = try Domain.inMemory(.frozen(), seed: .standard)
        let articles = articles(domain)
        let mira = try #require(try people(domain).find(username: "mira.sol"))
        var (authors, tags, comments): ([String: Int], [String: Int], [Int64]) = ([:], [:], [])
        let query = RealWorldQuery(limit: 1_000, offset: 0)
        var isUntagged = false
        try articles.forEach(query, for: mira.id, hasBody: true) { article in
            authors[String(decoding: article.author.username, as: UTF8.self), default: 0] += 1
            let texts = article.tagTexts
            for tag in texts { tags[tag, default: 0] += 1 }
            isUntagged = isUntagged || texts.isEmpty
            let key = try articles.key(String(decoding: article.slug, as: UTF8.self))
            var count: Int64 = 0
            try articles.forEachComment(of: key, for: nil) { _ in count += 1 }
            comments.append(count)
        }
        #expect(comments.count >= 45 && authors.count >= 8 && tags.count >= 12 && isUntagged)
        #expect(authors.values.contains { $0 > 20 } && tags.values.contains { $0 > 20 })
        #expect(comments.contains(0) && comments.contains { $0 > 10 })
        var feed = query
        feed.isFeed = true
        #expect(try articles.count(feed, for: mira.id) > 20)
        #expect(try count("realworld_follow WHERE follower = \(mira.id)", domain) == 3)
    }
}

extension RealWorldArticle {
    fileprivate var tagTexts: [String] {
        let json = try? JSON(parsing: Array(tags))
        return json?.root.elements.compactMap(\.string) ?? []
    }
}
