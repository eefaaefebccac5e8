import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import CommunityContent
@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

/// Values of a database that comes from outside.
@Suite("Values of contents")
struct ContentReadingTests {
    /// A content with something in every table, after `change`.
    private func content(_ change: String) throws -> Connection {
        let domain = try Domain.fresh()
        let mira = try domain.person("Mira")
        let post = try domain.post("A post", by: mira)
        _ = try domain.posts.like(post.id, by: mira.id)
        try domain.posts.comment("A comment", to: post.id, by: mira)
        let member = try #require(try domain.members.find(mira.id)?.id)
        try domain.members.join(member)
        _ = try domain.apiTokens.issue(for: member)
        let id = try domain.feed.create(FeedPost.Draft(content: "To the feed"), by: member)
        _ = try domain.feed.express(.like, on: id, by: member)
        _ = try domain.feed.addComment(to: id, content: "Below it", by: member) { _ in }
        try domain.documents.importSet(.sample)
        try domain.documents.put(.todos, id: 2, text: Array(#"{"id":2,"todo":"changed"}"#.utf8))
        let response = CustomResponse(method: "GET", body: Array("[1]".utf8), createdAt: .frozen)
        try domain.customResponses.add("r", response)
        try domain.work.commit()
        let connection = domain.work.connection
        try connection.script(change)
        return connection
    }

    private func fault(_ change: String) throws -> String? {
        let bytes = try content(change).serialize()
        do throws(ContentFault) {
            _ = try ContentFile.image(of: bytes)
            return nil
        } catch {
            guard case .corrupt(let words) = error else { return "\(error)" }
            return words
        }
    }

    @Test
    func `what clients have made is right`() throws {
        #expect(try fault("") == nil)
    }

    private static let faults: [(change: String, words: String)] = [
        (
            "PRAGMA foreign_keys = OFF; UPDATE user SET id = -1",
            "user, row -1, column id: expected a whole number from 1 up, found -1"
        ),
        (
            "PRAGMA foreign_keys = OFF; UPDATE user SET id = 1 << 53",
            "user, row 9007199254740992, column id: expected a whole number from 1 up, found"
                + " 9007199254740992"
        ),
        (
            "UPDATE user SET user_id = CAST(x'ff41' AS TEXT)",
            "user, row 1, column user_id: expected a text in UTF-8, found a text"
        ),
        (
            "UPDATE user SET password = 'secret'",
            "user, row 1, column password: expected the hash of a password, found a text"
        ),
        (
            "UPDATE user SET created_at = (1 << 62) + 1",
            "user, row 1, column created_at: expected microseconds of a date, found"
                + " 4611686018427387905"
        ),
        (
            "UPDATE user SET last_login = -9223372036854775808",
            "user, row 1, column last_login: expected microseconds of a date, found"
                + " -9223372036854775808"
        ),
        (
            "UPDATE post SET post_id = upper(post_id) || 'x'",
            "post, row 1, column post_id: expected 24 hexadecimal digits in lower case, found a text"
        ),
        (
            "UPDATE post SET views = 9223372036854775807",
            "post, row 1, column views: expected a whole number from 0 up, found"
                + " 9223372036854775807"
        ),
        (
            "UPDATE post SET read_time = -1",
            "post, row 1, column read_time: expected a whole number from 0 up, found -1"
        ),
        (
            "UPDATE post_content SET content = CAST(x'c328' AS TEXT)",
            "post, row 1, column content: expected a text in UTF-8, found a text"
        ),
        ("DELETE FROM post_content", "post_content, row 1: is missing"),
        (
            "PRAGMA foreign_keys = OFF; INSERT INTO post_content VALUES (7, 'nobody''s')",
            "post_content, row 7: there is no such post"
        ),
        (
            "PRAGMA foreign_keys = OFF; UPDATE post_like SET post = 7",
            "post_like, row 7 '\(mira)', column post: expected the number of a row of post, found 7"
        ),
        (
            "UPDATE comment SET comment_id = 'x'",
            "comment, row 1, column comment_id: expected 24 hexadecimal digits in lower case, found"
                + " a text"
        ),
        (
            "PRAGMA foreign_keys = OFF; UPDATE community_member SET user = 9",
            "community_member, row 9, column user: expected the number of a row of user, found 9"
        ),
        (
            "UPDATE api_token SET hash = 'x' || char(10)",
            "api_token, row 'x?', column hash: expected 64 hexadecimal digits in lower case, found a"
                + " text"
        ),
        (
            "UPDATE community_post SET id = 9223372036854775807 WHERE NOT EXISTS (SELECT 1 FROM"
                + " community_comment); DELETE FROM community_comment;"
                + " UPDATE community_post SET id = 9223372036854775807",
            "community_post, row 9223372036854775807, column id: expected a whole number from 1 up,"
                + " found 9223372036854775807"
        ),
        (
            "UPDATE community_post SET liked_by = '[1,\"<script>\"]'",
            "community_post, row 1, column liked_by: expected the numbers of people in a JSON array,"
                + " found a text"
        ),
        (
            "UPDATE community_post SET liked_by = '[1,1]'",
            "community_post, row 1, column liked_by: expected the numbers of people in a JSON array,"
                + " found a text"
        ),
        (
            "UPDATE community_post SET liked_by = '[5]'",
            "community_post, row 1, column liked_by: expected the numbers of people in a JSON array,"
                + " found a text"
        ),
        (
            "UPDATE sqlite_sequence SET seq = 9223372036854775807",
            "sqlite_sequence, row 'community_post', column seq: expected a whole number from 0 up,"
                + " found 9223372036854775807"
        ),
        (
            "UPDATE sqlite_sequence SET seq = 'x'",
            "sqlite_sequence, row 'community_post', column seq: expected a whole number from 0 up,"
                + " found a text"
        ),
        (
            "INSERT INTO sqlite_sequence VALUES ('user', 5)",
            "sqlite_sequence, row 'user', column name: expected a table with ids"
        ),
        (
            "UPDATE document_import SET kind = 8 WHERE kind = 3",
            "document_import, row 8 0, column kind: expected a whole number from -1 up, found 8"
        ),
        (
            "UPDATE document_import SET body = 'x' WHERE kind = -1",
            "document_import, row -1 0, column kind: expected a kind of record"
        ),
        (
            "UPDATE document_import SET body = '{' WHERE kind = 3",
            "document_import, row 3 0, column body: expected a JSON object"
        ),
        (
            "UPDATE document_import SET body = body || ',' || body WHERE kind = 3",
            "document_import, row 3 0, column body: expected a JSON object"
        ),
        (
            "UPDATE document_import SET body = '{\"id\":1,\"todo\":\"x\",\"completed\":1,"
                + "\"userId\":1}' WHERE kind = 3",
            "document_import, row 3 0, column body: its completed: expected true or false"
        ),
        (
            "INSERT INTO document_import SELECT kind, position + 1, body FROM document_import"
                + " WHERE kind = 3",
            "document_import, row 3 1, column body: another record has the id 1"
        ),
        (
            "UPDATE document_change SET id = 9223372036854775807",
            "document_change, row 3 9223372036854775807, column id: expected a whole number from"
                + " -9007199254740991 up, found 9223372036854775807"
        ),
        (
            "UPDATE document_change SET body = '{\"id\":3}'",
            "document_change, row 3 2, column body: expected a record with the id 2"
        ),
        (
            "UPDATE custom_response SET method = 'TRACE'",
            "custom_response, row 'r', column method: expected one of GET, POST, PUT, PATCH, DELETE,"
                + " found a text"
        ),
        (
            "UPDATE custom_response SET body = '{'",
            "custom_response, row 'r', column body: expected JSON, found a text"
        ),
    ]

    /// The id that the first person gets from random numbers that begin as they do here.
    private static let mira: String = {
        let domain = try? Domain.fresh()
        return (try? domain?.person("Mira").id.text) ?? ""
    }()

    @Test(arguments: faults.indices)
    func `a value that is not right is named`(index: Int) throws {
        let (change, words) = Self.faults[index]
        #expect(try fault(change) == words)
    }

    @Test
    func `the present and the next id can be the largest, and dates any that there are`() throws {
        let change = """
            UPDATE post SET views = (1 << 53) - 1, created_at = -62167219200000000;
            UPDATE comment SET created_at = 253402300799999999;
            UPDATE community_post SET created_at = -(1 << 62), updated_at = 1 << 62;
            UPDATE sqlite_sequence SET seq = (1 << 53) - 1;
            """
        #expect(try fault(change) == nil)
    }

    @Test
    func `counts are counted anew`() throws {
        let image = try ContentFile.image(
            of: content(
                """
                UPDATE post SET likes = -9223372036854775808, comments = 99;
                UPDATE community_post SET likes = -1, comments = 9223372036854775807;
                UPDATE author_total SET posts = -9223372036854775808;
                UPDATE status_total SET posts = 9223372036854775807;
                INSERT INTO status_total VALUES ('draft', 9223372036854775807);
                """
            ).serialize()
        )
        #expect(try dump(Connection(.pages(image))) == dump(content("")))
    }

    @Test
    func `a record is kept as JavaScript writes it`() throws {
        let change = """
            UPDATE document_import SET body =
                '{ "id" : 1.0, "todo" : "x", "completed" : true, "userId" : 1e0 }'
            WHERE kind = 3
            """
        let image = try ContentFile.image(of: content(change).serialize())
        let body = try Connection(.pages(image)).first(
            "SELECT body FROM document_import WHERE kind = 3"
        ) { $0.text(0) }
        #expect(body == #"{"id":1,"todo":"x","completed":true,"userId":1}"#)
    }

    // MARK: The search index

    private func manyPosts(_ change: String) throws -> Connection {
        let domain = try Domain.fresh()
        let mira = try domain.person("Mira")
        for number in 0..<300 { try domain.post("Number \(number) of many", by: mira) }
        try domain.work.commit()
        try domain.work.connection.script(change)
        return domain.work.connection
    }

    @Test(
        arguments: [
            "INSERT INTO post_search (post_search) VALUES ('delete-all')",
            "INSERT INTO post_search (rowid, text) VALUES (9999, 'number 77 of many')",
            "DROP TABLE post_search",
            """
            DROP TABLE post_search;
            CREATE VIRTUAL TABLE post_search USING fts5 (words)
            """,
            "DROP TABLE post_search; CREATE TABLE post_search (text); INSERT INTO post_search"
                + " VALUES ('x')",
        ]
    )
    func `the search index is made anew`(change: String) throws {
        let image = try ContentFile.image(of: manyPosts(change).serialize())
        let domain = try Domain(Connection(.pages(image)), .frozen())
        #expect(try domain.posts.index.exists)
        #expect(try domain.posts.search("number 77 of").count == 1)
        #expect(try domain.posts.search("of many").count == 300)
        #expect(try SearchIndex.isSound(on: domain.work.connection))
    }
}

extension DocumentSet {
    /// One todo, and no other record.
    fileprivate static let sample = DocumentSet { kind in
        kind == .todos
            ? Array(#"[{"id":1,"todo":"x","completed":true,"userId":1}]"#.utf8) : Array("[]".utf8)
    }
}
