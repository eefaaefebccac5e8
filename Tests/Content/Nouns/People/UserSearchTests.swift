import MockPostlyCrypto
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns

@Suite
struct UserSearchTests {
    private let domain: Domain
    private var users: UserStore { domain.users }

    init() throws {
        domain = try Domain.fresh()
        let password = PasswordHash.seeded("s3cret", salt: [7])
        for (name, email) in [
            ("Ada", "ada@example.com"), ("Bo 100%_", "bo@Example.org"),
            ("Cy", "cy@sub.example.com"),
        ] {
            _ = try users.register(email: email, name: name, password: password)
        }
    }

    private func found(_ text: String = "", domain: String? = nil) throws -> [String] {
        try users.search(text, domain: domain, skipping: 0, limit: 10).map(\.name)
    }

    @Test
    func `by name or address, in either case`() throws {
        #expect(try found() == ["Ada", "Bo 100%_", "Cy"])
        #expect(try found("ADA") == ["Ada"])
        #expect(try found("EXAMPLE.ORG") == ["Bo 100%_"])
        #expect(try found("0%_") == ["Bo 100%_"])
        #expect(try found("%").count == 1)
        #expect(try found("'").isEmpty)
    }

    @Test
    func `by page`() throws {
        let second = try users.search("", domain: nil, skipping: 1, limit: 1)
        #expect(second.map(\.name) == ["Bo 100%_"])
    }

    @Test
    func `by domain`() throws {
        #expect(try found(domain: "example.com") == ["Ada"])
        #expect(try found(domain: "EXAMPLE.ORG") == ["Bo 100%_"])
        #expect(try found(domain: "xample.com").isEmpty)
    }

    @Test
    func `a Google account stands for all with its address, and comes first`() throws {
        _ = try users.signInWithGoogle(
            id: User.ID("104"),
            email: "cy@sub.example.com",
            name: "Cy of Google",
            picture: ""
        )
        #expect(try found() == ["Cy of Google", "Ada", "Bo 100%_"])
        let person = try #require(try users.person(email: "cy@sub.example.com"))
        #expect(person.googleSubject == "104")
        #expect(try users.person(email: "ada@example.com")?.googleSubject == nil)
        #expect(try users.person(email: "ADA@example.com") == nil)
    }
}
