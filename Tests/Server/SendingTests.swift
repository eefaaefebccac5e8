import MockPostlyCompression
import MockPostlyContent
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyLog
import MockPostlyServer
import MockPostlyTestKit
import MockPostlyWorlds
import Testing

@testable import MockPostlyCourse

/// Requests that the control plane sends as if a client had.
@Suite
struct SendingTests {
    private let host: TestHost

    init() throws {
        host = try .serving(.standard)
    }

    private func control(_ method: String, _ path: String, _ body: String = "") throws -> Response {
        try host.answer(method, "/__mockpostly/v1" + path, body: body)
    }

    private func send(_ body: String, _ query: String = "") throws -> JSONValue {
        let response = try control("POST", "/requests" + query, body)
        #expect(response.status == 200, "\(response.text)")
        return try JSON(parsing: response.body).root
    }

    @Test
    func `a new request is answered and in the journal`() throws {
        let answer = try send(#"{"path":"/posts/1?select=id"}"#)
        #expect(answer["status"]?.int == 200 && answer["number"]?.int == 1)
        #expect(answer["response"]?["body"]?.string == #"{"id":1}"#)
        #expect(answer["milliseconds"]?.double ?? -1 >= 0)
        let entry = try JSON(parsing: try control("GET", "/requests/1").body).root
        #expect(entry["path"]?.string == "/posts/1?select=id" && entry["status"]?.int == 200)
    }

    @Test
    func `a request like one of the journal is the same, but for what is said`() throws {
        let login = #"{"email":"mira.sol@example.com","password":"mira.sol-postly"}"#
        let session = try host.post("/api/auth/login/email", login)
        let token = try #require(try JSON(parsing: session.body).root["accessToken"]?.string)
        let fields = [("Authorization", "Bearer \(token)"), ("Content-Type", "application/json")]
        let text = #"{"title":"One","content":"Words."}"#
        #expect(try host.answer("POST", "/api/posts", fields, body: text).status == 201)
        let again = try send(#"{"like":2}"#)
        #expect(again["status"]?.int == 201)
        #expect(again["response"]?["body"]?.string?.contains("\"One\"") == true)
        let other = try send(#"{"like":2,"body":"{\"title\":\"Two\",\"content\":\"Words.\"}"}"#)
        #expect(other["response"]?["body"]?.string?.contains("\"Two\"") == true)
        let without = try send(#"{"like":2,"headers":{"Content-Type":"application/json"}}"#)
        #expect(without["status"]?.int == 401)
        let list = try JSON(parsing: try host.answer("GET", "/api/posts?limit=3").body).root
        let titles = list["posts"]?.elements.map { $0["title"]?.string }
        #expect(titles?.prefix(3) == ["Two", "One", "One"])
    }

    @Test
    func `a text in the place of a coded body is read as what it is`() throws {
        let body = compress(
            #"{"title":"One","userId":5}"#.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
            .gzip
        )
        let fields = [
            ("Content-Type", "application/json; charset=utf-16le"), ("Content-Encoding", "gzip"),
        ]
        var request = try Request.asking("POST", "/posts/add", fields)
        request.body = body
        #expect(host.answer(to: request).status == 201)
        let changed = try send(#"{"like":1,"body":"{\"title\":\"Zwei é\",\"userId\":5}"}"#)
        #expect(changed["status"]?.int == 201)
        #expect(changed["response"]?["body"]?.string?.contains("Zwei é") == true)
        // As it came, and as it is ordered.
        #expect(try send(#"{"like":1}"#)["status"]?.int == 201)
        let order = #"{"like":1,"body":"{}","headers":{"Content-Encoding":"gzip"}}"#
        #expect(try send(order)["status"]?.int != 201)
    }

    @Test
    func `it is sent to the world that is named`() throws {
        #expect(try control("POST", "/worlds", #"{"id":"a"}"#).status == 201)
        let answer = try send(#"{"path":"/posts/1","world":"a"}"#)
        #expect(answer["world"]?.string == "a" && answer["number"]?.int == 1)
        #expect(try send(#"{"path":"/posts/1"}"#, "?world=a")["number"]?.int == 2)
        let list = try JSON(parsing: try control("GET", "/requests").body).root
        #expect(list["kept"]?.int == 0)
    }

    @Test
    func `faults and stubs hold for it`() throws {
        let fault = #"{"fault":{"status":503},"match":{"path":"/posts/*"}}"#
        #expect(try control("POST", "/faults", fault).status == 201)
        let answer = try send(#"{"path":"/posts/1"}"#)
        #expect(answer["status"]?.int == 503 && answer["fault"]?.string == "status-503")
    }

    @Test
    func `what no world has answered has no number`() throws {
        _ = try host.answer("GET", "/posts/1")
        for (path, status) in [("/w/default", 308), ("/f/none/posts/1", 404)] {
            let answer = try send(#"{"path":"\#(path)"}"#)
            #expect(answer["status"]?.int == Int64(status))
            #expect(answer["number"]?.isNull == true)
        }
        #expect(try control("POST", "/worlds", #"{"id":"a"}"#).status == 201)
        let login = #"{\"email\":\"mira.sol@example.com\",\"password\":\"p\"}"#
        let order = """
            {"world":"a","path":"/api/auth/login/email","method":"POST","body":"\(login)",
             "headers":{"Content-Type":"application/json"}}
            """
        let caller = Caller()
        let request = try Request.asking("POST", "/__mockpostly/v1/requests", body: order)
        host.course.receive(request, from: caller)
        #expect(try control("DELETE", "/worlds/a").status == 204)
        let answer = try #require(try caller.response?.json)
        #expect(answer["status"]?.int == 404 && answer["number"]?.isNull == true)
    }

    @Test
    func `it is sent to the host of that request, else to that of the order`() throws {
        func hosts() throws -> [String?] {
            let list = try control("GET", "/requests?details=true").json["requests"]?.elements
            return try #require(list).map { entry in
                let fields = entry["request"]?["headers"]?.elements ?? []
                return fields.first { $0["name"]?.string == "Host" }?["value"]?.string
            }
        }
        _ = host.answer(to: try .asking("GET", "/posts/1", host: "10.0.2.2:8080"))
        for order in [#"{"like":1}"#, #"{"path":"/posts/1"}"#] {
            let path = "/__mockpostly/v1/requests"
            let request = try Request.asking("POST", path, body: order, host: "127.0.0.1:9")
            #expect(host.answer(to: request).status == 200)
        }
        #expect(try hosts() == ["127.0.0.1:9", "10.0.2.2:8080", "10.0.2.2:8080"])
    }

    private static let refusals: [(body: String, status: Int, words: String)] = [
        ("{}", 400, "The member 'path' is missing."),
        (#"{"path":"posts"}"#, 400, "The member 'path' is 'posts'."),
        (#"{"path":"/a b"}"#, 400, "The member 'path' is '/a b'."),
        (#"{"path":"/a","method":"G T"}"#, 400, "make no request"),
        (#"{"path":"/a","headers":{"A B":"c"}}"#, 400, "make no request"),
        (#"{"path":"/a","headers":{"A":"b\r\nHost: x"}}"#, 400, "make no request"),
        (#"{"path":"/a","headers":{"A":1}}"#, 400, "'headers.A'"),
        (#"{"path":"/__mockpostly/v1/reset"}"#, 400, "'/__mockpostly/v1/reset'"),
        (#"{"path":"/w/default/__mockpostly/v1/reset"}"#, 400, "/w/default"),
        (#"{"path":"/w/a/posts/1"}"#, 400, "in the world 'a'"),
        (#"{"like":7}"#, 404, "There is no request '7'."),
        (#"{"like":0}"#, 400, "The member 'like'"),
        (#"{"path":"/a","to":"b"}"#, 400, "There is no member 'to'."),
    ]

    @Test(arguments: Self.refusals.indices)
    func `what is no request is refused`(_ place: Int) throws {
        let refusal = Self.refusals[place]
        let response = try control("POST", "/requests", refusal.body)
        #expect(response.status == refusal.status)
        #expect(response.text.contains(refusal.words), "\(response.text)")
    }

    @Test
    func `a body of which the journal has a part is not sent`() throws {
        let text = "{\"title\":\"" + String(repeating: "a", count: 70_000) + "\"}"
        _ = try host.answer(
            "POST",
            "/posts/add",
            [("Content-Type", "application/json")],
            body: text
        )
        let refusal = try control("POST", "/requests", #"{"like":1}"#)
        #expect(refusal.status == 409 && refusal.text.contains("65536 of the"))
        #expect(try send(#"{"like":1,"body":"{\"userId\":1}"}"#)["status"]?.int == 201)
    }

    @Test(.timeLimit(.minutes(15)))
    func `slow work and delays are waited for, without sockets too`() throws {
        var configuration = Configuration()
        configuration.seed = .standard
        let server = try InProcessServer(
            configuration,
            log: Log(format: .text, level: .quiet, usesColour: false)
        )
        let type = [("Content-Type", "application/json")]
        func control(_ path: String, _ body: String) throws -> Response {
            let target = "/__mockpostly/v1" + path
            let request = try Request.asking("POST", target, type, body: body)
            return try #require(try server.respond(to: request)).response
        }
        let fault = #"{"fault":{"delay":"5ms"},"match":{"path":"/api/auth/**"}}"#
        #expect(try control("/faults", fault).status == 201)
        let login = #"""
            {"path":"/api/auth/login/email","method":"POST","headers":{"Content-Type":"application/json"},
            "body":"{\"email\":\"mira.sol@example.com\",\"password\":\"mira.sol-postly\"}"}
            """#
        let answer = try JSON(parsing: try control("/requests", login).body).root
        #expect(answer["status"]?.int == 200)
        #expect(answer["response"]?["body"]?.string?.contains("accessToken") == true)
    }
}
