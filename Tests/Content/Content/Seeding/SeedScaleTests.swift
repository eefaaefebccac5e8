import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns

/// Work grows as a seed does, and no faster: measured in steps of SQLite, not in time.
@Suite(.timeLimit(.minutes(15)))
struct SeedScaleTests {
    struct Shape: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// A seed file of this many things.
        var file: @Sendable (Int) -> String

        init(_ description: String, _ file: @escaping @Sendable (Int) -> String) {
            (testDescription, self.file) = (description, file)
        }
    }

    private func fill(_ seed: String) throws -> Domain {
        let domain = try Domain.fresh()
        try domain.reset(toFilesOf: .bytes(Array(seed.utf8), name: "seed"))
        try domain.work.commit()
        return domain
    }

    private func steps(_ domain: Domain, _ body: () throws -> Void) throws -> Int {
        let before = try domain.work.connection.stepCount()
        try body()
        return try domain.work.connection.stepCount() - before
    }

    @Test(arguments: shapes)
    func `four times as much takes about four times the work`(shape: Shape) throws {
        let small = try fill(shape.file(300)).work.connection.stepCount()
        let large = try fill(shape.file(1_200)).work.connection.stepCount()
        #expect(small > 300 && large < 6 * small, "\(small) and \(large)")
    }

    @Test
    func `posts of one title get the slugs that they always got`() throws {
        let domain = try fill(onePersonsPosts(40) { #""2025-01-01T00:00:\#($0 + 10)Z""# })
        let slugs = try domain.work.connection.all(
            "SELECT slug FROM post ORDER BY id"
        ) { $0.text(0) }
        let middle = String(slugs[2].suffix(6))
        #expect(slugs[0] == "the-title" && slugs[1] == "the-title-000000")
        #expect(slugs[2] == "the-title-\(middle)" && middle.count == 6 && middle != "000000")
        let rest = (1...37).map { number in
            let digits = String(number, radix: 16)
            return "the-title-" + String(repeating: "0", count: 6 - digits.count) + digits
        }
        #expect(Array(slugs[3...]) == rest)
    }

    @Test
    func `one more post of a title that thousands have is as quick as the second`() throws {
        func work(_ count: Int) throws -> Int {
            let domain = try fill(onePersonsPosts(count) { _ in #""2025-01-01T00:00:00Z""# })
            let author = try #require(try domain.users.credentials(email: "a@x")?.user)
            try domain.post("The title", by: author)
            return try steps(domain) { try domain.post("The title", by: author) }
        }
        #expect(try work(2_400) < work(300) * 2)
    }

    @Test
    func `one more comment is as quick where there are thousands`() throws {
        func work(_ count: Int) throws -> Int {
            let domain = try fill(onePost(comments: count))
            let author = try #require(try domain.users.credentials(email: "a@x")?.user)
            let post = try domain.posts.seen(domain.posts.key(ofSlug: "t")).id
            var id = try domain.posts.comment("One", to: post, by: author)
            return try steps(domain) {
                id = try domain.posts.comment("More", to: post, by: author)
                try domain.posts.deleteComment(id, of: post, by: author.id)
            }
        }
        #expect(try work(2_400) < work(100) * 2)
    }

    @Test
    func `taking people out does not read the community for each of them`() throws {
        func work(_ count: Int) throws -> Int {
            let domain = try fill(members(count))
            let empty = try Domain.fresh().work.connection
            for number in 0..<100 { _ = try domain.person("P\(number)") }
            try domain.work.commit()
            return try steps(domain) { try domain.reset([.postly], to: empty) }
        }
        // All members are looked at once; each of the hundred costs the same.
        #expect(try work(1_200) < work(300) * 6)
    }

    @Test
    func `ids that differ in their counters alone are found in a few steps`() {
        var ids = SeedIDs()
        var taken: Set<ObjectID> = []
        var questions = 0
        let count = 20_000
        for number in 0..<count {
            // Half of them begin to count where others are already, as comments do.
            let id = ids.derive(
                at: .frozen,
                SeedHash(),
                counter: number.isMultiple(of: 2) ? 0 : number / 2,
                unless: { id in
                    questions += 1
                    return taken.contains(id)
                }
            )
            #expect(taken.insert(id).inserted)
        }
        #expect(questions < 4 * count)
        let last = ObjectID(
            seconds: UInt32(Instant.frozen.seconds),
            random: SeedHash().folded,
            counter: UInt32(count - 1)
        )
        #expect(taken.max() == last)
    }
}

private let person = #""users": [{"name": "A", "email": "a@x", "password": "p"}]"#

private func list(_ count: Int, _ element: (Int) -> String) -> String {
    "[" + (0..<count).map(element).joined(separator: ",") + "]"
}

private func onePersonsPosts(_ count: Int, _ date: (Int) -> String) -> String {
    let posts = list(count) {
        #"{"author": "a@x", "title": "The title", "content": "C", "createdAt": \#(date($0))}"#
    }
    return "{\(person), \"posts\": \(posts)}"
}

private func onePost(comments: Int) -> String {
    let date = #""createdAt": "2025-01-01T00:00:00Z""#
    let comments = list(comments) { #"{"author": "a@x", "content": "\#($0)", \#(date)}"# }
    return """
        {\(person), "posts": [{"author": "a@x", "title": "T", "content": "C", \(date),
          "comments": \(comments)}]}
        """
}

private func users(_ count: Int) -> String {
    list(count) { #"{"name": "A", "email": "a\#($0)@x", "password": "p"}"# }
}

private func members(_ count: Int) -> String {
    let date = #""createdAt": "2025-01-01T00:00:00Z""#
    let emails = list(count) { "\"a\($0)@x\"" }
    let posts = list(count) {
        #"{"author": "a\#($0)@x", "content": "C", \#(date), "comments": "#
            + #"[{"author": "a\#($0)@x", "content": "D", \#(date)}]}"#
    }
    let tokens = list(count) {
        let digits = String($0)
        let token = String(repeating: "t", count: 43 - digits.count) + digits
        return #"{"user": "a\#($0)@x", "token": "\#(token)"}"#
    }
    return """
        {"users": \(users(count)),
         "community": {"members": \(emails), "posts": \(posts), "tokens": \(tokens)}}
        """
}

private let shapes: [SeedScaleTests.Shape] = [
    .init("posts of one title and moment") { count in
        onePersonsPosts(count) { _ in #""2025-01-01T00:00:00Z""# }
    },
    .init("posts of one title") { count in
        onePersonsPosts(count) { #""2025-01-\#(10 + $0 / 1_440 % 20)T\#(clock($0))Z""# }
    },
    .init("comments on one post") { onePost(comments: $0) },
    .init("people") { "{\"users\": \(users($0))}" },
    .init("people of one e-mail") { count in
        let people = list(count) { _ in #"{"name": "A", "email": "a@x", "password": "p"}"# }
        return "{\"exact\": true, \"users\": \(people)}"
    },
    .init("likes of strangers") { count in
        let likes = list(count) { "{\"userId\": \"\($0)\"}" }
        let date = #""createdAt": "2025-01-01T00:00:00Z""#
        return """
            {\(person), "posts": [{"author": "a@x", "title": "T", "content": "C", \(date),
              "likes": \(likes)}]}
            """
    },
    .init("a community") { members($0) },
    .init("records of DummyJSON") { count in
        let changes = list(count) { "{\"id\": \(7 * $0 + 1)}" }
        let deleted = list(count) { "\(7 * $0 + 2)" }
        return """
            {"dummyjson": {"changes": {"todos": \(changes)}, "deleted": {"todos": \(deleted)}}}
            """
    },
]

/// Hours, minutes and seconds that differ for the first 86,400 numbers.
private func clock(_ number: Int) -> String {
    let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(number % 24)):\(two(number / 24 % 60)):\(two(number / 1_440 % 60))"
}
