import MockPostlyCrypto
import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns

@Suite
struct UserStoreTests {
    private let domain: Domain
    private var users: UserStore { domain.users }
    private let password = PasswordHash.seeded("s3cret", salt: [7])

    init() throws {
        domain = try Domain.fresh()
    }

    private func google(
        _ id: String,
        email: String = "g@example.com",
        name: String = "G",
        picture: String = ""
    ) throws -> User {
        try users.signInWithGoogle(id: User.ID(id), email: email, name: name, picture: picture)
    }

    @Test
    func `a password is replaced`() throws {
        let user = try users.register(email: "a@x", name: "A", password: password)
        let other = PasswordHash.seeded("other", salt: [8])
        try users.change(password: other, of: user.id)
        #expect(try users.credentials(email: "a@x")?.password?.stored == other.stored)
        #expect(throws: UserError.noSuchUser) {
            try users.change(password: other, of: User.ID("nobody"))
        }
    }

    @Test
    func `who registers has an object id, no picture, and is found`() throws {
        let user = try users.register(
            email: "Mira@Example",
            name: "Mira \u{0}é",
            password: password
        )
        #expect(ObjectID(hex: user.id.text)?.seconds == UInt32(Instant.frozen.seconds))
        #expect(user.id.text == user.id.text.lowercased())
        #expect(user.picture == nil && user.lastLogin == nil)
        #expect(try users.find(user.id) == user)
        let found = try #require(try users.credentials(email: "Mira@Example"))
        #expect(found.user == user)
        #expect(found.password == password)
        #expect(try domain.number("SELECT created_at FROM user") == Instant.frozen.microseconds)
    }

    @Test
    func `an e-mail is compared byte for byte`() throws {
        _ = try users.register(email: "caf\u{E9}@example.com", name: "", password: password)
        for other in ["cafe\u{301}@example.com", "Caf\u{E9}@example.com", " caf\u{E9}@example.com"]
        {
            #expect(try !users.hasAccount(email: other))
            #expect(try users.credentials(email: other) == nil)
            _ = try users.register(email: other, name: "", password: password)
        }
        #expect(try domain.totals().users == 4)
    }

    @Test
    func `an e-mail is taken once, also by a Google account`() throws {
        _ = try users.register(email: "a@example.com", name: "A", password: password)
        _ = try google("1", email: "b@example.com")
        for email in ["a@example.com", "b@example.com"] {
            #expect(try users.hasAccount(email: email))
            #expect(throws: UserError.emailTaken) {
                try users.register(email: email, name: "Other", password: password)
            }
        }
        #expect(try domain.totals().users == 2)
    }

    @Test
    func `unknown people are not found`() throws {
        #expect(throws: UserError.noSuchUser) { try users.find(User.ID("nobody")) }
        #expect(throws: UserError.noSuchUser) { try users.find(User.ID("")) }
        #expect(try users.credentials(email: "") == nil)
    }

    @Test
    func `a Google account is renewed by each sign-in`() throws {
        let first = try google("42", email: "a@example.com", name: "A", picture: "p")
        #expect(first.lastLogin == .frozen)
        #expect(try users.find(User.ID("42")) == first)
        domain.world.clock.advance(by: .seconds(60))
        let second = try google("42", email: "b@example.com", name: "B")
        #expect(second.lastLogin == .frozen + .seconds(60))
        #expect(try users.find(User.ID("42")) == second)
        #expect(try !users.hasAccount(email: "a@example.com"))
        #expect(try domain.totals().users == 1)
        #expect(try domain.number("SELECT created_at FROM user") == Instant.frozen.microseconds)
    }

    @Test
    func `a Google account is never merged with another, and the older one counts`() throws {
        let registered = try users.register(email: "a@example.com", name: "A", password: password)
        let fromGoogle = try google("42", email: "a@example.com")
        #expect(fromGoogle.id != registered.id)
        #expect(try users.credentials(email: "a@example.com")?.user == registered)
        #expect(try users.find(registered.id) == registered)
    }

    @Test
    func `a Google account has no password`() throws {
        _ = try google("42", email: "a@example.com")
        let found = try #require(try users.credentials(email: "a@example.com"))
        #expect(found.password == nil)
    }

    @Test
    func `a stored password that cannot be read is none`() throws {
        _ = try users.register(email: "a@example.com", name: "A", password: password)
        try domain.work.connection.script("UPDATE user SET password = 'plain'")
        #expect(try users.credentials(email: "a@example.com")?.password == nil)
    }
}
