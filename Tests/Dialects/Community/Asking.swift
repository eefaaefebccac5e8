import CommunityContent
import MockPostlyCrypto
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyNouns
import MockPostlySeeds
import MockPostlyTestKit
import MockPostlyWorld

@testable import CommunityDialect

/// A member of the community, with a token.
struct Person {
    var id: CommunityMember.ID
    var token: String

    var fields: [(String, String)] { [("Authorization", "Bearer \(token)")] }
}

extension Community {
    /// The API over an empty world whose clock stands still.
    static func fresh(secret: String = "your-secret-key") throws -> Community {
        let world = TimeAndChance(name: "default", clock: .frozen(at: .frozen), randomSeed: 1)
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
        return try respond(to: request).reply.response
    }

    /// The events since the last call, by name and payload.
    func news() -> [String] {
        takeEvents().map { event in
            guard let (name, payload) = event.broadcast else { return "\(event)" }
            return "\(name) \(String(decoding: payload, as: UTF8.self))"
        }
    }
}

func refusal(_ words: String) -> String { #"{"errors":{"detail":"\#(words)"}}"# }
func fault(_ field: String, _ words: String) -> String {
    #"{"errors":{"\#(field)":["\#(words)"]}}"#
}
