import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import CommunityContent
@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds
@testable import PexelsContent

@Suite("Reset by system")
struct ContentScopeTests {
    private static let tables: [ContentScope: Set<String>] = [
        .postly: ["post", "post_like", "comment", "totals"],
        .dummyjson: ["document_change", "custom_response"],
        .community: [
            "community_member", "api_token", "community_post", "community_comment",
            "sqlite_sequence",
        ],
    ]

    private func image(_ domain: Domain) throws -> PageImage {
        try domain.work.commit()
        return try PageImage(copying: domain.work.connection.serialize())
    }

    enum Way: CaseIterable { case inPlace, image }

    private func reset(
        _ domain: Domain,
        _ scopes: Set<ContentScope>,
        _ seed: PageImage,
        _ way: Way
    ) throws {
        switch way {
        case .inPlace:
            try domain.reset(scopes, to: Connection(.pages(seed)))
            try domain.work.commit()
        case .image: try domain.reset(scopes, to: seed)
        }
    }

    @Test(arguments: 0..<16, Way.allCases)
    func `each system becomes what it was, and the others stay`(choice: Int, way: Way) throws {
        let domain = try Domain.inMemory(.frozen(), seed: .standard)
        let seed = try image(domain)
        let start = try dump(domain.work.connection)
        var busy = BusyWorld(domain, seed: UInt64(choice))
        try busy.act(times: 250)
        let end = try dump(domain.work.connection)
        for table in Self.tables.values.joined() {
            let isWritten = start[table] != end[table]
            #expect(isWritten, "\(table)")
        }
        let scopes = Set(
            ContentRegistry.standard.scopes.enumerated().filter { choice >> $0.offset & 1 == 1 }
                .map(\.element)
        )
        try reset(domain, scopes, seed, way)
        let found = try dump(domain.work.connection)
        for (scope, tables) in Self.tables {
            let expected = scopes.contains(scope) ? start : end
            for table in tables {
                #expect(found[table] == expected[table], "\(table)")
            }
        }
        if !scopes.contains(.postly), !scopes.contains(.community) {
            #expect(found["user"] == end["user"])
        }
        if scopes.contains(.postly), scopes.contains(.community) {
            #expect(found["user"] == start["user"])
        }
        let isWhole = try domain.work.connection.integrityCheck() == nil
        #expect(isWhole)
        #expect(try domain.number("SELECT count(*) FROM pragma_foreign_key_check") == 0)
        if scopes.contains(.dummyjson) {
            #expect(domain.documents.count(.posts) == DocumentSet.standard.count(.posts))
        }
    }

    @Test(arguments: Way.allCases)
    func `who is spoken of in the community stays when Postly goes back`(way: Way) throws {
        let domain = try Domain.fresh()
        let seed = try image(domain)
        let people = try ["Ada", "Ben", "Cleo", "Dan"].map { try domain.person($0) }
        let feed = try domain.feed.create(.init(content: "F"), by: 2)
        _ = try domain.feed.express(.like, on: feed, by: 4)
        try domain.post("P", by: people[0])
        try reset(domain, [.postly], seed, way)
        #expect(try domain.members.find(2)?.name == "Ben")
        #expect(try domain.members.find(4)?.name == "Dan")
        #expect(try domain.totals() == (posts: 0, users: 2, comments: 0))
        #expect(try domain.feed.read(feed) { $0.likes } == 1)
    }

    @Test(arguments: Way.allCases)
    func `people whose numbers differ are matched by their ids`(way: Way) throws {
        let other = try Domain.fresh(randomSeed: 7)
        let ada = try other.person("Ada")
        let ben = try other.person("Ben")
        let feed = try other.feed.create(.init(content: "By Ben"), by: 2)
        _ = try other.feed.express(.like, on: feed, by: 1)
        try other.members.join(1)
        let seed = try image(other)

        let domain = try Domain.fresh()
        _ = try domain.person("Zoe")
        try domain.work.write {
            try domain.users.insert(ben, password: nil, createdAt: .frozen)
        }
        _ = try domain.feed.create(.init(content: "By Zoe"), by: 1)
        try domain.post("Stays", by: ben)
        try reset(domain, [.community], seed, way)
        let post = try domain.feed.read(feed) { post in
            (SeenPost.text(post.author.name), SeenPost.text(post.content), post.likes)
        }
        #expect(post == ("Ben", "By Ben", 1))
        let member = try #require(try domain.members.find(ada.id))
        #expect(member.joinedAt != nil)
        #expect(
            try domain.feed.read(feed) { SeenPost.text($0.likedBy) } == "[\(member.id)]"
        )
        #expect(try domain.users.credentials(email: "zoe@example.com") != nil)
        #expect(try domain.totals().posts == 1)
        #expect(try domain.number("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    }

    @Test
    func `a search finds what is there after a reset`() throws {
        let domain = try Domain.fresh()
        let ada = try domain.person("Ada")
        for number in 0..<300 { try domain.post("Post \(number) apple", by: ada) }
        let first = try #require(
            domain.work.connection.first("SELECT post_id FROM post") { ObjectID(hex: $0.text(0)) }
        )
        let seed = try image(domain)
        var changes = Post.Changes()
        changes.content = "quince"
        _ = try domain.posts.update(#require(first), changes, by: ada.id)
        try domain.post("More quince", by: ada)
        #expect(try domain.posts.search("quince").count == 2)
        try reset(domain, [.postly], seed, .inPlace)
        #expect(try domain.posts.search("quince").isEmpty)
        #expect(try domain.posts.search("apple").count == 300)
    }

    @Test
    func `a failing reset changes nothing`() throws {
        let domain = try Domain.inMemory(.frozen(), seed: .standard)
        let start = try dump(domain.work.connection)
        let broken = try Connection(.memory)
        #expect(throws: (any Error).self) { try domain.reset([.postly], to: broken) }
        try domain.work.commit()
        #expect(try dump(domain.work.connection) == start)
    }

    @Test
    func `nothing is written for a system without content`() throws {
        let domain = try Domain.fresh()
        try domain.reset([.pexels], to: Connection(.memory))
        #expect(!domain.work.isPending)
    }

    @Test(arguments: Way.allCases)
    func `what was imported stays`(way: Way) throws {
        let domain = try Domain.fresh()
        let seed = try image(domain)
        try domain.documents.importSet(.empty)
        try domain.documents.put(.quotes, id: 1, text: Array(#"{"id":1}"#.utf8))
        try reset(domain, [.dummyjson], seed, way)
        #expect(domain.documents.count(.quotes) == 0)
        #expect(domain.documents.count(.posts) == 0)
    }
}
