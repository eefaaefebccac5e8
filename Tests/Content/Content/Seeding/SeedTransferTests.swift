import MockPostlyCrypto
import MockPostlyJSON
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import CommunityContent
@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

/// The members of the format that exports need.
@Suite("Seed members for exports")
struct SeedTransferTests {
    private static let ada = #"{"name": "Ada", "email": "a@x", "userId": "1"}"#
    private static let hash = String(repeating: "a", count: 64)
    private static let date = #""createdAt": "2025-01-01T00:00:00Z""#

    private func faults(_ json: String) -> [String] {
        SeedSummary.check(.bytes(Array(json.utf8), name: "s")).faults.map(\.description)
    }

    private func domain(_ json: String) throws -> Domain {
        try Domain.inMemory(.frozen(), seed: .bytes(Array(json.utf8), name: "s"))
    }

    @Test
    func `people can be named by their ids, and strangers write and like`() throws {
        let domain = try domain(
            """
            {"users": [\(Self.ada)],
             "posts": [{"author": {"userId": "1"}, "title": "T", "content": "C", \(Self.date),
              "likes": [{"userId": "9"}, "a@x"]},
              {"author": {"userId": "9"}, "authorName": "Gone", "authorEmail": "g@x",
               "authorPicture": "https://p", "title": "U", "content": "C", \(Self.date),
               "comments": [{"author": {"userId": "8"}, "authorName": "Also gone",
                "content": "D", \(Self.date)}]}],
             "community": {"members": [{"user": {"userId": "1"}}]}}
            """
        )
        let first = try domain.posts.seen(domain.posts.key(ofSlug: "t"))
        #expect(first.author.name == "Ada" && first.likes == 2)
        #expect(try domain.posts.isLiked(first.id, by: User.ID("9")))
        let second = try domain.posts.seen(domain.posts.key(ofSlug: "u"))
        let gone = User(id: User.ID("9"), email: "g@x", name: "Gone", picture: "https://p")
        #expect(second.author == gone)
        #expect(try domain.members.isMember(1))
        #expect(try domain.totals() == (posts: 2, users: 1, comments: 1))
    }

    @Test
    func `a custom response may be as deep as clients send it`() throws {
        let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        let first = try Domain.fresh()
        let response = CustomResponse(method: "GET", body: Array(deep.utf8), createdAt: .frozen)
        try first.customResponses.add("r", response)
        try first.work.commit()
        let seed = try SeedExport.json(of: first.work.connection)
        let second = try domain(String(decoding: seed, as: UTF8.self))
        #expect(try second.customResponses.find("r") == response)
        #expect(!faults(String(decoding: seed, as: UTF8.self).replacing("[[", with: "[{")).isEmpty)
    }

    @Test
    func `numbers and hashes are taken as they are`() throws {
        let stored = PasswordHash.seeded("secret", salt: [1]).stored
        let domain = try domain(
            """
            {"users": [{"name": "A", "email": "a@x", "number": 7, "passwordHash": "\(stored)",
              "lastLogin": "2025-02-01T00:00:00Z"}, {"name": "B", "email": "b@x"}],
             "community": {"posts": [{"id": 5, "author": "b@x", "content": "C", \(Self.date),
              "comments": [{"id": 9, "author": "a@x", "content": "D", \(Self.date)}]},
              {"author": "a@x", "content": "Later", \(Self.date)}],
              "tokens": [{"user": "a@x", "hash": "\(Self.hash)", \(Self.date)},
               {"user": "b@x", "hash": "\(String(repeating: "b", count: 64))",
                "revokedAt": "2025-01-02T00:00:00Z"}],
              "nextPostId": 20, "nextCommentId": 3}}
            """
        )
        let credentials = try #require(try domain.users.credentials(email: "a@x"))
        #expect(credentials.password?.matches("secret") == true)
        #expect(credentials.user.lastLogin == Instant(seconds: 1_738_368_000))
        #expect(try domain.members.find(8)?.name == "B")
        #expect(try domain.feed.author(of: 5) == 8)
        #expect(try domain.feed.author(of: 6) == 7)
        #expect(try domain.feed.create(.init(content: "New"), by: 7) == 20)
        let comment = try domain.feed.addComment(to: 5, content: "E", by: 7) {
            #expect($0.id == 10)
        }
        #expect(comment == 2)
        #expect(try domain.apiTokens.standing(ofHash: Self.hash) == .valid(7))
        let revoked = String(repeating: "b", count: 64)
        #expect(try domain.apiTokens.standing(ofHash: revoked) == .revoked)
    }

