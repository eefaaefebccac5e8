import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import CommunityContent
@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

private let users = #"""
    "users": [{"name": "A", "email": "a@x", "createdAt": "2025-01-01T00:00:00Z"},
      {"name": "B", "email": "b@x"}]
    """#
private let token = "for-tests-only-for-tests-only-for-tests-001"

/// A seed file with two people and this community.
private func file(_ community: String) -> String {
    "{\(users),\n\"community\": \(community)}"
}

@Suite
struct SeedCommunityTests {
    @Test
    func `every member is read`() throws {
        let folder = try SeedFolder([
            "a.json": file(
                """
                {"members": ["b@x", {"user": "a@x", "joinedAt": "2025-02-01T00:00:00Z"}],
                 "posts": [{"author": "a@x", "content": "C", "imageUrl": "https://x/1.jpg",
                  "createdAt": "2025-03-01T00:00:00Z", "updatedAt": "2025-03-02T00:00:00Z",
                  "likes": ["b@x", "a@x"], "comments": [{"author": "b@x", "content": "D",
                   "createdAt": "2025-03-03T00:00:00Z"}]}],
                 "tokens": [{"user": "b@x", "token": "\(token)"}]}
                """
            )
        ])
        let reader = try SeedReader(folder.source)
        let expected = SeedReader.ReadCommunity(
            members: [
                .init(user: 1, joinedAt: PeopleSeed.usualCreation),
                .init(user: 0, joinedAt: Instant(seconds: 1_738_368_000)),
            ],
            posts: [
                .init(
                    author: 0,
                    content: "C",
                    imageURL: "https://x/1.jpg",
                    createdAt: Instant(seconds: 1_740_787_200),
                    updatedAt: Instant(seconds: 1_740_873_600),
                    likes: [1, 0],
                    comments: [
                        .init(
                            author: 1,
                            content: "D",
                            createdAt: Instant(seconds: 1_740_960_000)
                        )
                    ]
                )
            ],
            tokens: [.init(user: 1, text: token)]
        )
        #expect(reader.community == expected)
        let counts = reader.counts.community
        #expect(counts.members == 2 && counts.posts == 1 && counts.comments == 1)
        #expect(counts.likes == 2 && counts.tokens == 1)
        #expect(SeedSummary.check(folder.source).counts == reader.counts)
        #expect(try SeedReader(folder.source, smallSeed: 0).community == expected)
    }

    @Test
    func `members that are absent have the values of the documentation`() throws {
        let folder = try SeedFolder([
            "a.json": file(
                """
                {"members": [{"user": "a@x"}], "posts": [{"author": "a@x", "content": "C",
                  "createdAt": "2025-03-01T00:00:00Z", "imageUrl": null}]}
                """
            )
        ])
        let community = try SeedReader(folder.source).community
        #expect(community.members.map(\.joinedAt.seconds) == [1_735_689_600])
        let post = try #require(community.posts.first)
        #expect(post.imageURL == nil && post.updatedAt == post.createdAt)
        #expect(post.likes.isEmpty && post.comments.isEmpty && community.tokens.isEmpty)
    }

    @Test(arguments: communityFaults)
    func `what is wrong is refused with place, member and words`(wrong: Wrong) throws {
        let folder = try SeedFolder(["a.json": wrong.text])
        #expect(folder.faults() == ["a.json:\(wrong.place): \(wrong.fault)"])
    }

    @Test
    func `what two files share is a fault of the later one`() throws {
        let community =
            #"{"community": {"members": ["a@x"], "tokens": [{"user": "a@x", "#
            + "\"token\": \"\(token)\"}]}}"
        let folder = try SeedFolder([
            "1.json": "{\(users)}", "2.json": community, "3.json": community,
        ])
        #expect(
            folder.faults() == [
                "3.json:1:28: community.members[0]: a@x is a member twice",
                "3.json:1:72: community.tokens[0].token: the token is there twice",
            ]
        )
    }

    @Test
    func `ids follow the dates, whatever the order of the files`() throws {
        func post(_ content: String, _ day: Int, comments: [(String, Int)]) -> String {
            let comments = comments.map {
                #"{"author": "b@x", "content": "\#($0)", "createdAt": "2025-03-0\#($1)T00:00:00Z"}"#
            }
            return """
                {"author": "a@x", "content": "\(content)", "likes": ["b@x", "a@x"],
                 "createdAt": "2025-03-0\(day)T00:00:00Z",
                 "comments": [\(comments.joined(separator: ","))]}
                """
        }
        let later = post("later", 2, comments: [("first", 3), ("third", 5)])
        let earlier = post("earlier", 1, comments: [("second", 4)])
        let folder = try SeedFolder([
            "a.json": file(
                """
                {"members": ["b@x"], "posts": [\(later), \(earlier)],
                 "tokens": [{"user": "a@x", "token": "\(token)"}]}
                """
            )
        ])
        let domain = try Domain.fresh()
        for _ in 0..<2 {
            // What stood there before leaves no trace, not even in the ids.
            try domain.reset(toFilesOf: folder.source)
            #expect(try domain.feed.page(9, 0) == ["later", "earlier"])
            let post = try domain.feed.seen(2)
            #expect(post.content == "later" && post.likes == 2 && post.likedBy == "[2,1]")
            #expect(post.comments == 2 && post.createdAt == 1_740_873_600)
            #expect(try domain.feed.comments(2) == ["first", "third"])
            let ids = try domain.work.connection.all(
                "SELECT id FROM community_comment WHERE post = 2"
            ) { $0.int(0) }
            #expect(ids == [1, 3])
            #expect(try domain.members.isMember(2) && !domain.members.isMember(1))
            let hash = APIToken.hash(of: token)
            #expect(try domain.apiTokens.standing(ofHash: hash) == .valid(1))
            try domain.feedPost("new", by: #require(try domain.members.find(1)))
        }
        try domain.reset(toFilesOf: .empty)
        #expect(try domain.feed.count() == 0 && !domain.members.isMember(2))
    }

    @Test
    func `the standard seed has a community`() throws {
        let reader = try SeedReader(.standard)
        let community = reader.community
        #expect(community.posts.count == 60 && community.tokens.count == 2)
        #expect(community.members.count == 37)
        let outsiders = Set(reader.users.indices).subtracting(community.members.map(\.user))
        #expect(outsiders.contains { reader.users[$0].password != nil })
        var since: [Int: Instant] = [:]
        for member in community.members {
            since[member.user] = member.joinedAt
            #expect(reader.users[member.user].createdAt <= member.joinedAt)
        }
        for post in community.posts {
            for user in [post.author] + post.likes + post.comments.map(\.author) {
                let joined = try #require(since[user])
                #expect(joined <= post.createdAt)
            }
            #expect(post.comments.allSatisfy { $0.createdAt > post.createdAt })
        }
        #expect(Set(community.posts.map(\.content)).count == 60)
        let names = community.tokens.map { reader.users[$0.user].email }
        #expect(names == ["mira.sol@example.com", "theo.lindqvist@example.com"])
    }
}

private let communityFaults = [
    Wrong(file("▸[]"), "community: expected an object, found an empty array"),
    Wrong(
        file(#"{▸"x": 1}"#),
        "community.x: unknown name; expected one of members, posts, tokens, "
            + "nextPostId, nextCommentId"
    ),
    Wrong(file(#"{"members": ▸{}}"#), "community.members: expected an array, found an object"),
    Wrong(
        file(#"{"members": [▸1]}"#),
        "community.members[0]: expected an e-mail or an object, found 1"
    ),
    Wrong(
        file(#"{"members": [▸"c@x"]}"#),
        #"community.members[0]: expected the e-mail of a user of this seed, found "c@x""#
    ),
    Wrong(
        file(#"{"members": ["a@x", {"user": ▸"a@x"}]}"#),
        "community.members[1].user: a@x is a member twice"
    ),
    Wrong(file(#"{"members": [▸{}]}"#), "community.members[0].user: is missing"),
    Wrong(
        file(#"{"members": [{"user": "a@x", ▸"y": 1}]}"#),
        "community.members[0].y: unknown name; expected one of user, joinedAt"
    ),
    Wrong(
        file(#"{"members": [{"user": "a@x", "joinedAt": ▸"today"}]}"#),
        "community.members[0].joinedAt: expected a date such as "
            + #""2026-02-14T12:34:56.123456Z", found "today""#
    ),
    Wrong(file(#"{"posts": [▸3]}"#), "community.posts[0]: expected an object, found 3"),
    Wrong(
        file(#"{"posts": [{"author": "a@x", "content": ▸" ", "createdAt": \#(date)}]}"#),
        "community.posts[0].content: expected a text that is not blank, of at most 5000 "
            + #"characters, found " ""#
    ),
    Wrong(
        file(#"{"posts": [{\#(post), ▸"_id": "1"}]}"#),
        "community.posts[0]._id: unknown name; expected one of author, content, imageUrl, "
            + "createdAt, updatedAt, likes, comments, id"
    ),
    Wrong(
        file(#"{"posts": [{\#(post), "imageUrl": ▸"x"}]}"#),
        #"community.posts[0].imageUrl: expected https://… or http://… or null, found "x""#
    ),
    Wrong(
        file(#"{"posts": [{\#(post), "updatedAt": ▸"2025-02-28T00:00:00Z"}]}"#),
        "community.posts[0].updatedAt: expected a date that is not before createdAt, found "
            + #""2025-02-28T00:00:00Z""#
    ),
    Wrong(
        file(#"{"posts": [{\#(post), "likes": ["a@x", "b@x", ▸"a@x"]}]}"#),
        "community.posts[0].likes[2]: a@x likes the post twice"
    ),
    Wrong(
        file(#"{"posts": [{\#(post), "comments": [▸{"author": "a@x", "content": "C"}]}]}"#),
        "community.posts[0].comments[0].createdAt: is missing"
    ),
    Wrong(
        file(#"{"posts": [{\#(post), "comments": [{\#(post)}, {\#(older)}]}]}"#),
        "community.posts[0].comments[1].createdAt: expected a date that is not before the "
            + #"previous comment's, found "2025-02-01T00:00:00Z""#
    ),
    Wrong(
        file(#"{"tokens": [{"user": "a@x", "token": ▸"abc"}]}"#),
        "community.tokens[0].token: expected 43 characters out of A-Z, a-z, 0-9, - and _, "
            + #"found "abc""#
    ),
    Wrong(
        file(#"{"tokens": [{"user": ▸"c@x", "token": "\#(token)"}]}"#),
        #"community.tokens[0].user: expected the e-mail of a user of this seed, found "c@x""#
    ),
]

private let date = #""2025-03-01T00:00:00Z""#
private let post = #""author": "a@x", "content": "C", "createdAt": \#(date)"#
private let older = #""author": "a@x", "content": "C", "createdAt": ▸"2025-02-01T00:00:00Z""#
