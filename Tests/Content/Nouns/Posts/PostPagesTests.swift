import MockPostlyContent
import MockPostlySQLite
import MockPostlyWorld
import Testing

@testable import MockPostlyNouns

/// The order of lists, and the windows on them.
@Suite
struct PostPagesTests {
    private let domain: Domain
    private let mira: User
    private let bo: User
    private var posts: PostStore { domain.posts }

    init() throws {
        domain = try Domain.fresh()
        mira = try domain.person("Mira")
        bo = try domain.person("Bo")
    }

    @Test
    func `the newest come first, of one moment the last made`() throws {
        let old = try domain.post("1", by: mira).key
        let twin = try domain.post("2", by: mira).key
        domain.world.clock.advance(by: .microseconds(1))
        let new = try domain.post("3", by: bo).key
        domain.world.clock.advance(by: .seconds(-10))
        let late = try domain.post("4", by: mira).key
        let all = Post.Filter.status("published")
        #expect(try posts.keys(all, limit: 10, offset: 0) == [new, twin, old, late])
        #expect(try posts.keys(.allOf(mira.id), limit: 10, offset: 0) == [twin, old, late])
        #expect(try posts.keys(all, limit: 2, offset: 1) == [twin, old])
        #expect(try posts.keys(all, limit: 2, offset: 4) == [])
        #expect(try posts.keys(all, limit: .max, offset: .max) == [])
        #expect(try posts.keys(all, limit: .max, offset: 3) == [late])
    }

    @Test
    func `a status is compared exactly`() throws {
        let draft = try domain.post("Draft", status: "draft", by: mira).key
        let odd = try domain.post("Odd", status: "Draft\u{0}é", by: mira).key
        let empty = try domain.post("Empty", status: "", by: bo).key
        for (status, keys) in [
            ("draft", [draft]), ("Draft", []), ("Draft\u{0}é", [odd]), ("Draft\u{0}e\u{301}", []),
            ("", [empty]), ("published", []),
        ] {
            #expect(try posts.keys(.status(status), limit: 10, offset: 0) == keys)
            #expect(try posts.count(.status(status)) == Int64(keys.count))
        }
        #expect(try posts.keys(.author(bo.id, status: "draft"), limit: 10, offset: 0) == [])
        #expect(try posts.keys(.author(mira.id, status: "draft"), limit: 10, offset: 0) == [draft])
    }

    /// A post as the model of the test below knows it.
    private struct Listed {
        var key: Int64
        var author: User.ID
        var status: String
        var createdAt: Instant
    }

    @Test
    func `pages of any size give every post once, in order`() throws {
        var random = RandomSource(seed: 5)
        var listed: [Listed] = []
        for number in 0..<120 {
            domain.world.clock.advance(by: .microseconds(random.below(3) - 1))
            let author = random.pick([mira, bo])
            let status = random.pick(["published", "published", "draft"])
            let key = try domain.post("\(number)", status: status, by: author).key
            listed.append(
                Listed(key: key, author: author.id, status: status, createdAt: domain.world.now)
            )
        }
        listed.sort { ($0.createdAt, $0.key) > ($1.createdAt, $1.key) }
        let filters: [(Post.Filter, (Listed) -> Bool)] = [
            (.status("published"), { $0.status == "published" }),
            (.status("draft"), { $0.status == "draft" }),
            (.allOf(mira.id), { [mira] in $0.author == mira.id }),
            (
                .author(bo.id, status: "published"),
                { [bo] in $0.author == bo.id && $0.status == "published" }
            ),
        ]
        for (filter, isListed) in filters {
            let expected = listed.filter(isListed).map(\.key)
            #expect(try posts.count(filter) == Int64(expected.count))
            for size in [1, 7, 50, 200] {
                var found: [Int64] = []
                for offset in stride(from: 0, through: expected.count, by: size) {
                    found += try posts.keys(filter, limit: Int64(size), offset: Int64(offset))
                }
                #expect(found == expected)
            }
        }
    }

    /// Fills the content with `number` published posts, whose dates come in groups of all sizes;
    /// every third has comments.
    private func fill(_ number: Int64) throws {
        let db = domain.work.connection
        try db.run(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
            INSERT INTO post (post_id, author_id, author_name, author_email, title, slug, status,
                read_time, created_at, updated_at, comments)
            SELECT printf('%024x', i), 'a', 'A', 'a@example.com', 'T', 't' || i, 'published',
                1, CASE WHEN i % 1000 < 300 THEN 7 ELSE i * 7919 % 1013 END, 0,
                CASE i % 3 WHEN 0 THEN 2 ELSE 0 END
            FROM n
            """,
            [.integer(number)]
        )
        try db.run("INSERT INTO post_content (id, content) SELECT id, 'c' || id FROM post")
        for text in ["first", "second"] {
            try db.run(
                """
                INSERT INTO comment (comment_id, post, author_id, author_name, content, created_at)
                SELECT '1', id, 'a', 'A', ?1 || id, 0 FROM post WHERE comments > 0
                """,
                [.text(text)]
            )
        }
    }

    /// The keys of all published posts in order, found without an index.
    private func inOrder() throws -> [Int64] {
        try domain.work.connection.all(
            """
            SELECT id FROM post NOT INDEXED WHERE status = 'published'
            ORDER BY created_at DESC, id DESC
            """
        ) { $0.int(0) }
    }

    @Test
    func `pages far down are found, also after changes and undone ones`() throws {
        struct Stop: Error {}
        let all = Post.Filter.status("published")
        func hold(_ sourceLocation: SourceLocation = #_sourceLocation) throws {
            let expected = try inOrder()
            // Far down first, so that marks are made; then everywhere.
            for offset in [2900, 255, 256, 257, 511, 512, 1300, 1700, 2100, 2500, 2999, 3000, 9999]
            {
                let page = expected.dropFirst(offset).prefix(10)
                #expect(
                    try posts.keys(all, limit: 10, offset: Int64(offset)) == Array(page),
                    sourceLocation: sourceLocation
                )
            }
        }
        try fill(3000)
        try hold()
        let first = try domain.post("New", by: mira)
        try hold()
        try posts.countView(key: first.key)
        try hold()
        try domain.work.commit()
        #expect(throws: Stop.self) {
            try domain.work.write {
                for number in 0..<5 { try domain.post("More \(number)", by: mira) }
                try hold()
                throw Stop()
            }
        }
        try hold()
        try posts.delete(first.id, by: mira.id)
        try hold()
        try domain.work.rollback()
        try hold()
    }

    @Test
    func `a page has the comments of each of its posts`() throws {
        try fill(1000)
        let filters: [Post.Filter] = [.status("published"), .allOf(User.ID("a"))]
        for filter in filters {
            for offset in [0, 3, 700, 995] as [Int64] {
                var keys: [Int64] = []
                try posts.readPage(filter, limit: 10, offset: offset) { post, comments in
                    keys.append(post.key)
                    #expect(SeenPost.text(post.content) == "c\(post.key)")
                    #expect(SeenPost.text(post.status) == "published")
                    guard post.comments > 0 else { return }
                    var texts: [String] = []
                    try comments.forEach(ofPost: post.key) {
                        texts.append(SeenPost.text($0.content))
                    }
                    #expect(texts == ["first\(post.key)", "second\(post.key)"])
                }
                #expect(try keys == posts.keys(filter, limit: 10, offset: offset))
            }
        }
    }
}
