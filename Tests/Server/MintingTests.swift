import CommunityDialect
import Foundation
import GoogleDialect
import GuestbookDialect
import MockPostlyContent
import MockPostlyCrypto
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlySQLite
import MockPostlyTestKit
import PostlyDialect
import Testing

@testable import MockPostlyServer
@testable import MockPostlyWorlds

@Suite
struct MintingTests {
    private let mira = "mira.sol@example.com"

    private func configuration(_ seed: SeedSource = .standard) -> Configuration {
        var configuration = Configuration()
        configuration.seed = seed
        return configuration
    }

    private func mintPostlyToken(
        email: String,
        configuration: Configuration,
        expiresIn lifetime: Duration
    ) throws(TokenFailure) -> String {
        var order = MintOrder(user: email)
        order.lifetime = lifetime
        return try mintToken(order, of: Postly.self, configuration).token
    }

    private func mintCommunityToken(
        email: String,
        configuration: Configuration
    ) throws(TokenFailure) -> String {
        try mintToken(MintOrder(user: email), of: Community.self, configuration).token
    }

    private func mintGoogleToken(
        email: String,
        name: String,
        subject: String?,
        picture: String?,
        audience: String?,
        expiresIn lifetime: Duration,
        secret: String
    ) throws -> String {
        var configuration = Configuration()
        configuration.jwtSecret = secret
        configuration.settings[GoogleAccounts.self].clientID = audience
        let claims = ["name": name, "sub": subject, "picture": picture].compactMapValues { $0 }
        var order = MintOrder(user: email)
        order.lifetime = lifetime
        order.claims = try JSON(parsing: Array(JSONEncoder().encode(claims))).root
        return try mintToken(order, of: GoogleAccounts.self, configuration).token
    }

    private func check(_ token: String, _ application: TestHost) throws -> Response {
        try application.answer("GET", "/api/auth/check", [("Authorization", "Bearer \(token)")])
    }

    // MARK: Postly

    @Test
    func `a token for somebody of the seed is taken by a server with that secret`() throws {
        var configuration = configuration()
        configuration.jwtSecret = "another secret"
        let token = try mintPostlyToken(
            email: mira,
            configuration: configuration,
            expiresIn: .seconds(60)
        )
        let right = try TestHost.serving(.standard) { $0.jwtSecret = "another secret" }
        let response = try check(token, right)
        #expect(response.status == 200)
        #expect(try response.json["email"]?.string == mira)
        let wrong = try TestHost.serving(.standard)
        #expect(try check(token, wrong).status == 422)
    }

