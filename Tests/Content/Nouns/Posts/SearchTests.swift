import MockPostlySQLite
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns

@Suite
struct SearchTests {
    private let domain: Domain
    private let mira: User
    private var posts: PostStore { domain.posts }

    init() throws {
        domain = try Domain.fresh()
        mira = try domain.person("Mira")
    }

    private func buildIndex() throws {
        try domain.work.write { try posts.index.build() }
    }

    private func titles(_ text: String) throws -> [String] {
        try posts.search(text).map { try posts.seen($0).title }
    }

    @Test(arguments: [false, true])
    func `titles and contents of published posts are searched, newest first`(
        isIndexed: Bool
    ) throws {
        if isIndexed { try buildIndex() }
        try domain.post("Low tide", "Nothing here", by: mira)
        try domain.post("Draft tide", status: "draft", by: mira)
        domain.world.clock.advance(by: .seconds(1))
        try domain.post("Another", "The TIDE turns", by: mira)
        #expect(try titles("tide") == ["Another", "Low tide"])
        #expect(try titles("TiDe t") == ["Another"])
        #expect(try titles("mira") == [])
        #expect(try titles("low-tide") == [])
        #expect(try titles("tides") == [])
        #expect(try titles("tide\nnothing") == [])
    }

    @Test(arguments: [false, true])
    func `what would mean something to a query language is text`(isIndexed: Bool) throws {
        if isIndexed { try buildIndex() }
        let texts = [
            "c++(x)", "a\"b\"c", "NEAR(a b)", "a AND b", "col:on", "* star *", "100% of_it",
            "back\\slash", "q\"\u{301}uote", "[a-z].*", "nul\u{0}behind", "\"\"\"", "{title}: x",
        ]
        for text in texts { try domain.post("Title", text, by: mira) }
        for text in texts {
            let found = try posts.search(text).map { try posts.seen($0).content }
            #expect(found == [text], "\(text.debugDescription)")
        }
        #expect(try posts.search("\"\u{301}uo").count == 1)
        #expect(try posts.search("behind").count == 1)
        #expect(try posts.search("l\u{0}b").count == 1)
    }

    @Test
    func `the index follows what is written, and its undoing`() throws {
        try buildIndex()
        try domain.work.commit()
        let post = try domain.post("First title", "First content", by: mira)
        var changes = Post.Changes()
        changes.title = "Second title"
        changes.content = "Second content"
        _ = try posts.update(post.id, changes, by: mira.id)
        #expect(try titles("first") == [])
        #expect(try titles("second") == ["Second title"])
        try domain.work.commit()
        try posts.delete(post.id, by: mira.id)
        #expect(try titles("second") == [])
        try domain.work.rollback()
        #expect(try titles("second") == ["Second title"])
        #expect(try titles("first") == [])
    }

    @Test
    func `an index that was undone is known to be none`() throws {
        try domain.post("Something", by: mira)
        try domain.work.commit()
        try buildIndex()
        #expect(try posts.index.exists)
        try domain.work.rollback()
        #expect(try !posts.index.exists)
        try domain.post("Something else", by: mira)
        #expect(try titles("something").count == 2)
    }

