import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

@Suite
struct SeedFaultTests {
    @Test(arguments: documentFaults + userFaults)
    func `a file that is wrong is refused with place, member and words`(wrong: Wrong) throws {
        let folder = try SeedFolder(["a.json": wrong.text])
        #expect(folder.faults() == ["a.json:\(wrong.place): \(wrong.fault)"])
    }

    @Test(arguments: postFaults + commentFaults)
    func `a post that is wrong is refused with place, member and words`(wrong: Wrong) throws {
        let folder = try SeedFolder(["people.json": people, "a.json": wrong.text])
        #expect(folder.faults() == ["a.json:\(wrong.place): \(wrong.fault)"])
    }

    @Test
    func `what two files share is a fault of the later one`() throws {
        let post = #"{"posts": [{\#(basics), "_id": "66d56225d1c2e39648bb8c72", "slug": "s"}]}"#
        let user = #"{"users": [{"name": "A", "email": "a@x", "userId": "1"}]}"#
        let folder = try SeedFolder([
            "1.json": user, "2.json": user, "3.json": user.replacing("a@x", with: "b@x"),
            "4.json": post, "5.json": post,
        ])
        #expect(
            folder.faults() == [
                "2.json:1:35: users[0].email: another user has the e-mail a@x",
                "3.json:1:52: users[0].userId: another user has the userId 1",
                "5.json:1:104: posts[0]._id: another post has the _id 66d56225d1c2e39648bb8c72",
                "5.json:1:140: posts[0].slug: another post has the slug s",
            ]
        )
    }

    @Test
    func `faults come in the order of the files and the places in them`() throws {
        let folder = try SeedFolder([
            "1.json": """
            {"posts": [{\(basics), "views": -1}, 3],
             "users": [{"name": "A"}], "x": 1}
            """,
            "2.json": "{\"users\": [{\"name\": 1, \"email\": \"b@x\"}]",
            "3.json": #"{"users": [{"name": 1, "email": "a@x"}]}"#,
        ])
        let faults = [
            "1.json:1:106: posts[0].views: expected a whole number from 0 up, found -1",
            "1.json:1:111: posts[1]: expected an object, found 3",
            "1.json:2:12: users[0].email: is missing",
            "1.json:2:28: x: unknown name; expected one of users, posts, community, wreely, "
                + "realworld, api, dummyjson, exact, filledAt",
            "2.json:1:40: the document ends too early",
            "3.json:1:21: users[0].name: expected a string, found 1",
        ]
        #expect(folder.faults() == faults)
        for limit in 1...5 { #expect(folder.faults(limit: limit) == Array(faults.prefix(limit))) }
        let error = #expect(throws: SeedFault.self) { try SeedReader(folder.source) }
        #expect(error?.description.hasSuffix(faults[0]) == true)
    }

    @Test
    func `a file that cannot be parsed does not make its users unknown`() throws {
        let folder = try SeedFolder(["1.json": "{\"posts\": [{\(basics)}]}", "2.json": "["])
        #expect(folder.faults() == ["2.json:1:2: the document ends too early"])
    }

    @Test
    func `no more faults are told than asked for`() throws {
        let posts = Array(repeating: "1", count: 50).joined(separator: ",")
        let folder = try SeedFolder(["a.json": "{\"posts\": [\(posts)]}"])
        let faults = folder.faults()
        #expect(faults.count == 20)
        #expect(faults.last == "a.json:1:50: posts[19]: expected an object, found 1")
    }

    @Test
    func `a path with nothing at it is a fault`() throws {
        let folder = try SeedFolder()
        let missing = folder.path + "/none.json"
        let summary = SeedSummary.check(.paths([missing]))
        #expect(
            summary.faults.map(\.description) == [
                missing + ": cannot be read: No such file or directory"
            ]
        )
        #expect(summary.counts == SeedCounts())
    }

    @Test
    func `a directory without seed files is a fault`() throws {
        let folder = try SeedFolder(["a.txt": "", "deep/a.json": "{}"])
        let words = "expected a directory with *.json files, found none in it"
        #expect(
            SeedSummary.check(folder.source).faults.map(\.description) == [
                folder.path + ": " + words
            ]
        )
    }
}

