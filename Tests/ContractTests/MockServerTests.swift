import Foundation
import MockPostlyTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What users of the testing library rely on.
@Suite(.timeLimit(.minutes(15)))
struct MockServerTests {
    private static let doors = Doors.all

    @Test(arguments: doors.indices)
    func `a server has the standard seed and answers with the bytes of the API`(
        _ door: Int
    ) throws {
        let server = try Self.doors[door](.init())
        let answer = try server.send("GET", "/api/posts?limit=1")
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"] == "application/json")
        #expect(answer.text.hasPrefix("{\"pagination\":{\"limit\":1,\"page\":1,"))
        #expect(answer.headers["Content-Length"] == "\(answer.body.count)")
    }

    @Test(arguments: doors.indices)
    func `the clock stands still, moves on and stops as it is told`(_ door: Int) throws {
        let server = try Self.doors[door](
            .init(seed: .empty, clock: .frozen(at: "2026-02-14T12:34:56Z"))
        )
        func date() throws -> String? { try server.send("HEAD", "/").headers["Date"] }
        #expect(try date() == "Sat, 14 Feb 2026 12:34:56 GMT")
        try server.advanceClock(by: .seconds(4))
        #expect(try date() == "Sat, 14 Feb 2026 12:35:00 GMT")
        try server.freezeClock(at: "1999-12-31T23:59:59+00:00")
        #expect(try date() == "Fri, 31 Dec 1999 23:59:59 GMT")
    }

    @Test(arguments: doors.indices)
    func `a body may be bytes, and a header may stand twice`(_ door: Int) throws {
        let server = try Self.doors[door](.init(seed: .empty))
        let body = Array(#"{"email":"a@example.com","password":"p"}"#.utf8)
        let answer = try server.send(
            "POST",
            "/api/auth/register",
            headers: [
                "Content-Type": "application/json", "Origin": "http://a.example",
                "Origin": "http://b.example",
            ],
            body: body
        )
        #expect(answer.status == 201)
        #expect(answer.headers.all("vary") == ["Origin"])
        let origins = "http://a.example,http://b.example"
        #expect(answer.headers["access-control-allow-origin"] == origins)
    }

    @Test(arguments: doors.indices)
    func `what is no HTTP is refused by the server itself`(_ door: Int) throws {
        let server = try Self.doors[door](.init(seed: .empty))
        let answer = try server.send("GET", "/a b")
        #expect(answer.status == 400)
        #expect(answer.headers["Connection"] == "close")
        #expect(answer.text == "{\"error\":\"The request line is malformed.\"}\n")
    }

    @Test(arguments: doors.indices)
    func `a reset brings the seed back, read anew`(_ door: Int) throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "mockpostly-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let post =
            #"{"author":"a@example.com","title":"%","content":"c","#
            + #""createdAt":"2025-01-01T00:00:00Z"}"#
        func write(_ title: String) throws {
            let text = #"{"users":[{"name":"A","email":"a@example.com"}],"posts":["#
            let whole = text + post.replacing("%", with: title) + "]}"
            try Data(whole.utf8).write(to: file)
        }
        try write("Low Tide")
        let server = try Self.doors[door](.init(seed: .files([file.path(percentEncoded: false)])))
        #expect(try server.send("GET", "/api/posts/slug/low-tide").text.contains("\"views\":1}"))
        try server.reset()
        #expect(try server.send("GET", "/api/posts/slug/low-tide").text.contains("\"views\":1}"))
        try write("High Tide")
        try server.reset()
        #expect(try server.send("GET", "/api/posts/slug/high-tide").status == 200)
        try Data("{".utf8).write(to: file)
        #expect(throws: MockServer.Failure.self) { try server.reset() }
        #expect(try server.send("GET", "/api/posts/slug/high-tide").text.contains("\"views\":2}"))
    }

    @Test(arguments: doors.indices)
    func `a server that has ended refuses everything, and can be stopped again`(
        _ door: Int
    ) throws {
        let server = try Self.doors[door](.init(seed: .empty))
        server.stop()
        server.stop()
        #expect(throws: MockServer.Failure.self) { try server.send("GET", "/") }
        #expect(throws: MockServer.Failure.self) { try server.reset() }
        #expect(throws: MockServer.Failure.self) { try server.advanceClock(by: .seconds(1)) }
    }

