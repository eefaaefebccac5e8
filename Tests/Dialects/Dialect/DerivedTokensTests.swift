import MockPostlyContent
import MockPostlyCrypto
import MockPostlyNouns
import MockPostlySeeds
import MockPostlyTestKit
import MockPostlyText
import MockPostlyWorld
import Testing

@testable import MockPostlyDialect

/// Tokens that follow from a secret and an account.
@Suite
struct DerivedTokensTests {
    private final class Count {
        var hashes = 0
    }

    private let domain: Domain
    private let count = Count()
    private let tokens: DerivedTokens

    init() throws {
        let count = count
        domain = try Domain.inMemory(
            TimeAndChance(name: "w", clock: .frozen(at: Instant(seconds: 9)), randomSeed: 1)
        )
        tokens = DerivedTokens(domain, secret: "s") { account, key in
            count.hashes += 1
            return hexadecimal(key.authenticate(Array(account.text.utf8)))
        }
    }

    private func register(_ name: String) throws -> User.ID {
        let password = PasswordHash.seeded("p", salt: [1])
        return try domain.users.register(email: "\(name)@x", name: name, password: password).id
    }

    @Test
    func `an unknown token makes no token anew, also after a write`() throws {
        let people = try (1...3).map { try register("\($0)") }
        #expect(try tokens.account(of: "nobody's") == nil)
        #expect(count.hashes == 3)
        for _ in 0..<3 {
            try domain.users.change(password: .seeded("q", salt: [2]), of: people[0])
            #expect(try tokens.account(of: "nobody's") == nil)
        }
        #expect(count.hashes == 3)
        for person in people { #expect(try tokens.account(of: tokens.token(of: person)) == person) }
        #expect(count.hashes == 3)
    }

    @Test
    func `a new account makes one token`() throws {
        let first = try register("first")
        #expect(try tokens.account(of: tokens.token(of: first)) == first)
        let before = count.hashes
        let second = try register("second")
        #expect(try tokens.account(of: "nobody's") == nil)
        #expect(count.hashes == before + 1)
        #expect(try tokens.account(of: tokens.token(of: second)) == second)
    }

    @Test
    func `after the content was replaced, only new accounts make tokens`() throws {
        let first = try register("first")
        try domain.work.commit()
        let content = try domain.content
        let second = try register("second")
        try domain.work.commit()
        #expect(try tokens.account(of: tokens.token(of: second)) == second)
        let before = count.hashes
        let lost = tokens.token(of: second)
        try domain.restore(content)
        #expect(try tokens.account(of: lost) == nil)
        #expect(try tokens.account(of: tokens.token(of: first)) == first)
        #expect(count.hashes == before)
    }
}
