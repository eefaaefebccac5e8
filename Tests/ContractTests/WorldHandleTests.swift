import Foundation
import MockPostlyTesting
import Testing

/// What a test can do with the worlds of a server.
@Suite(.timeLimit(.minutes(15)))
struct WorldHandleTests {
    private static let now = "2026-02-14T12:34:56.123456Z"

    private func server(_ door: Int, seed: MockServer.Seed = .empty) throws -> MockServer {
        try Doors.all[door](.init(seed: seed, clock: .frozen(at: Self.now)))
    }

    // MARK: Worlds

    @Test(arguments: Doors.all.indices)
    func `worlds are made, found, listed and deleted`(_ door: Int) throws {
        let server = try server(door)
        #expect(try server.worlds.map(\.name) == ["default"])
        let named = try server.makeWorld(named: "team.one")
        #expect(named.path == "/w/team.one" && named.url == server.url + "/w/team.one")
        let unnamed = try server.makeWorld()
        #expect(try server.worlds.map(\.name) == ["default", "team.one", unnamed.name])
        #expect(try server.world(named: "team.one").url == named.url)
        #expect(try server.world(named: "default").path == "")
        #expect(server.defaultWorld.url == server.url)
        try named.delete()
        #expect(try named.send("GET", "/api/posts").status == 404)
        #expect(try server.worlds.map(\.name) == ["default", unnamed.name])
        #expect(words { try named.reset() }.contains("'team.one'"))
        #expect(try server.makeWorld(named: "team.one").total() == 0)
    }

    @Test(arguments: Doors.all.indices)
    func `a world begins with what it is told to, and goes back to it`(_ door: Int) throws {
        let server = try server(door, seed: .standard)
        let standard = try server.defaultWorld.total()
        try Author(server.defaultWorld).publish("Low Tide")
        try server.defaultWorld.saveSnapshot(named: "one")
        try Author(server.defaultWorld, email: "bo@example.com").publish("High Tide")
        let origins: [(MockServer.Origin, Int)] = [
            (.seed, standard), (.empty, 0), (.snapshot("one"), standard + 1),
            (.world(named: "default"), standard + 2),
        ]
        for (origin, total) in origins {
            let world = try server.makeWorld(from: origin)
            #expect(try world.total() == total)
            try Author(world, email: "gina@example.com").publish("Another")
            #expect(try world.total() == total + 1)
            try world.reset()
            #expect(try world.total() == total)
        }
        #expect(try server.defaultWorld.total() == standard + 2)
        #expect(try server.addWorld(named: "added").total() == standard)
    }

