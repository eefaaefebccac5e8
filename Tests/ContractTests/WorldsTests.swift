import Foundation
import MockPostlyTesting
import Testing

/// Two worlds in one server never meet.
struct WorldsTests {
    private static let now = "2026-02-14T12:34:56.123456Z"

    /// The default world and the world `other`, with the same clock and random seed.
    private func twoWorlds(
        seed: MockServer.Seed = .empty
    ) throws -> (here: MockServer.World, there: MockServer.World) {
        let server = try MockServer.inProcess(
            .init(seed: seed, clock: .frozen(at: Self.now), randomSeed: 7)
        )
        return (server.defaultWorld, try server.addWorld(named: "other", seed: seed))
    }

    @Test
    func `what is written in one world is not in the other`() throws {
        let (here, there) = try twoWorlds()
        let mira = try Author(here)
        let post = try mira.publish("Low Tide")
        #expect(try here.total() == 1)
        #expect(try there.total() == 0)
        #expect(try there.send("GET", "/api/posts/\(post)").status == 404)
        #expect(try there.send("GET", "/api/posts/slug/low-tide").status == 404)
        #expect(try there.send("GET", "/api/posts/search?q=tide").text == "[]\n")
        #expect(try here.server.send("GET", "/w/default/api/posts/\(post)").status == 200)
    }

    @Test
    func `an e-mail and a slug that one world has are free in the other`() throws {
        let (here, there) = try twoWorlds()
        try Author(here).publish("Low Tide")
        try Author(there).publish("Low Tide")
        #expect(try there.send("GET", "/api/posts/slug/low-tide").status == 200)
    }

    @Test
    func `the same answers are remembered apart`() throws {
        let (here, there) = try twoWorlds(seed: .standard)
        let before = try there.send("GET", "/api/posts?page=2").text
        #expect(try here.send("GET", "/api/posts?page=2").text == before)
        try Author(here).publish("Low Tide")
        #expect(try there.send("GET", "/api/posts?page=2").text == before)
        #expect(try here.send("GET", "/api/posts?page=2").text != before)
    }

    @Test
    func `a reset of one world leaves the other as it is`() throws {
        let (here, there) = try twoWorlds()
        try Author(here).publish("Low Tide")
        try Author(there).publish("High Tide")
        try there.reset()
        #expect(try here.total() == 1)
        #expect(try there.total() == 0)
        try here.server.reset()
        #expect(try here.total() == 0)
    }

    @Test
    func `no id is given in both worlds, although clock and random seed are the same`() throws {
        let (home, other) = try twoWorlds()
        let (here, there) = (try Author(home), try Author(other))
        let titles = (1...50).map { "Tide \($0)" }
        let ids = try titles.map { try here.publish($0) } + [here.id]
        let others = try titles.map { try there.publish($0) } + [there.id]
        #expect(Set(ids).count == 51)
        #expect(Set(ids).isDisjoint(with: others))
        #expect(here.token != there.token)
    }

    @Test
    func `each world has its own clock`() throws {
        let (home, other) = try twoWorlds()
        let (here, there) = (try Author(home), try Author(other))
        try home.server.advanceClock(by: .seconds(604_800), world: "other")
        #expect(try here.check().status == 200)
        #expect(try there.check().text == "{\"msg\":\"Token has expired\"}\n")
        let again = try Author(other, email: "bo@example.com")
        let post = try other.send("GET", "/api/posts/\(again.publish("High Tide"))")
        #expect(post.text.contains("\"createdAt\":\"2026-02-21T12:34:56.123456+00:00\""))
        #expect(post.headers["Date"] == "Sat, 21 Feb 2026 12:34:56 GMT")
        try home.server.freezeClock(at: "2030-01-01T00:00:00Z", world: "other")
        #expect(try home.send("GET", "/").headers["Date"] == "Sat, 14 Feb 2026 12:34:56 GMT")
    }

    @Test
    func `a world that is not there is 404 and says which there are`() throws {
        let answer = try twoWorlds().here.server.send("GET", "/w/nowhere/api/posts")
        #expect(answer.status == 404)
        #expect(answer.headers["Content-Type"] == "application/problem+json")
        for name in ["nowhere", "default", "other"] { #expect(answer.text.contains("'\(name)'")) }
    }

    @Test
    func `the control plane lists both worlds`() throws {
        let answer = try twoWorlds().here.server.send("GET", "/__mockpostly/v1/worlds")
        let list = try JSONDecoder().decode(List.self, from: Data(answer.body))
        #expect(list.worlds.map(\.id) == ["default", "other"])
    }

    private struct List: Decodable {
        struct World: Decodable {
            var id: String
        }

        var worlds: [World]
    }

    @Test
    func `worlds are apart over a socket too`() throws {
        let server = try MockServer.live(.init(seed: .empty))
        let other = try server.addWorld(named: "other", seed: .empty)
        try Author(other).publish("Low Tide")
        #expect(try server.defaultWorld.total() == 0)
        #expect(try other.total() == 1)
    }
}
