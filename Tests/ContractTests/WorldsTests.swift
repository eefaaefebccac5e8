import Foundation
import MockPostlyTesting
import MockPostlyWorld
import Testing

/// Two worlds in one server never meet.
struct WorldsTests {
    private static let now = "2026-02-14T12:34:56.123456Z"

    /// The default world and the world `other`, both empty, with the same clock and random seed.
    private func twoWorlds(seed: MockServer.Seed = .empty) throws -> MockServer {
        let server = try MockServer.inProcess(
            .init(seed: seed, clock: .frozen(at: Self.now), randomSeed: 7)
        )
        try server.addWorld(named: "other", seed: seed)
        return server
    }

    @Test
    func `what is written in one world is not in the other`() throws {
        let server = try twoWorlds()
        let mira = try Author(server, world: "")
        let post = try mira.publish("Low Tide")
        #expect(try server.total(in: "") == 1)
        #expect(try server.total(in: "/w/other") == 0)
        #expect(try server.send("GET", "/w/other/api/posts/\(post)").status == 404)
        #expect(try server.send("GET", "/w/other/api/posts/slug/low-tide").status == 404)
        #expect(try server.send("GET", "/w/other/api/posts/search?q=tide").text == "[]\n")
        #expect(try server.send("GET", "/w/default/api/posts/\(post)").status == 200)
    }

    @Test
    func `an e-mail and a slug that one world has are free in the other`() throws {
        let server = try twoWorlds()
        try Author(server, world: "").publish("Low Tide")
        let other = try Author(server, world: "/w/other")
        try other.publish("Low Tide")
        #expect(try server.send("GET", "/w/other/api/posts/slug/low-tide").status == 200)
    }

    @Test
    func `the same answers are remembered apart`() throws {
        let server = try twoWorlds(seed: .standard)
        let before = try server.send("GET", "/w/other/api/posts?page=2").text
        #expect(try server.send("GET", "/api/posts?page=2").text == before)
        try Author(server, world: "").publish("Low Tide")
        #expect(try server.send("GET", "/w/other/api/posts?page=2").text == before)
        #expect(try server.send("GET", "/api/posts?page=2").text != before)
    }

    @Test
    func `a reset of one world leaves the other as it is`() throws {
        let server = try twoWorlds()
        try Author(server, world: "").publish("Low Tide")
        try Author(server, world: "/w/other").publish("High Tide")
        try server.reset(world: "other")
        #expect(try server.total(in: "") == 1)
        #expect(try server.total(in: "/w/other") == 0)
        try server.reset()
        #expect(try server.total(in: "") == 0)
    }

    @Test
    func `no id is given in both worlds, although clock and random seed are the same`() throws {
        let server = try twoWorlds()
        let here = try Author(server, world: "")
        let there = try Author(server, world: "/w/other")
        let titles = (1...50).map { "Tide \($0)" }
        let ids = try titles.map { try here.publish($0) } + [here.id]
        let others = try titles.map { try there.publish($0) } + [there.id]
        #expect(Set(ids).count == 51)
        #expect(Set(ids).isDisjoint(with: others))
        #expect(here.token != there.token)
    }

    @Test
    func `each world has its own clock`() throws {
        let server = try twoWorlds()
        let here = try Author(server, world: "")
        let there = try Author(server, world: "/w/other")
        try server.advanceClock(by: .seconds(604_800), world: "other")
        #expect(try here.check().status == 200)
        #expect(try there.check().text == "{\"msg\":\"Token has expired\"}\n")
        let again = try Author(server, world: "/w/other", email: "bo@example.com")
        let post = try server.send("GET", "/w/other/api/posts/\(again.publish("High Tide"))")
        #expect(post.text.contains("\"createdAt\":\"2026-02-21T12:34:56.123456+00:00\""))
        #expect(post.headers["Date"] == "Sat, 21 Feb 2026 12:34:56 GMT")
        try server.freezeClock(at: "2030-01-01T00:00:00Z", world: "other")
        #expect(try server.send("GET", "/").headers["Date"] == "Sat, 14 Feb 2026 12:34:56 GMT")
    }