    @Test(arguments: doors.indices)
    func `mistakes of a test are told in words`(_ door: Int) throws {
        let make = Self.doors[door]
        #expect(words { _ = try make(.init(clock: .frozen(at: "today"))) }.contains("'today'"))
        #expect(words { _ = try make(.init(seed: .files(["no/file"]))) }.contains("no/file"))
        let server = try make(.init(seed: .empty))
        #expect(words { try server.reset(world: "x") }.contains("'x'"))
        #expect(words { try server.freezeClock(at: "now") }.contains("'now'"))
        #expect(words { try server.addWorld(named: "a/b") }.contains("'a/b'"))
        #expect(words { try server.addWorld(named: "default") }.contains("already"))
        let headers: MockServer.Headers = ["X": "a\r\nY: b"]
        #expect(words { _ = try server.send("GET", "/", headers: headers) }.contains("line break"))
    }

    @Test(arguments: doors.indices)
    func `the control plane can be called`(_ door: Int) throws {
        let server = try Self.doors[door](.init(seed: .empty))
        let answer = try server.send("GET", "/__mockpostly/v1/live")
        #expect(answer.text == "{\"status\":\"live\"}\n")
    }

    @Test(arguments: ["/services/v2/member/login", "/api/posts", "/__mockpostly/v1/reset"])
    func `a refused request is answered alike in process and over loopback`(_ path: String) throws {
        // Longer than any of these bodies may be.
        let body = String(repeating: "x", count: 9 * 1024 * 1024)
        let answers = try Self.doors.map { make in
            let server = try make(.init(seed: .empty, clock: .frozen(at: "2026-02-14T12:34:56Z")))
            let answer = try server.send("POST", path, body: body)
            let metrics = try server.send("GET", "/__mockpostly/v1/metrics").text
            let counts = metrics.split(separator: "\n").filter {
                $0.contains("_rejected_requests_")
            }
            #expect(counts.contains { $0.hasSuffix(" 1") })
            return answer
        }
        #expect(answers[0].status == answers[1].status && answers[0].status >= 400)
        #expect(answers[0].text == answers[1].text)
        #expect(answers[0].headers == answers[1].headers)
    }

    // MARK: DummyJSON

    @Test(arguments: doors.indices)
    func `DummyJSON is served beside Postly, or alone, or not at all`(_ door: Int) throws {
        func statuses(_ dialects: Set<MockServer.Dialect>) throws -> [Int] {
            let server = try Self.doors[door](.init(seed: .empty, systems: dialects))
            return try ["/api/posts", "/posts/1"].map { try server.send("GET", $0).status }
        }
        #expect(try statuses([]) == [200, 200])
        #expect(try statuses([.postly, .dummyJSON]) == [200, 200])
        #expect(try statuses([.postly]) == [200, 404])
        #expect(try statuses([.dummyJSON]) == [404, 200])
    }

    @Test(arguments: doors.indices)
    func `any choice of dialects is served`(_ door: Int) throws {
        let server = try Self.doors[door](.init(seed: .empty, systems: [.community, .pexels]))
        let paths = ["/api/community/me", "/v1/curated", "/api/posts", "/posts/1"]
        #expect(try paths.map { try server.send("GET", $0).status } == [401, 401, 404, 404])
    }

