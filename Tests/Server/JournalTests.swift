import MockPostlyContent
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyJournal
import MockPostlyServer
import MockPostlyTestKit
import MockPostlyWorld
import MockPostlyWorlds
import Testing

/// The journal as the control plane shows it, over requests in this process.
@Suite
struct ControlledJournalTests {
    private let host: TestHost

    init() throws {
        host = try .serving(.standard) { $0.clock = .frozen(.init(seconds: 1_800_000_000)) }
    }

    private func control(_ method: String, _ path: String, _ body: String = "") throws -> Response {
        try host.answer(method, "/__mockpostly/v1" + path, body: body)
    }

    private func json(_ response: Response) throws -> JSONValue {
        try JSON(parsing: response.body).root
    }

    private func logIn() throws -> String {
        let login = #"{"email":"mira.sol@example.com","password":"mira.sol-postly"}"#
        let response = try host.post("/api/auth/login/email", login)
        return try #require(try json(response)["accessToken"]?.string)
    }

    private func write(_ title: String, token: String) throws -> Response {
        try host.answer(
            "POST",
            "/api/posts",
            [("Authorization", "Bearer \(token)"), ("Content-Type", "application/json")],
            body: #"{"title":"\#(title)","content":"Words."}"#
        )
    }

    @Test
    func `requests are listed, the newest first, with what they wrote`() throws {
        let token = try logIn()
        let post = try json(try write("One", token: token))["_id"]?.string
        _ = try host.answer("GET", "/posts/1")
        let list = try json(try control("GET", "/requests"))
        let requests = try #require(list["requests"]?.elements)
        #expect(requests.compactMap { $0["number"]?.int } == [3, 2, 1])
        #expect(requests.map { $0["system"]?.string } == ["dummyjson", "postly", "postly"])
        #expect(requests[1]["route"]?.string == "POST /api/posts")
        #expect(requests[1]["status"]?.int == 201)
        #expect(requests[1]["time"]?.string == "2027-01-15T08:00:00.000000Z")
        #expect(requests[1]["user"]?.string == "66d56225d1c2e39648bb8c72")
        let changes = requests[1]["changes"]?.elements ?? []
        #expect(changes.map { $0["kind"]?.string } == ["added"])
        #expect(changes.first?["key"]?.string == post)
        #expect(list["dropped"]?.int == 0 && list["kept"]?.int == 3)
        // Requests to the control plane are in no journal.
        #expect(try json(try control("GET", "/requests"))["kept"]?.int == 3)
    }

