import CommunityContent
import MockPostlyContent
import MockPostlyCrypto
import MockPostlyHTTP
import MockPostlyNouns
import MockPostlyPhoenix
import MockPostlySeeds
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import CommunityDialect

@Suite
struct AccessTests {
    private let community: Community

    init() throws {
        community = try Community.fresh()
    }

    @Test(arguments: [
        "", "Bearer", "Bearer ", "Basic {}", "{}", "Bearer {} x", "Bearer {}x", "Token {}",
        "Bearer {}, Bearer {}", "Bearer={}",
    ])
    func `a token that is missing, malformed or unknown is refused`(field: String) throws {
        let mira = try community.person("Mira")
        let value = field.replacing("{}", with: mira.token)
        let fields = field.isEmpty ? [] : [("Authorization", value)]
        for route in ["me", "posts", "posts/1"] {
            let response = try community.answer("GET", route, fields: fields)
            #expect(response.status == 401)
            #expect(response.text == refusal("Unauthorized"))
            #expect(response["www-authenticate"] == "Bearer")
        }
    }

    @Test(arguments: ["Bearer {}", "bearer {}", "BEARER  {}"])
    func `the scheme is known in any case`(field: String) throws {
        let mira = try community.person("Mira")
        let fields = [("Authorization", field.replacing("{}", with: mira.token))]
        #expect(try community.answer("GET", "me", fields: fields).status == 200)
    }

    @Test
    func `the feed is for members`() throws {
        let mira = try community.person("Mira", joins: false)
        let routes = [
            ("GET", "posts"), ("POST", "posts"), ("GET", "posts/1"), ("PATCH", "posts/1"),
            ("PUT", "posts/1"), ("DELETE", "posts/1"), ("POST", "posts/1/like"),
            ("PUT", "posts/1/like"), ("DELETE", "posts/1/like"), ("GET", "posts/1/comments"),
            ("POST", "posts/1/comments"), ("DELETE", "posts/1/comments/1"),
        ]
        for (method, route) in routes {
            let response = try community.answer(method, route, mira)
            #expect(response.status == 403, "\(method) \(route)")
            #expect(response.text == refusal("You have not joined the community"))
        }
    }

    // MARK: Derived tokens

    private func derived(_ user: CommunityMember.ID, secret: String = "your-secret-key") throws
        -> String
    {
        let account = try #require(try community.domain.users.account(of: user))
        return APIToken.derived(for: account, HMACSHA256(key: Array(secret.utf8)))
    }

    @Test
    func `a token that follows from the secret is good for its person`() throws {
        let mira = try community.person("Mira")
        let token = try derived(mira.id)
        #expect(try community.authenticate(token: token)?.user == mira.id)
        #expect(try community.authenticate(token: derived(mira.id, secret: "other")) == nil)
        // Of somebody who has come since.
        let theo = try community.person("Theo")
        #expect(try community.authenticate(token: derived(theo.id))?.user == theo.id)
        #expect(try community.authenticate(token: token)?.user == mira.id)
    }

    @Test
    func `it can be revoked`() throws {
        let mira = try community.person("Mira")
        let token = try derived(mira.id)
        let person = Person(id: mira.id, token: token)
        #expect(try community.answer("DELETE", "tokens/current", person).status == 204)
        #expect(try community.authenticate(token: token) == nil)
        #expect(try community.authenticate(token: mira.token)?.user == mira.id)
    }

    @Test
    func `it is nobody's when the account was undone, though another has the number`() throws {
        let mira = try community.person("Mira")
        try community.domain.work.commit()
        let theo = try community.person("Theo")
        let token = try derived(theo.id)
        #expect(try community.authenticate(token: token)?.user == theo.id)
        try community.domain.work.rollback()
        #expect(try community.authenticate(token: token) == nil)
        let kofi = try community.person("Kofi")
        #expect(kofi.id == theo.id)
        #expect(try community.authenticate(token: token) == nil)
        #expect(try community.authenticate(token: derived(kofi.id))?.user == kofi.id)
        #expect(try community.authenticate(token: derived(mira.id))?.user == mira.id)
    }

    @Test
    func `after a reset, tokens are those of the people who are there`() throws {
        let mira = try community.person("Mira")
        let token = try derived(mira.id)
        #expect(try community.authenticate(token: token) != nil)
        try community.domain.reset(to: .empty)
        #expect(try community.authenticate(token: token) == nil)
        #expect(try community.authenticate(token: mira.token) == nil)
    }

    // MARK: Joining

    @Test
    func `who may join is decided at that moment`() throws {
        let mira = try community.person("Mira", joins: false)
        let account = try #require(try community.authenticate(token: mira.token))
        #expect(account.tokenHash == APIToken.hash(of: mira.token, givenIn: "default"))
        func decision(_ topic: String = "community:feed") throws -> JoinDecision {
            try community.mayJoin(account, topic: topic)
        }
        #expect(try decision() == .refused(reason: "unauthorized"))
        try community.members.join(mira.id)
        #expect(try decision() == .allowed)
        for topic in ["community:other", "community:feed ", "Community:feed", "", "phoenix"] {
            #expect(try decision(topic) == .unmatched)
        }
        _ = try community.members.leave(mira.id)
        #expect(try decision() == .refused(reason: "unauthorized"))
    }
}
