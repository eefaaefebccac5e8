import Foundation
import MockPostlyFoundation
import MockPostlyTesting
import PostlyApp
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private let inProcess = Result { try MockServer.inProcess() }

/// The server is called as a function: no port, no process, no network.
@Suite(.mockpostly(on: try inProcess.get()), .timeLimit(.minutes(2)))
struct SessionTests {
    private struct Draft: Codable, Equatable { var title, content: String }

    private let world: MockServer.World
    private let app: PostlyClient

    init() throws {
        world = try .current
        app = PostlyClient(
            baseURL: try world.baseURL(of: .postly),
            token: try world.token(for: "mira.sol@example.com"),
            session: URLSession(configuration: world.sessionConfiguration())
        )
    }

    @Test func `the app sends what was written`() async throws {
        _ = try await app.publish(title: "Low Tide", content: "Salt and sand.")
        let sent = try await world.takeRequest(.post("/api/posts"))
        #expect(
            try sent.request.decode() == Draft(title: "Low Tide", content: "Salt and sand.")
        )
    }

    @Test func `a cut connection is no answer`() async throws {
        try world.addFault(.truncate(), on: .get("/api/posts"))
        await #expect(throws: PostlyClient.Failure.noAnswer) { try await app.feed() }
    }
}