    @Test(arguments: Doors.all.indices)
    func `a world begins with a seed of the test's own, and goes back to it`(_ door: Int) throws {
        let server = try server(door)
        let json = #"{"users":[{"name":"A","email":"a@example.com","password":"p"}]}"#
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("mockpostly-\(UUID().uuidString).json")
        try Data(json.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        for origin in [MockServer.Origin.json(json), .files([file.path])] {
            let world = try server.makeWorld(from: origin)
            try Author(world).publish("Low Tide")
            try world.reset()
            #expect(try world.total() == 0)
            #expect(throws: Never.self) { try world.token(for: "a@example.com") }
        }
        #expect(words { _ = try server.makeWorld(from: .json("{")) }.contains("body:1:2"))
        let both = try Doors.all[door](.init(seed: .standardAnd(files: [file.path])))
        _ = try both.defaultWorld.token(for: "a@example.com")
        _ = try both.defaultWorld.token(for: "mira.sol@example.com")
    }

    @Test(arguments: Doors.all.indices)
    func `requests without a world go to the chosen one`(_ door: Int) throws {
        let server = try server(door)
        let world = try server.makeWorld(named: "chosen")
        try Author(world).publish("Low Tide")
        func total() throws -> Bool {
            try server.send("GET", "/api/posts").text.contains("\"total\":1,")
        }
        #expect(try server.home.name == "default" && !total())
        try server.use(world)
        #expect(try server.home.name == "chosen" && total())
        try server.use(server.defaultWorld)
        #expect(try server.home.name == "default" && !total())
        try server.use(world)
        try server.deleteWorlds()
        #expect(try server.home.name == "default" && !total())
        #expect(try server.worlds.map(\.name) == ["default"])
        #expect(words { try server.use(world) }.contains("'chosen'"))
    }

    @Test(arguments: Doors.all.indices)
    func `a world keeps the writes of DummyJSON if it is to`(_ door: Int) throws {
        let server = try server(door, seed: .standard)
        let keeping = try server.makeWorld(settings: [.dummyJSON(keepsWrites: true)])
        let worlds = try [
            keeping, keeping.fork(), keeping.fork(settings: [.dummyJSON(keepsWrites: false)]),
            server.makeWorld(), server.defaultWorld,
        ]
        for (world, keeps) in zip(worlds, [true, true, false, false, false]) {
            let json: MockServer.Headers = ["Content-Type": "application/json"]
            let change = try world.send("PUT", "/posts/1", headers: json, body: #"{"title":"New"}"#)
            #expect(change.status == 200)
            let post = try world.send("GET", "/posts/1").text
            #expect(post.contains(#""title":"New""#) == keeps)
        }
        let unknown = words { _ = try server.makeWorld(settings: [.init("nope", "yes")]) }
        #expect(unknown.contains("nope'") && unknown.contains("'dummyjson-writes'"))
    }

    @Test(arguments: Doors.all.indices)
    func `a copy has the content and the clock, and goes its own way`(_ door: Int) throws {
        let server = try server(door)
        let parent = try server.makeWorld()
        try Author(parent).publish("Low Tide")
        try parent.advanceClock(by: .seconds(3_600))
        let copy = try parent.fork(named: "copy")
        #expect(try copy.total() == 1)
        #expect(try copy.clock == parent.clock)
        try copy.advanceClock(by: .seconds(1))
        try Author(copy, email: "bo@example.com").publish("High Tide")
        #expect(try parent.total() == 1)
        #expect(try parent.clock.now == "2026-02-14T13:34:56.123456Z")
        try parent.reset()
        #expect(try copy.total() == 2)
        try copy.reset()
        #expect(try copy.total() == 1)
        #expect(try copy.clock.now == "2026-02-14T13:34:57.123456Z")
        let other = try copy.fork(clock: .frozen(at: "2030-01-01T00:00:00Z"))
        #expect(try other.clock.now == "2030-01-01T00:00:00.000000Z")
    }

    @Test
    func `a world of a live server can have its own port`() async throws {
        let server = try server(1)
        let world = try server.makeWorld(named: "apart", hasOwnPort: true)
        #expect(world.url != server.url + "/w/apart")
        #expect(try server.world(named: "apart").url == world.url)
        try Author(world).publish("Low Tide")
        for (base, total) in [(world.url, 1), (server.url, 0), (server.url + "/w/apart", 1)] {
            let address = try #require(URL(string: base + "/api/posts"))
            let body = try Data(contentsOf: address)
            #expect(String(decoding: body, as: UTF8.self).contains("\"total\":\(total),"))
        }
        try world.delete()
        let address = try #require(URL(string: world.url + "/api/posts"))
        #expect(throws: (any Error).self) { try Data(contentsOf: address) }
        let inProcess = try self.server(0)
        #expect(words { _ = try inProcess.makeWorld(hasOwnPort: true) } != "nothing is wrong")
    }

    @Test(arguments: MockServer.Scenario.allCases)
    func `a scenario has people who can be`(_ scenario: MockServer.Scenario) throws {
        let server = try server(0)
        let world = try server.makeWorld(from: .scenario(scenario))
        let people = try world.people
        #expect(!people.isEmpty)
        for person in people {
            if let password = person.password {
                let login = try world.send(
                    "POST",
                    "/api/auth/login/email",
                    headers: ["Content-Type": "application/json"],
                    body: #"{"email":"\#(person.email)","password":"\#(password)"}"#
                )
                #expect(login.status == 200)
            }
            if let token = person.token {
                let check = try world.send(
                    "GET",
                    "/api/auth/check",
                    headers: ["Authorization": "Bearer \(token)"]
                )
                #expect(check.status == (scenario == .expiredSession ? 401 : 200))
            }
        }
        #expect(try server.defaultWorld.people.isEmpty)
    }

    // MARK: Snapshots

    @Test(arguments: Doors.all.indices)
    func `a snapshot is saved, compared, restored and forgotten`(_ door: Int) throws {
        let server = try server(door)
        let world = try server.makeWorld()
        let author = try Author(world)
        let post = try author.publish("Low Tide")
        try world.saveSnapshot(named: "before")
        #expect(try world.snapshotNames == ["before"] && server.snapshotNames == [])
        #expect(try world.changes(since: "before").isEmpty)
        _ = try world.send("GET", "/api/posts/\(post)")
        let views = try world.changes(since: "before")
        #expect(views.map(\.table) == ["post"])
        #expect(views.first?.changed.count == 1 && views.first?.added == [])
        _ = try author.publish("High Tide")
        let posts = try world.changes(since: "before").first { $0.table == "post" }
        #expect(posts?.added.count == 1 && posts?.changed.count == 1 && posts?.removed == [])
        let refused = words { try server.defaultWorld.restoreSnapshot(named: "before") }
        #expect(refused.contains("'\(world.name)'"), "\(refused)")
        try server.defaultWorld.restoreSnapshot(named: "before", of: world)
        #expect(try server.defaultWorld.changes(since: "before", of: world).isEmpty)
        #expect(try server.defaultWorld.total() == 1)
        try world.restoreSnapshot(named: "before")
        #expect(try world.changes(since: "before").isEmpty)
        // The token is of this world still.
        #expect(try author.check().status == 200)
        #expect(words { try world.saveSnapshot(named: "before") }.contains("'before'"))
        try server.defaultWorld.saveSnapshot(named: "before")
        try world.saveSnapshot(named: "before", overwriting: true)
        try world.deleteSnapshot(named: "before")
        #expect(try world.snapshotNames == [] && server.snapshotNames == ["before"])
        try server.deleteSnapshot(named: "before")
        #expect(words { try world.restoreSnapshot(named: "before") }.contains("'before'"))
    }

    @Test(arguments: Doors.all.indices)
    func `some systems are reset, the others stay`(_ door: Int) throws {
        var options = MockServer.Options(clock: .frozen(at: Self.now))
        options.dummyJSON.keepsWrites = true
        let world = try Doors.all[door](options).makeWorld()
        let json: MockServer.Headers = ["Content-Type": "application/json"]
        func added() throws -> Bool { try world.send("GET", "/posts/252").status == 200 }
        let total = try world.total()
        try Author(world).publish("Low Tide")
        _ = try world.send("POST", "/posts/add", headers: json, body: #"{"title":"t","userId":1}"#)
        try world.reset([.dummyJSON])
        #expect(try world.total() == total + 1)
        #expect(try added() == false)
        _ = try world.send("POST", "/posts/add", headers: json, body: #"{"title":"t","userId":1}"#)
        try world.reset([.postly])
        #expect(try world.total() == total)
        #expect(try added())
        try world.reset()
        #expect(try added() == false)
    }

    @Test(arguments: Doors.all.indices)
    func `an export is read again and gives the same bytes`(_ door: Int) throws {
        let server = try server(door, seed: .standard)
        try Author(server.defaultWorld).publish("Low Tide")
        let seed = try server.defaultWorld.exportSeed()
        let other = try server.makeWorld(from: .empty)
        try other.importContent(seed)
        #expect(try other.exportSeed() == seed)
        try other.reset()
        #expect(try other.total() == 0)
        #expect(words { try other.importContent(Array("{]".utf8)) } != "nothing is wrong")
        #expect(try other.total() == 0)
    }

    // MARK: Clocks

    @Test(arguments: Doors.all.indices)
    func `a clock is frozen, runs, is scaled and jumps`(_ door: Int) throws {
        let world = try server(door).makeWorld()
        #expect(try world.clock.now == Self.now && world.clock.rate == 0)
        #expect(try world.clock.microsecondsSince1970 == 1_771_072_496_123_456)
        try world.runClock()
        #expect(try world.clock.rate == 1)
        #expect(try world.clock.now >= Self.now)
        try world.runClock(from: "2030-01-01T00:00:00Z")
        #expect(try world.clock.now.hasPrefix("2030-01-01T00:"))
        try world.scaleClock(by: 0.000_001, from: "2040-01-01T00:00:00Z")
        #expect(try world.clock.rate == 0.000_001)
        #expect(try world.clock.now.hasPrefix("2040-01-01T00:00:00.00"))
        try world.advanceClock(by: .seconds(-86_400))
        #expect(try world.clock.now.hasPrefix("2039-12-31T00:00:00.00"))
        try world.freezeClock()
        let frozen = try world.clock
        #expect(try world.clock == frozen && frozen.rate == 0)
        try world.setClock(.frozen(at: "9999-12-31T23:59:59.999999Z"))
        #expect(words { try world.advanceClock(by: .seconds(1)) } != "nothing is wrong")
        #expect(try world.clock.now == "9999-12-31T23:59:59.999999Z")
        try world.setClock(.scaled(by: 1_000_000, from: "2026-01-01T00:00:00Z"))
        #expect(try world.clock.rate == 1_000_000)
        try world.setClock(.started(at: "2026-01-01T00:00:00Z"))
        #expect(try world.clock.now.hasPrefix("2026-01-01T00:"))
    }

    @Test(arguments: Doors.all.indices)
    func `the clock of a server is that of its worlds, unless they have one`(_ door: Int) throws {
        let server = try Doors.all[door](
            .init(seed: .empty, clock: .started(at: "2030-01-01T00:00:00Z"))
        )
        #expect(try server.defaultWorld.clock.now.hasPrefix("2030-01-01T00:"))
        #expect(try server.makeWorld().clock.now.hasPrefix("2030-01-01T00:"))
        let frozen = try server.makeWorld(clock: .frozen(at: Self.now))
        #expect(try frozen.clock.now == Self.now)
        #expect(try !server.makeWorld(clock: .running).clock.now.hasPrefix("2030"))
    }

    // MARK: Tokens

    @Test(arguments: Doors.all.indices)
    func `tokens are good, or bad in the way that is asked for`(_ door: Int) throws {
        let world = try server(door, seed: .standard).makeWorld()
        let mira = "mira.sol@example.com"
        func check(_ token: String) throws -> String {
            let headers: MockServer.Headers = ["Authorization": "Bearer \(token)"]
            let answer = try world.send("GET", "/api/auth/check", headers: headers)
            return answer.status == 200 ? "good" : answer.text
        }
        #expect(try check(world.token(for: mira)) == "good")
        #expect(try check(world.token(for: mira, expiresIn: .seconds(1))) == "good")
        let expired = try world.token(for: mira, expiresIn: .seconds(-1))
        #expect(try check(expired) == "{\"msg\":\"Token has expired\"}\n")
        let forged = try world.token(for: mira, fault: .signature)
        #expect(try check(forged) == "{\"msg\":\"Signature verification failed\"}\n")
        let foreign = try world.token(for: mira, fault: .algorithm)
        #expect(try check(foreign) == "{\"msg\":\"The specified alg value is not allowed\"}\n")
        #expect(try check(world.token(for: mira, fault: .format)) != "good")
        let refresh = try world.token(for: mira, claims: #"{"type":"refresh"}"#)
        #expect(try check(refresh) == "{\"msg\":\"Only non-refresh tokens are allowed\"}\n")
        #expect(words { _ = try world.token(for: mira, claims: "[]") }.contains("[]"))
        #expect(words { _ = try world.token(for: "nobody") }.contains("'nobody'"))
        let ages = [Duration.seconds(Int64.max), .seconds(Int64.min)]
        for age in ages { _ = try? world.token(for: mira, expiresIn: age) }
    }

    @Test(arguments: Doors.all.indices)
    func `a token ages by the clock of its world`(_ door: Int) throws {
        let world = try server(door, seed: .standard).makeWorld()
        let access = try world.token(for: "emilys", .dummyJSON)
        let refresh = try world.token(for: "emilys", .dummyJSONRefresh)
        func statuses() throws -> [Int] {
            [
                try world.send(
                    "GET",
                    "/auth/me",
                    headers: ["Authorization": "Bearer \(access)"]
                ).status,
                try world.send(
                    "POST",
                    "/auth/refresh",
                    headers: ["Content-Type": "application/json"],
                    body: #"{"refreshToken":"\#(refresh)"}"#
                ).status,
            ]
        }
        #expect(try statuses() == [200, 200])
        try world.advanceClock(by: .seconds(3_600))
        #expect(try statuses() == [401, 200])
        try world.advanceClock(by: .seconds(30 * 86_400 - 3_601))
        #expect(try statuses() == [401, 200])
        try world.advanceClock(by: .seconds(1))
        #expect(try statuses() == [401, 403])
        try world.advanceClock(by: .seconds(-30 * 86_400))
        #expect(try statuses() == [200, 200])
    }

    // MARK: Mistakes

    @Test(arguments: Doors.all.indices)
    func `mistakes are told in words`(_ door: Int) throws {
        let server = try server(door)
        let world = try server.makeWorld(named: "one")
        for name in ["", "a/b", "..", ".a", "a b", String(repeating: "a", count: 65)] {
            #expect(words { _ = try server.makeWorld(named: name) } != "nothing is wrong")
            #expect(words { _ = try world.fork(named: name) } != "nothing is wrong")
            #expect(words { try world.saveSnapshot(named: name) } != "nothing is wrong")
        }
        #expect(words { _ = try server.makeWorld(named: "one") }.contains("'one'"))
        #expect(words { _ = try server.world(named: "two") }.contains("'two'"))
        #expect(words { _ = try server.makeWorld(from: .snapshot("x")) }.contains("'x'"))
        #expect(words { _ = try server.makeWorld(from: .world(named: "x")) }.contains("'x'"))
        #expect(words { _ = try world.changes(since: "x") }.contains("'x'"))
        #expect(words { try server.defaultWorld.delete() } != "nothing is wrong")
        #expect(words { try world.setClock(.frozen(at: "today")) }.contains("'today'"))
        for rate in [0, -1, .nan, .infinity, 1_000_001] {
            #expect(words { try world.scaleClock(by: rate) }.contains("1000000"))
        }
        #expect(try server.worlds.map(\.name) == ["default", "one"])
    }
}
