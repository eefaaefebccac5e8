import MockPostlyContent
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlySeeds
import MockPostlyTestKit
import MockPostlyWorld

@testable import MockPostlyCourse
@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// What tests of worlds ask for again and again.
extension TestHost {
    /// The answer of the control plane at `path`.
    func control(_ method: String, _ path: String, _ body: String = "") throws -> Response {
        let fields = body.isEmpty ? [] : [("Content-Type", "application/json")]
        return try answer(method, "/__mockpostly/v1" + path, fields, body: body)
    }

    /// Makes a world with these members, and returns what is told of it.
    @discardableResult
    func makeWorld(_ members: String = "") throws -> JSONValue {
        try made(control("POST", "/worlds", "{\(members)}"))
    }

    /// The JSON of an answer that says that something was made or done.
    @discardableResult
    func made(_ response: Response) throws -> JSONValue {
        guard 200..<300 ~= response.status else { throw Refused(text: response.text) }
        return try response.json
    }

    /// The title of the problem that a control request gets.
    func refusal(
        _ method: String,
        _ path: String,
        _ body: String = ""
    ) throws -> String? {
        let response = try control(method, path, body)
        guard response["Content-Type"] == "application/problem+json" else { return nil }
        return try response.json["title"]?.string
    }

    /// The world called so.
    func running(_ name: String) throws -> World {
        guard let world = worlds[name] else { throw Refused(text: "no world \(name)") }
        return world
    }

    /// Adds a person to Postly behind its back, and returns their token.
    func person(_ name: String = "ada", in world: String = "default") throws -> String {
        let email = "\(name)@example.com"
        let running = try running(world)
        if try !running.domain.users.hasAccount(email: email) {
            let body = #"{"email":"\#(email)","password":"p"}"#
            try made(post(prefix(world) + "/api/auth/register", body))
        }
        return try token(of: email, in: world)
    }

    func token(of email: String, in world: String = "default") throws -> String {
        let order = #"{"world":"\#(world)","system":"postly","user":"\#(email)"}"#
        guard let token = try made(control("POST", "/tokens", order))["token"]?.string else {
            throw Refused(text: "no token")
        }
        return token
    }

    /// Writes a post and returns the answer.
    func writePost(
        _ title: String = "A title",
        by token: String,
        in world: String = "default"
    ) throws -> Response {
        try answer(
            "POST",
            prefix(world) + "/api/posts",
            [("Content-Type", "application/json"), ("Authorization", "Bearer \(token)")],
            body: #"{"title":"\#(title)","content":"Words.","status":"published"}"#
        )
    }

    /// How many posts and people a world has.
    func totals(of world: String = "default") throws -> [Int64] {
        let totals = try running(world).domain.totals()
        return [totals.posts, totals.users]
    }

    private func prefix(_ world: String) -> String {
        world == WorldPlan.defaultName ? "" : "/w/" + world
    }
}

extension Domain {
    /// How many posts and accounts there are.
    func totals() throws -> (posts: Int64, users: Int64) {
        let counts = try counts().first { $0.scope == .postly }?.counts ?? []
        func count(_ name: String) -> Int64 { counts.first { $0.name == name }?.count ?? 0 }
        return (count("posts"), count("users"))
    }
}

/// An answer that a test cannot go on with.
struct Refused: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
}

extension World {
    /// A world without content.
    static func empty(
        _ name: String,
        _ change: (inout WorldPlan) -> Void = { _ in }
    ) throws -> World {
        var configuration = Configuration().worlds
        configuration.seed = .empty
        var plan = WorldPlan(name, origin: "empty", configuration)
        change(&plan)
        let content = try Loader.content(
            of: .empty,
            .standard,
            configuration.documentOrigin,
            on: plan.clock.now()
        )
        return try Loader.open(plan, content, configuration: configuration)
    }

    /// Brings back what the world began with, here and now.
    func resetNow() throws {
        let change = try reset(nil)
        if try !carryOutQuickly(change) { try complete(change, with: change.carryOut()) }
    }
}
