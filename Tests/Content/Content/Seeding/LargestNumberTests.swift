import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import CommunityContent
@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

/// Numbers at the ends of what a content may have, and beyond.
@Suite("Largest numbers")
struct LargestNumberTests {
    private static let largest = "9007199254740991"
    private static let ada = #"{"name": "Ada", "email": "a@x", "userId": "1""#
    private static let date = #""createdAt": "2025-01-01T00:00:00Z""#
    private static let feedPost = #""author": "a@x", "content": "C", \#(date)"#

    private func faults(_ json: String) -> [String] {
        SeedSummary.check(.bytes(Array(json.utf8), name: "s")).faults.map(\.description)
    }

    private static func seeds(_ number: String) -> [String] {
        [
            #"{"users": [\#(ada), "number": \#(number)}]}"#,
            #"{"users": [\#(ada)}], "posts": [{"author": "a@x", "title": "T", "content": "C", "#
                + #"\#(date), "views": \#(number)}]}"#,
            #"{"users": [\#(ada)}], "community": {"nextPostId": \#(number)}}"#,
            #"{"users": [\#(ada)}], "community": {"nextCommentId": \#(number)}}"#,
            #"{"users": [\#(ada)}], "community": {"posts": [{\#(feedPost), "id": \#(number)}]}}"#,
            #"{"users": [\#(ada)}], "community": {"posts": [{\#(feedPost), "comments": "#
                + #"[{\#(feedPost), "id": \#(number)}]}]}}"#,
            #"{"dummyjson": {"changes": {"posts": [{"id": \#(number)}]}}}"#,
            #"{"dummyjson": {"deleted": {"posts": [\#(number)]}}}"#,
            #"{"dummyjson": {"imported": {"quotes": [{"id": \#(number), "quote": "Q", "#
                + #""author": "A"}]}}}"#,
            #"{"dummyjson": {"imported": {"todos": [{"id": 1, "todo": "T", "completed": true, "#
                + #""userId": \#(number)}]}}}"#,
        ]
    }

    @Test(arguments: seeds("9223372036854775807") + seeds("9007199254740993") + seeds("1e19"))
    func `a number beyond them is a fault`(json: String) {
        #expect(faults(json).count == 1)
    }

    @Test
    func `a number that is too large is told from one that is too small`() {
        #expect(
            faults(#"{"users": [\#(Self.ada), "number": 9223372036854775807}]}"#) == [
                "s:1:69: users[0].number: expected a number of at most 9007199254740991, "
                    + "found 9223372036854775807"
            ]
        )
        #expect(
            faults(#"{"dummyjson": {"changes": {"posts": [{"id": -9223372036854775808}]}}}"#)
                == ["s:1:45: dummyjson.changes.posts[0].id: expected a number below 2^53"]
        )
    }

    @Test(arguments: seeds(largest))
    func `the largest number is loaded and exported, and what comes next can be`(
        json: String
    ) throws {
        #expect(faults(json) == [])
        let domain = try Domain.inMemory(.frozen(), seed: .bytes(Array(json.utf8), name: "s"))
        for kind in DocumentKind.allCases {
            let id = domain.documents.nextID(kind)
            #expect((1...Int64.largestInContent).contains(id))
            try domain.documents.put(kind, id: id, text: Array(#"{"id":\#(id)}"#.utf8))
            #expect(domain.documents.find(kind, id)?.id == id)
        }
        if let user = try domain.users.credentials(email: "a@x")?.user {
            try domain.post("Another", by: user)
            for post in try domain.posts.keys(.status("published"), limit: 9, offset: 0) {
                try domain.posts.countView(key: post)
            }
        }
        _ = try domain.person("Ben")
        try domain.work.commit()
        #expect(try !SeedExport.json(of: domain.work.connection).isEmpty)
    }

    @Test
    func `the feed goes on with the lowest free id, and counting of views stops`() throws {
        let domain = try Domain.inMemory(
            .frozen(),
            seed: .bytes(
                Array(
                    """
                    {"users": [\(Self.ada)}], "posts": [{"author": "a@x", "title": "T",
                      "content": "C", \(Self.date), "views": 9007199254740990}],
                     "community": {"posts": [{\(Self.feedPost), "id": 1, "comments": [
                      {\(Self.feedPost), "id": 1}]}, {\(Self.feedPost), "id": 3}],
                      "nextPostId": 9007199254740992, "nextCommentId": 9007199254740991}}
                    """.utf8
                ),
                name: "s"
            )
        )
        func comment() throws -> Int64 {
            var id: Int64 = 0
            _ = try domain.feed.addComment(to: 1, content: "D", by: 1) { id = $0.id }
            return id
        }
        let draft = FeedPost.Draft(content: "New")
        #expect(try (0..<3).map { _ in try domain.feed.create(draft, by: 1) } == [2, 4, 5])
        #expect(try (0..<3).map { _ in try comment() } == [9_007_199_254_740_991, 2, 3])
        let key = try domain.posts.key(ofSlug: "t")
        for _ in 0..<3 { try domain.posts.countView(key: key) }
        #expect(try domain.posts.seen(key).views == 9_007_199_254_740_991)
        try domain.work.commit()
        let exported = try SeedExport.json(of: domain.work.connection)
        #expect(faults(String(decoding: exported, as: UTF8.self)) == [])
    }

    @Test(arguments: [Int64.max, .min, .largestInContent + 1])
    func `a database with any number is read, changed and exported`(number: Int64) throws {
        let domain = try Domain.fresh()
        let connection = domain.work.connection
        let user = try domain.person("Ada")
        let post = try domain.post("Tide", by: user)
        _ = try domain.feed.create(.init(content: "C"), by: 1)
        try domain.work.commit()
        let number = Value.integer(number)
        try connection.run("INSERT INTO user SELECT ?1, 'u', 'e', 'n', NULL, NULL, 0, 0", [number])
        try connection.run("UPDATE post SET views = ?1, created_at = ?1, updated_at = ?1", [number])
        try connection.run("UPDATE author_total SET posts = ?1", [number])
        try connection.run("UPDATE sqlite_sequence SET seq = ?1", [number])
        try connection.run(
            "INSERT INTO document_change (kind, id, body) VALUES (0, ?1, json_object('id', ?1))",
            [number]
        )
        let other = try Domain(connection, .frozen())
        #expect(try other.posts.count(.allOf(user.id)) != 1)
        try other.posts.countView(key: post.key)
        let id = other.documents.nextID(.posts)
        try other.documents.put(.posts, id: id, text: Array(#"{"id":\#(id)}"#.utf8))
        let count = other.documents.count(.posts)
        for record in other.documents.all(.posts).suffix(2) {
            try other.documents.put(
                .posts,
                id: record.id,
                text: Array(#"{"id":\#(record.id)}"#.utf8)
            )
        }
        #expect(other.documents.count(.posts) == count)
        try other.work.commit()
        #expect(try !SeedExport.json(of: connection).isEmpty)
        #expect(try Domain(connection, .frozen()).documents.count(.posts) == count)
    }
}
