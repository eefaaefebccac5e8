import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns

@Suite
struct SeedReaderTests {
    @Test
    func `an empty seed holds nothing`() throws {
        let reader = try SeedReader(.empty)
        #expect(reader.users.isEmpty)
        #expect(reader.posts.isEmpty)
    }

    @Test
    func `every member is read`() throws {
        let folder = try SeedFolder([
            "a.json": """
            {"users": [{"userId": "66d56225d1c2e39648bb8c72", "name": "Zoë 猫", "email": "z@x.org",
              "profilePicture": "https://randomuser.me/1.jpg", "password": "p",
              "createdAt": "2024-09-02T06:58:45.708216Z"}],
             "posts": [{"_id": "66d56225d1c2e39648bb8c73", "author": "z@x.org", "title": "T",
              "content": "One.\\nTwo.", "slug": "t-2", "status": "archived",
              "coverImage": "https://images.pexels.com/1.jpg",
              "createdAt": "2025-01-01T00:00:00Z", "updatedAt": "2025-01-01T02:00:00+01:00",
              "views": 12, "likes": ["z@x.org"], "comments": [
               {"_id": "66d56225d1c2e39648bb8c74", "author": "z@x.org", "content": "C",
                "createdAt": "2025-01-02T00:00:00Z"}]}]}
            """
        ])
        let reader = try SeedReader(folder.source)
        #expect(
            reader.users == [
                SeedUser(
                    userID: "66d56225d1c2e39648bb8c72",
                    name: "Zoë 猫",
                    email: "z@x.org",
                    picture: "https://randomuser.me/1.jpg",
                    password: "p",
                    createdAt: Instant(microseconds: 1_725_260_325_708_216)
                )
            ]
        )
        let expected = SeedPost(
            id: try #require(ObjectID(hex: "66d56225d1c2e39648bb8c73")),
            author: 0,
            title: "T",
            content: "One.\nTwo.",
            slug: "t-2",
            status: "archived",
            coverImage: "https://images.pexels.com/1.jpg",
            createdAt: Instant(seconds: 1_735_689_600),
            updatedAt: Instant(seconds: 1_735_693_200),
            views: 12,
            likes: [0]
        )
        let comment = SeedComment(
            id: try #require(ObjectID(hex: "66d56225d1c2e39648bb8c74")),
            author: 0,
            content: "C",
            createdAt: Instant(seconds: 1_735_776_000)
        )
        #expect(reader.posts == [.init(post: expected, comments: [comment])])
        #expect(reader.counts == SeedCounts(users: 1, posts: 1, comments: 1, likes: 1))
    }

    @Test
    func `members that are absent have the values of the documentation`() throws {
        let folder = try SeedFolder([
            "a.json": """
            {"users": [{"name": "", "email": "a@x"}, {"name": "B", "email": "b@x",
              "password": "p", "profilePicture": null}],
             "posts": [{"author": "a@x", "title": "", "content": [],
              "createdAt": "2025-01-01T00:00:00Z"}]}
            """
        ])
        let reader = try SeedReader(folder.source)
        #expect(reader.users.map(\.picture) == [nil, nil])
        #expect(reader.users.map(\.password) == [nil, "p"])
        #expect(reader.users.map(\.createdAt.seconds) == [1_704_067_200, 1_704_067_200])
        #expect(reader.users[0].userID.utf8.count == 21)
        #expect(reader.users[0].userID.utf8.allSatisfy { 48...57 ~= $0 })
        #expect(ObjectID(hex: reader.users[1].userID)?.seconds == 1_704_067_200)
        let post = try #require(reader.posts.first)
        #expect(post.content.isEmpty && post.slug == nil && post.status == "published")
        #expect(post.coverImage == nil && post.updatedAt == post.createdAt && post.views == 0)
        #expect(post.likes.isEmpty && post.comments.isEmpty)
    }

    @Test
    func `paragraphs are joined by a blank line`() throws {
        let folder = try SeedFolder([
            "a.json": """
            {"users": [{"name": "A", "email": "a@x"}], "posts": [{"author": "a@x", "title": "T",
             "content": ["One.", "", "Three."], "createdAt": "2025-01-01T00:00:00Z"}]}
            """
        ])
        #expect(try SeedReader(folder.source).posts.map(\.content) == ["One.\n\n\n\nThree."])
    }

    @Test
    func `a post may stand in a file before its author's`() throws {
        let folder = try SeedFolder([
            "1.json": #"{"posts": [{"author": "a@x", "title": "T", "content": "C", "#
                + #""createdAt": "2025-01-01T00:00:00Z"}]}"#,
            "2.json": #"{"users": [{"name": "B", "email": "b@x"}]}"#,
            "3.json": #"{"users": [{"name": "A", "email": "a@x"}]}"#,
        ])
        let reader = try SeedReader(folder.source)
        #expect(reader.users.map(\.name) == ["B", "A"])
        #expect(reader.posts.map(\.author) == [1])
    }

    @Test
    func `files and directories count in the order given, and names by their bytes`() throws {
        let folder = try SeedFolder([
            "b.json": #"{"users": [{"name": "b", "email": "b@x"}]}"#,
            "B.json": #"{"users": [{"name": "B", "email": "B@x"}]}"#,
            "a/10.json": #"{"users": [{"name": "10", "email": "10@x"}]}"#,
            "a/9.json": #"{"users": [{"name": "9", "email": "9@x"}]}"#,
            "a/deep/1.json": "not read",
            "a/.hidden.json": "not read",
            "a/notes.txt": "not read",
        ])
        let paths = [folder.path + "/b.json", folder.path + "/a/", folder.path + "/B.json"]
        #expect(try SeedReader(.paths(paths)).users.map(\.name) == ["b", "10", "9", "B"])
        #expect(try SeedReader(folder.source).users.map(\.name) == ["B", "b"])
    }

    @Test
    func `a byte order mark is skipped`() throws {
        let folder = try SeedFolder(["a.json": "\u{FEFF}{\"users\": [], \"posts\": []}"])
        #expect(try SeedReader(folder.source).counts == SeedCounts())
    }

    @Test
    func `a seed too large to keep in memory gives the same posts`() throws {
        let posts = (0..<30).map { number in
            """
            {"author": "a@x", "title": "T", "content": "\(number)", "likes": ["a@x"],
             "createdAt": "2025-01-01T00:00:00.\(number)Z", "comments": [{"author": "a@x",
              "content": "C", "createdAt": "2025-01-01T00:00:00Z"}]}
            """
        }
        let file = "{\"posts\": [" + posts.joined(separator: ",\n") + "]}"
        let folder = try SeedFolder([
            "z.json": #"{"users": [{"name": "A", "email": "a@x", "password": "p"}]}"#,
            "a.json": file, "b.json": file,
        ])
        let kept = try SeedReader(folder.source)
        let reread = try SeedReader(folder.source, smallSeed: 3_000)
        #expect(reread.counts == SeedCounts(users: 1, posts: 60, comments: 60, likes: 60))
        #expect(kept.counts == reread.counts && kept.users == reread.users)
        let all = reread.posts
        #expect(all == kept.posts)
        // The same author, title and second everywhere: only the counter keeps ids apart.
        #expect(Set(all.map(\.id)).count == 60)
        #expect(Set(all.flatMap(\.comments).map(\.id)).count == 60)
    }
}