/// A seed file with one fault, at the mark `▸`.
struct Wrong: Sendable, CustomTestStringConvertible {
    var marked: String
    /// Member and words.
    var fault: String

    init(_ marked: String, _ fault: String) {
        (self.marked, self.fault) = (marked, fault)
    }

    var text: String { marked.replacing("▸", with: "") }

    /// Line and column of the mark.
    var place: String {
        let before = marked.prefix { $0 != "▸" }
        let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
        return "\(lines.count):\((lines.last ?? "").unicodeScalars.count + 1)"
    }

    var testDescription: String { fault }
}

private let date = #"a date such as "2026-02-14T12:34:56.123456Z""#
private let basics =
    #""author": "a@x", "title": "T", "content": "C", "createdAt": "2025-01-01T00:00:00Z""#
private let people = #"{"users": [{"name": "A", "email": "a@x"}, {"name": "B", "email": "b@x"}]}"#

private let documentFaults = [
    Wrong("▸", "the document is empty"),
    Wrong("{\"users\": [\n▸}]}", "expected a value"),
    Wrong("{\"users\": []} ▸x", "text after the value"),
    Wrong("{\"é\": \"é▸\n\"}", "a control character in a string must be escaped"),
    Wrong("▸[]", "expected an object, found an empty array"),
    Wrong("{\"users\": ▸{}}", "users: expected an array, found an object"),
    Wrong("{\n \"posts\": ▸\"x\"}", "posts: expected an array, found \"x\""),
    Wrong(
        "{▸\"é\": 1, \"users\": []}",
        "é: unknown name; expected one of users, posts, community, wreely, "
            + "realworld, api, dummyjson, exact, filledAt"
    ),
    Wrong("{\"users\": [], ▸\"users\": []}", "users: is there twice"),
    Wrong("{\"posts\": ▸null}", "posts: expected an array, found null"),
]

