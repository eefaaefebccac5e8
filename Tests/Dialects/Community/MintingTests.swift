import CommunityContent
import MockPostlyCrypto
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import Testing

@testable import CommunityDialect

@Suite
struct MintingTests {
    private func status(_ token: String, _ community: Community) throws -> Int {
        let fields = [("Authorization", "Bearer \(token)")]
        return try community.answer("GET", "me", fields: fields).status
    }

    @Test
    func `a token for somebody, by e-mail, account or number`() throws {
        let community = try Community.fresh()
        let mira = try community.person("Mira")
        let account = try #require(try community.domain.users.account(of: mira.id))
        var tokens: Set<String> = [mira.token]
        for name in ["mira@example.com", account.text, "\(mira.id)"] {
            let made = try #require(try community.mint(for: name))
            #expect(made.userID == "\(mira.id)" && made.email == "mira@example.com")
            #expect(made.expiresAt == nil && APIToken.isWellFormed(made.token))
            #expect(try status(made.token, community) == 200)
            tokens.insert(made.token)
        }
        #expect(tokens.count == 4)
        for name in ["", "nobody@example.com", "Mira@example.com", "99", "-1", "mira"] {
            #expect(try community.mint(for: name) == nil)
        }
    }

    @Test
    func `one can be revoked while the others stay`() throws {
        let community = try Community.fresh()
        let mira = try community.person("Mira")
        let token = try #require(try community.mint(for: "mira@example.com")).token
        let person = Person(id: mira.id, token: token)
        #expect(try community.answer("DELETE", "tokens/current", person).status == 204)
        #expect(try status(token, community) == 401)
        #expect(try status(mira.token, community) == 200)
        let next = try #require(try community.mint(for: "mira@example.com")).token
        #expect(try status(next, community) == 200)
    }

    @Test
    func `faulty ones are refused like those that nobody made`() throws {
        let community = try Community.fresh()
        _ = try community.person("Mira")
        let forged = try #require(try community.mint(for: "1", fault: .signature)).token
        #expect(APIToken.isWellFormed(forged))
        let broken = try #require(try community.mint(for: "1", fault: .format)).token
        #expect(broken.count == APIToken.length && !APIToken.isWellFormed(broken))
        for token in [forged, broken] {
            let fields = [("Authorization", "Bearer \(token)")]
            let response = try community.answer("GET", "me", fields: fields)
            #expect(response.status == 401 && response.text == refusal("Unauthorized"))
            #expect(try community.authenticate(token: token) == nil)
        }
    }

    @Test
    func `what these tokens cannot have`() throws {
        let community = try Community.fresh()
        _ = try community.person("Mira")
        let claims = try JSON(parsing: Array("{}".utf8)).root
        var refusals: [TokenMismatch.Part] = []
        for (lifetime, claims, fault) in [
            (.seconds(1), nil, nil), (nil, claims, nil), (nil, nil, .algorithm),
        ] as [(Duration?, JSONValue?, TokenFault?)] {
            let mismatch = #expect(throws: TokenMismatch.self) {
                try community.mint(for: "1", lifetime: lifetime, claims: claims, fault: fault)
            }
            if let part = mismatch?.part { refusals.append(part) }
        }
        #expect(refusals == [.lifetime, .claims, .fault])
    }

    @Test
    func `a token of one world is refused in another like a forged one`() throws {
        let one = try Community.fresh(secret: "one")
        let two = try Community.fresh(secret: "two")
        for community in [one, two] { _ = try community.person("Mira") }
        // The random numbers of both worlds are the same, so one is a token ahead.
        _ = try one.mint(for: "1")
        let minted = try #require(try one.mint(for: "1")).token
        let derived = APIToken.derived(
            for: try #require(try one.domain.users.account(of: 1)),
            HMACSHA256(key: Array("one".utf8))
        )
        let forged = try #require(try two.mint(for: "1", fault: .signature)).token
        let fields = { (token: String) in [("Authorization", "Bearer \(token)")] }
        let expected = try two.answer("GET", "me", fields: fields(forged))
        #expect(expected.status == 401)
        for token in [minted, derived] {
            #expect(try status(token, one) == 200)
            let response = try two.answer("GET", "me", fields: fields(token))
            #expect(response.status == 401 && response.body == expected.body)
            #expect(try two.authenticate(token: token) == nil)
        }
    }
}