    @Test
    func `an index whose making or dropping was undone alone is known as before`() throws {
        struct Stop: Error {}
        func undone(_ body: () throws -> Void) {
            #expect(throws: Stop.self) {
                try domain.work.write {
                    try body()
                    throw Stop()
                }
            }
        }
        undone { try posts.index.build() }
        #expect(try !posts.index.exists)
        try domain.post("Something", by: mira)
        try buildIndex()
        undone { try posts.index.drop() }
        #expect(try posts.index.exists)
        try domain.post("Something else", by: mira)
        #expect(try titles("something").count == 2)
    }

    @Test
    func `the index is made when the posts become many`() throws {
        for number in 1...SearchIndex.threshold { try domain.post("Post \(number)", by: mira) }
        try domain.post("Draft", status: "draft", by: mira)
        #expect(try !posts.index.exists)
        try domain.post("The last straw", by: mira)
        #expect(try posts.index.exists)
        #expect(try titles("straw") == ["The last straw"])
        #expect(
            try titles("post 17") == [
                "Post 179", "Post 178", "Post 177", "Post 176",
                "Post 175", "Post 174", "Post 173", "Post 172", "Post 171", "Post 170", "Post 17",
            ]
        )
        try domain.work.commit()
        #expect(try domain.work.connection.integrityCheck() == nil)
        // What is written later is kept in memory as SQLite does by itself.
        let pending = try domain.work.connection.first(
            "SELECT v FROM post_search_config WHERE k = 'hashsize'"
        ) { $0.int(0) }
        #expect(pending == 1_048_576)
    }

    /// Posts made and changed in the same way in a domain without an index, in one that has it
    /// from the start, and in one that gets it half way.
    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func `the index finds what reading everything finds`(seed: UInt64) throws {
        var random = RandomSource(seed: seed)
        let domains = try (0..<3).map { _ in try Domain.fresh() }
        let people = try domains.map { try $0.person("Mira") }
        try domains[1].work.write { try domains[1].posts.index.build() }
        var ids: [Post.ID] = []
        for step in 0..<120 {
            if step == 60 { try domains[2].work.write { try domains[2].posts.index.build() } }
            let post = ids.isEmpty ? ObjectID(seconds: 0, random: 0, counter: 0) : random.pick(ids)
            let kind = random.below(8)
            let (title, content) = (random.text(6), random.text(60))
            let status = random.chance(1, in: 5) ? "draft" : "published"
            var made: Post.ID?
            for (domain, person) in zip(domains, people) {
                switch kind {
                case 0 where !ids.isEmpty:
                    try domain.posts.delete(post, by: person.id)
                case 1 where !ids.isEmpty, 2 where !ids.isEmpty:
                    var changes = Post.Changes()
                    changes.title = title
                    if kind == 1 { changes.content = content }
                    if kind == 2 { changes.status = status }
                    _ = try domain.posts.update(post, changes, by: person.id)
                default:
                    made = try domain.post(title, content, status: status, by: person).id
                }
            }
            if let made { ids.append(made) } else if kind == 0 { ids.removeAll { $0 == post } }
        }
        let texts = try foldedTexts(domains[0])
        for _ in 0..<150 {
            let query = try random.query(domains[0], ids)
            let wanted = Self.folded(query)
            let expected = texts.filter { $0.texts.contains { Self.isIn($0, wanted) } }.map(\.key)
            for domain in domains {
                #expect(try domain.posts.search(query) == expected, "\(query.debugDescription)")
            }
        }
        for domain in domains {
            try domain.work.commit()
            #expect(try domain.work.connection.integrityCheck() == nil)
        }
    }

    /// What a search must look through, by the definition of folding and without bytes.
    private func foldedTexts(
        _ domain: Domain
    ) throws -> [(key: Int64, texts: [[Unicode.Scalar]])] {
        try domain.posts.keys(.status("published"), limit: .max, offset: 0).map { key in
            let post = try domain.posts.seen(key)
            return (key, [Self.folded(post.title), Self.folded(post.content)])
        }
    }

    private static func folded(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.map { scalar in
            if scalar == "\u{130}" { return "i" }
            let upper = scalar.properties.uppercaseMapping.unicodeScalars
            let base = upper.count == 1 ? upper[upper.startIndex] : scalar
            let lower = base.properties.lowercaseMapping.unicodeScalars
            return lower.count == 1 ? lower[lower.startIndex] : base
        }
    }

    private static func isIn(_ text: [Unicode.Scalar], _ part: [Unicode.Scalar]) -> Bool {
        guard part.count <= text.count else { return false }
        return (0...(text.count - part.count)).contains { start in
            part.indices.allSatisfy { text[start + $0] == part[$0] }
        }
    }
}

extension RandomSource {
    /// Characters that fold, quote, combine or end something, and some that do nothing.
    private static let characters: [Unicode.Scalar] = [
        "a", "A", "b", "B", "s", "S", "\u{17F}", "k", "K", "\u{212A}", "i", "I", "\u{130}",
        "\u{131}", "e", "\u{E9}", "\u{C9}", "\u{301}", "\u{307}", "\u{DF}", "\u{1E9E}", "\u{3C3}",
        "\u{3A3}", "\u{3C2}", "\"", "'", "*", "(", " ", " ", "\n", "\u{0}", "\u{732B}",
        "\u{1F98A}", "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{10FFFF}", "\u{345}", "\u{1C5}",
    ]

    mutating func text(_ longest: Int) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<below(longest) { text.append(pick(Self.characters)) }
        return String(text)
    }

    /// A part of some post in another case, or a short text of its own.
    mutating func query(_ domain: Domain, _ ids: [Post.ID]) throws -> String {
        guard !ids.isEmpty, chance(3, in: 4) else { return text(6) }
        let post = try domain.posts.seen(pick(ids))
        let scalars = Array((chance(1, in: 2) ? post.title : post.content).unicodeScalars)
        let start = below(scalars.count + 1)
        let end = start + below(min(40, scalars.count - start) + 1)
        let part = String(String.UnicodeScalarView(scalars[start..<end]))
        return chance(1, in: 2) ? part : part.uppercased()
    }
}
