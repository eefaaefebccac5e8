import Foundation
import MockPostlyTesting
import Testing

/// That nothing of one world is anything to another.
@Suite(.timeLimit(.minutes(15)))
struct IsolationTests {
    private static let now = "2026-02-14T12:34:56.123456Z"
    private static let mira = "mira.sol@example.com"

    /// The default world, a fresh one and a copy of that, all with the same content, clock and
    /// random seed.
    private func worlds(
        _ door: Int,
        _ change: (inout MockServer.Options) -> Void = { _ in }
    ) throws -> [MockServer.World] {
        var options = MockServer.Options(clock: .frozen(at: Self.now), randomSeed: 7)
        options.dummyJSON.keepsWrites = true
        options.verifiesGoogle = true
        change(&options)
        let server = try Doors.all[door](options)
        let fresh = try server.makeWorld(randomSeed: 7)
        return [server.defaultWorld, fresh, try fresh.fork(randomSeed: 7)]
    }

    // MARK: Tokens

    /// A request that wants a token, and what it is to be refused with.
    private struct Guarded: Sendable {
        var method: String
        var path: String
        var headers: MockServer.Headers = [:]
        var body: String?

        func send(_ token: String, to world: MockServer.World) throws -> MockServer.Answer {
            let filled = { (text: String) in text.replacing("TOKEN", with: token) }
            let headers = MockServer.Headers(
                headers.fields.map { .init($0.name, filled($0.value)) }
            )
            return try world.send(method, filled(path), headers: headers, body: body.map(filled))
        }
    }

    private static func guarded(_ kind: MockServer.TokenKind) -> [Guarded] {
        let bearer: MockServer.Headers = ["Authorization": "Bearer TOKEN"]
        let json: MockServer.Headers = ["Content-Type": "application/json"]
        let id = String(repeating: "0", count: 24)
        let routes: [(String, String)]
        switch kind {
        case .postly:
            routes = [
                ("GET", "/api/auth/check"), ("GET", "/api/users/me/posts"),
                ("POST", "/api/posts"), ("PUT", "/api/posts/\(id)"),
                ("DELETE", "/api/posts/\(id)"), ("GET", "/api/posts/\(id)/like"),
                ("POST", "/api/posts/\(id)/like"), ("DELETE", "/api/posts/\(id)/like"),
                ("POST", "/api/posts/\(id)/comments"),
                ("DELETE", "/api/posts/\(id)/comments/\(id)"),
            ]
        case .dummyJSON:
            return [
                ("GET", "/auth/me"), ("GET", "/users/me"), ("GET", "/auth/products"),
                ("POST", "/auth/posts/add"), ("POST", "/auth/logout"),
            ].flatMap { method, path in
                [
                    Guarded(method: method, path: path, headers: bearer),
                    Guarded(method: method, path: path, headers: ["Cookie": "accessToken=TOKEN"]),
                ]
            }
        case .dummyJSONRefresh:
            let body = #"{"refreshToken":"TOKEN"}"#
            let cookie: MockServer.Headers = ["Cookie": "refreshToken=TOKEN"]
            return [
                Guarded(method: "POST", path: "/auth/refresh", headers: json, body: body),
                Guarded(method: "POST", path: "/auth/refresh", headers: cookie),
            ]
        case .community:
            routes = [
                ("GET", "/api/community/me"), ("POST", "/api/community/join"),
                ("DELETE", "/api/community/join"), ("GET", "/api/community/posts"),
                ("POST", "/api/community/posts"), ("DELETE", "/api/community/posts/1"),
                ("PUT", "/api/community/posts/1/like"),
                ("DELETE", "/api/community/tokens/current"),
                ("GET", "/community/websocket?vsn=2.0.0&token=TOKEN"),
            ]
        case .wreely:
            return [
                ("GET", "/services/v2/member"), ("GET", "/services/v2/1/members"),
                ("GET", "/wreely/v2/1/memberwalls/per_page=10&page_number=1"),
                ("POST", "/services/v2/1/memberwalls"), ("GET", "/services/v2/vendors"),
            ].map { Guarded(method: $0, path: "\($1)?access_token=TOKEN") }
        case .realWorld:
            routes = [
                ("GET", "/realworld/api/user"), ("GET", "/realworld/api/articles"),
                ("GET", "/realworld/api/articles/feed"), ("PUT", "/realworld/api/user"),
                ("POST", "/realworld/api/articles"), ("GET", "/realworld/api/profiles/mira.sol"),
                ("POST", "/realworld/api/profiles/theo.lindqvist/follow"),
            ]
        default: routes = []
        }
        return routes.map { Guarded(method: $0, path: $1, headers: bearer) }
    }