private let userFaults = [
    Wrong("▸7", "users[0]: expected an object, found 7"),
    Wrong(#"▸{"email": "a@x"}"#, "users[0].name: is missing"),
    Wrong(#"▸{"name": "A"}"#, "users[0].email: is missing"),
    Wrong(
        #"{"name": ▸null, "email": "a@x"}"#,
        "users[0].name: expected a string, found null"
    ),
    Wrong(
        #"{"name": "A", "email": ▸"a"}"#,
        #"users[0].email: expected an e-mail address, found "a""#
    ),
    Wrong(
        #"{"name": "A", "email": ▸"a@b@c"}"#,
        #"users[0].email: expected an e-mail address, found "a@b@c""#
    ),
    Wrong(
        #"{"name": "A", "email": ▸"a b@c"}"#,
        #"users[0].email: expected an e-mail address, found "a b@c""#
    ),
    Wrong(
        #"{"name": "A", "email": "a@x"}, {"name": "B", "email": ▸"a@x"}"#,
        "users[1].email: another user has the e-mail a@x"
    ),
    Wrong(
        #"{"name": "A", "email": "a@x", ▸"nick": {"name": [1, "x,"]}}"#,
        "users[0].nick: unknown name; expected one of userId, name, email, profilePicture, "
            + "password, createdAt, passwordHash, lastLogin, number"
    ),
    Wrong(
        #"{"name": "A", "email": "a@x", ▸"n\u0061me": "B"}"#,
        "users[0].name: is there twice"
    ),
    Wrong(
        #"{"name": "A", "email": "a@x", "profilePicture": ▸"http://x"}"#,
        #"users[0].profilePicture: expected https://… or null, found "http://x""#
    ),
    Wrong(
        #"{"name": "A", "email": "a@x", "profilePicture": ▸"https://"}"#,
        #"users[0].profilePicture: expected https://… or null, found "https://""#
    ),
    Wrong(
        #"{"name": "A", "email": "a@x", "password": ▸""}"#,
        #"users[0].password: expected a string that is not empty, or no such member, found """#
    ),
    Wrong(
        #"{"name": "A", "email": "a@x", "userId": ▸"66D56225D1C2E39648BB8C72", "password": "p"}"#,
        "users[0].userId: expected 24 hexadecimal digits in lower case, as the user has a "
            + #"password, found "66D56225D1C2E39648BB8C72""#
    ),
    Wrong(
        #"{"name": "A", "email": "a@x", "userId": ▸"66d56225d1c2e39648bb8c72"}"#,
        "users[0].userId: expected decimal digits, as the user has no password, "
            + #"found "66d56225d1c2e39648bb8c72""#
    ),
    Wrong(
        #"{"name": "A", "email": "a@x", "userId": "1"}, "#
            + #"{"name": "B", "email": "b@x", "userId": ▸"1"}"#,
        "users[1].userId: another user has the userId 1"
    ),
    Wrong(
        #"{"name": "A", "email": "a@x", "createdAt": ▸"2025-02-29T00:00:00Z"}"#,
        #"users[0].createdAt: expected \#(date), found "2025-02-29T00:00:00Z""#
    ),
].map { Wrong("{\"users\": [\n\($0.marked)]}", $0.fault) }

private let postFaults = [
    Wrong(#"▸"x""#, #"posts[0]: expected an object, found "x""#),
    Wrong(
        #"{\#(basics), ▸"tags": []}"#,
        "posts[0].tags: unknown name; expected one of _id, author, title, content, slug, "
            + "status, coverImage, createdAt, updatedAt, views, likes, comments, authorName, "
            + "authorEmail, authorPicture"
    ),
    lacking("author"), lacking("title"), lacking("content"), lacking("createdAt"),
    post("author", #""c@x""#, #"expected the e-mail of a user of this seed, found "c@x""#),
    post("author", "1", "expected a string, found 1"),
    post("title", "true", "expected a string, found true"),
    post("content", "{}", "expected a string or an array of strings, found an object"),
    Wrong(
        #"{\#(basics)}"#.replacing(#""C""#, with: #"["a", ▸2]"#),
        "posts[0].content[1]: expected a string, found 2"
    ),
    post("createdAt", #""2025-01""#, #"expected \#(date), found "2025-01""#),
    post(
        "createdAt",
        #""2025-01-01T00:00:00.1234567Z""#,
        #"expected \#(date), found "2025-01-01T00:00:00.1234567Z""#
    ),
    post(
        "createdAt",
        "12345678901234567890123456789012345678901234567890",
        "expected \(date), found 123456789012345678901234567890123456789012345..."
    ),
    extra(
        "updatedAt",
        #""2024-12-31T23:59:59.999999Z""#,
        #"expected a date that is not before createdAt, found "2024-12-31T23:59:59.999999Z""#
    ),
    extra(
        "_id",
        #""66d56225""#,
        #"expected 24 hexadecimal digits in lower case, found "66d56225""#
    ),
    extra(
        "_id",
        #""66D56225D1C2E39648BB8C72""#,
        #"expected 24 hexadecimal digits in lower case, found "66D56225D1C2E39648BB8C72""#
    ),
    extra("slug", "null", "expected a string, found null"),
    extra("status", "0", "expected a string, found 0"),
    extra(
        "coverImage",
        #""images/1.jpg""#,
        #"expected https://… or http://… or null, found "images/1.jpg""#
    ),
    extra("views", "-1", "expected a whole number from 0 up, found -1"),
    extra("views", "1.0", "expected a whole number from 0 up, found 1.0"),
    extra("views", #""1""#, #"expected a whole number from 0 up, found "1""#),
    extra("likes", "3", "expected an array, found 3"),
    Wrong(
        #"{\#(basics), "likes": ["b@x", "a@x", ▸"b@x"]}"#,
        "posts[0].likes[2]: b@x likes the post twice"
    ),
    Wrong(
        #"{\#(basics), "likes": ["b@x", ▸"c@x"]}"#,
        #"posts[0].likes[1]: expected the e-mail of a user of this seed, found "c@x""#
    ),
    Wrong(
        #"{\#(basics), "slug": "s"}, {\#(basics), "slug": ▸"s"}"#,
        "posts[1].slug: another post has the slug s"
    ),
    Wrong(
        #"{\#(basics), "_id": "66d56225d1c2e39648bb8c72"}, "#
            + #"{\#(basics), "_id": ▸"66d56225d1c2e39648bb8c72"}"#,
        "posts[1]._id: another post has the _id 66d56225d1c2e39648bb8c72"
    ),
].map { Wrong("{\"posts\": [\n\($0.marked)]}", $0.fault) }

private let comment = #"{"author": "b@x", "content": "C", "createdAt": "2025-01-02T00:00:00Z"}"#

private let commentFaults = [
    Wrong("▸{}", "posts[0].comments: expected an array, found an object"),
    Wrong("[\(comment), ▸1]", "posts[0].comments[1]: expected an object, found 1"),
    Wrong(
        #"[\#(comment), ▸{"author": "b@x", "createdAt": "2025-01-02T00:00:00Z"}]"#,
        "posts[0].comments[1].content: is missing"
    ),
    Wrong(
        #"[▸{"content": "C", "createdAt": "2025-01-02T00:00:00Z"}]"#,
        "posts[0].comments[0].author: is missing"
    ),
    Wrong(
        #"[▸{"author": "b@x", "content": "C"}]"#,
        "posts[0].comments[0].createdAt: is missing"
    ),
    Wrong(
        #"[{"author": ▸"c@x", "content": "C", "createdAt": "2025-01-02T00:00:00Z"}]"#,
        #"posts[0].comments[0].author: expected the e-mail of a user of this seed, found "c@x""#
    ),
    Wrong(
        #"[{"author": "b@x", "content": ▸["C"], "createdAt": "2025-01-02T00:00:00Z"}]"#,
        "posts[0].comments[0].content: expected a string, found an array"
    ),
    Wrong(
        #"[{"author": "b@x", "content": "C", "createdAt": ▸"yesterday"}]"#,
        #"posts[0].comments[0].createdAt: expected \#(date), found "yesterday""#
    ),
    Wrong(
        #"[\#(comment), {"author": "b@x", "content": "C", "createdAt": ▸"2025-01-01T23:59:59Z"}]"#,
        "posts[0].comments[1].createdAt: expected a date that is not before the previous "
            + #"comment's, found "2025-01-01T23:59:59Z""#
    ),
    Wrong(
        #"[{"author": "b@x", "content": "C", "createdAt": "2025-01-02T00:00:00Z", ▸"likes": 0}]"#,
        "posts[0].comments[0].likes: unknown name; expected one of _id, author, content, "
            + "createdAt, authorName, authorPicture"
    ),
    Wrong(
        #"[{"_id": ▸null, "author": "b@x", "content": "C", "createdAt": "2025-01-02T00:00:00Z"}]"#,
        "posts[0].comments[0]._id: expected 24 hexadecimal digits in lower case, found null"
    ),
    Wrong(
        "[{\(id), \(comment.dropFirst()), {\(id.replacing(" ", with: " ▸")), \(comment.dropFirst())]",
        "posts[0].comments[1]._id: another comment has the _id 66d56225d1c2e39648bb8c72"
    ),
].map { Wrong("{\"posts\": [{\(basics), \"comments\":\n\($0.marked)}]}", $0.fault) }

private let id = #""_id": "66d56225d1c2e39648bb8c72""#

/// A post whose member `name` has a value that is wrong.
private func post(_ name: String, _ value: String, _ words: String) -> Wrong {
    let members = basics.split(separator: ", ").map { member in
        member.hasPrefix("\"\(name)\"") ? "\"\(name)\": ▸\(value)" : String(member)
    }
    return Wrong("{\(members.joined(separator: ", "))}", "posts[0].\(name): \(words)")
}

/// A post that has, besides what it must have, a member with a value that is wrong.
private func extra(_ name: String, _ value: String, _ words: String) -> Wrong {
    Wrong("{\(basics), \"\(name)\": ▸\(value)}", "posts[0].\(name): \(words)")
}

/// The second of two posts, without a member that it must have.
private func lacking(_ name: String) -> Wrong {
    let members = basics.split(separator: ", ").filter { !$0.hasPrefix("\"\(name)\"") }
    let post = members.joined(separator: ", ")
    return Wrong("{\(basics)}, ▸{\(post)}", "posts[1].\(name): is missing")
}
