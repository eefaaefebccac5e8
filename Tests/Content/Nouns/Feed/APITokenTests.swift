import MockPostlyCrypto
import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyText
import MockPostlyWorld
import Testing

@testable import CommunityContent
@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

@Suite
struct APITokenTests {
    private let domain: Domain
    private let mira: CommunityMember

    init() throws {
        domain = try Domain.fresh()
        mira = try domain.somebody("Mira")
    }

    @Test
    func `a token is 43 characters that need no escape in a query`() throws {
        let tokens = try (0..<20).map { _ in try domain.apiTokens.issue(for: mira.id) }
        #expect(tokens.allSatisfy(APIToken.isWellFormed))
        #expect(Set(tokens).count == 20)
        #expect(tokens.allSatisfy { Base64URL.decodeStrictly($0.utf8)?.count == 32 })
    }

    @Test
    func `only the hash of a token is kept`() throws {
        let token = try domain.apiTokens.issue(for: mira.id)
        let (standing, hash) = try domain.apiTokens.look(up: token)
        #expect(standing == .valid(mira.id))
        #expect(hash.utf8.count == 64 && hash == hash.lowercased())
        let stored = try domain.work.connection.first("SELECT hash FROM api_token") { $0.text(0) }
        #expect(stored == hash)
        #expect(
            APIToken.hash(of: "abc")
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
    }

    @Test
    func `many tokens are valid at once, and each can be revoked`() throws {
        let store = domain.apiTokens
        let hashes = try (0..<2).map { _ in try store.look(up: store.issue(for: mira.id)).hash }
        #expect(try hashes.map(store.standing) == [.valid(mira.id), .valid(mira.id)])
        try store.revoke(hash: hashes[0], of: mira.id)
        #expect(try hashes.map(store.standing) == [.revoked, .valid(mira.id)])
        #expect(try store.standing(ofHash: "none") == .unknown)
    }

    @Test
    func `worlds with the same random numbers give different tokens`() throws {
        let worlds = ["a", "b", "a"].map {
            TimeAndChance(name: $0, clock: .frozen(at: .frozen), randomSeed: 1)
        }
        let tokens = worlds.map { APIToken.make(in: $0) }
        #expect(tokens[0] != tokens[1] && tokens[0] == tokens[2])
    }

    @Test
    func `a token that a world gave is nobody's in a copy of it, one of a seed is good in both`()
        throws
    {
        let given = try domain.apiTokens.issue(for: mira.id)
        let seeded = String(repeating: "s", count: 43)
        try domain.apiTokens.insert(
            hash: APIToken.hash(of: seeded),
            of: mira.id,
            at: .frozen,
            revokedAt: nil
        )
        try domain.work.commit()
        let copy = try Domain(
            Connection(.pages(domain.work.connection.image())),
            TimeAndChance(name: "copy", clock: .frozen(at: .frozen), randomSeed: 1)
        )
        #expect(try copy.apiTokens.look(up: given).standing == .unknown)
        #expect(try copy.apiTokens.look(up: given).hash == APIToken.hash(of: given))
        #expect(try copy.apiTokens.look(up: seeded).standing == .valid(mira.id))
        #expect(try domain.apiTokens.look(up: seeded).standing == .valid(mira.id))
    }

    @Test
    func `a token that was never stored can be revoked too`() throws {
        let key = HMACSHA256(key: Array("secret".utf8))
        let account = try #require(try domain.users.account(of: mira.id))
        let token = APIToken.derived(for: account, key)
        #expect(APIToken.isWellFormed(token))
        #expect(token == APIToken.derived(for: account, key))
        #expect(token != APIToken.derived(for: User.ID("other"), key))
        try domain.apiTokens.revoke(hash: APIToken.hash(of: token), of: mira.id)
        #expect(try domain.apiTokens.standing(ofHash: APIToken.hash(of: token)) == .revoked)
    }

    @Test(arguments: [
        (String(repeating: "a", count: 43), true), (String(repeating: "-", count: 43), true),
        (String(repeating: "a", count: 42), false), (String(repeating: "a", count: 44), false),
        (String(repeating: "a", count: 42) + "+", false), ("", false),
        (String(repeating: "a", count: 42) + "=", false),
        (String(repeating: "a", count: 41) + "é", false),
    ])
    func `what a token looks like`(text: String, isToken: Bool) {
        #expect(APIToken.isWellFormed(text) == isToken)
    }
}
