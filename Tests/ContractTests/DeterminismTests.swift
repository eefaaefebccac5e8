import MockPostlyTesting
import MockPostlyWorld
import Testing

/// The same seed and the same calls give the same bytes.
@Suite(.timeLimit(.minutes(15)))
struct DeterminismTests {
    private static let now = "2026-02-14T12:34:56.123456Z"

    private func world(_ door: Int, randomSeed: UInt64 = 7) throws -> MockServer.World {
        var options = MockServer.Options(clock: .frozen(at: Self.now))
        options.dummyJSON.keepsWrites = true
        return try Doors.all[door](options).makeWorld(named: "w", randomSeed: randomSeed)
    }

    /// The answers to a few hundred calls that random numbers choose.
    private func answers(_ world: MockServer.World) throws -> [MockServer.Answer] {
        var random = RandomSource(seed: 11)
        var answers: [MockServer.Answer] = []
        var tokens = [try world.token(for: "mira.sol@example.com")]
        let feed = try world.token(for: "theo.lindqvist@example.com", .community)
        func send(
            _ method: String,
            _ path: String,
            _ token: String? = nil,
            _ body: String? = nil
        ) throws -> MockServer.Answer {
            // In links there is what the client calls the server.
            var headers: MockServer.Headers = ["Host": "localhost"]
            if let token { headers["Authorization"] = "Bearer \(token)" }
            if body != nil { headers["Content-Type"] = "application/json" }
            let answer = try world.send(method, path, headers: headers, body: body)
            answers.append(answer)
            return answer
        }
        for round in 0..<60 {
            let token = tokens.randomElement(using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                let body = #"{"email":"a\#(round)@example.com","password":"p"}"#
                let text = try send("POST", "/api/auth/register", nil, body).text
                if let token = text.split(separator: "\"").dropFirst(3).first {
                    tokens.append(String(token))
                }
            case 1, 2:
                let title = "Tide \(Int.random(in: 0..<4, using: &random))"
                _ = try send("POST", "/api/posts", token, #"{"title":"\#(title)","content":"c"}"#)
            case 3: _ = try send("GET", "/api/posts?limit=20&page=\(round % 3 + 1)")
            case 4: _ = try send("GET", "/api/posts/slug/tide-\(round % 4)")
            case 5: _ = try send("POST", "/api/community/posts", feed, #"{"content":"c"}"#)
            case 6: _ = try send("POST", "/posts/add", nil, #"{"title":"t","userId":1}"#)
            case 7:
                let body = #"{"username":"emilys","password":"emilyspass"}"#
                _ = try send("POST", "/auth/login", nil, body)
            case 8:
                let body = #"{"name":"B","email":"b\#(round)@example.com","password":"p"}"#
                _ = try send("POST", "/api/community/register", nil, body)
            default: try world.advanceClock(by: .seconds(Int64(round)))
            }
        }
        return answers
    }

    @Test
    func `two runs give the same bytes, in process and live`() throws {
        let first = try answers(world(0))
        #expect(first.count > 40)
        #expect(Set(first.map(\.status)).isSuperset(of: [200, 201, 404]))
        for door in [0, 1, 1] { #expect(try answers(world(door)) == first) }
        let other = try answers(world(0, randomSeed: 8))
        #expect(other != first && other.map(\.status) == first.map(\.status))
    }

    @Test(arguments: Doors.all.indices)
    func `after a reset the same calls give the same bytes again`(_ door: Int) throws {
        let world = try world(door)
        let first = try answers(world)
        let content = try world.exportSeed()
        try world.reset()
        try world.freezeClock(at: Self.now)
        #expect(try answers(world) == first)
        #expect(try world.exportSeed() == content)
    }

    @Test
    func `a snapshot goes on as what it was taken of`() throws {
        let world = try world(0)
        _ = try answers(world)
        let content = try world.exportSeed()
        try world.saveSnapshot(named: "one")
        try Author(world).publish("Low Tide")
        #expect(try world.exportSeed() != content)
        try world.restoreSnapshot(named: "one")
        #expect(try world.exportSeed() == content)
        let other = try world.server.makeWorld(from: .snapshot("one", of: world.name))
        #expect(try other.exportSeed() == content)
    }

    @Test(arguments: Doors.all.indices)
    func `where the clock stands, what is read twice has the same bytes`(_ door: Int) throws {
        let world = try world(door)
        let session: MockServer.Headers = [
            "Authorization": "Bearer \(try world.token(for: "emilys", .dummyJSON))"
        ]
        let paths = [
            "/", "/nowhere", "/api/posts", "/api/posts/search?q=tide", "/api/auth/check",
            "/posts?limit=3", "/users/1", "/auth/me", "/2fa?key=JBSWY3DPEHPK3PXP", "/http/200",
            "/icon/emilys/16", "/api/community/me", "/docs",
        ]
        let login = #"{"username":"emilys","password":"emilyspass"}"#
        for path in paths {
            let answers = try (1...2).map { _ in try world.send("GET", path, headers: session) }
            #expect(answers[0] == answers[1], "\(path)")
            #expect(answers[0].headers["Date"] == "Sat, 14 Feb 2026 12:34:56 GMT", "\(path)")
        }
        // Two tokens of the same second are the same, as the original's.
        let sessions = try (1...2).map { _ in
            try world.send(
                "POST",
                "/auth/login",
                headers: ["Content-Type": "application/json"],
                body: login
            )
        }
        #expect(sessions[0] == sessions[1])
    }

    @Test
    func `where the clock stands, what waits by the machine's time goes on`() throws {
        let world = try world(1)
        let answer = try world.send("GET", "/test?delay=20")
        #expect(answer.status == 200)
        #expect(answer.headers["Date"] == "Sat, 14 Feb 2026 12:34:56 GMT")
        let author = try Author(world)
        #expect(try author.check().status == 200)
    }
}
