import MockPostlyCrypto
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlySeeds
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import PostlyDialect

@Suite
struct MintingTests {
    private let postly: Postly
    private let mira: User
    private static let now = Instant.frozen.seconds

    init() throws {
        postly = try Postly.fresh()
        mira = try postly.person("Mira").user
    }

    private func mint(
        _ name: String = "mira@example.com",
        lifetime: Duration? = nil,
        claims: String? = nil,
        fault: TokenFault? = nil
    ) throws -> IssuedToken? {
        try postly.mint(
            for: name,
            lifetime: lifetime,
            claims: claims.map { try JSON(parsing: Array($0.utf8)).root },
            fault: fault
        )
    }

    private func check(_ token: String, _ postly: Postly? = nil) throws -> Response {
        let fields = [("Authorization", "Bearer " + token)]
        return try (postly ?? self.postly).answer("GET", "/api/auth/check", fields)
    }

    private func claims(_ token: String) throws -> JSONValue {
        let parts = try #require(JWT.split(Array(token.utf8)))
        return try JSON(parsing: #require(parts.decodedPayload())).root
    }

    @Test
    func `a token for somebody, by e-mail or id`() throws {
        for name in ["mira@example.com", mira.id.text] {
            let made = try #require(try mint(name))
            #expect(made.userID == mira.id.text && made.email == "mira@example.com")
            #expect(made.expiresAt == Self.now + 604_800)
            #expect(try check(made.token).status == 200)
            let names = try claims(made.token).members.map(\.name)
            #expect(names == ["fresh", "iat", "jti", "type", "sub", "nbf", "csrf", "exp"])
        }
        for name in ["", "nobody@example.com", "Mira@example.com", "mira"] {
            #expect(try mint(name) == nil)
        }
    }

    @Test
    func `one that has ended is wrong in nothing else`() throws {
        let made = try #require(try mint(lifetime: .seconds(-60)))
        #expect(made.expiresAt == Self.now - 60)
        let claims = try claims(made.token)
        #expect(claims["exp"]?.int == Self.now - 60)
        #expect(claims["iat"]?.int == Self.now - 60 - 604_800)
        #expect(claims["nbf"]?.int == claims["iat"]?.int)
        let response = try check(made.token)
        #expect(response.status == 401)
        #expect(response.text == "{\"msg\":\"Token has expired\"}\n")
        let short = try #require(try mint(lifetime: .seconds(1))).token
        #expect(try check(short).status == 200)
        postly.domain.world.clock.advance(by: .seconds(1))
        #expect(try check(short).text == "{\"msg\":\"Token has expired\"}\n")
    }

    @Test
    func `claims stand in the place of the usual ones, or come last`() throws {
        let made = try #require(
            try mint(claims: #"{"role":"é","type":"other","exp":4102444800,"fresh":true}"#)
        )
        let claims = try claims(made.token)
        #expect(
            claims.members.map(\.name)
                == ["fresh", "iat", "jti", "type", "sub", "nbf", "csrf", "exp", "role"]
        )
        #expect(
            claims["fresh"]?.bool == true
                && claims["role"]?.rawText.elementsEqual(
                    #""\u00e9""#.utf8
                ) == true
        )
        #expect(made.expiresAt == 4_102_444_800)
        #expect(try check(made.token).status == 200)
        let refresh = try #require(try mint(claims: #"{"type":"refresh"}"#)).token
        #expect(
            try check(refresh).text == "{\"msg\":\"Only non-refresh tokens are allowed\"}\n"
        )
        let stranger = try #require(try mint(claims: #"{"sub":"nobody"}"#)).token
        #expect(try check(stranger).text == "{\"error\":\"User not found\"}\n")
    }

    @Test(
        arguments: [
            (.signature, "Signature verification failed"),
            (.algorithm, "The specified alg value is not allowed"),
            (.format, "Not enough segments"),
        ] as [(TokenFault, String)]
    )
    func `faults`(fault: TokenFault, words: String) throws {
        let made = try #require(try mint(fault: fault))
        let response = try check(made.token)
        #expect(response.status == 422 && response.text == "{\"msg\":\"\(words)\"}\n")
    }

    @Test
    func `a fault is told before an end in the past`() throws {
        let made = try #require(try mint(lifetime: .seconds(-60), fault: .signature))
        #expect(try check(made.token).status == 422)
    }

    @Test
    func `a token of one world is refused in another like a forged one`() throws {
        let world = TimeAndChance(name: "other", clock: .frozen(at: .frozen), randomSeed: 1)
        let other = Postly(DialectContext(try Domain.inMemory(world), secret: "another"))
        _ = try other.person("Mira")
        let token = try #require(try mint()).token
        #expect(try check(token).status == 200)
        let foreign = try check(token, other)
        let forged = try #require(
            try other.mint(for: "mira@example.com", fault: .signature)
        )
        let expected = try check(forged.token, other)
        #expect(foreign.status == expected.status && foreign.body == expected.body)
        #expect(foreign.allFields == expected.allFields)
    }
}
