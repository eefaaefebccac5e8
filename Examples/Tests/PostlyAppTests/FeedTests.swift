import Foundation
import MockPostlyTesting
import PostlyApp
import Synchronization
import Testing

/// All tests run at the same time, each in a world of its own.
@Suite(.mockpostly, .timeLimit(.minutes(2)))
struct FeedTests {
    private let world: MockServer.World
    private let app: PostlyClient

    init() throws {
        world = try .current
        app = try world.app(token: world.token(for: "mira.sol@example.com"))
    }

    // MARK: Faults

    @Test func `the feed comes on the second try`() async throws {
        try world.addFault(.status(503, retryAfter: 2), on: .get("/api/posts"), times: 1)
        #expect(try await app.feed().count == 10)
        try world.verify(.get("/api/posts").status(503), count: 1)
        try world.verify(.get("/api/posts").status(200), count: 1)
    }

    @Test func `the app waits as long as the server asks`() async throws {
        let pauses = Mutex<[Duration]>([])
        let app = try world.app { pause in pauses.withLock { $0.append(pause) } }
        try world.addFault(.status(503, retryAfter: 7), on: .get("/api/posts"))
        await #expect(throws: PostlyClient.Failure.busy) { try await app.feed() }
        #expect(pauses.withLock { $0 } == [.seconds(7), .seconds(7)])
        try world.verify(.get("/api/posts"), count: 3)
    }

    @Test func `a post is written once, although the answer was lost`() async throws {
        try world.addFault(.reset(at: .half, write: .saved), on: .post("/api/posts"), times: 1)
        let post = try await app.publish(title: "Low Tide", content: "Salt and sand.")
        #expect(post.title == "Low Tide")
        try world.verify(.post("/api/posts"), count: 1)
        try await world.expectState(of: "/api/posts/\(post.id)", at: "$.title", is: "Low Tide")
    }

    @Test func `a post is written again when the first one was lost`() async throws {
        try world.addFault(.reset(write: .lost), on: .post("/api/posts"), times: 1)
        _ = try await app.publish(title: "Low Tide", content: "Salt and sand.")
        try world.verify(order: [
            .post("/api/posts"), .get("/api/users/me/posts"), .post("/api/posts"),
        ])
    }

    @Test(arguments: [MockServer.Fault.body(.invalidJSON), .body(.loginPage)])
    func `a broken answer is an error, and no crash`(_ fault: MockServer.Fault) async throws {
        try world.addFault(fault, on: .get("/api/posts"))
        await #expect(throws: (any Error).self) { try await app.feed() }
    }

    // MARK: Stubs

    @Test func `a post can be refused`() async throws {
        try world.addStub(
            on: .post("/api/posts"),
            .json(status: 507, ["error": "no room"]),
            times: 1
        )
        await #expect(throws: PostlyClient.Failure.refused(507)) {
            try await app.publish(title: "Low Tide", content: "Salt and sand.")
        }
        _ = try await app.publish(title: "Low Tide", content: "Salt and sand.")
    }

    // MARK: Time

    @Test func `a session ends after a week`() async throws {
        var app = try world.app()
        try await app.signIn(email: "mira.sol@example.com", password: "mira.sol-postly")
        try world.advanceClock(by: .seconds(6 * 86_400))
        _ = try await app.publish(title: "In time", content: "Salt and sand.")
        try world.advanceClock(by: .seconds(2 * 86_400))
        await #expect(throws: PostlyClient.Failure.signedOut) {
            try await app.publish(title: "Too late", content: "Salt and sand.")
        }
    }

    // MARK: What the app sends

    @Test func `a like is sent, and counted`() async throws {
        let post = try await app.publish(title: "Low Tide", content: "Salt and sand.")
        // As a tap on a button: the test cannot wait for the app, but for its request.
        let tap = Task { try await app.like(post) }
        let like = try await world.expectRequest(
            .post("/api/posts/{id}/like"),
            within: .seconds(60)
        )
        #expect(like.status == 200 && like.request.headers["Authorization"] == "Bearer …")
        try await world.expectState(of: "/api/posts/\(post.id)", at: "$.likes", is: 1)
        try await tap.value
    }

    @Test func `a post is one row, and nothing else`() async throws {
        let post = try await app.publish(title: "Low Tide", content: "Salt and sand.")
        let request = try #require(try world.requests(.post("/api/posts")).first)
        #expect(request.request.json == ["title": "Low Tide", "content": "Salt and sand."])
        #expect(request.changes.contains(.init(.added, "post", key: post.id)))
        try world.expectNoRequest(.get("/api/auth/**"))
    }

    // MARK: Content

    @Test func `a prepared world is forked, and goes back to a snapshot`() async throws {
        _ = try await app.publish(title: "Low Tide", content: "Salt and sand.")
        try world.saveSnapshot(named: "one-post")
        let copy = try world.fork()
        defer { try? copy.delete() }
        _ = try await app.publish(title: "High Tide", content: "Salt and sand.")
        #expect(try await app.feed(limit: 1).map(\.title) == ["High Tide"])
        #expect(try await copy.app().feed(limit: 1).map(\.title) == ["Low Tide"])
        try world.restoreSnapshot(named: "one-post")
        #expect(try await app.feed(limit: 1).map(\.title) == ["Low Tide"])
    }

    @Test(arguments: 1...8)
    func `nobody else writes here`(_ count: Int) async throws {
        for number in 1...count {
            _ = try await app.publish(title: "Post \(number)", content: "Salt and sand.")
        }
        #expect(try await app.feed(limit: 1).map(\.title) == ["Post \(count)"])
        try world.verify(.post("/api/posts"), count: .exactly(count))
    }
}

extension MockServer.World {
    /// The app with this world as its server; it does not wait before it tries again.
    func app(
        token: String? = nil,
        pause: @escaping @Sendable (Duration) async throws -> Void = { _ in }
    ) throws -> PostlyClient {
        let baseURL = try #require(URL(string: url + "/api/"))
        return PostlyClient(baseURL: baseURL, token: token, pause: pause)
    }
}
