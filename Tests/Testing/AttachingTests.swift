import MockPostlyClient
import MockPostlyHTTPClient
import MockPostlyTesting
import MockPostlyThreads
import Testing

@Suite(.timeLimit(.minutes(15)))
struct AttachingTests {
    @Test func `a running server is used, and goes on`() async throws {
        let owner = try MockServer.live(.init(seed: .empty))
        let attached = try MockServer.attached(to: owner.url + "/")
        #expect(attached.url == owner.url)
        let world = try attached.makeWorld(named: "one", from: .scenario(.emptyFeed))
        #expect(world.url == owner.url + "/w/one")
        #expect(try owner.world(named: "one").people == world.people && !world.people.isEmpty)
        attached.stop()
        let text = await words { _ = try world.clock }
        #expect(text == "the mock server is not used any more: stop() was called")
        #expect(try owner.worlds.map(\.name) == ["default", "one"])
    }

    @Test func `a world of a server elsewhere ends when nobody uses it`() throws {
        let attached = try Doors.attached.server
        func ttl(_ world: MockServer.World) throws -> MockServer.JSON? {
            let path = "/__mockpostly/v1/worlds/\(world.name)"
            return try MockServer.JSON(bytes: attached.send("GET", path).body)["ttl"]
        }
        #expect(try ttl(attached.makeWorld()) == "1h")
        #expect(try ttl(attached.makeWorld(timeToLive: .seconds(90))) == "1m30s")
        #expect(try ttl(Doors.live.makeWorld()) == .null)
        #expect(try ttl(Doors.live.makeWorld().fork()) == .null)
        let json = #"{"users":[{"name":"A","email":"a@example.com","password":"p"}]}"#
        let world = try attached.makeWorld(from: .json(json), timeToLive: .seconds(60))
        #expect(throws: Never.self) { try world.token(for: "a@example.com") }
    }

    @Test func `what a server elsewhere cannot do is said`() async throws {
        let attached = try Doors.attached.server
        let files = await words { _ = try attached.makeWorld(from: .files(["a.json", "b.json"])) }
        #expect(
            files == "a server that runs elsewhere takes one seed file: put them together, or send "
                + "'.json(…)'"
        )
        let none = await words { _ = try attached.makeWorld(from: .files(["/none.json"])) }
        #expect(none == "the seed '/none.json' cannot be read: No such file or directory")
        let source = await words { _ = try attached.makeWorld(from: .file("Doors.swift")) }
        #expect(source.hasSuffix("/Tests/Testing/Doors.swift' is not JSON at byte 0"))
        let added = await words { try attached.addWorld(named: "x") }
        #expect(added == "a server that runs elsewhere has a seed of its own: use makeWorld")
        #expect(try attached.addWorld(named: "y", seed: .empty).total() == 0)
    }

    @Test(arguments: [
        (
            "localhost:8080",
            "'localhost:8080' is not the URL of a mock server, such as http://localhost:8080"
        ),
        (
            "http://localhost:8080/api",
            "'http://localhost:8080/api' has a path, and the URL of a mock server is "
                + "'http://localhost:8080' alone"
        ),
    ])
    func `a wrong URL is refused`(_ url: String, _ expected: String) async {
        #expect(await words { _ = try MockServer.attached(to: url) } == expected)
    }

    @Test func `nobody who answers is said, with what to do`() async throws {
        let server = try MockServer.live(.init(seed: .empty))
        let url = server.url
        server.stop()
        let text = await words { _ = try MockServer.attached(to: url) }
        #expect(
            text == "no mockpostly answers at \(url): no connection to \(url): Connection refused. "
                + "Start one with 'mockpostly serve', or run the tests by 'mockpostly exec'."
        )
    }

    @Test func `another server is not taken for a mockpostly`() async {
        let door = ScriptedDoor(status: 404, "nothing here")
        let text = await words { try MockServer(door).checkIdentity() }
        #expect(
            text == "the server at http://scripted.test is not a mockpostly with a control plane: "
                + "it answers 404 to GET /__mockpostly/v1/version. Start one with 'mockpostly "
                + "serve', or run the tests by 'mockpostly exec'."
        )
        #expect(
            door.heads.withLock { $0 }.first?.hasPrefix("GET /__mockpostly/v1/version ") == true
        )
    }

    @Test func `the admin token goes to the control plane, and to nobody else`() throws {
        let door = ScriptedDoor(status: 200, #"{"name":"mockpostly","worlds":[]}"#)
        let server = MockServer(door, adminToken: "swordfish")
        try server.checkIdentity()
        _ = try server.worlds
        _ = try server.send("GET", "/api/posts")
        let tokens = door.heads.withLock { $0 }.map {
            $0.contains("Authorization: Bearer swordfish")
        }
        #expect(tokens == [true, true, false])
    }

    @Test func `a refused token is said in the words of the server`() async {
        let problem = #"{"detail":"A token is needed.","hint":"Send it."}"#
        let door = ScriptedDoor(status: 401, problem)
        #expect(
            await words { try MockServer(door).checkIdentity() } == "A token is needed. Send it."
        )
    }
}

/// A server that gives the same answer to everything.
private final class ScriptedDoor: Door {
    let url = "http://scripted.test"
    let isOwn = false
    /// The requests that came.
    let heads = Monitor<[String]>([])
    private let answer: MockServer.Answer

    init(status: Int, _ text: String) {
        answer = MockServer.Answer(status: status, headers: [:], body: Array(text.utf8))
    }

    func exchange(_ request: [UInt8], timeout: Duration) -> MockServer.Answer {
        heads.withLock { $0.append(String(decoding: request, as: UTF8.self)) }
        return answer
    }

    func stream(
        _ request: [UInt8],
        into reader: inout HTTPAnswerReader,
        for listener: some AnswerListener
    ) throws {
        throw HTTPFailure.noAnswer
    }

    func connect() -> LoopbackConnection? { nil }

    func makeWorld(
        _ order: WorldRequest,
        from origin: MockServer.Origin,
        for authority: String
    ) -> String? { nil }

    func stop() {}
}
