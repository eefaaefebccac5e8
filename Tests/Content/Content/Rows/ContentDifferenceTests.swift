import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import CommunityContent
@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

@Suite("Content difference")
struct ContentDifferenceTests {
    private func copy(_ domain: Domain) throws -> PageImage {
        try domain.work.commit()
        return try domain.work.connection.image()
    }

    private func difference(
        _ old: PageImage,
        _ new: PageImage,
        _ registry: ContentRegistry = .standard
    ) throws -> [TableChanges] {
        let changes = try registry.differences(between: old, and: new)
        // All rows of both, read side by side.
        let slow = try registry.differences(
            Connection(.pages(old)),
            Connection(.pages(new)),
            nil
        )
        #expect(changes == slow)
        return changes
    }

    @Test
    func `the same contents do not differ`() throws {
        let domain = try Domain.inMemory(.frozen(), seed: .standard)
        let image = try copy(domain)
        #expect(try difference(image, image) == [])
        #expect(try difference(PageImage(copying: image.bytes), image) == [])
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
        let changes = try difference(before, copy(domain))
        let goneComment = try #require(
            Connection(.pages(before)).first("SELECT comment_id FROM comment") { $0.text(0) }
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
        let forward = try difference(before, after)
        let back = try difference(after, before).map { table in
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
        let changes = try difference(before, copy(domain))
        #expect(changes == [TableChanges(table: "post", changed: [post.id.hex])])
    }

    @Test
    func `shared pages give the same differences as all rows, whatever was written`() throws {
        let domain = try Domain.inMemory(.frozen(), seed: .standard)
        try domain.fillUp(posts: 250)
        var (busy, random) = (BusyWorld(domain, seed: 11), Draw(seed: 11))
        var images = [try copy(domain)]
        for round in 0..<8 {
            try busy.act(times: [1, 3, 10, 60][random.below(4)])
            try domain.rewrite(&random)
            if round % 6 == 5 { try domain.work.connection.compact() }
            let image = try copy(domain)
            for old in [images[images.count - 1], images[random.below(images.count)]] {
                _ = try difference(old, image)
                _ = try difference(image, old)
            }
            images.append(image)
            // Later rounds go on from an earlier content.
            guard random.below(5) == 0 else { continue }
            try domain.restore(images[random.below(images.count)])
        }
    }

    @Test
    func `a content of a file, whose pages are others, is compared by its rows`() throws {
        let domain = try Domain.inMemory(.frozen(), seed: .standard)
        let read = try ContentFile.image(of: copy(domain).bytes, .standard)
        var busy = BusyWorld(domain, seed: 3)
        try busy.act(times: 30)
        let changes = try difference(read, copy(domain))
        #expect(!changes.isEmpty)
    }

    @Test
    func `what belongs to another post is told, though its row is the same`() throws {
        let domain = try Domain.fresh()
        let ada = try domain.person("Ada")
        let posts = try (0..<200).map { try domain.post("Post \($0)", by: ada) }
        for post in posts { _ = try domain.posts.like(post.id, by: ada.id) }
        let comment = try domain.posts.comment("C", to: posts[90].id, by: ada)
        let before = try copy(domain)
        let other = try #require(ObjectID(hex: "0123456789abcdef01234567"))
        _ = try domain.work.write {
            try domain.work.connection.run(
                "UPDATE post SET post_id = ?1 WHERE post_id = ?2",
                [.text(other.hex), .text(posts[90].id.hex)]
            )
        }
        let liked = { (post: ObjectID) in "\(post.hex) \(ada.id.text)" }
        #expect(
            try difference(before, copy(domain)) == [
                TableChanges(table: "post", added: [other.hex], removed: [posts[90].id.hex]),
                TableChanges(
                    table: "post_like",
                    added: [liked(other)],
                    removed: [liked(posts[90].id)]
                ),
                TableChanges(table: "comment", added: [comment], removed: [comment]),
            ]
        )
    }

    @Test
    func `of shared pages nothing is read`() throws {
        let domain = try Domain.fresh()
        let ada = try domain.person("Ada")
        try domain.fillUp(posts: 2_000)
        let posts = try (0..<2).map { try domain.post("Post \($0)", by: ada) }
        let before = try copy(domain)
        for post in posts { try domain.posts.countView(key: post.key) }
        let after = try copy(domain)
        let pages = try #require(
            try PageDifference(between: Connection(.pages(before)), and: Connection(.pages(after)))
        )
        let rows = try ContentRegistry.standard.tables.map { table in
            try #require(pages.rows(of: table).keys, "\(table.name)").count
        }
        #expect(rows.reduce(0, +) < 100)
        #expect(
            try difference(before, after) == [
                TableChanges(table: "post", changed: posts.map(\.id.hex))
            ]
        )
    }
}

