import Foundation
import MockPostlyTesting
import Testing

/// Somebody with an account of Postly in one world.
struct Author {
    var world: MockServer.World
    var token: String
    var id: String

    init(_ world: MockServer.World, email: String = "mira@example.com") throws {
        let answer = try world.send(
            "POST",
            "/api/auth/register",
            headers: ["Content-Type": "application/json"],
            body: #"{"email":"\#(email)","name":"Mira Sol","password":"low-tide"}"#
        )
        try #require(answer.status == 201)
        let session = try JSONDecoder().decode(Session.self, from: Data(answer.body))
        self.world = world
        (token, id) = (session.accessToken, session.user.userId)
    }

    /// Sends a request with the token, and with a JSON body if there is one.
    func send(_ method: String, _ path: String, _ body: String? = nil) throws -> MockServer.Answer {
        var headers: MockServer.Headers = ["Authorization": "Bearer \(token)"]
        if body != nil { headers["Content-Type"] = "application/json" }
        return try world.send(method, path, headers: headers, body: body)
    }

    /// Makes a post and returns its id.
    @discardableResult
    func publish(_ title: String) throws -> String {
        let answer = try send(
            "POST",
            "/api/posts",
            #"{"title":"\#(title)","content":"Salt and sand."}"#
        )
        try #require(answer.status == 201)
        return try JSONDecoder().decode(Published.self, from: Data(answer.body)).id
    }

    func check() throws -> MockServer.Answer {
        try send("GET", "/api/auth/check")
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

extension MockServer.World {
    /// How many posts it lists.
    func total() throws -> Int {
        let answer = try send("GET", "/api/posts?limit=1")
        return try JSONDecoder().decode(Page.self, from: Data(answer.body)).pagination.total
    }

    private struct Page: Decodable {
        struct Pagination: Decodable {
            var total: Int
        }

        var pagination: Pagination
    }
}

/// How a server is made: in process, or live.
enum Doors {
    typealias Maker = @Sendable (MockServer.Options) throws -> MockServer

    static let all: [Maker] = [{ try .inProcess($0) }, { try .live($0) }]
}

/// The message of the failure that `body` throws.
func words(_ body: () throws -> Void) -> String {
    do {
        try body()
        return "nothing is wrong"
    } catch {
        return (error as? MockServer.Failure)?.message ?? "another error: \(error)"
    }
}
