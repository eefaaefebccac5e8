import MockPostlyCrypto
internal import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import MockPostlyText
import MockPostlyWorld
import Testing

@testable import DummyJSONDialect

@Suite
struct MintingTests {
    private static let site = "http://localhost:8080/w/one"
    private static let now = Instant.frozen.seconds
    private static let people =
        #"{"id":1,"firstName":"Ann","email":"a@x.example","username":"ann","password":"p","#
        + #""image":"https://dummyjson.com/icon/ann/128"},"#
        + #"{"id":2,"username":"1","email":"ann"},{"id":3}"#

    private func api(
        secret: String = "your-secret-key",
        change: (inout DummyJSON.Settings) -> Void = { _ in }
    ) throws -> DummyJSON {
        try .fresh([.users: Self.people], secret: secret, change: change)
    }

    private func mint(
        _ api: DummyJSON,
        _ name: String = "ann",
        isRefresh: Bool = false,
        lifetime: Duration? = nil,
        claims: String? = nil,
        fault: TokenFault? = nil
    ) throws -> IssuedToken? {
        try api.mint(
            for: name,
            isRefresh: isRefresh,
            lifetime: lifetime,
            claims: claims.map { try JSON(parsing: Array($0.utf8)).root },
            fault: fault,
            site: Self.site
        )
    }

    private func token(
        _ api: DummyJSON,
        lifetime: Duration? = nil,
        claims: String? = nil,
        fault: TokenFault? = nil
    ) throws -> String {
        try #require(try mint(api, lifetime: lifetime, claims: claims, fault: fault)).token
    }

    private func me(_ api: DummyJSON, _ token: String) throws -> Response {
        try api.get("/auth/me", [("Authorization", "Bearer \(token)")])
    }

    private func payload(_ token: String) throws -> String {
        let part = try #require(token.split(separator: ".").dropFirst().first)
        return String(decoding: try #require(Base64URL.decodeStrictly(part.utf8)), as: UTF8.self)
    }

    @Test
    func `a token is what a log-in gives`() throws {
        let api = try api()
        let response = try api.answer(
            .asking(
                "POST",
                "/auth/login",
                [("Content-Type", "application/json")],
                body: Array(#"{"username":"ann","password":"p"}"#.utf8)
            )
        )
        let access = try #require(try api.mint(for: "ann", site: "http://localhost:8080"))
        #expect(try response.json["accessToken"]?.string == access.token)
        #expect(access.userID == "1" && access.email == "a@x.example")
        #expect(access.expiresAt == Self.now + 3600)
        let refresh = try api.mint(for: "ann", isRefresh: true, site: "http://localhost:8080")
        #expect(try response.json["refreshToken"]?.string == refresh?.token)
        #expect(refresh?.expiresAt == Self.now + 2_592_000)
        #expect(try me(api, access.token).status == 200)
    }

    @Test
    func `links in it are those of the world, or the original's`() throws {
        let link = "http://localhost:8080/w/one/icon/ann/128"
        #expect(try payload(token(api())).contains(#""image":"\#(link)""#))
        let upstream = try api { $0.links = .upstream }
        let original = "https://dummyjson.com/icon/ann/128"
        #expect(try payload(token(upstream)).contains(#""image":"\#(original)""#))
    }

    @Test(
        arguments: [
            ("ann", "1"), ("ANN", "1"), ("a@x.example", "1"), ("1", "2"), ("2", "2"), ("3", "3"),
            ("", nil), ("bob", nil), ("A@x.example", nil), ("4", nil), ("0", nil),
        ] as [(String, String?)]
    )
    func `who is meant: by username, by e-mail, by id`(name: String, id: String?) throws {
        #expect(try mint(api(), name)?.userID == id)
    }

    @Test
    func `one that has ended is wrong in nothing else`() throws {
        let api = try api()
        let made = try #require(try mint(api, lifetime: .seconds(-60)))
        #expect(made.expiresAt == Self.now - 60)
        #expect(
            try payload(made.token).hasSuffix(
                #""iat":\#(Self.now - 3660),"exp":\#(Self.now - 60)}"#
            )
        )
        let response = try me(api, made.token)
        #expect(response.status == 401 && response.text == #"{"message":"Token Expired!"}"#)
        let refresh = try #require(try mint(api, isRefresh: true, lifetime: .seconds(-1)))
        #expect(
            try payload(refresh.token).hasSuffix(
                #""iat":\#(Self.now - 2_592_001),"exp":\#(Self.now - 1)}"#
            )
        )
        let body = #"{"refreshToken":"\#(refresh.token)"}"#
        #expect(try api.send("POST", "/auth/refresh", body).status == 403)
        // To the second.
        let last = try token(api, lifetime: .seconds(1))
        #expect(try me(api, last).status == 200)
        api.world.clock.advance(by: .seconds(1))
        #expect(try me(api, last).text == #"{"message":"Token Expired!"}"#)
    }

    @Test
    func `claims stand in the place of the usual ones, or come last`() throws {
        let api = try api()
        let made = try #require(
            try mint(api, claims: #"{"role":"admin","id":"1","nbf":5,"firstName":null}"#)
        )
        #expect(
            try payload(made.token)
                == #"{"id":"1","username":"ann","email":"a@x.example","firstName":null,"#
                + #""image":"\#(Self.site)/icon/ann/128","iat":\#(Self.now),"#
                + #""exp":\#(Self.now + 3600),"role":"admin","nbf":5}"#
        )
        #expect(try me(api, made.token).status == 200)
        let other = try token(api, claims: #"{"username":"nobody"}"#)
        #expect(try me(api, other).text == #"{"message":"Invalid access token"}"#)
    }

    @Test(
        arguments: [
            (.signature, 500, "invalid signature"), (.algorithm, 500, "invalid algorithm"),
            (.format, 401, "Invalid/Expired Token!"),
        ] as [(TokenFault, Int, String)]
    )
    func `faults`(fault: TokenFault, status: Int, words: String) throws {
        let api = try api()
        let response = try me(api, try token(api, fault: fault))
        #expect(response.status == status && response.text == #"{"message":"\#(words)"}"#)
    }

    @Test
    func `a token of one world is refused in another like a forged one`() throws {
        let one = try api(secret: "one")
        let two = try api(secret: "two")
        let token = try token(one)
        #expect(try me(one, token).status == 200)
        let forged = try me(two, try self.token(two, fault: .signature))
        let foreign = try me(two, token)
        #expect(foreign.status == forged.status && foreign.body == forged.body)
        #expect(foreign.allFields == forged.allFields)
        let refresh = try #require(try mint(one, isRefresh: true)).token
        let body = #"{"refreshToken":"\#(refresh)"}"#
        #expect(try one.send("POST", "/auth/refresh", body).status == 200)
        #expect(try two.send("POST", "/auth/refresh", body).status == 403)
    }
}
