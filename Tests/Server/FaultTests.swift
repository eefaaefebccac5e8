import MockPostlyContent
import MockPostlyControl
import MockPostlyFaults
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// Faults on requests, without sockets.
@Suite(.timeLimit(.minutes(15)))
struct FaultTests {
    private static let named = "X-Mockpostly-Fault"

    /// Adds a fault to the world that `prefix` names.
    private func add(
        _ rule: String,
        to application: TestHost,
        _ prefix: String = ""
    ) throws {
        let answer = try application.post("\(prefix)/__mockpostly/v1/faults", rule)
        #expect(answer.status == 201, "\(answer.text)")
    }

    private func token(
        _ dialect: String,
        _ user: String,
        _ application: TestHost
    ) throws -> String {
        let order = TokenOrder(world: "default", dialect: dialect, user: user)
        return try application.worlds.mint(order, for: "localhost").awaited().token
    }

    // MARK: Which requests

    @Test func `a fault concerns its world and its requests, and never the control plane`() throws {
        let application = try TestHost.serving(.standard)
        try application.makeWorld(#""id":"a""#)
        try add(#"{"match":{"path":"/api/posts"},"fault":{"status":503}}"#, to: application)
        let faulted = try application.answer("GET", "/api/posts")
        #expect(faulted.status == 503 && faulted[Self.named] == "status-503")
        #expect(try application.answer("GET", "/w/a/api/posts").status == 200)
        #expect(try application.answer("GET", "/posts/1")[Self.named] == nil)
        try add(#"{"fault":"reset"}"#, to: application)
        #expect(try application.control("GET", "/live").status == 200)
        #expect(try application.control("DELETE", "/faults").status == 200)
        #expect(try application.answer("GET", "/api/posts").status == 200)
    }

    @Test func `a fault applies to answers that come at once and to late ones`() throws {
        let application = try TestHost.serving(.standard)
        try add(#"{"name":"seen","fault":"wrong-type"}"#, to: application)
        #expect(try application.answer("GET", "/posts/1")[Self.named] == "seen")
        let body = #"{"email":"new@example.com","password":"p"}"#
        let late = try application.post("/api/auth/register", body)
        #expect(late.status == 201 && late[Self.named] == "seen")
        #expect(late["Content-Type"] == "text/html; charset=utf-8")
    }

    @Test func `the route and the user of a request can be matched`() throws {
        let application = try TestHost.serving(.standard)
        try add(
            #"{"match":{"route":"GET /api/posts/{id}"},"fault":{"status":500}}"#,
            to: application
        )
        #expect(try application.answer("GET", "/api/posts/nothing").status == 500)
        #expect(try application.answer("GET", "/api/posts").status == 200)
    }

    @Test(arguments: [
        ("postly", "mira.sol@example.com", "/api/auth/check"),
        ("dummyjson", "emilys", "/auth/me"),
        ("dummyjson", "emily.johnson@x.dummyjson.com", "/auth/me"),
        ("community", "mira.sol@example.com", "/api/community/me"),
    ])
    func `one user's requests alone get a fault`(
        dialect: String,
        user: String,
        path: String
    ) throws {
        let application = try TestHost.serving(.standard)
        try add(#"{"match":{"user":"\#(user)"},"fault":{"status":503}}"#, to: application)
        #expect(try application.answer("GET", path).status != 503)
        let fields = [("Authorization", "Bearer \(try token(dialect, user, application))")]
        #expect(try application.answer("GET", path, fields).status == 503)
    }

    @Test func `a member of the co-working app is matched by e-mail, number and id`() throws {
        let application = try TestHost.serving(.standard)
        let order = TokenOrder(
            world: "default",
            dialect: "wreely",
            user: "mira.sol@example.com"
        )
        let made = try application.worlds.mint(order, for: "localhost").awaited()
        let target = "/services/v2/member?access_token=\(made.token)"
        for user in ["mira.sol@example.com", "9876543210", made.userID] {
            _ = try application.control("DELETE", "/faults")
            try add(#"{"match":{"user":"\#(user)"},"fault":{"status":503}}"#, to: application)
            #expect(try application.answer("GET", target).status == 503, "\(user)")
        }
        #expect(try application.answer("GET", "/services/v2/member").status != 503)
    }

    // MARK: Errors of the dialects

    @Test(arguments: [
        ("/api/posts", #"{"error":"Service Unavailable"}"#, "application/json"),
        ("/posts/1", #"{"message":"Service Unavailable"}"#, "application/json; charset=utf-8"),
        (
            "/api/community/posts", #"{"errors":{"detail":"Service Unavailable"}}"#,
            "application/json; charset=utf-8"
        ),
        (
            "/v1/curated", #"{"status":503,"code":"Service Unavailable"}"#,
            "application/json; charset=utf-8"
        ),
        (
            "/services/v2/member", #"{"error":true,"message":"Service Unavailable"}"#,
            "application/json; charset=utf-8"
        ),
        ("/oauth2/v3/certs", "Service Unavailable", "text/plain; charset=utf-8"),
    ])
    func `an error has the shape of its dialect`(path: String, body: String, type: String) throws {
        let application = try TestHost.serving(.standard)
        try add(#"{"fault":{"status":503,"retryAfter":3}}"#, to: application)
        let answer = try application.answer("GET", path, [("Origin", "http://a.test")])
        #expect(answer.status == 503)
        #expect(answer.text.split(separator: "\n").joined() == body)
        #expect(answer["Content-Type"] == type)
        #expect(answer["Retry-After"] == "3")
        #expect(answer[Self.named] == "status-503")
    }

    // MARK: Delays

    @Test func `a delayed request is handled later, and no other one waits`() throws {
        let application = try TestHost.serving(.standard)
        try add(#"{"match":{"path":"/api/posts"},"fault":{"delay":"60s"}}"#, to: application)
        let caller = Caller()
        application.course.receive(try .asking("GET", "/api/posts?limit=1"), from: caller)
        #expect(caller.response == nil)
        #expect(try application.answer("GET", "/posts/1").status == 200)
        application.course.wakeAll()
        #expect(caller.response?.status == 200)
        #expect(caller.response?[Self.named] == "delay")
    }

    @Test func `a delay in the query is no parameter of the dialect`() throws {
        let application = try TestHost.serving(.standard)
        let plain = try application.answer("GET", "/posts?limit=2&select=title")
        let caller = Caller()
        application.course.receive(
            try .asking("GET", "/posts?__delay=2s&limit=2&__fault=delay-1s&select=title"),
            from: caller
        )
        #expect(caller.response == nil)
        application.course.wakeAll()
        #expect(caller.response?.text == plain.text)
        #expect(caller.response?[Self.named] == "delay-1s")
        try expectRefusal(application.answer("GET", "/posts?__delay=soon"), 400, "'soon'")
        try expectRefusal(application.answer("GET", "/posts?__delay=2h"), 400, "at most 1h")
    }

    // MARK: One request

    @Test func `a request can name its fault in three places`() throws {
        let application = try TestHost.serving(.standard)
        let ways: [(String, [(String, String)])] = [
            ("/api/posts", [("X-Mockpostly-Fault", "status-418")]),
            ("/api/posts?page=1&__fault=status-418", []),
            ("/f/status-418/api/posts", []),
            ("/f/status%20418/api/posts", []),
            ("/w/default/f/status-418/api/posts", []),
            ("/f/status-418/w/default/api/posts", []),
            // The nearer to the request wins.
            ("/f/close/api/posts?__fault=status-418", [("X-Mockpostly-Fault", "reset")]),
        ]
        for (target, fields) in ways {
            let answer = try application.answer("GET", target, fields)
            #expect(answer.status == 418, "\(target)")
            #expect(answer[Self.named] == "status-418")
        }
        #expect(try application.answer("GET", "/api/posts").status == 200)
    }

    @Test func `a fault that is named does not use up a rule`() throws {
        let application = try TestHost.serving(.standard)
        try add(#"{"fault":{"status":503},"times":1}"#, to: application)
        #expect(try application.answer("GET", "/api/posts?__fault=status-418").status == 418)
        #expect(try application.answer("GET", "/api/posts").status == 503)
        #expect(try application.answer("GET", "/api/posts").status == 200)
    }

    @Test func `an unknown name is refused with the nearest one`() throws {
        let application = try TestHost.serving(.standard)
        try expectRefusal(application.answer("GET", "/f/slow3g/api/posts"), 404, "'slow-3g'")
        try expectRefusal(application.answer("GET", "/posts?__fault=flakey"), 400, "'flaky'")
        let answer = try application.answer(
            "GET",
            "/posts",
            [("X-Mockpostly-Fault", "rest"), ("Origin", "http://a.test")]
        )
        try expectRefusal(answer, 400, "'reset'")
        #expect(answer["Access-Control-Allow-Origin"] == "*")
    }

    private func expectRefusal(_ answer: Response, _ status: Int, _ words: String) throws {
        #expect(answer.status == status)
        #expect(answer["Content-Type"] == "application/problem+json")
        #expect(answer.text.contains(words), "\(answer.text)")
    }

    @Test func `a base URL with a fault stays in the links of answers`() throws {
        let application = try TestHost.serving(.standard)
        let answer = try application.answer("GET", "/f/wrong-type/products/1")
        #expect(answer.text.contains("http://localhost/f/wrong-type/"))
        let moved = try application.answer("GET", "/f/flaky?a=1")
        #expect(moved.status == 308 && moved["Location"] == "/f/flaky/?a=1")
        let both = try application.answer("GET", "/w/default/f/flaky")
        #expect(both["Location"] == "/w/default/f/flaky/")
        #expect(try application.answer("GET", "/f/offline/__mockpostly/v1/live").status == 200)
    }

    // MARK: Writes

    @Test func `a lost write is not saved, and a saved one is`() throws {
        let application = try TestHost.serving(.standard)
        let token = try token("postly", "mira.sol@example.com", application)
        func post(_ title: String, _ fault: String) throws -> Response {
            try application.answer(
                "POST",
                "/api/posts",
                [
                    ("Content-Type", "application/json"), ("Authorization", "Bearer \(token)"),
                    ("X-Mockpostly-Fault", fault),
                ],
                body: #"{"title":"\#(title)","content":"Words.","status":"published"}"#
            )
        }
        let lost = try post("Lost one", "reset")
        #expect(lost.delivery.ending == .reset(at: .message(0)))
        let saved = try post("Saved one", "reset-after-write")
        #expect(saved.status == 201 && saved.delivery.ending == .reset(at: .message(0)))
        let list = try application.answer("GET", "/api/posts").text
        #expect(list.contains("Saved one") && !list.contains("Lost one"))
    }

    @Test func `ids do not change because of chances`() throws {
        func ids(_ fault: String?) throws -> [String?] {
            let application = try TestHost.serving(.standard)
            if let fault { try add(fault, to: application) }
            let token = try token("postly", "mira.sol@example.com", application)
            return try (0..<3).map { number in
                let answer = try application.answer(
                    "POST",
                    "/api/posts",
                    [("Content-Type", "application/json"), ("Authorization", "Bearer \(token)")],
                    body: #"{"title":"N\#(number)","content":"Words.","status":"published"}"#
                )
                return try JSON(parsing: answer.body).root["_id"]?.string.map { "\($0.suffix(16))" }
            }
        }
        let plain = try ids(nil)
        #expect(try ids(#"{"fault":"wrong-type","rate":0.5}"#) == plain)
    }

    // MARK: What is told

    @Test func `the log and the list of worlds name what is active`() throws {
        let captured = try CapturedLog()
        let application = try TestHost.serving(.standard, log: captured.log)
        try add(#"{"name":"bad-day","fault":{"status":500}}"#, to: application)
        try add(#"{"fault":"reset","rate":0}"#, to: application)
        _ = try application.answer("GET", "/api/posts")
        #expect(try captured.text().contains(", fault bad-day"))
        let worlds = try application.control("GET", "/worlds").text
        #expect(worlds.contains(#""faults":["bad-day"]"#))
    }

    @Test func `a world made by a server with faults has them from its beginning`() throws {
        let application = try TestHost.serving(.standard) {
            $0.worlds.faults = [Fault(named: "maintenance")].compactMap(\.self)
        }
        try application.makeWorld(#""id":"a""#)
        for path in ["/api/posts", "/w/a/api/posts"] {
            #expect(try application.answer("GET", path)[Self.named] == "maintenance")
        }
        _ = try application.answer("DELETE", "/__mockpostly/v1/faults?world=a")
        #expect(try application.answer("GET", "/w/a/api/posts").status == 200)
        #expect(try application.answer("GET", "/api/posts").status == 503)
    }

    @Test func `a reset lets chances repeat`() throws {
        let application = try TestHost.serving(.standard)
        try add(#"{"fault":{"status":503},"rate":0.5}"#, to: application)
        func run() throws -> [Int] {
            try (0..<50).map { _ in try application.answer("GET", "/posts/1").status }
        }
        let first = try run()
        #expect(Set(first) == [200, 503])
        #expect(try run() != first)
        _ = try application.post("/__mockpostly/v1/reset", "")
        #expect(try run() == first)
    }
}
