import MockPostlyContent
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer

/// Real answers that faults and stubs change.
@Suite(.timeLimit(.minutes(15)))
struct PatchedAnswersTests {
    private let host: TestHost

    init() throws { host = try TestHost.serving(.standard) }

    /// Adds a fault with the changes, and a stub with the same: both change real answers.
    enum Rule: String, CaseIterable {
        case fault = "faults"
        case stub = "stubs"
    }

    private func order(_ rule: Rule, _ changes: String, _ further: String = "") throws {
        let member = rule == .fault ? "fault" : "response"
        let answer = try host.post(
            "/__mockpostly/v1/\(rule.rawValue)",
            #"{"\#(member)":\#(changes)\#(further)}"#
        )
        try #require(answer.status == 201, "\(answer.text)")
    }

    private func root(_ response: Response) throws -> JSONValue {
        try JSON(parsing: response.body).root
    }

    @Test func `another status has the real body, whatever a client has already`() throws {
        let real = try host.answer("GET", "/products/7")
        let tag = try #require(real["ETag"])
        try order(.stub, #"{"real":true,"status":418}"#)
        let answer = try host.answer("GET", "/products/7", [("If-None-Match", tag)])
        #expect(answer.status == 418 && answer.body == real.body)
    }

    @Test func `a merge patch with many members keeps the order of those that stay`() throws {
        let names = (0..<200).map { "n\($0)" }
        let patch = names.map { #""\#($0)":1"# }.joined(separator: ",")
        try order(.stub, #"{"patch":{\#(patch),"id":null}}"#, #","match":{"path":"/products/7"}"#)
        let members = try root(try host.answer("GET", "/products/7")).members.map(\.name)
        #expect(members.first == "title" && members.suffix(200) == names[...])
    }

    @Test(arguments: Rule.allCases)
    func `a real answer is changed, which the answer and the journal say`(rule: Rule) throws {
        let path = "/api/posts?limit=2"
        let real = try root(try host.answer("GET", path))
        try order(
            rule,
            #"{"patch":{"$.posts[1].author":null,"$.none.x":1},"remove":["$.posts[0]._id"]}"#,
            #","match":{"path":"/api/posts"}"#
        )
        let answer = try host.answer("GET", path)
        let changed = try root(answer)
        #expect(answer.status == 200)
        #expect(answer["X-Mockpostly-Patch"] == "2 values; nothing at $.none.x")
        #expect(changed["posts"]?.elements[1]["author"]?.isNull == true)
        #expect(changed["posts"]?.elements[0]["_id"] == nil)
        #expect(
            changed["posts"]?.elements[0]["title"]?.string
                == real["posts"]?.elements[0]["title"]?.string
        )
        let entry = try root(try host.answer("GET", "/__mockpostly/v1/requests/2"))
        #expect(entry["patch"]?.string == "2 values; nothing at $.none.x")
        #expect(entry["route"]?.string == "GET /api/posts")
        #expect(try host.answer("GET", "/api/users/x")["X-Mockpostly-Patch"] == nil)
    }

    @Test(arguments: Rule.allCases)
    func `what is written is written, whatever the answer says`(rule: Rule) throws {
        try order(
            rule,
            #"{"patch":{"title":"Other","id":null},"status":202,"headers":{"X-A":"b"}}"#,
            #","match":{"method":"POST","path":"/api/community/posts"},"times":1"#
        )
        let order = #"{"user":"mira.sol@example.com","system":"community"}"#
        let token = try root(try host.post("/__mockpostly/v1/tokens", order))["token"]?.string
        let fields = [
            ("Authorization", "Bearer \(token ?? "")"), ("Content-Type", "application/json"),
        ]
        let count = { [host] in
            try JSON(parsing: host.answer("GET", "/__mockpostly/v1/worlds/default").body)
                .root["counts"]?["communityPosts"]?.int
        }
        let before = try count()
        let answer = try host.answer(
            "POST",
            "/api/community/posts",
            fields,
            body: #"{"post":{"body":"Hello"}}"#
        )
        #expect(answer.status == 202, "\(answer.text)")
        #expect(answer["X-A"] == "b")
        #expect(try root(answer)["title"]?.string == "Other")
        #expect(try count() == before.map { $0 + 1 })
    }

    @Test(arguments: Rule.allCases)
    func `a client that has the real answer gets the changed one, compressed as it asks`(
        rule: Rule
    ) throws {
        let real = try host.answer("GET", "/products/1")
        let tag = try #require(real["ETag"])
        let fields = [("If-None-Match", tag), ("Accept-Encoding", "gzip")]
        #expect(try host.answer("GET", "/products/1", fields).status == 304)
        try order(rule, #"{"patch":{"title":"Other"}}"#)
        for _ in 1...3 {
            let changed = try host.answer("GET", "/products/1", fields)
            #expect(changed.status == 200 && changed["Content-Encoding"] == "gzip")
            let known = try #require(changed["ETag"])
            #expect(known != tag)
            let again = [("If-None-Match", known)]
            #expect(try host.answer("GET", "/products/1", again).status == 304)
            #expect(try host.answer("HEAD", "/products/1")["ETag"] == known)
        }
        _ = try host.answer("DELETE", "/__mockpostly/v1/\(rule.rawValue)")
        #expect(try host.answer("GET", "/products/1", fields).status == 304)
        #expect(try host.answer("GET", "/products/1").body == real.body)
    }

    @Test(arguments: Rule.allCases)
    func `counts hold for changes as for all rules`(rule: Rule) throws {
        try order(rule, #"{"patch":{"x":1}}"#, #","after":1,"times":2"#)
        let changed = try (0..<5).map { _ in
            try host.answer("GET", "/products/1")["X-Mockpostly-Patch"] != nil
        }
        #expect(changed == [false, true, true, false, false])
    }

    @Test
    func `a sequence may give a turn to the real system, and its state goes on`() throws {
        try order(
            .stub,
            #"{"status":500}"#,
            #","state":{"scenario":"s","becomes":"Later"},"times":1"#
        )
        let sequence = #"""
            {"sequence":[{"real":true},{"status":503},{"patch":{"x":1},"status":203}],
             "state":{"scenario":"s","requires":"Later"}}
            """#
        #expect(try host.post("/__mockpostly/v1/stubs", sequence).status == 201)
        let answers = try (0..<5).map { _ in try host.answer("GET", "/products/1") }
        #expect(answers.map(\.status) == [500, 200, 503, 203, 200])
        #expect(answers.map { $0["X-Mockpostly-Stub"] } == ["1", "2", "2", "2", nil])
        #expect(answers[1].body == answers[4].body)
    }

    @Test
    func `a fault changes the answer of a stub as well`() throws {
        try order(.stub, #"{"json":{"a":1,"b":2}}"#)
        try order(.fault, #"{"patch":{"a":null}}"#)
        let answer = try host.answer("GET", "/products/1")
        #expect(answer.text == #"{"b":2}"#)
        #expect(answer.mark == AnswerMark(fault: "patch", stub: 1))
    }

    @Test
    func `checks of what comes from now on, and of what came since a number`() throws {
        _ = try host.answer("GET", "/products/1")
        for (after, status) in [(#""now""#, 422), ("1", 422), ("0", 200), (#""then""#, 400)] {
            let order = #"{"match":{"path":"/products/1"},"after":\#(after)}"#
            let answer = try host.post("/__mockpostly/v1/requests/verify", order)
            #expect(answer.status == status, "\(after): \(answer.text)")
        }
    }

    @Test
    func `a picture stays as it is under a change`() throws {
        try order(.fault, #"{"patch":{"$.a":1}}"#)
        let answer = try host.answer("GET", "/icon/abc/24")
        #expect(answer.status == 200 && !answer.body.isEmpty)
        #expect(answer["X-Mockpostly-Patch"] == "nothing: the answer has no JSON")
    }

    @Test(arguments: [
        ("stubs", #"{"response":{"patch":{"a":1},"json":{}}}"#, "exclude each other"),
        ("stubs", #"{"response":{"patch":{"a":1},"status":204}}"#, "status 204 has no body"),
        ("stubs", #"{"response":{"patch":{"a":1},"real":false}}"#, "'response.real' is false"),
        ("stubs", #"{"response":{"remove":["$"]}}"#, "'response.remove[0]' is the whole document"),
        ("stubs", #"{"sequence":[{"patch":{"$.a[":1}}]}"#, "'sequence[0].patch.$.a['"),
        ("stubs", #"{"response":{"headers":{"X-A":null}}}"#, "'response.headers.X-A' is null"),
        ("faults", #"{"fault":{"patch":{"a":1},"status":204}}"#, "'fault.status' is 204"),
        ("faults", #"{"fault":{"patch":{"a":1},"write":"lost"}}"#, "no real answer to change"),
        ("faults", #"{"fault":{"patch":{"a":1},"connection":"reset"}}"#, "would not be seen"),
        ("faults", #"{"fault":{"patch":{"a":1},"body":"loginPage"}}"#, "stands for the real one"),
        ("faults", #"{"fault":{"patch":1}}"#, "'fault.patch' is no object"),
        ("faults", #"{"fault":{"remove":"$.a"}}"#, "must be a list of at least one path"),
        ("faults", #"{"fault":{"headers":{"Date":"x"}}}"#, "a field that the server writes itself"),
        ("faults", #"{"fault":{"socket":"patch"}}"#, "'fault.patch' is missing"),
        ("faults", #"{"fault":{"socket":"drop","patch":{}}}"#, "'fault.patch' is an object"),
    ])
    func `what cannot be right is refused`(list: String, order: String, words: String) throws {
        let answer = try host.post("/__mockpostly/v1/\(list)", order)
        #expect(answer.status == 400)
        #expect(answer.text.contains(words), "\(answer.text)")
    }
}
