import MockPostlyTesting
import PostlyApp
import Testing

/// Worlds that begin with a scenario, at a time that never passes.
@Suite(.mockpostly(scenario: .emptyFeed, clock: .frozen(at: "2027-01-01T00:00:00Z"), randomSeed: 7))
struct EmptyFeedTests {
    private let world: MockServer.World

    init() throws {
        world = try .current
    }

    @Test func `the first post of all`() async throws {
        let person = try #require(try world.people.first)
        let app = try world.app(token: world.token(for: person.email))
        #expect(try await app.feed() == [])
        let post = try await app.publish(title: "Low Tide", content: "Salt and sand.")
        #expect(try await app.feed() == [post])
    }

    @Test(.mockpostly(from: .seed))
    func `a test can have another world than its suite`() async throws {
        #expect(try await world.app().feed().count == 10)
    }
}