    @Test(arguments: [("", "/w/other"), ("/w/other", "")])
    func `a token of one world is refused in the other exactly as a forged one`(
        _ home: String,
        _ abroad: String
    ) throws {
        let server = try twoWorlds()
        let token = try Author(server, world: home).token
        let recipe = TokenRecipe(secret: "forged", claims: #"{"sub":"1"}"#)
        let forged = try recipe.token(at: #require(.init(rfc3339: Self.now)))
        let id = String(repeating: "0", count: 24)
        let routes = [
            ("GET", "/api/auth/check"), ("GET", "/api/users/me/posts"), ("POST", "/api/posts"),
            ("PUT", "/api/posts/\(id)"), ("DELETE", "/api/posts/\(id)"),
            ("GET", "/api/posts/\(id)/like"), ("POST", "/api/posts/\(id)/like"),
            ("DELETE", "/api/posts/\(id)/like"), ("POST", "/api/posts/\(id)/comments"),
            ("DELETE", "/api/posts/\(id)/comments/\(id)"),
        ]
        for (method, path) in routes {
            let answers = try [token, forged].map { token in
                try server.send(
                    method,
                    abroad + path,
                    headers: ["Authorization": "Bearer \(token)"]
                )
            }
            #expect(answers[0] == answers[1])
            #expect(answers[0].status == 422)
            #expect(answers[0].text == "{\"msg\":\"Signature verification failed\"}\n")
        }
    }

    @Test
    func `a world that is not there is 404 and says which there are`() throws {
        let answer = try twoWorlds().send("GET", "/w/nowhere/api/posts")
        #expect(answer.status == 404)
        #expect(answer.headers["Content-Type"] == "application/problem+json")
        #expect(answer.text.contains("The worlds are: default, other."))
    }

    @Test
    func `the control plane lists both worlds`() throws {
        let answer = try twoWorlds().send("GET", "/__mockpostly/v1/worlds")
        let none = "\"posts\":0,\"users\":0,\"comments\":0"
        let worlds = "{\"id\":\"default\",\(none)},{\"id\":\"other\",\(none)}"
        #expect(answer.text == "{\"worlds\":[\(worlds)]}\n")
    }

    @Test
    func `worlds are apart over a socket too`() throws {
        let server = try MockServer.live(.init(seed: .empty))
        try server.addWorld(named: "other", seed: .empty)
        try Author(server, world: "/w/other").publish("Low Tide")
        #expect(try server.total(in: "") == 0)
        #expect(try server.total(in: "/w/other") == 1)
    }
}

/// Somebody with an account in one world.
private struct Author {
    var server: MockServer
    var world: String
    var token: String
    var id: String

    init(_ server: MockServer, world: String, email: String = "mira@example.com") throws {
        let answer = try server.send(
            "POST",
            world + "/api/auth/register",
            headers: ["Content-Type": "application/json"],
            body: #"{"email":"\#(email)","name":"Mira Sol","password":"low-tide"}"#
        )
        try #require(answer.status == 201)
        let session = try JSONDecoder().decode(Session.self, from: Data(answer.body))
        (self.server, self.world) = (server, world)
        (token, id) = (session.accessToken, session.user.userId)
    }

    /// Makes a post and returns its id.
    @discardableResult
    func publish(_ title: String) throws -> String {
        let answer = try server.send(
            "POST",
            world + "/api/posts",
            headers: ["Content-Type": "application/json", "Authorization": "Bearer \(token)"],
            body: #"{"title":"\#(title)","content":"Salt and sand."}"#
        )
        try #require(answer.status == 201)
        return try JSONDecoder().decode(Published.self, from: Data(answer.body)).id
    }

    func check() throws -> MockServer.Answer {
        try server.send(
            "GET",
            world + "/api/auth/check",
            headers: ["Authorization": "Bearer \(token)"]
        )
    }

    private struct Session: Decodable {
        struct User: Decodable {
            var userId: String
        }

        var accessToken: String
        var user: User
    }

    private struct Published: Decodable {
        enum CodingKeys: String, CodingKey {
            case id = "_id"
        }

        var id: String
    }
}

extension MockServer {
    /// How many posts a world lists.
    fileprivate func total(in world: String) throws -> Int {
        struct Page: Decodable {
            struct Pagination: Decodable {
                var total: Int
            }

            var pagination: Pagination
        }
        let answer = try send("GET", world + "/api/posts")
        return try JSONDecoder().decode(Page.self, from: Data(answer.body)).pagination.total
    }
}
