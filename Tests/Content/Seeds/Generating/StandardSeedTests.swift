import Foundation
import MockPostlyAssets
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

@Suite
struct StandardSeedTests {
    private let reader: SeedReader
    private let posts: [SeedReader.ReadPost]

    init() throws {
        reader = try SeedReader(.standard)
        posts = reader.posts
    }

    @Test
    func `it has no faults, and as much as was promised`() {
        let summary = SeedSummary.check(.standard)
        #expect(summary.faults == [])
        #expect(summary.counts == reader.counts)
        #expect(reader.users.count == 40)
        #expect(posts.count >= 120)
        #expect(Set(posts.map(\.author)).count >= 35)
        #expect(posts.map(\.comments.count).max() == 40)
        #expect(posts.contains { $0.comments.isEmpty })
    }

    @Test
    func `posts are of all lengths, spread over two years`() throws {
        let words = posts.map { $0.content.split(whereSeparator: \.isWhitespace).count }
        #expect(words.contains { $0 >= 2_400 })
        #expect(words.count { $0 < 60 } >= 5)
        #expect(words.count { 1_200...1_800 ~= $0 } >= 1)
        #expect(words.allSatisfy { $0 <= 2_550 })
        let dates = posts.map(\.createdAt).sorted()
        let first = try #require(Instant(rfc3339: "2024-11-01T00:00:00Z"))
        let last = try #require(Instant(rfc3339: "2026-11-01T00:00:00Z"))
        #expect(dates.allSatisfy { first <= $0 && $0 < last })
        for month in 0..<24 {
            let from = first + .seconds(month * 30 * 86_400)
            let to = from + .seconds(30 * 86_400)
            #expect(dates.contains { from <= $0 && $0 < to }, "month \(month)")
        }
    }

    @Test
    func `drafts are few, and nobody writes before having an account`() {
        let drafts = posts.count { $0.status == "draft" }
        #expect(drafts * 100 / posts.count <= 8 && drafts >= 5)
        for post in posts {
            let writers =
                [(post.author, post.createdAt)]
                + post.comments.map { ($0.author, $0.createdAt) }
            for (user, date) in writers { #expect(reader.users[user].createdAt <= date) }
            #expect(post.comments.allSatisfy { $0.createdAt >= post.createdAt })
        }
    }

    @Test
    func `everybody with a password has the one of the rule`() {
        for user in reader.users {
            guard let password = user.password else { continue }
            #expect(password == user.email.prefix { $0 != "@" } + "-postly")
        }
        #expect(reader.users.contains { $0.password == nil })
    }

    @Test
    func `pictures are where the web client can show them`() {
        let hosts = ["images.pexels.com", "lh3.googleusercontent.com", "randomuser.me"]
        let pictures = reader.users.compactMap(\.picture) + posts.compactMap(\.coverImage)
        #expect(pictures.count > 50)
        for picture in pictures {
            #expect(hosts.contains { picture.hasPrefix("https://\($0)/") }, "\(picture)")
        }
        #expect(posts.contains { $0.coverImage == nil })
    }

    @Test
    func `no two composed posts have a paragraph or a title in common`() throws {
        let composed = try composedPosts()
        let paragraphs = composed.flatMap { post in
            post.content.split(separator: "\n\n").map(String.init)
        }
        #expect(paragraphs.count > 300)
        #expect(Set(paragraphs).count == paragraphs.count)
        #expect(Set(composed.map(\.title)).count == composed.count)
    }

    @Test
    func `composing again gives the file in the repository`() throws {
        let composed = try StandardSeed.compose(people: reader.users)
        #expect(composed == document(named: "seed/postly/composed.json"))
    }

    @Test
    func `every seed file of a system is in the program`() throws {
        let root = URL(filePath: #filePath).appending(path: "../../../../../seed").standardized
        let apart: Set = ["banks", "dummyjson", "dummyjson-words", "pexels", "pexels-words"]
        let files = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { path in
            let folder = String(path.prefix { $0 != "/" })
            return folder != path && path.hasSuffix(".json") && !apart.contains(folder)
        }
        #expect(Assets.seed.map(\.path) == files.sorted().map { "seed/" + $0 })
    }

    private func composedPosts() throws -> [SeedReader.ReadPost] {
        let folder = try SeedFolder([
            "people.json": String(
                decoding: document(named: "seed/postly/people.json"),
                as: UTF8.self
            ),
            "composed.json": String(
                decoding: document(named: "seed/postly/composed.json"),
                as: UTF8.self
            ),
        ])
        return try SeedReader(folder.source).posts
    }

    /// The bytes of a file of the seed inside the binary.
    private func document(named name: String) -> [UInt8] {
        Assets.seed.first { $0.path == name }?.bytes ?? []
    }
}
