import MockPostlyCrypto
import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns

@Suite
struct DomainTests {
    /// A seed file of `count` small posts by one person.
    private func seed(posts count: Int, status: String = "published") throws -> SeedSource {
        let posts = (0..<count).map {
            """
            {"author": "a@example.com", "title": "Post \($0)", "content": "Number\($0)!",
             "status": "\(status)", "createdAt": "2026-01-01T00:00:00Z", "likes": ["a@example.com"],
             "comments": [{"author": "a@example.com", "content": "Hm",
                           "createdAt": "2026-01-02T00:00:00Z"}]}
            """
        }
        let text = """
            {"users": [{"name": "A", "email": "a@example.com", "password": "p"}],
             "posts": [\(posts.joined(separator: ","))]}
            """
        try directory.write(Array(text.utf8), to: "seed.json")
        return .paths([directory.file("seed.json")])
    }

    private let directory: ScratchDirectory
    private let domain: Domain

    init() throws {
        directory = try ScratchDirectory()
        domain = try Domain.fresh()
    }

    @Test
    func `the same seed and the same calls give the same content`() throws {
        func play(_ seed: UInt64) throws -> [SeenPost] {
            let domain = try Domain.fresh(randomSeed: seed)
            let mira = try domain.person("Mira")
            for _ in 0..<3 { try domain.post("Same", by: mira) }
            return try domain.posts.keys(.status("published"), limit: 9, offset: 0)
                .map { try domain.posts.seen($0) }
        }
        #expect(try play(1) == play(1))
        #expect(try play(1) != play(2))
    }

    @Test
    func `two worlds have nothing in common`() throws {
        let other = try Domain.fresh()
        let mira = try domain.person("Mira")
        let post = try domain.post("Here", by: mira)
        #expect(try other.totals() == (0, 0, 0))
        #expect(try !other.isSeeded)
        #expect(throws: PostError.noSuchPost) { try other.posts.key(of: post.id) }
        #expect(throws: UserError.noSuchUser) { try other.users.find(mira.id) }
        other.world.clock.advance(by: .seconds(9))
        #expect(domain.world.now == .frozen)
        try other.work.commit()
        #expect(domain.work.isPending)
    }

    @Test
    func `a reset makes the content that of the seed and nothing else`() throws {
        let mira = try domain.person("Mira")
        try domain.post("Before", by: mira)
        try domain.work.commit()
        let before = domain.posts.version
        try domain.reset(toFilesOf: seed(posts: 2))
        #expect(try domain.totals() == (2, 1, 2))
        #expect(domain.posts.version.withoutCounts != before.withoutCounts)
        #expect(try domain.posts.count(.status("published")) == 2)
        #expect(try domain.number("SELECT sum(likes) FROM post") == 2)
        let credentials = try #require(try domain.users.credentials(email: "a@example.com"))
        #expect(credentials.password?.matches("p") == true)
        // A part of the unit of work as any other write.
        try domain.work.rollback()
        #expect(try domain.totals() == (1, 1, 0))
        try domain.reset(toFilesOf: .empty)
        #expect(try domain.totals() == (0, 0, 0))
        // Empty, but not to be filled again.
        #expect(try domain.isSeeded)
    }

    @Test(arguments: [
        (Int(SearchIndex.threshold), false), (Int(SearchIndex.threshold) + 1, true),
    ])
    func `a large seed gets an index, a small one none`(posts: Int, isIndexed: Bool) throws {
        try domain.reset(toFilesOf: seed(posts: posts))
        #expect(try domain.posts.index.exists == isIndexed)
        #expect(try domain.posts.search("NUMBER25!").count == 1)
        try domain.work.commit()
        try domain.reset(toFilesOf: seed(posts: 1))
        #expect(try !domain.posts.index.exists)
        #expect(try domain.posts.search("number25!").count == 0)
        #expect(try domain.posts.search("number0!").count == 1)
    }
}
