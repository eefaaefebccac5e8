import Foundation
import MockPostlyJSON
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

@Suite
struct SeedGeneratorTests {
    private func generate(
        _ plan: SeedGenerator.Plan,
        to folder: SeedFolder,
        progress: (Int, Int) -> Void = { _, _ in }
    ) throws {
        var generator = try SeedGenerator(plan)
        try generator.write(to: folder.path, progress: progress)
    }

    private func plan(posts: Int, users: Int = 20, comments: Int = 0) -> SeedGenerator.Plan {
        .init(posts: posts, users: users, comments: comments, randomSeed: 7, words: 30...60)
    }

    @Test
    func `what is generated reads back as planned`() throws {
        let folder = try SeedFolder()
        var steps: [Int] = []
        try generate(plan(posts: 2_000, users: 50, comments: 3_000), to: folder) { done, total in
            steps.append(done)
            #expect(total == 2_000)
        }
        #expect(steps == [0, 1_000, 2_000])
        #expect(try folder.names == ["posts-00001.json", "posts-00002.json", "users.json"])
        let reader = try SeedReader(folder.source)
        #expect(reader.counts.users == 50 && reader.counts.posts == 2_000)
        #expect(reader.counts.comments == 3_000)
        for user in reader.users {
            #expect(user.password == user.email.prefix { $0 != "@" } + "-postly")
        }
        #expect(reader.users[6].email == "user000007@example.com")
        let posts = reader.posts
        let dates = posts.map(\.createdAt)
        #expect(dates == dates.sorted())
        #expect(try dates[0] >= #require(Instant(rfc3339: "2024-11-01T00:00:00Z")))
        #expect(try dates[1_999] < #require(Instant(rfc3339: "2026-11-01T00:00:00Z")))
        #expect(posts.allSatisfy { $0.likes.count <= 12 })
        let comments = posts.map(\.comments.count)
        #expect(comments.contains(0) && (comments.max() ?? 0) > 8)
    }

    @Test
    func `likes, a feed and records are there in the numbers that are asked for`() throws {
        let folder = try SeedFolder()
        var plan = plan(posts: 10, users: 5)
        (plan.likes, plan.feed, plan.records) = (50, 30, [.products: 500, .users: 300, .todos: 0])
        try generate(plan, to: folder)
        let files = ["community.json", "dummyjson.json", "posts-00001.json", "users.json"]
        #expect(try folder.names == files)
        // Each of the five users likes each post.
        #expect(try SeedReader(folder.source).posts.allSatisfy { Set($0.likes).count == 5 })
        let feed = try JSON(parsing: Array(folder.text(of: files[0]).utf8)).root["community"]
        #expect(feed?["members"]?.count == 5 && feed?["posts"]?.count == 30)
        let records = try JSON(parsing: Array(folder.text(of: files[1]).utf8))
            .root["dummyjson"]?["imported"]
        let products = try #require(records?["products"]?.elements)
        #expect(products.map { $0["id"]?.int } == (1...500).map { Int64($0) })
        #expect(Set(products.compactMap { $0["sku"]?.string }).count == 500)
        let users = try #require(records?["users"]?.elements)
        #expect(Set(users.compactMap { $0["username"]?.string }).count == 300)
        #expect(Set(users.compactMap { $0["email"]?.string }).count == 300)
        #expect(records?["todos"]?.count == 0 && records?["posts"] == nil)
        plan.likes = 51
        #expect(plan.problem != nil)
    }

    @Test
    func `the same plan gives the same files, another number gives others`() throws {
        let (one, two, three) = (try SeedFolder(), try SeedFolder(), try SeedFolder())
        var plan = plan(posts: 30, comments: 40)
        try generate(plan, to: one)
        try generate(plan, to: two)
        plan.randomSeed = 8
        try generate(plan, to: three)
        for name in ["posts-00001.json", "users.json"] {
            #expect(try one.text(of: name) == two.text(of: name))
            #expect(try one.text(of: name) != three.text(of: name))
        }
    }

    @Test
    func `each 5,000th post mentions a quokka`() throws {
        let folder = try SeedFolder()
        var plan = plan(posts: 5_001)
        plan.words = 1...10
        try generate(plan, to: folder)
        var found: [Int] = []
        var number = 0
        for post in try SeedReader(folder.source).posts {
            number += 1
            if post.content.contains("quokka") { found.append(number) }
        }
        #expect(found == [5_000])
    }

    @Test
    func `one post is one line`() throws {
        let folder = try SeedFolder()
        try generate(plan(posts: 3), to: folder)
        let lines = try folder.text(of: "posts-00001.json").split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        #expect(lines.count == 6)
        #expect(lines.first == "{\"posts\":[" && lines[4] == "]}" && lines[5].isEmpty)
    }

    @Test
    func `a directory with something in it is left alone`() throws {
        let folder = try SeedFolder([".keep": ""])
        let fault = #expect(throws: SeedFault.self) { try generate(plan(posts: 1), to: folder) }
        #expect(fault?.file == folder.path)
        #expect(fault?.words == "expected an empty directory, found .keep in it")
        #expect(try folder.names == [".keep"])
    }

    @Test
    func `a directory that is missing is made, with those above it`() throws {
        let folder = try SeedFolder()
        var generator = try SeedGenerator(plan(posts: 1))
        try generator.write(to: folder.path + "/a/b/") { _, _ in }
        #expect(try SeedReader(.paths([folder.path + "/a/b"])).counts.posts == 1)
    }

    @Test
    func `what cannot be written is named`() throws {
        let folder = try SeedFolder(["file": ""])
        var generator = try SeedGenerator(plan(posts: 1))
        let fault = #expect(throws: SeedFault.self) {
            try generator.write(to: folder.path + "/file/b") { _, _ in }
        }
        #expect(fault?.description == folder.path + "/file/b: cannot be made: Not a directory")
    }

    @Test
    func `a seed of nobody is a seed`() throws {
        let folder = try SeedFolder()
        try generate(plan(posts: 0, users: 0), to: folder)
        #expect(try SeedReader(folder.source).counts == SeedCounts())
    }

    @Test
    func `a plan that makes no sense says why`() {
        #expect(plan(posts: 1).problem == nil)
        #expect(plan(posts: 1, users: 0).problem == "posts need at least one user")
        #expect(
            plan(posts: 0, comments: 1).problem == "comments need at least one post"
        )
        #expect(plan(posts: -1).problem == "a count cannot be negative")
    }
}
