import MockPostlyTesting
import Testing

/// The ways to a server, each with one server for all tests: what holds for one holds for all.
enum Doors: CaseIterable, Sendable {
    case inProcess, live, attached

    static let now = "2026-02-14T12:34:56.123456Z"

    /// Sessions of long polls live long, because tests may stand still on a busy machine.
    private static let options = MockServer.Options(
        clock: .frozen(at: now),
        randomSeed: 7,
        community: .init(pollTimeout: .seconds(600))
    )
    private static let inProcessServer = Result { try MockServer.inProcess(options) }
    private static let liveServer = Result { try MockServer.live(options) }
    private static let attachedServer = Result {
        try MockServer.attached(to: liveServer.get().url)
    }

    var server: MockServer {
        get throws {
            switch self {
            case .inProcess: try Self.inProcessServer.get()
            case .live: try Self.liveServer.get()
            case .attached: try Self.attachedServer.get()
            }
        }
    }

    /// A world of a test's own, with the standard seed.
    func makeWorld() throws -> MockServer.World { try server.makeWorld() }
}

/// Somebody who is signed in to Postly in one world.
struct Reader {
    let world: MockServer.World
    private let headers: MockServer.Headers

    init(_ world: MockServer.World) throws {
        self.world = world
        headers = [
            "Authorization": "Bearer \(try world.token(for: "mira.sol@example.com"))",
            "Content-Type": "application/json",
        ]
    }

    @discardableResult
    func publish(_ title: String) throws -> MockServer.Answer {
        try world.send(
            "POST",
            "/api/posts",
            headers: headers,
            body: #"{"title":"\#(title)","content":"Salt and sand."}"#
        )
    }

    func like(_ post: String) throws -> MockServer.Answer {
        try world.send("POST", "/api/posts/\(post)/like", headers: headers, body: "{}")
    }
}

extension MockServer.World {
    /// The status of a request without a body.
    @discardableResult
    func status(_ method: String, _ path: String) throws -> Int { try send(method, path).status }

    /// How many posts the feed has.
    func total() throws -> Int64 {
        let answer = try send("GET", "/api/posts?limit=1")
        let json = try MockServer.JSON(bytes: answer.body)
        return try #require(json["pagination"]?["total"]?.integer)
    }
}

/// The message of the failure that `body` throws.
func words(_ body: () async throws -> Void) async -> String {
    do {
        try await body()
        return "nothing is wrong"
    } catch {
        return (error as? MockServer.Failure)?.message ?? "another error: \(error)"
    }
}

/// Calls `body` outside of any test, so that a check that is not met is a failure that is thrown.
func wordsOutsideOfTests(_ body: @escaping @Sendable () async throws -> Void) async -> String {
    await Task.detached { await words(body) }.value
}
