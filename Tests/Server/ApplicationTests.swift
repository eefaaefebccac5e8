import MockPostlyContent
import MockPostlyControl
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyMatching
import MockPostlyNouns
import MockPostlySQLite
import MockPostlyTestKit
import PostlyDialect
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer
@testable import MockPostlyWorlds

@Suite
struct ApplicationTests {
    // MARK: Which world

    @Test(
        arguments: [
            ("/w/default/api/posts", "default", nil, 10), ("/w/default", "default", nil, 10),
            ("/w/a-b_1/", "a-b_1", nil, 8), ("/w/é/x", "é", nil, 5), ("/w//api", nil, nil, 0),
            ("/w/", nil, nil, 0), ("/w", nil, nil, 0), ("/", nil, nil, 0), ("", nil, nil, 0),
            ("/W/default/", nil, nil, 0), ("/api/w/default/", nil, nil, 0),
            ("//w/default/", nil, nil, 0), ("/wx/y", nil, nil, 0),
            ("/f/flaky/api", nil, "flaky", 8),
            ("/f/flaky/w/a/api", "a", "flaky", 12), ("/w/a/f/flaky/api", "a", "flaky", 12),
            ("/w/a/w/b/", "a", nil, 4), ("/f/x/f/y/", nil, "x", 4), ("/f/x/w//", nil, "x", 4),
        ] as [(String, String?, String?, Int)]
    )
    func `the world and the fault in front of a path`(
        path: String,
        name: String?,
        fault: String?,
        length: Int
    ) {
        // The place of the path in what was received must not matter.
        for bytes in [Array(path.utf8)[...], Array("GET \(path)".utf8)[4...]] {
            let prefix = AddressPrefix(of: bytes)
            #expect(prefix.world.map { String(decoding: $0, as: UTF8.self) } == name)
            #expect(prefix.fault == fault)
            #expect(prefix.length == length)
        }
    }

    @Test
    func `a prefix picks the world, and an unknown one is a problem`() throws {
        let application = try TestHost.serving()
        for target in ["/api/posts", "/w/default/api/posts", "/w/def%61ult/api/posts?page=1"] {
            #expect(try application.answer("GET", target).text.hasSuffix("\"posts\":[]}\n"))
        }
        #expect(try application.answer("GET", "/w/default/").text.contains("Postly API"))
        for target in ["/w/other/api/posts", "/w/Default/", "/w/default%00/", "/w/de%66/x"] {
            let response = try application.answer("GET", target)
            #expect(response["Content-Type"] == "application/problem+json")
            #expect(response.status == 404)
            #expect(try response.json["title"]?.string == "Unknown world")
            #expect(try response.json["hint"]?.string?.contains("default") == true)
        }
    }

    @Test
    func `the control plane is the same in front of and behind a world`() throws {
        let application = try TestHost.serving()
        for target in ["/__mockpostly/v1/worlds", "/w/default/__mockpostly/v1/worlds"] {
            let response = try application.answer("GET", target)
            #expect(try response.json["worlds"]?.elements.count == 1)
        }
    }

    @Test
    func `two worlds share nothing`() throws {
        let application = try TestHost.serving()
        var configuration = Configuration()
        configuration.randomSeed = 1
        try application.worlds.addWorld(named: "two", seed: .empty)
        let body = #"{"email":"a@example.com","password":"p"}"#
        let first = try application.post("/api/auth/register", body)
        let second = try application.post("/w/two/api/auth/register", body)
        #expect(first.status == 201 && second.status == 201)
        let ids = try [first, second].map { try $0.json["user"]?["userId"]?.string }
        #expect(ids[0] != ids[1])
        let token = try #require(try first.json["accessToken"]?.string)
        let fields = [("Authorization", "Bearer \(token)")]
        #expect(try application.answer("GET", "/api/auth/check", fields).status == 200)
        let foreign = try application.answer("GET", "/w/two/api/auth/check", fields)
        #expect(foreign.text == "{\"msg\":\"Signature verification failed\"}\n")
    }

    // MARK: Readiness and reset

    @Test
    func `without content the control plane answers, and says so`() throws {
        let application = TestHost(
            Configuration(),
            log: .thrownAway
        )
        #expect(try application.answer("GET", "/__mockpostly/v1/live").status == 200)
        #expect(try application.answer("GET", "/__mockpostly/v1/ready").status == 503)
        #expect(try application.answer("GET", "/__mockpostly/v1/metrics").status == 200)
        #expect(try application.answer("GET", "/api/posts").status == 599)
        #expect(application.course.early.count == 1)
    }

