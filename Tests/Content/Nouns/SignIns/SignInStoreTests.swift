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

    private func signIn(name: String = "Ada", nonce: String? = nil) -> SignIn {
        SignIn(
            .init(subject: "1", email: "ada@example.com", name: name, picture: "p"),
            client: "app",
            redirect: "app:/cb",
            scope: "openid",
            secret: String(repeating: "0f", count: 16),
            domain: nonce.map { "\($0).example.com" },
            nonce: nonce,
            challenge: nonce.map { $0 + "c" },
            isOffline: nonce != nil
        )
    }

    private func texts(_ signIn: SignIn?) -> [String?] {
        guard let signIn else { return [] }
        let account = signIn.account
        return [
            account.subject, account.email, account.name, account.picture, signIn.client,
            signIn.redirect, signIn.scope, signIn.secret, signIn.domain, signIn.nonce,
            signIn.challenge, "\(signIn.isOffline)",
        ]
    }

    @Test
    func `a sign-in is kept as it is`() throws {
        for given in [signIn(), signIn(nonce: "n")] {
            #expect(try texts(store.find(store.add(given))) == texts(given))
        }
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