extension Domain {
    /// Adds posts with texts of 0 to 20,000 bytes, many likes, comments, tokens and records.
    fileprivate func fillUp(posts count: Int) throws {
        _ = try work.write {
            for sql: StaticString in [
                """
                WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
                INSERT INTO post (id, post_id, author_id, author_name, author_email, title, slug,
                    status, read_time, created_at, updated_at)
                SELECT 1000 + i, printf('%024x', i * 7919), 'a', 'A', 'a@x', 'T ' || i, 't', 'draft',
                    1, i, i FROM n
                """,
                """
                WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
                INSERT INTO post_content SELECT 1000 + i,
                    hex(zeroblob(CASE i % 40 WHEN 0 THEN i % 7 * 1500 ELSE i % 150 END)) FROM n
                """,
                """
                WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
                INSERT INTO post_like SELECT 1000 + i, 'person ' || (i % 17) FROM n
                """,
                """
                WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
                INSERT INTO comment SELECT 1000 + i, printf('%024x', i * 31), 1000 + i * 13 % ?1, 'a',
                    'A', NULL, hex(zeroblob(i % 90)), i FROM n WHERE i * 13 % ?1 > 0
                """,
                """
                WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
                INSERT INTO document_change SELECT i % 3, 1000 + i,
                    hex(zeroblob(CASE i % 50 WHEN 0 THEN 9000 ELSE i % 200 END)) FROM n
                """,
                """
                WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
                INSERT INTO custom_response SELECT hex(zeroblob(i % 60)) || i, 'GET', '1', i FROM n
                """,
            ] {
                try work.connection.run(sql, [.integer(count)])
            }
        }
        try work.commit()
    }

    /// Changes a few rows by SQL, as no client can.
    fileprivate func rewrite(_ random: inout Draw) throws {
        let key = Value.integer(1000 + random.below(250))
        _ = try work.write {
            for _ in 0..<random.below(4) {
                switch random.below(9) {
                case 0:
                    // The same length: only the last page of the text is written.
                    try work.connection.run(
                        """
                        UPDATE post_content SET content = substr(content, 1, length(content) - 1) || ?1 % 10
                        WHERE id IN (SELECT id FROM post_content WHERE length(content) > 4000
                            ORDER BY (id * ?1) % 101 LIMIT 1)
                        """,
                        [key]
                    )
                case 1:
                    try work.connection.run(
                        """
                        UPDATE document_change SET body = substr(body, 1, length(body) - 1) || ?1 % 10
                        WHERE (kind, id) IN (SELECT kind, id FROM document_change
                            WHERE length(body) > 4000 ORDER BY (id * ?1) % 101 LIMIT 1)
                        """,
                        [key]
                    )
                case 2: try work.connection.run("DELETE FROM post WHERE id = ?1", [key])
                case 3:
                    // The key of a post that was deleted.
                    try work.connection.run(
                        """
                        INSERT OR IGNORE INTO post (id, post_id, author_id, author_name, author_email,
                            title, slug, status, read_time, created_at, updated_at)
                        SELECT ?1, printf('%024x', ?1), 'b', 'B', 'b@x', 'T', 't', 'draft', 1, 1, 1
                        """,
                        [key]
                    )
                    try work.connection.run(
                        """
                        INSERT OR IGNORE INTO post_content VALUES (?1, hex(zeroblob(?1 % 5 * 3000)))
                        """,
                        [key]
                    )
                case 4:
                    try work.connection.run(
                        "INSERT OR IGNORE INTO post_like SELECT id, 'b' || id FROM post WHERE id < ?1",
                        [key]
                    )
                case 5:
                    // A key that does not fit on its page.
                    try work.connection.run(
                        """
                        INSERT OR REPLACE INTO custom_response
                        VALUES (hex(zeroblob(2000 + ?1 % 3)), 'GET', '2', 1)
                        """,
                        [key]
                    )
                case 6:
                    try work.connection.run(
                        "DELETE FROM document_change WHERE id % 37 = ?1 % 37",
                        [key]
                    )
                case 7:
                    try work.connection.run(
                        "UPDATE post SET views = views + 1 WHERE id = ?1",
                        [key]
                    )
                default:
                    try work.connection.run(
                        "UPDATE comment SET post = ?1 WHERE id % 41 = 3 AND ?1 IN (SELECT id FROM post)",
                        [key]
                    )
                }
            }
        }
        try work.commit()
    }
}