    @Test(arguments: ["gzip", "br", "deflate"])
    func `a compressed answer is shown, archived and repeated plain`(coding: String) throws {
        let plain = try host.answer("GET", "/posts")
        let field = ("Accept-Encoding", coding)
        let packed = try host.answer("GET", "/posts", [field])
        #expect(packed["Content-Encoding"] == coding && packed.body != plain.body)
        let shown = try json(try control("GET", "/requests/2"))["response"]
        #expect(shown?["body"]?.string == plain.text && shown?["cut"] == nil)
        #expect(shown?["coding"]?.string == coding)
        #expect(shown?["sentBytes"]?.int == Int64(packed.body.count))
        let archive = try json(try control("GET", "/requests/har?numbers=2"))["log"]?["entries"]
        let content = archive?.elements.first?["response"]?["content"]
        #expect(content?["text"]?.string == plain.text)
        #expect(content?["size"]?.int == Int64(plain.body.count))
        #expect(content?["compression"]?.int == Int64(plain.body.count - packed.body.count))
        let sent = #"{"path":"/posts","headers":{"Accept-Encoding":"\#(coding)"}}"#
        let again = try json(try control("POST", "/requests", sent))["response"]
        #expect(again?["body"]?.string == plain.text && again?["coding"]?.string == coding)
        #expect(try control("POST", "/stubs", #"{"request":2}"#).status == 201)
        let stubbed = try host.answer("GET", "/posts", [field])
        #expect(stubbed["X-Mockpostly-Stub"] == "1" && stubbed.text == plain.text)
        for name in ["Content-Encoding", "ETag"] { #expect(stubbed[name] == nil) }
        #expect(stubbed["Vary"]?.contains("Encoding") != true)
    }

    @Test
    func `pages and filters`() throws {
        for number in 1...5 { _ = try host.answer("GET", "/posts/\(number)") }
        _ = try host.answer("GET", "/posts/none")
        let page = try json(try control("GET", "/requests?limit=2&path=/posts/*&status=2xx"))
        #expect(page["requests"]?.elements.compactMap { $0["number"]?.int } == [5, 4])
        #expect(page["next"]?.int == 4)
        let next = try json(
            try control("GET", "/requests?limit=9&before=4&after=1&path=/posts/*")
        )
        #expect(next["requests"]?.elements.compactMap { $0["number"]?.int } == [3, 2])
        #expect(next["next"]?.isNull == true)
        let found = try control(
            "POST",
            "/requests/find",
            #"{"match":{"path":{"matches":"/posts/[a-z]+"}}}"#
        )
        #expect(try json(found)["requests"]?.elements.count == 1)
    }

    @Test
    func `secrets are hidden unless they are asked for`() throws {
        let token = try logIn()
        _ = try write("One", token: token)
        for path in ["/requests/1", "/requests/2", "/requests?details=true", "/requests/har"] {
            let response = try control("GET", path)
            #expect(!response.text.contains(token), "\(path)")
            #expect(!response.text.contains("mira.sol-postly"), "\(path)")
        }
        let shown = try control("GET", "/requests/2?secrets=shown")
        #expect(shown.text.contains(token))
        let command = try control("GET", "/requests/2/curl?secrets=shown")
        #expect(command.text.contains("Bearer \(token)"))
        #expect(try control("GET", "/requests/9").status == 404)
    }

    @Test
    func `a verification says what came nearest`() throws {
        let token = try logIn()
        _ = try write("One", token: token)
        let good = try control(
            "POST",
            "/requests/verify",
            #"{"match":{"method":"POST","path":"/api/posts","json":{"title":"One"}},"count":1}"#
        )
        #expect(good.status == 200, "\(good.text)")
        let bad = try control(
            "POST",
            "/requests/verify",
            #"{"match":{"route":"POST /api/posts","json":{"title":"Two"},"user":"mira.sol@example.com"}}"#
        )
        #expect(bad.status == 422)
        let detail = try json(bad)["detail"]?.string ?? ""
        #expect(
            detail == """
                It never came, and should have come at least once. The nearest is number 2, \
                POST /api/posts (201): body $.title is '"One"', wanted "Two".
                """
        )
        let never = try control("POST", "/requests/verify", #"{"never":true}"#)
        #expect(try json(never)["found"]?.int == 2 && never.status == 422)
    }

    @Test
    func `an order is verified, and what is out of it is named`() throws {
        for number in [1, 2, 3] { _ = try host.answer("GET", "/posts/\(number)") }
        let good = #"{"order":[{"path":"/posts/1"},{"path":"/posts/3"}]}"#
        #expect(try json(try control("POST", "/requests/verify", good))["numbers"]?.count == 2)
        let bad = #"{"order":[{"path":"/posts/3"},{"path":"/posts/1"}]}"#
        let response = try control("POST", "/requests/verify", bad)
        #expect(response.status == 422)
        #expect(response.text.contains("'order[1]' came as number 1 only, not after number 3"))
    }

    @Test
    func `lost evidence proves nothing`() throws {
        let host = try TestHost.serving { $0.journal.entries = 2 }
        for number in [1, 2, 3] { _ = try host.answer("GET", "/posts/\(number)") }
        func verify(_ body: String) throws -> Response {
            try host.answer("POST", "/__mockpostly/v1/requests/verify", body: body)
        }
        #expect(try verify(#"{"match":{"path":"/posts/1"},"never":true}"#).status == 422)
        #expect(try verify(#"{"count":2}"#).text.contains("Evidence was dropped"))
        // What is still there proves that something came at least so often.
        #expect(try verify(#"{"atLeast":2}"#).status == 200)
        // After the number of an entry that is there, nothing is missing.
        #expect(try verify(#"{"after":1,"count":2}"#).status == 200)
    }

    @Test(arguments: [
        (#"{"match":{"pth":"/a"}}"#, "match.pth", "Did you mean 'path'?"),
        (#"{"match":{"path":"a"}}"#, "does not begin with '/'", "/api/posts/*"),
        (#"{"match":{"path":{"matches":"("}}}"#, "byte 1", "Perl"),
        (#"{"match":{"system":"postli"}}"#, "postli", "Did you mean 'postly'?"),
        (#"{"match":{"method":"post"}}"#, "'post'", "capital"),
        (#"{"match":{"status":"5x"}}"#, "5x", "4xx"),
        (#"{"match":{"header":{"a":{"like":"x"}}}}"#, "match.header.a.like", "contains"),
        (#"{"match":{"jsonPath":{"$..a":"x"}}}"#, "$..a", "one value"),
        (#"{"count":-1}"#, "count", "0 to"),
        (#"{"count":1,"never":true}"#, "exclude", "one of them"),
        (#"{"order":[{"path":"/a"}],"count":1}"#, "exclude", "list"),
        (#"{"order":[]}"#, "order", "list"),
    ])
    func `what cannot be verified is refused by name`(
        body: String,
        detail: String,
        hint: String
    ) throws {
        let response = try control("POST", "/requests/verify", body)
        #expect(response.status == 400)
        let root = try json(response)
        #expect(root["detail"]?.string?.contains(detail) == true, "\(response.text)")
        #expect(root["hint"]?.string?.contains(hint) == true, "\(response.text)")
    }

    @Test
    func `a world has a journal of its own`() throws {
        _ = try control("POST", "/worlds", #"{"id":"one"}"#)
        _ = try host.answer("GET", "/w/one/posts/1")
        _ = try host.answer("GET", "/posts/1", [("X-Mockpostly-World", "one")])
        let list = try json(try control("GET", "/requests?world=one&path=/posts/1"))
        #expect(list["requests"]?.count == 2)
        #expect(try json(try control("GET", "/requests"))["kept"]?.int == 0)
        #expect(try control("DELETE", "/requests?world=one").status == 204)
        #expect(try json(try control("GET", "/requests?world=one"))["kept"]?.int == 0)
    }

    @Test
    func `the same calls give the same journal`() throws {
        var journals: [String] = []
        for _ in 0..<2 {
            let host = try TestHost.serving(.standard) {
                $0.clock = .frozen(.init(seconds: 1_800_000_000))
                $0.randomSeed = 7
            }
            let login = #"{"email":"mira.sol@example.com","password":"mira.sol-postly"}"#
            let answer = try host.post("/api/auth/login/email", login)
            let token = try #require(try json(answer)["accessToken"]?.string)
            for title in ["One", "Two"] {
                _ = try host.answer(
                    "POST",
                    "/api/posts",
                    [("Authorization", "Bearer \(token)"), ("Content-Type", "application/json")],
                    body: #"{"title":"\#(title)","content":"Words."}"#
                )
            }
            let path = "/__mockpostly/v1/requests?details=true&secrets=shown&timing=false"
            journals.append(try host.answer("GET", path).text)
        }
        #expect(journals[0] == journals[1])
        #expect(journals[0].contains("added"))
    }

    @Test
    func `without a journal its routes say so`() throws {
        let host = try TestHost.serving { $0.journal.entries = 0 }
        let response = try host.answer("GET", "/__mockpostly/v1/requests")
        #expect(response.status == 409 && response.text.contains("MOCKPOSTLY_JOURNAL_ENTRIES"))
    }
}
