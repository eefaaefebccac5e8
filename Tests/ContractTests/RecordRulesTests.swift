import Foundation
import MockPostlyTesting
import Testing

/// The records of a world by the control plane: their orders, and what is refused.
@Suite(.timeLimit(.minutes(15)))
struct RecordRulesTests {
    private static let mira = "mira.sol@example.com"

    /// Something that a collection refuses, and how.
    struct Refused: Sendable, CustomTestStringConvertible {
        var collection: String
        var record: String
        var status: Int
        var member: String?
        var words: String

        init(
            _ collection: String,
            _ record: String,
            _ status: Int,
            _ member: String?,
            _ words: String
        ) {
            (self.collection, self.status) = (collection, status)
            self.record = record.replacing("MIRA", with: RecordRulesTests.mira)
            (self.member, self.words) = (member, words)
        }

        var testDescription: String { "\(collection) \(record.prefix(60))" }
    }

    static let refusals = [
        Refused("people", #"{"name":"A"}"#, 400, "email", "missing"),
        Refused("people", #"{"email":"MIRA"}"#, 409, "email", "already exists"),
        Refused("people", #"{"email":""}"#, 400, "email", "required"),
        Refused("people", #"{"email":" "}"#, 400, "email", "required"),
        Refused("people", #"{"email":"a@b","password":""}"#, 400, "password", "empty"),
        Refused("people", #"{"email":"a@b","created":"2026-01-01"}"#, 400, "created", "be set"),
        Refused("posts", #"{"title":"a","content":"b"}"#, 400, "author", "missing"),
        Refused(
            "posts",
            #"{"title":"a","content":"b","author":"x"}"#,
            400,
            "author",
            "User not found"
        ),
        Refused("posts", #"{"title":"","content":"b","author":"MIRA"}"#, 400, "title", "required"),
        Refused("posts", #"{"title":7,"content":"b","author":"MIRA"}"#, 400, "title", "a text"),
        Refused(
            "posts",
            #"{"title":"a","content":"b","author":"MIRA","status":"drafty"}"#,
            400,
            "status",
            "published or drafts"
        ),
        Refused("posts", #"{"titel":"a"}"#, 400, "titel", "'title'"),
        Refused(
            "comments",
            #"{"post":"7","author":"MIRA","content":"a"}"#,
            400,
            "post",
            "not found"
        ),
        Refused(
            "community-posts",
            #"{"author":"MIRA","content":" "}"#,
            422,
            "content",
            "blank"
        ),
        Refused(
            "community-posts",
            #"{"author":"MIRA","content":"\#(String(repeating: "a", count: 5001))"}"#,
            422,
            "content",
            "5000"
        ),
        Refused(
            "community-comments",
            #"{"post":0,"author":"MIRA","content":"a"}"#,
            400,
            "post",
            "no such"
        ),
        Refused("dummyjson-quotes", #"{"quote":"a"}"#, 400, "author", "missing"),
        Refused("dummyjson-quotes", #"{"quote":7,"author":"b"}"#, 400, "quote", "a text"),
        Refused("dummyjson-quotes", #"{"quote":"a","author":"b","id":1}"#, 409, "id", "Another"),
        Refused("wreely-rooms", #"{"name":"a"}"#, 409, nil, "wreely-rooms"),
        Refused("nothing", "{}", 404, nil, "'people'"),
    ]

    @Test(arguments: refusals)
    func `what is refused names the member and changes nothing`(_ refused: Refused) throws {
        let data = try Records()
        let before = try data.send("GET", "/export")
        let answer = try data.send("POST", "/data/\(refused.collection)", refused.record)
        try data.check(answer, refused.status, refused.member, refused.words)
        #expect(try data.send("GET", "/export").body == before.body)
    }

    @Test
    func `a change that is refused names the member`() throws {
        let data = try Records()
        let people = try data.page("/data/people?search=mira.sol").items
        let person = "/data/people/\(try #require(people.first?["id"] as? String))"
        let others = try data.page("/data/people?limit=20").items.compactMap {
            $0["email"] as? String
        }
        let other = try #require(others.first { $0 != Self.mira })
        let posts = try data.page("/data/posts?limit=1").items
        let post = "/data/posts/\(try #require(posts.first?["id"] as? String))"
        for (method, path, body, status, member, words) in [
            ("PATCH", person, #"{"email":"\#(other)"}"#, 409, "email", "already exists"),
            ("PATCH", person, #"{"id":"x"}"#, 400, "id", "cannot be set"),
            ("PATCH", person, "{}", 400, nil, "no members"),
            ("PATCH", post, #"{"status":""}"#, 400, "status", "drafts"),
            ("PATCH", "/data/people/x", #"{"name":"a"}"#, 404, nil, "no such person"),
            ("PATCH", "/data/dummyjson-todos/1", #"{"id":2}"#, 400, "id", "stays"),
            ("PATCH", "/data/dummyjson-todos/1", #"{"todo":null}"#, 400, "todo", "removed"),
            ("DELETE", "/data/dummyjson-todos/01", nil, 404, nil, "no such todo"),
            ("GET", "/data/community-posts/1.0", nil, 404, nil, "no such post"),
        ] as [(String, String, String?, Int, String?, String)] {
            try data.check(try data.send(method, path, body), status, member, words)
        }
    }

    @Test
    func `every order of every collection has every record once, in both directions`() throws {
        let data = try Records()
        let collections = try data.collections()
        #expect(Set(collections.map(\.name)).isSuperset(of: ["people", "dummyjson-carts"]))
        for collection in collections {
            for field in collection.fields {
                let path = "/data/\(collection.name)?limit=97&sort="
                let there = try data.all(path + field, next: "next", parameter: "after")
                #expect(Set(there).count == there.count && there.count == collection.count)
                let down = try data.all(path + "-" + field, next: "next", parameter: "after")
                #expect(down == there.reversed(), "\(collection.name) by \(field)")
                let last = "\(path)\(field)&before=end"
                let back = try data.all(last, next: "previous", parameter: "before")
                #expect(Set(back) == Set(there), "\(collection.name) by \(field)")
            }
        }
    }
}

extension RecordRulesTests {
    /// The records of a server with the standard seed.
    private struct Records {
        struct Page {
            var items: [[String: Any]]
            var members: [String: Any]
        }

        struct Collection {
            var name: String
            var count: Int
            var fields: [String]
        }

        private let server: MockServer

        init() throws {
            server = try MockServer.inProcess(.init(clock: .frozen(at: "2026-02-14T12:34:56Z")))
        }

        func send(_ method: String, _ path: String, _ body: String? = nil) throws
            -> MockServer.Answer
        {
            try server.send(
                method,
                "/__mockpostly/v1" + path,
                headers: body == nil ? [:] : ["Content-Type": "application/json"],
                body: body
            )
        }

        /// Checks a refusal: its status, the member that it names, and words of it.
        func check(
            _ answer: MockServer.Answer,
            _ status: Int,
            _ member: String?,
            _ words: String
        ) throws {
            #expect(answer.status == status, "\(answer.text)")
            #expect(answer.text.contains(words), "\(answer.text)")
            #expect(try object(answer)["member"] as? String == member, "\(answer.text)")
        }

        func page(_ path: String) throws -> Page {
            let members = try object(try send("GET", path))
            return Page(items: members["items"] as? [[String: Any]] ?? [], members: members)
        }

        func collections() throws -> [Collection] {
            let all = try object(try send("GET", "/data"))["collections"] as? [[String: Any]]
            return try #require(all).map { one in
                let fields = one["fields"] as? [[String: Any]] ?? []
                return Collection(
                    name: try #require(one["name"] as? String),
                    count: try #require(one["count"] as? Int),
                    fields: fields.filter { $0["sortable"] as? Bool == true }
                        .compactMap { $0["name"] as? String }
                )
            }
        }

        /// The ids of a whole collection, page by page in one direction.
        func all(_ path: String, next: String, parameter: String) throws -> [String] {
            var ids: [String] = []
            var target = path
            while true {
                let page = try page(target)
                ids += page.items.map { "\($0["id"] ?? "")" }
                guard let mark = page.members[next] as? String else { return ids }
                let allowed = CharacterSet.alphanumerics
                let escaped = mark.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
                let first = path.replacing("&before=end", with: "")
                target = "\(first)&\(parameter)=\(escaped)"
            }
        }

        private func object(_ answer: MockServer.Answer) throws -> [String: Any] {
            let value = try JSONSerialization.jsonObject(with: Data(answer.body))
            return try #require(value as? [String: Any], "\(answer.text)")
        }
    }
}