    @Test
    func `a token for somebody of a data file is taken, while the server runs`() throws {
        let directory = try ScratchDirectory()
        let path = directory.file("blog.db")
        let application = try TestHost.serving { $0.dataFile = path }
        let body = #"{"email":"new@example.com","password":"p"}"#
        #expect(try application.post("/api/auth/register", body).status == 201)
        var configuration = configuration(.empty)
        configuration.dataFile = path
        let token = try mintPostlyToken(
            email: "new@example.com",
            configuration: configuration,
            expiresIn: .seconds(60)
        )
        #expect(try check(token, application).status == 200)
        #expect(throws: TokenFailure.noSuchUser(mira, noun: "e-mail")) {
            try mintPostlyToken(
                email: mira,
                configuration: configuration,
                expiresIn: .seconds(60)
            )
        }
    }

    @Test
    func `a token that has ended is refused as such`() throws {
        let token = try mintPostlyToken(
            email: mira,
            configuration: configuration(),
            expiresIn: .zero
        )
        let response = try check(token, try TestHost.serving(.standard))
        #expect(response.text == "{\"msg\":\"Token has expired\"}\n")
    }

    @Test
    func `nobody is told to be nobody`() throws {
        for email in ["nobody@example.com", "Mira.Sol@example.com", ""] {
            let failure = #expect(throws: TokenFailure.self) {
                try mintPostlyToken(
                    email: email,
                    configuration: configuration(),
                    expiresIn: .seconds(60)
                )
            }
            #expect(failure?.exitCode == 1)
            #expect(failure?.words == "nobody has the e-mail \(email)")
            #expect(failure?.hint.contains("--seed") == true)
        }
    }

    @Test
    func `a seed or a data file at fault has its own exit code`() throws {
        let directory = try ScratchDirectory()
        try directory.write("{", to: "seed.json")
        func exitCode(_ configuration: Configuration) -> Int32? {
            #expect(throws: TokenFailure.self) {
                try mintPostlyToken(
                    email: mira,
                    configuration: configuration,
                    expiresIn: .seconds(60)
                )
            }?.exitCode
        }
        #expect(exitCode(configuration(.paths([directory.file("seed.json")]))) == 3)
        #expect(exitCode(configuration(.paths([directory.file("none")]))) == 3)
        for name in ["none.db", "seed.json"] {
            var configuration = configuration()
            configuration.dataFile = directory.file(name)
            #expect(exitCode(configuration) == 5)
        }
        #expect(try directory.names() == ["seed.json"])
    }

    // MARK: Community

    @Test
    func `a community token is taken by a server with that secret, until it is revoked`() throws {
        var configuration = configuration()
        configuration.jwtSecret = "another secret"
        let token = try mintCommunityToken(email: mira, configuration: configuration)
        let fields = [("Authorization", "Bearer \(token)")]
        let right = try TestHost.serving(.standard) { $0.jwtSecret = "another secret" }
        let response = try right.answer("GET", "/api/community/me", fields)
        #expect(response.status == 200)
        #expect(try response.json["data"]?["email"]?.string == mira)
        let wrong = try TestHost.serving(.standard)
        #expect(try wrong.answer("GET", "/api/community/me", fields).status == 401)
        let gone = try right.answer("DELETE", "/api/community/tokens/current", fields)
        #expect(gone.status == 204)
        #expect(try right.answer("GET", "/api/community/me", fields).status == 401)
    }

    @Test
    func `nobody has no community token`() {
        #expect(throws: TokenFailure.noSuchUser(mira, noun: "e-mail")) {
            try mintCommunityToken(email: mira, configuration: configuration(.empty))
        }
    }

    // MARK: Community

    private func person(_ token: String, _ application: TestHost) throws -> Response {
        try application.answer(
            "GET",
            "/api/community/me",
            [("Authorization", "Bearer \(token)")]
        )
    }

    @Test
    func `an API token is taken by a server with that secret`() throws {
        var configuration = configuration()
        configuration.jwtSecret = "another secret"
        let token = try mintCommunityToken(email: mira, configuration: configuration)
        #expect(try mintCommunityToken(email: mira, configuration: configuration) == token)
        let right = try TestHost.serving(.standard) { $0.jwtSecret = "another secret" }
        let response = try person(token, right)
        #expect(response.status == 200)
        #expect(try response.json["data"]?["email"]?.string == mira)
        #expect(try person(token, TestHost.serving(.standard)).status == 401)
        #expect(throws: TokenFailure.noSuchUser("nobody@example.com", noun: "e-mail")) {
            try mintCommunityToken(email: "nobody@example.com", configuration: configuration)
        }
    }

    // MARK: Any dialect

    private func guestbook(_ change: (inout Configuration) -> Void = { _ in }) -> Configuration {
        var configuration = configuration(.empty)
        configuration.registry = DialectRegistry(DialectRegistry.standard.all + [Guestbook.self])
        change(&configuration)
        return configuration
    }

    @Test
    func `a dialect that no source knows makes its tokens without a server too`() throws {
        let order = MintOrder(user: "Ada")
        let token = try mintToken(order, of: Guestbook.self, guestbook()).token
        let host = try TestHost.serving {
            $0.registry = DialectRegistry(DialectRegistry.standard.all + [Guestbook.self])
            $0.dialects = $0.registry.names
        }
        let fields = [("Authorization", "Bearer \(token)"), ("Content-Type", "text/plain")]
        #expect(try host.answer("POST", "/guestbook", fields, body: "Hello.").status == 201)
    }

    @Test
    func `what the tokens of a dialect cannot have is told`() throws {
        var order = MintOrder(user: "Ada")
        order.claims = try JSON(parsing: Array("{}".utf8)).root
        let failure = #expect(throws: TokenFailure.self) {
            try mintToken(order, of: Guestbook.self, guestbook())
        }
        #expect(failure?.words == "guests have none" && failure?.hint == "leave them out")
        #expect(failure?.exitCode == 1)
    }

    @Test
    func `a data file of an earlier release is read, and left as it is`() throws {
        let directory = try ScratchDirectory()
        let path = directory.file("blog.db")
        let application = try TestHost.serving { $0.dataFile = path }
        let body = #"{"email":"new@example.com","password":"p"}"#
        #expect(try application.post("/api/auth/register", body).status == 201)
        // The guestbook has a table that the file lacks.
        let known = guestbook { $0.dataFile = path }
        let order = MintOrder(user: "new@example.com")
        let token = try mintToken(order, of: Postly.self, known).token
        #expect(try check(token, application).status == 200)
        let tables = try Connection(.file(path), access: .readOnly).first(
            "SELECT count(*) FROM sqlite_schema WHERE name = 'guestbook_line'"
        ) { $0.int(0) }
        #expect(tables == 0)
    }

    // MARK: Google

    private func login(_ token: String, _ application: TestHost) throws -> Response {
        try application.post("/api/auth/login", "{\"token\":\"\(token)\"}")
    }

    @Test
    func `a Google token is taken, and says what it was told`() throws {
        let token = try mintGoogleToken(
            email: "zoë@example.com",
            name: "Zoë \"Z\"",
            subject: "123456789012345678901",
            picture: "https://lh3.googleusercontent.com/z",
            audience: nil,
            expiresIn: .seconds(3600),
            secret: "your-secret-key"
        )
        let response = try login(token, TestHost.serving())
        #expect(response.status == 200)
        let user = try #require(try response.json["user"])
        #expect(user["email"]?.string == "zoë@example.com")
        #expect(user["name"]?.string == "Zoë \"Z\"")
        #expect(user["userId"]?.string == "123456789012345678901")
        #expect(user["profilePicture"]?.string == "https://lh3.googleusercontent.com/z")
        #expect(user["lastLogin"]?.string != nil)
    }

    @Test
    func `without a subject the same e-mail is the same account, of 21 digits`() throws {
        let application = try TestHost.serving()
        func subject(_ email: String) throws -> String? {
            let token = try mintGoogleToken(
                email: email,
                name: "",
                subject: nil,
                picture: nil,
                audience: nil,
                expiresIn: .seconds(60),
                secret: "your-secret-key"
            )
            let user = try login(token, application).json["user"]
            #expect(user?["profilePicture"]?.string == "")
            return user?["userId"]?.string
        }
        let first = try #require(try subject("a@example.com"))
        #expect(first.count == 21 && first.allSatisfy { ("0"..."9").contains($0) })
        #expect(first.first == "1")
        #expect(try subject("a@example.com") == first)
        #expect(try subject("b@example.com") != first)
    }

    @Test
    func `an audience is that of the server that asks for one`() throws {
        let application = try TestHost.serving {
            $0.settings[GoogleAccounts.self].clientID = "client"
        }
        func status(_ audience: String?) throws -> Int {
            let token = try mintGoogleToken(
                email: "a@example.com",
                name: "A",
                subject: nil,
                picture: nil,
                audience: audience,
                expiresIn: .seconds(60),
                secret: "your-secret-key"
            )
            return try login(token, application).status
        }
        #expect(try status("client") == 200)
        #expect(try status("other") == 401)
        #expect(try status(nil) == 401)
    }

    @Test
    func `where signatures are checked, the secret must be the server's`() throws {
        let application = try TestHost.serving {
            $0.jwtSecret = "another secret"
            $0.settings[GoogleAccounts.self].verifies = true
        }
        func answer(_ secret: String) throws -> Response {
            let token = try mintGoogleToken(
                email: "a@example.com",
                name: "A",
                subject: nil,
                picture: nil,
                audience: nil,
                expiresIn: .seconds(60),
                secret: secret
            )
            return try login(token, application)
        }
        #expect(try answer("another secret").status == 200)
        let refused = try answer("your-secret-key")
        #expect(refused.status == 401)
        #expect(refused.text.hasPrefix(#"{"error":"Certificate for key id "#))
    }
}
