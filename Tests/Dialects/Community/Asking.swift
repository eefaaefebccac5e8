import MockPostlyCrypto
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyNouns
import MockPostlyWorld

@testable import CommunityDialect

extension Instant {
    /// 2026-02-14T12:34:56.123456Z, when the clocks of these tests stand still.
    static let frozen = Instant(microseconds: 1_771_072_496_123_456)
}

/// A member of the community, with a token.
struct Person {
    var id: Member.ID
    var token: String

    var fields: [(String, String)] { [("Authorization", "Bearer \(token)")] }
}

extension Community {
    /// The API over an empty world whose clock stands still.
    static func fresh(secret: String = "your-secret-key") throws -> Community {
        let world = World(name: "default", clock: .frozen(at: .frozen), randomSeed: 1)
        return Community(DialectContext(try Domain.inMemory(world), secret: secret))
    }

    /// A registered person, a member unless told otherwise.
    func person(_ name: String, joins: Bool = true) throws -> Person {
        let user = try domain.users.register(
            email: name.lowercased() + "@example.com",
            name: name,
            password: .seeded(name, salt: [1])
        )
        guard let member = try members.find(user.id) else { throw NoRequest() }
        if joins { try members.join(member.id) }
        return Person(id: member.id, token: try domain.apiTokens.issue(for: member.id))
    }

    /// The answer to a request, slow work done on the spot.
    func answer(
        _ method: String,
        _ target: String,
        _ person: Person? = nil,
        fields: [(String, String)] = [],
        body: String = ""
    ) throws -> Response {
        let fields = (person?.fields ?? []) + fields
        let path = target.hasPrefix("/") ? target : "/api/community/" + target
        let request = try Request.asking(method, path, fields, body: body)
        var reply = try respond(to: request).reply
        while case .later(let work) = reply { reply = try work.finish(work.work()) }
        guard case .now(let response) = reply else { throw NoRequest() }
        return response
    }

    /// The events since the last call, by name and payload.
    func news() -> [String] {
        takeEvents().map { event in
            guard let (name, payload) = event.broadcast else { return "\(event)" }
            return "\(name) \(String(decoding: payload, as: UTF8.self))"
        }
    }
}

struct NoRequest: Error {}

extension Request {
    /// A request as the parser gives it.
    static func asking(
        _ method: String,
        _ target: String,
        _ fields: [(String, String)] = [],
        body: String = ""
    ) throws -> Request {
        var text = "\(method) \(target) HTTP/1.1\r\nHost: localhost:8080\r\n"
        for (name, value) in fields { text += "\(name): \(value)\r\n" }
        if !body.isEmpty { text += "Content-Length: \(body.utf8.count)\r\n" }
        text += "\r\n" + body
        let step = RequestParser.parse(whole: Array(text.utf8))
        guard case .request(let request) = step else { throw NoRequest() }
        return request
    }
}

extension Response {
    var text: String { String(decoding: body, as: UTF8.self) }
}

func refusal(_ words: String) -> String { #"{"errors":{"detail":"\#(words)"}}"# }
func fault(_ field: String, _ words: String) -> String {
    #"{"errors":{"\#(field)":["\#(words)"]}}"#
}
