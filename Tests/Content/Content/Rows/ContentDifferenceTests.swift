import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

@Suite("Content difference")
struct ContentDifferenceTests {
    private func copy(_ domain: Domain) throws -> Connection {
        try domain.work.commit()
        return try Connection(.pages(PageImage(copying: domain.work.connection.serialize())))
    }

    @Test
    func `the same contents do not differ`() throws {
        let domain = try Domain.inMemory(.frozen(), seed: .standard)
        #expect(
            try ContentRegistry.standard.differences(
                between: copy(domain),
                and: domain.work.connection
            ) == []
        )
    }

    @Test
    func `rows are told by the keys that clients know`() throws {
        let domain = try Domain.fresh()
        let ada = try domain.person("Ada")
        let ben = try domain.person("Ben")
        let kept = try domain.post("Kept", by: ada)
        let read = try domain.post("Read", by: ada)
        let gone = try domain.post("Gone", by: ada)
        try domain.posts.comment("C", to: gone.id, by: ben)
        let feed = try domain.feed.create(.init(content: "F"), by: 1)
        try domain.members.join(1)
        let before = try copy(domain)

        try domain.posts.countView(key: read.key)
        _ = try domain.posts.like(kept.id, by: ben.id)
        try domain.posts.delete(gone.id, by: ada.id)
        let new = try domain.post("New", by: ben)
        let cleo = try domain.person("Cleo")
        let comment = try domain.posts.comment("D", to: kept.id, by: ada)
        _ = try domain.feed.express(.like, on: feed, by: 2)
        _ = try domain.feed.addComment(to: feed, content: "E", by: 2) { _ in }
        _ = try domain.members.leave(1)
        let hash = try domain.apiTokens.look(up: domain.apiTokens.issue(for: 2)).hash
        try domain.documents.put(.posts, id: 1, text: Array(#"{"id":1}"#.utf8))
        try domain.documents.remove(.carts) { $0.id == 3 }
        try domain.customResponses.add(
            "abc",
            CustomResponse(method: "GET", body: Array("1".utf8), createdAt: .frozen)
        )
        let changes = try ContentRegistry.standard.differences(between: before, and: copy(domain))
        let goneComment = try #require(
            before.first("SELECT comment_id FROM comment") { $0.text(0) }
        )
        #expect(
            changes == [
                TableChanges(table: "user", added: [cleo.id.text]),
                TableChanges(
                    table: "post",
                    added: [new.id.hex],
                    changed: [kept.id.hex, read.id.hex],
                    removed: [gone.id.hex]
                ),
                TableChanges(table: "post_like", added: ["\(kept.id.hex) \(ben.id.text)"]),
                TableChanges(table: "comment", added: [comment], removed: [goneComment]),
                TableChanges(table: "document_change", added: ["posts 1", "carts 3"]),
                TableChanges(table: "custom_response", added: ["abc"]),
                TableChanges(table: "community_member", removed: ["1"]),
                TableChanges(table: "api_token", added: [hash]),
                TableChanges(table: "community_post", changed: ["\(feed)"]),
                TableChanges(table: "community_comment", added: ["1"]),
            ]
        )
    }

    @Test
    func `a difference turned round has added and removed turned round`() throws {
        let domain = try Domain.inMemory(.frozen(), seed: .standard)
        let before = try copy(domain)
        var busy = BusyWorld(domain, seed: 5)
        try busy.act(times: 300)
        let after = try copy(domain)
        let forward = try ContentRegistry.standard.differences(between: before, and: after)
        let back = try ContentRegistry.standard.differences(between: after, and: before).map {
            table in
            TableChanges(
                table: table.table,
                added: table.removed,
                changed: table.changed,
                removed: table.added
            )
        }
        #expect(forward == back)
        #expect(forward.count > 5)
    }

    @Test
    func `two spellings of one letter are a change`() throws {
        let domain = try Domain.fresh()
        let post = try domain.post("T", "e\u{301}", by: domain.person("Ada"))
        let before = try copy(domain)
        _ = try domain.work.write {
            try domain.work.connection.run("UPDATE post_content SET content = 'é'")
        }
        let changes = try ContentRegistry.standard.differences(between: before, and: copy(domain))
        #expect(changes == [TableChanges(table: "post", changed: [post.id.hex])])
    }
}