    @Test
    func `a reset brings the seed back, and is counted`() throws {
        let application = try TestHost.serving(.standard)
        func counts() throws -> [Int64?] {
            let worlds = try application.answer("GET", "/__mockpostly/v1/worlds").json["worlds"]
            let world = worlds?.elements.first
            return ["posts", "users", "comments"].map { world?[$0]?.int }
        }
        let seeded = try counts()
        let body = #"{"email":"new@example.com","password":"p"}"#
        #expect(try application.post("/api/auth/register", body).status == 201)
        #expect(try counts() != seeded)
        let reset = try application.answer("POST", "/__mockpostly/v1/reset")
        #expect(reset.status == 200)
        #expect(try reset.json["milliseconds"]?.double.map { $0 > 0 } == true)
        #expect(try counts() == seeded)
        #expect(try ["posts", "users", "comments"].map { try reset.json[$0]?.int } == seeded)
        let metrics = try Exposition(application.course.metricsText())
        #expect(metrics.value("mockpostly_resets_total", [:]) == 1)
    }

    @Test
    func `a reset to a broken seed changes nothing`() throws {
        let directory = try ScratchDirectory()
        let user = #"{"name":"A","email":"a@example.com","password":"p"}"#
        try directory.write("{\"users\":[\(user)]}", to: "seed.json")
        let application = try TestHost.serving(.paths([directory.file("seed.json")]))
        try directory.write("{\"users\":[\(user),{}]}", to: "seed.json")
        let response = try application.answer("POST", "/__mockpostly/v1/reset")
        #expect(response.status == 409)
        #expect(try response.json["detail"]?.string?.contains("seed.json:1:") == true)
        let login = try application.post(
            "/api/auth/login/email",
            #"{"email":"a@example.com","password":"p"}"#
        )
        #expect(login.status == 200)
    }

    // MARK: Failures

    @Test
    func `a failing database is told to the log alone`() throws {
        let captured = try CapturedLog()
        let application = try TestHost.serving(log: captured.log)
        let world = try #require(application.worlds.list.first)
        try world.domain.work.connection.script("DROP TABLE post_content; DROP TABLE user")
        for target in ["/api/users/x/posts?page=1", "/api/posts/search?q=x"] {
            let response = try application.answer("GET", target, [("Origin", "http://a")])
            if response.status == 200 { continue }
            #expect(response.status == 500)
            #expect(response.text == "{\"error\":\"Internal server error\"}\n")
            #expect(response["Access-Control-Allow-Origin"] == "http://a")
        }
        #expect(try captured.text().contains("no such table: post_content"))
        let worlds = try application.answer("GET", "/__mockpostly/v1/worlds")
        #expect(worlds.status == 500)
        #expect(worlds["Content-Type"] == "application/problem+json")
        #expect(!worlds.text.contains("user"))
    }

    @Test
    func `an answer whose writes are lost is none`() throws {
        let captured = try CapturedLog()
        let application = try TestHost.serving(log: captured.log)
        let world = try #require(application.worlds.list.first)
        world.domain.work.checkPlace = { throw NoSuchPlace() }
        let body = #"{"email":"a@example.com","password":"p"}"#
        let response = try application.post("/api/auth/register", body)
        #expect(response.status == 500)
        #expect(response.text == "{\"error\":\"Internal server error\"}\n")
        #expect(try captured.text().contains("world default: the writes were undone"))
        #expect(try world.domain.totals().users == 0)
        #expect(try application.answer("GET", "/api/posts").status == 200)
    }

    @Test
    func `a post is answered when its view cannot be written down`() throws {
        let application = try TestHost.serving(.standard)
        let world = try #require(application.worlds.list.first)
        let key = try #require(
            try world.domain.posts.keys(.status("published"), limit: 1, offset: 0).first
        )
        let target = try world.domain.posts.read(key: key) { post in
            "/api/posts/slug/" + String(decoding: post.slug, as: UTF8.self)
        }
        let before = try world.domain.posts.read(key: key) { $0.views }
        world.domain.work.checkPlace = { throw NoSuchPlace() }
        let bodies = try (0..<3).map { _ in
            let response = try application.answer("GET", target)
            #expect(response.status == 200)
            return response.text
        }
        #expect(Set(bodies).count == 1)
        world.domain.work.checkPlace = nil
        #expect(try application.answer("GET", target).status == 200)
        #expect(try world.domain.posts.read(key: key) { $0.views } == before + 1)
    }

    private struct NoSuchPlace: Error {}
}
