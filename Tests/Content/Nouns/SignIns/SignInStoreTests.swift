import MockPostlySQLite
import MockPostlyTestKit
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns

@Suite
struct SignInStoreTests {
    private let domain: Domain
    private let store: SignInStore

    init() throws {
        domain = try Domain.fresh()
        store = SignInStore(domain.work)
    }

    private func signIn(_ email: String = "ada@example.com", name: String = "Ada") -> SignIn {
        SignIn(
            .init(subject: "1", email: email, name: name, picture: ""),
            client: "app",
            redirect: "app:/cb",
            scope: "openid",
            secret: String(repeating: "0f", count: 16)
        )
    }

    @Test
    func `a sign-in is kept as it is`() throws {
        var given = signIn()
        #expect(try store.find(store.add(given)) == given)
        (given.domain, given.nonce, given.challenge) = ("example.com", "n", "c")
        given.isOffline = true
        #expect(try store.find(store.add(given)) == given)
        #expect(try store.find(3) == nil)
    }

    @Test
    func `a code is redeemed once, and the end is the end`() throws {
        let id = try store.add(signIn())
        #expect(try store.redeem(id))
        #expect(try !store.redeem(id))
        try store.end(id)
        #expect(try store.find(id) == nil)
        #expect(try !store.redeem(id))
        #expect(try store.add(signIn()) == id + 1)
    }

    @Test
    func `the last account with an address`() throws {
        _ = try store.add(signIn(name: "Ada"))
        _ = try store.add(signIn(name: "Ada Byron"))
        #expect(try store.account(email: "ada@example.com")?.name == "Ada Byron")
        #expect(try store.account(email: "bo@example.com") == nil)
    }

    @Test
    func `the oldest go when there are too many`() throws {
        let first = try store.add(signIn())
        _ = try domain.work.writeOnce {
            try domain.work.connection.run(
                "UPDATE sqlite_sequence SET seq = ?1 WHERE name = 'google_sign_in'",
                [.integer(first + SignInStore.limit - 2)]
            )
        }
        _ = try store.add(signIn())
        #expect(try store.find(first) != nil)
        _ = try store.add(signIn())
        #expect(try store.find(first) == nil)
    }
}
