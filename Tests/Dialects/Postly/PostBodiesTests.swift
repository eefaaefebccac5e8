import MockPostlyContent
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyNouns
import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import PostlyDialect

/// What is remembered, where writes are undone: what no client sees happen, but a failing disk.
@Suite
struct PostBodiesTests {
    private struct Stop: Error {}

    private let postly: Postly
    private let user: User
    private let id: String

    init() throws {
        postly = try Postly.fresh()
        user = try postly.person("Mira").user
        let key = try postly.posts.create(.init(title: "Tide", content: "Salt"), by: user)
        id = try postly.posts.read(key: key) { String(decoding: $0.id, as: UTF8.self) }
        try postly.domain.work.commit()
    }

    private func get(_ target: String) throws -> String {
        let response = try postly.answer("GET", target)
        #expect(response.status == 200)
        return response.text
    }

    /// What a Postly that remembers nothing says of the same content.
    private func uncached(_ target: String) throws -> String {
        try uncached.answer("GET", target).text
    }

    private var uncached: Postly {
        Postly(DialectContext(postly.domain, secret: "", usesCaches: false))
    }

    private static let lists = [
        "/api/posts", "/api/posts?status=draft", "/api/posts/search?q=tide",
    ]

    private func holdListsEqual(sourceLocation: SourceLocation = #_sourceLocation) throws {
        for list in Self.lists {
            #expect(try get(list) == uncached(list), sourceLocation: sourceLocation)
        }
    }

    @Test
    func `a view that was undone is not counted`() throws {
        let target = "/api/posts/" + id
        // Else a view is committed at once.
        try postly.domain.work.write {}
        #expect(try get(target).hasSuffix("\"views\":1}\n"))
        #expect(try get(target).hasSuffix("\"views\":2}\n"))
        try postly.domain.work.rollback()
        #expect(try get(target).hasSuffix("\"views\":1}\n"))
        try postly.domain.work.commit()
        try holdListsEqual()
        #expect(try get(target).hasSuffix("\"views\":2}\n"))
    }

    @Test
    func `lists forget what was undone`() throws {
        try holdListsEqual()
        for status in ["published", "draft"] {
            let draft = Post.Draft(title: "Tide \(status)", content: "x", status: status)
            _ = try postly.posts.create(draft, by: user)
        }
        try holdListsEqual()
        #expect(try get("/api/posts").contains("Tide published"))
        try postly.domain.work.rollback()
        try holdListsEqual()
        #expect(try !get("/api/posts").contains("Tide published"))
    }

    @Test
    func `an operation that fails alone changes nothing that is shown`() throws {
        let before = try Self.lists.map { try get($0) }
        let post = try #require(Post.ID(hex: id))
        #expect(throws: Stop.self) {
            try postly.posts.addComment(to: post, content: "Lost", by: user) { _ in throw Stop() }
        }
        #expect(try Self.lists.map { try get($0) } == before)
        try holdListsEqual()
    }

    @Test
    func `what is asked again is remembered, without caches only the text of a post`() throws {
        for _ in 0..<3 { _ = try get("/api/posts") }
        let statistics = postly.bodies.statistics
        #expect(statistics.hits >= 2)
        #expect(statistics.entries == 1)
        #expect(statistics.bytes > 0)
        let other = uncached
        for _ in 0..<3 { _ = try other.answer("GET", "/api/posts") }
        #expect(other.bodies.statistics.hits == 0)
        #expect(other.bodies.statistics.entries == 1)
    }

    @Test
    func `without caches a page shows every write, also one that no store has announced`() throws {
        let (forgetful, db) = (uncached, postly.domain.work.connection)
        func page() throws -> String { try forgetful.answer("GET", "/api/posts").text }
        func hold(sourceLocation: SourceLocation = #_sourceLocation) throws {
            for list in Self.lists + Self.lists {
                #expect(
                    try forgetful.answer("GET", list).text == uncached(list),
                    sourceLocation: sourceLocation
                )
            }
        }
        try hold()
        try db.run("UPDATE post SET title = 'Ebb'")
        try hold()
        #expect(try page().contains("Ebb"))
        for views in 1...2 {
            let post = try forgetful.answer("GET", "/api/posts/" + id).text
            #expect(post.contains("Ebb") && post.hasSuffix("\"views\":\(views)}\n"))
            try hold()
            #expect(try page().contains("\"views\":\(views)"))
        }
        let key = try postly.posts.create(.init(title: "Second", content: "x"), by: user)
        try hold()
        try postly.domain.work.rollback()
        try hold()
        #expect(throws: PostError.noSuchPost) { try postly.posts.countView(key: key) }
        #expect(throws: Stop.self) {
            try postly.domain.work.write {
                try db.run("UPDATE post_content SET content = 'Sugar'")
                try hold()
                #expect(try page().contains("Sugar"))
                throw Stop()
            }
        }
        try hold()
        #expect(try page().contains("Salt"))
    }

    /// Under AddressSanitizer, what is left behind by any of them is found.
    @Test(arguments: [true, false])
    func `answers too large to be remembered come whole, and those after them`(
        usesCaches: Bool
    ) throws {
        for number in 0..<12 {
            let draft = Post.Draft(
                title: "Tide \(number)",
                content: String(repeating: "salt ", count: 40_000)
            )
            _ = try postly.posts.create(draft, by: user)
        }
        let budget = CacheBudget(limit: 1 << 20)
        let other = Postly(
            DialectContext(postly.domain, secret: "", usesCaches: usesCaches, caches: budget)
        )
        for _ in 0..<3 {
            for target in ["/api/posts?limit=99", "/api/posts/search?q=salt", "/api/posts?limit=1"]
            {
                let text = try other.answer("GET", target).text
                #expect(text.utf8.count > 190_000)
                #expect(try text == uncached(target))
            }
        }
        #expect(other.bodies.statistics.bytes == budget.bytes && budget.bytes <= budget.limit)
        #expect(budget.bytes > 0)
        other.forgetAnswers()
        #expect(budget.bytes == 0 && other.bodies.statistics.entries == 0)
    }
}