    @Test
    func `records of DummyJSON are changed and deleted`() throws {
        let domain = try domain(
            """
            {"dummyjson": {"changes": {"quotes": [{ "id": 1, "quote": "Q" }, {"id": 9000}]},
             "deleted": {"quotes": [2]},
             "customResponses": [{"identifier": "i", "method": "GET", "body": "[1]", \(Self.date)}]}}
            """
        )
        let quote = try #require(domain.documents.find(.quotes, 1))
        #expect(quote.value.rawText.elementsEqual(#"{"id":1,"quote":"Q"}"#.utf8))
        #expect(domain.documents.find(.quotes, 2) == nil)
        #expect(domain.documents.nextID(.quotes) == 9001)
        #expect(try domain.customResponses.find("i")?.body == Array("[1]".utf8))
    }

    @Test(arguments: [
        (
            #"{"users": [{"name": "A", "email": "a@x", "passwordHash": "x"}]}"#,
            #"s:1:58: users[0].passwordHash: expected a hash such as "#
                + #""$scrypt$ln=12,r=8,p=1$salt$hash", found "x""#
        ),
        (
            #"{"users": [\#(ada), {"name": "B", "email": "b@x", "number": 0}]}"#,
            "s:1:100: users[1].number: expected a whole number from 1 up, found 0"
        ),
        (
            // The number that the first one has got without asking.
            #"{"users": [\#(ada), {"name": "B", "email": "b@x", "number": 1}]}"#,
            "s:1:100: users[1].number: another user has the number 1"
        ),
        (
            #"{"users": [\#(ada)], "community": {"members": [{"user": {"userId": "2"}}]}}"#,
            "s:1:96: community.members[0].user: expected the userId of a user of this seed, "
                + "found an object"
        ),
        (
            #"{"users": [\#(ada)], "community": {"members": [{"user": {"id": "2"}}]}}"#,
            "s:1:96: community.members[0].user.userId: is missing\n"
                + "s:1:97: community.members[0].user.id: unknown name; expected one of userId"
        ),
        (
            #"{"users": [\#(ada)], "community": {"tokens": [{"user": "a@x", "hash": "A"}]}}"#,
            "s:1:110: community.tokens[0].hash: expected 64 hexadecimal digits in lower case, "
                + #"found "A""#
        ),
        (
            #"{"users": [\#(ada)], "posts": [{"author": {"userId": "2"}, "title": "", "#
                + #""content": "", \#(date)}]}"#,
            "s:1:71: posts[0].authorName: is missing\n"
                + "s:1:71: posts[0].authorEmail: is missing"
        ),
        (
            #"{"dummyjson": {"deleted": {"posts": [1, 1, "2"], "x": []}}}"#,
            "s:1:41: dummyjson.deleted.posts[1]: the record 1 is changed or deleted twice\n"
                + #"s:1:44: dummyjson.deleted.posts[2]: expected the id of a record, found "2""#
                + "\ns:1:50: dummyjson.deleted.x: unknown name; expected one of posts, users, "
                + "comments, todos, quotes, products, recipes, carts"
        ),
        (
            #"{"dummyjson": {"imported": {"quotes": [{"id": 1, "quote": 1}]}}}"#,
            "s:1:40: dummyjson.imported.quotes[0].author: is missing\n"
                + "s:1:59: dummyjson.imported.quotes[0].quote: expected a text"
        ),
        (#"{"exact": 1}"#, "s:1:11: exact: expected true or false, found 1"),
    ])
    func `what is wrong is refused with place, member and words`(json: String, fault: String) {
        #expect(faults(json).joined(separator: "\n") == fault)
    }

    @Test
    func `an exact file has what the API could have made`() throws {
        let text =
            """
            {"exact": true, "users": [{"name": "", "email": "", "userId": "x"},
              {"name": "B", "email": "", "userId": "y", "profilePicture": "z"}],
             "posts": [{"author": "", "title": "", "content": "", "coverImage": "c",
              "createdAt": 5, "updatedAt": 4, "slug": "s"},
              {"author": "", "title": "", "content": "", "createdAt": 5, "slug": "s"}],
             "community": {"posts": [{"author": "", "content": " ", "createdAt": 1}]}}
            """
        #expect(faults(text) == [])
        let domain = try domain(text)
        #expect(try domain.users.credentials(email: "")?.user.id == User.ID("x"))
        #expect(faults(String(text.dropFirst(16)).inBraces).count > 5)
    }
}

extension String {
    fileprivate var inBraces: String { "{" + self }
}