    @Test(arguments: doors.indices)
    func `a system that is not there is named`(_ door: Int) throws {
        let failure = #expect(throws: MockServer.Failure.self) {
            try Self.doors[door](.init(seed: .empty, systems: [.postly, .init("cobol")]))
        }
        #expect("\(try #require(failure))".contains("cobol"))
    }

    @Test func `the systems and the tokens that have names are all there are`() {
        let systems: [MockServer.Dialect] = [.postly, .dummyJSON, .community, .pexels]
        #expect(MockServer.Dialect.allCases.prefix(4) == systems[...])
        let tokens: [MockServer.TokenKind] = [
            .postly, .dummyJSON, .dummyJSONRefresh, .community, .google,
        ]
        #expect(Set(MockServer.TokenKind.allCases).isSuperset(of: tokens))
    }

    @Test(arguments: doors.indices)
    func `what is said of the image search holds`(_ door: Int) throws {
        let server = try Self.doors[door](
            .init(seed: .empty, pexels: .init(keys: ["right"], limit: 1, isStrict: true))
        )
        func status(_ key: String) throws -> Int {
            try server.send("GET", "/v1/curated", headers: ["Authorization": key]).status
        }
        #expect(try status("wrong") == 401)
        #expect(try status("right") == 200)
        #expect(try status("right") == 429)
        try server.advanceClock(by: .seconds(31 * 86_400))
        let search = try server.send(
            "GET",
            "/v1/search?query=quokka",
            headers: ["Authorization": "right"]
        )
        #expect(search.text.contains("\"photos\":[]"))
    }

    @Test(arguments: doors.indices)
    func `pictures come from this server or from the hosts of the original`(_ door: Int) throws {
        let usual = try Self.doors[door](.init())
        let turned = try Self.doors[door](
            .init(pexels: .init(linksUpstream: true), postly: .init(drawsPictures: true))
        )
        let (posts, photos) = ("/api/posts?limit=5", "/v1/curated")
        let key: MockServer.Headers = ["Authorization": "any"]
        #expect(try !usual.send("GET", posts).text.contains("/postly/pictures/"))
        #expect(try turned.send("GET", posts).text.contains("/postly/pictures/"))
        let upstream = "https://images.pexels.com/"
        #expect(try !usual.send("GET", photos, headers: key).text.contains(upstream))
        #expect(try turned.send("GET", photos, headers: key).text.contains(upstream))
    }

    @Test(arguments: doors.indices)
    func `what is said of DummyJSON holds`(_ door: Int) throws {
        let server = try Self.doors[door](
            .init(dummyJSON: .init(keepsWrites: true, usesSecureCookies: false))
        )
        let json: MockServer.Headers = ["Content-Type": "application/json"]
        let added = try server.send(
            "POST",
            "/posts/add",
            headers: json,
            body: #"{"title":"kept","userId":1}"#
        )
        #expect(added.status == 201)
        #expect(try server.send("GET", "/posts/252").text.contains("\"title\":\"kept\""))
        let login = try server.send(
            "POST",
            "/auth/login",
            headers: json,
            body: #"{"username":"emilys","password":"emilyspass"}"#
        )
        #expect(login.status == 200)
        let cookies = login.headers.all("set-cookie")
        #expect(cookies.count == 2 && cookies.allSatisfy { !$0.contains("Secure") })
        let empty = try Self.doors[door](.init(dummyJSON: .init(records: .empty)))
        #expect(try empty.send("GET", "/posts/1").status == 404)
        let legacy = try Self.doors[door](.init(dummyJSON: .init(isLegacy: true)))
        #expect(try legacy.send("GET", "/posts").text.contains("\"total\":150"))
        let directory = MockServer.DummyJSON(records: .directory("/nowhere"))
        #expect(
            words { _ = try Self.doors[door](.init(dummyJSON: directory)) }.contains("/nowhere")
        )
    }

    @Test(arguments: doors.indices)
    func `an answer in chunks is read whole`(_ door: Int) throws {
        let server = try Self.doors[door](.init(seed: .empty))
        let headers: MockServer.Headers = ["Accept-Encoding": "gzip"]
        let answer = try server.send("GET", "/products", headers: headers)
        #expect(answer.headers["Transfer-Encoding"] == "chunked")
        #expect(answer.headers["Content-Length"] == nil)
        #expect(answer.body.starts(with: [0x1F, 0x8B]) && answer.body.count > 1024)
        let head = try server.send("HEAD", "/products", headers: headers)
        #expect(head.status == 200 && head.body.isEmpty)
    }

    @Test
    func `a live server can be reached by other clients at its address`() async throws {
        let server = try MockServer.live(.init(seed: .empty))
        let address = try #require(URL(string: server.url + "/api/posts"))
        let (body, _) = try await URLSession.shared.data(from: address)
        #expect(String(decoding: body, as: UTF8.self).contains("\"total\":0"))
    }

    @Test
    func `a live server ends when it is released`() throws {
        var server: MockServer? = try MockServer.live(.init(seed: .empty))
        let address = try #require(server?.url)
        let connection = try #require(try server?.connect())
        let request = Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
        #expect(try connection.exchange(request).status == 200)
        server = nil
        #expect(throws: MockServer.Failure.self) { try connection.exchange(request) }
        #expect(address.hasPrefix("http://localhost:"))
    }

    @Test
    func `the same random seed and a frozen clock give the same tokens`() throws {
        let options = MockServer.Options(
            seed: .empty,
            clock: .frozen(at: "2026-02-14T12:34:56Z"),
            randomSeed: 1
        )
        let answers = try (1...2).map { _ in
            try MockServer.inProcess(options).send(
                "POST",
                "/api/auth/register",
                headers: ["Content-Type": "application/json"],
                body: #"{"email":"a@example.com","password":"p"}"#
            )
        }
        #expect(answers[0] == answers[1])
    }
}