@Suite
struct SeedIDTests {
    @Test
    func `ids that are absent are always the same`() throws {
        let folder = try SeedFolder([
            "a.json": """
            {"users": [{"name": "A", "email": "a@x", "password": "p",
              "createdAt": "2025-01-01T00:00:00Z"}, {"name": "B", "email": "b@x"}],
             "posts": [{"author": "a@x", "title": "T", "content": "C",
              "createdAt": "2025-01-01T00:00:00Z", "comments": [
               {"author": "b@x", "content": "1", "createdAt": "2025-01-01T00:00:01Z"},
               {"author": "b@x", "content": "2", "createdAt": "2025-01-01T00:00:01Z"}]}]}
            """
        ])
        let reader = try SeedReader(folder.source)
        let post = try #require(reader.posts.first)
        #expect(
            reader.users.map(\.userID) == ["67748580834827baa3000000", "113241907387755023822"]
        )
        #expect(post.id.hex == "6774858093ecf153d1000000")
        let comments = ["67748581e7d4e41351000000", "67748581e7d4e41351000001"]
        #expect(post.comments.map(\.id.hex) == comments)
    }

    @Test
    func `two posts of one author, title and second differ in the counter`() throws {
        let post =
            #"{"author": "a@x", "title": "T", "content": "C", "#
            + #""createdAt": "2025-01-01T00:00:00Z"}"#
        let folder = try SeedFolder([
            "a.json": #"{"users": [{"name": "A", "email": "a@x"}], "posts": [\#(post), \#(post)]}"#
        ])
        let ids = try SeedReader(folder.source).posts.map(\.id.hex)
        #expect(ids[0].dropLast(6) == ids[1].dropLast(6))
        #expect(ids.map { $0.suffix(6) } == ["000000", "000001"])
    }

    @Test
    func `author and title both count for an id`() throws {
        let posts = [("a@x", "T"), ("b@x", "T"), ("a@x", "U")].map { author, title in
            #"{"author": "\#(author)", "title": "\#(title)", "content": "C", "#
                + #""createdAt": "2025-01-01T00:00:00Z"}"#
        }
        let folder = try SeedFolder([
            "a.json": """
            {"users": [{"name": "A", "email": "a@x"}, {"name": "B", "email": "b@x"}],
             "posts": [\(posts.joined(separator: ","))]}
            """
        ])
        let ids = try SeedReader(folder.source).posts.map(\.id.hex)
        #expect(Set(ids.map { $0.dropLast(6) }).count == 3)
        #expect(ids.allSatisfy { $0.hasPrefix("67748580") && $0.hasSuffix("000000") })
    }

    @Test
    func `an id that a file gives away is not derived again`() throws {
        let post =
            #"{"author": "a@x", "title": "T", "content": "C", "#
            + #""createdAt": "2025-01-01T00:00:00Z""#
        let users = #""users": [{"name": "A", "email": "a@x"}]"#
        let folder = try SeedFolder(["a.json": "{\(users), \"posts\": [\(post)}]}"])
        let id = try #require(SeedReader(folder.source).posts.first).id.hex
        try folder.write(
            #"{\#(users), "posts": [\#(post), "_id": "\#(id)"}, \#(post)}]}"#,
            to: "a.json"
        )
        let ids = try SeedReader(folder.source).posts.map(\.id.hex)
        #expect(ids == [id, id.dropLast(6) + "000001"])
    }
}