    @Test(
        arguments: Doors.all.indices,
        [.postly, .dummyJSON, .dummyJSONRefresh, .community, .wreely, .realWorld]
            as [MockServer.TokenKind]
    )
    func `a token of one world is refused in another exactly as a forged one`(
        _ door: Int,
        _ kind: MockServer.TokenKind
    ) throws {
        let worlds = try worlds(door)
        let user = kind == .dummyJSON || kind == .dummyJSONRefresh ? "emilys" : Self.mira
        let tokens = try worlds.map { try $0.token(for: user, kind) }
        #expect(Set(tokens).count == worlds.count)
        for (place, abroad) in worlds.enumerated() {
            let forged = try abroad.token(for: user, kind, fault: .signature)
            for request in Self.guarded(kind) {
                let refusal = try request.send(forged, to: abroad)
                #expect((400...599).contains(refusal.status), "\(request)")
                for (home, token) in tokens.enumerated() where home != place {
                    #expect(try request.send(token, to: abroad) == refusal, "\(request)")
                }
            }
            // It was not for want of a good one.
            if let request = Self.guarded(kind).first {
                #expect(try request.send(tokens[place], to: abroad).status < 400)
            }
        }
    }

    @Test(arguments: Doors.all.indices)
    func `a token that was there when a world was copied is none of the copy's`(
        _ door: Int
    ) throws {
        let world = try worlds(door)[1]
        let kinds: [MockServer.TokenKind] = [
            .postly, .dummyJSON, .dummyJSONRefresh, .community, .wreely, .realWorld,
        ]
        let tokens = try kinds.map { kind in
            let isDummyJSON = kind == .dummyJSON || kind == .dummyJSONRefresh
            return try world.token(for: isDummyJSON ? "emilys" : Self.mira, kind)
        }
        try world.saveSnapshot(named: "one")
        let snapshot = MockServer.Origin.snapshot("one", of: world.name)
        let copies = [try world.fork(), try world.server.makeWorld(from: snapshot)]
        for (kind, token) in zip(kinds, tokens) {
            let request = try #require(Self.guarded(kind).first)
            #expect(try request.send(token, to: world).status == 200)
            for copy in copies { #expect(try request.send(token, to: copy).status >= 400) }
        }
        try world.restoreSnapshot(named: "one")
        for (kind, token) in zip(kinds, tokens) {
            let request = try #require(Self.guarded(kind).first)
            #expect(try request.send(token, to: world).status == 200)
        }
    }

    @Test(arguments: Doors.all.indices)
    func `the Google of one world signs nobody in to another`(_ door: Int) throws {
        let worlds = try worlds(door)
        let tokens = try worlds.map { try $0.token(for: Self.mira, .google) }
        for (place, world) in worlds.enumerated() {
            for (home, token) in tokens.enumerated() {
                let answer = try world.send(
                    "POST",
                    "/api/auth/login",
                    headers: ["Content-Type": "application/json"],
                    body: #"{"token":"\#(token)"}"#
                )
                #expect(answer.status == (home == place ? 200 : 401))
                if home != place { #expect(answer.text.contains("Certificate for key id")) }
            }
        }
        let certificates = try worlds.map { try $0.send("GET", "/oauth2/v3/certs").text }
        #expect(Set(certificates).count == worlds.count)
    }

    // MARK: Content

    @Test(arguments: Doors.all.indices)
    func `no write in one world changes a byte of another`(_ door: Int) throws {
        let worlds = try worlds(door)
        for (place, world) in worlds.enumerated() {
            let others = worlds.indices.filter { $0 != place }
            let before = try others.map { try worlds[$0].exportSeed() }
            try writeAll(in: world)
            for (other, bytes) in zip(others, before) {
                #expect(try worlds[other].exportSeed() == bytes)
            }
        }
    }

    /// One write of each kind.
    private func writeAll(in world: MockServer.World) throws {
        let json: MockServer.Headers = ["Content-Type": "application/json"]
        let author = try Author(world)
        let post = try author.publish("Low Tide")
        _ = try author.publish("Low Tide")
        let feed = try world.token(for: author.id, .community)
        let member: MockServer.Headers = [
            "Content-Type": "application/json", "Authorization": "Bearer \(feed)",
        ]
        let answers = [
            try author.send("POST", "/api/posts/\(post)/like"),
            try author.send("POST", "/api/posts/\(post)/comments", #"{"content":"First"}"#),
            try author.send("PUT", "/api/posts/\(post)", #"{"title":"High Tide"}"#),
            try world.send("GET", "/api/posts/\(post)"),
            try world.send("POST", "/api/community/join", headers: member),
            try world.send(
                "POST",
                "/api/community/posts",
                headers: member,
                body: #"{"content":"Hello"}"#
            ),
            try world.send("PUT", "/api/community/posts/1/like", headers: member),
            try world.send(
                "POST",
                "/api/community/posts/1/comments",
                headers: member,
                body: #"{"content":"Hi"}"#
            ),
            try world.send("POST", "/posts/add", headers: json, body: #"{"title":"t","userId":1}"#),
            try world.send("PUT", "/products/1", headers: json, body: #"{"title":"t"}"#),
            try world.send("DELETE", "/users/2"),
            try world.send(
                "POST",
                "/c/generate",
                headers: json,
                body: #"{"json":{"a":1},"method":"GET"}"#
            ),
        ]
        let colleague = try world.token(for: Self.mira, .wreely)
        let written = [
            try world.send(
                "POST",
                "/services/v2/1/memberwalls?access_token=\(colleague)",
                headers: json,
                body: #"{"post_description":"Hello"}"#
            ),
            try world.send(
                "GET",
                "/services/v2/events/attend/event_id=1?access_token=\(colleague)"
            ),
            try world.send(
                "POST",
                "/services/v2/member/login",
                headers: json,
                body: #"{"mobile_number":"9876543210","country_code":"+91"}"#
            ),
        ]
        for answer in answers + written {
            #expect((200...299).contains(answer.status), "\(answer)")
        }
    }

    @Test
    func `a custom response of one world is not found in another`() throws {
        let worlds = try worlds(0) { $0.dummyJSON.linksUpstream = true }
        let answer = try worlds[1].send(
            "POST",
            "/c/generate",
            headers: ["Content-Type": "application/json"],
            body: #"{"json":{"a":1},"method":"GET"}"#
        )
        let mark = "https://dummyjson.com"
        let start = try #require(answer.text.range(of: mark))
        let path = String(answer.text[start.upperBound...].dropLast(2))
        #expect(try worlds.map { try $0.send("GET", path).status } == [404, 200, 404])
    }

    @Test
    func `events reach those who are connected in the same world only`() throws {
        let worlds = try worlds(0)
        let tokens = try worlds.map { try $0.token(for: Self.mira, .community) }
        let sessions = try zip(worlds, tokens).map { world, token in
            let path = "/community/longpoll?vsn=2.0.0&token="
            let opened = try world.send("GET", path + token)
            let session = try JSONDecoder().decode(Session.self, from: Data(opened.body)).token
            let join = #"["1","1","community:feed","phx_join",{}]"#
            _ = try world.send(
                "POST",
                path + session,
                headers: ["Content-Type": "application/json"],
                body: join
            )
            _ = try world.send("GET", path + session)
            return path + session
        }
        for (place, world) in worlds.enumerated() {
            let posted = try world.send(
                "POST",
                "/api/community/posts",
                headers: [
                    "Content-Type": "application/json", "Authorization": "Bearer \(tokens[place])",
                ],
                body: #"{"content":"only in \#(place)"}"#
            )
            #expect(posted.status == 201)
        }
        for (place, world) in worlds.enumerated() {
            // Each world has an event of its own, so no poll waits.
            let text = try world.send("GET", sessions[place]).text
            for other in worlds.indices {
                #expect(text.contains("only in \(other)") == (other == place))
            }
            // A session is nobody's elsewhere.
            let elsewhere = worlds[(place + 1) % worlds.count]
            let answer = try elsewhere.send("GET", sessions[place])
            #expect(answer.text == #"{"status":403}"#)
        }
    }

    private struct Session: Decodable {
        var token: String
    }

    // MARK: What is counted

    @Test(arguments: Doors.all.indices)
    func `requests are counted for each world by itself`(_ door: Int) throws {
        let worlds = try worlds(door) { options in
            options.dummyJSON.limitsRate = true
            options.pexels.limit = 2
        }
        func statuses(_ path: String) throws -> [Int] {
            try worlds.map {
                try $0.send("GET", path, headers: ["Authorization": "key"]).status
            }
        }
        for _ in 0..<100 { _ = try worlds[0].send("GET", "/test") }
        #expect(try statuses("/test") == [429, 200, 200])
        for _ in 0..<2 {
            _ = try worlds[1].send("GET", "/v1/photos/100001", headers: ["Authorization": "key"])
        }
        #expect(try statuses("/v1/photos/100001") == [200, 429, 200])
        try worlds[0].reset()
        try worlds[1].reset()
        #expect(try statuses("/test") == [200, 200, 200])
        #expect(try statuses("/v1/photos/100001") == [200, 200, 200])
    }
}
