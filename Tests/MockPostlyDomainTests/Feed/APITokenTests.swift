import MockPostlyCrypto
import MockPostlySQLite
import MockPostlyWorld
import Testing

@testable import MockPostlyDomain

@Suite
struct APITokenTests {
    private let domain: Domain
    private let mira: Member

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
        let hash = APIToken.hash(of: token)
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
        let hashes = try (0..<2).map { _ in APIToken.hash(of: try store.issue(for: mira.id)) }
        #expect(try hashes.map(store.standing) == [.valid(mira.id), .valid(mira.id)])
        try store.revoke(hash: hashes[0], of: mira.id)
        #expect(try hashes.map(store.standing) == [.revoked, .valid(mira.id)])
        #expect(try store.standing(ofHash: "none") == .unknown)
    }

    @Test
    func `a token that was never stored can be revoked too`() throws {
        let key = HMACSHA256(key: Array("secret".utf8))
        let account = try #require(try domain.members.account(of: mira.id))
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
