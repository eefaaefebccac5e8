import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import GoogleDialect

@Suite
struct TokenExchangeTests {
    private let app: SigningIn
    private static let verifier = String(repeating: "0123456789", count: 5)

    init() throws {
        app = try SigningIn()
    }

    private func tokens(_ more: [String: String?] = [:]) throws -> JSONValue {
        try app.exchange(app.silently(more)["code"]).json
    }

    @Test
    func `a code is exchanged once`() throws {
        let code = try app.silently(["access_type": "offline"])["code"]
        let response = try app.exchange(code)
        #expect(response.status == 200 && response["Cache-Control"] == "no-store")
        #expect(response["Access-Control-Allow-Origin"] == "*")
        let refresh = try #require(try response.json["refresh_token"]?.string)
        #expect(try app.refresh(refresh).status == 200)
        #expect(try app.exchange(code).refusal == "400 invalid_grant")
        #expect(try app.refresh(refresh).refusal == "400 invalid_grant")
    }

    @Test
    func `verifiers`() throws {
        let hash = verifierHash(Self.verifier)
        for (challenge, method) in [(hash, "S256"), (Self.verifier, "plain"), (Self.verifier, nil)]
        {
            let order = ["code_challenge": challenge, "code_challenge_method": method]
            let code = try app.silently(order)["code"]
            #expect(try app.exchange(code).refusal == "400 invalid_grant")
            #expect(try app.exchange(code, ["code_verifier": hash]).refusal == "400 invalid_grant")
            #expect(try app.exchange(code, ["code_verifier": Self.verifier]).status == 200)
        }
        let code = try app.silently()["code"]
        let other = try app.exchange(code, ["code_verifier": Self.verifier])
        #expect(try other.refusal == "400 invalid_grant")
    }

    @Test
    func `refusals`() throws {
        let code = try app.silently()["code"]
        for (form, refusal) in [
            (["grant_type": nil], "400 unsupported_grant_type"),
            (["grant_type": "password"], "400 unsupported_grant_type"),
            (["client_id": nil], "400 invalid_request"),
            (["client_id": "other"], "401 unauthorized_client"),
            (["code": nil], "400 invalid_request"),
            (["code": "4/0Ax"], "400 invalid_grant"),
            (["redirect_uri": nil], "400 invalid_request"),
            (["redirect_uri": "http://localhost:3000/"], "400 redirect_uri_mismatch"),
        ] as [([String: String?], String)] {
            #expect(try app.exchange(code, form).refusal == refusal)
        }
        #expect(try app.exchange(code).status == 200)
    }

    @Test
    func `the clock ends a code after ten minutes and a token after an hour`() throws {
        let (first, second) = (try app.silently()["code"], try app.silently()["code"])
        app.world.clock.advance(by: .seconds(599))
        let token = try #require(try app.exchange(first).json["access_token"]?.string)
        app.world.clock.advance(by: .seconds(1))
        #expect(try app.exchange(second).refusal == "400 invalid_grant")
        app.world.clock.advance(by: .seconds(3598))
        #expect(try app.person(token).status == 200)
        app.world.clock.advance(by: .seconds(1))
        let late = try app.person(token)
        #expect(try late.refusal == "401 invalid_request")
        #expect(late["WWW-Authenticate"]?.hasPrefix("Bearer realm=") == true)
    }

    @Test
    func `a person as far as the scope goes`() throws {
        for (scope, members) in [
            ("openid", ["sub"]),
            ("openid email", ["sub", "email", "email_verified"]),
            (
                "https://www.googleapis.com/auth/userinfo.profile openid",
                ["sub", "name", "given_name", "family_name"]
            ),
        ] {
            let tokens = try tokens(["scope": scope])
            let person = try app.person(tokens["access_token"]?.string ?? "").json
            #expect(person.members.map(\.name) == members)
            let token = try #require(tokens["id_token"]?.string)
            let claims = try JSON(parsing: Array(token.segment(1).utf8)).root
            let usual = ["iss", "azp", "aud", "at_hash", "iat", "exp"]
            #expect(claims.members.map(\.name).filter { !usual.contains($0) } == members)
        }
        // Google adds openid to e-mail and profile, and to nothing else.
        #expect(try tokens(["scope": "email"])["id_token"] != nil)
        #expect(try tokens(["scope": "calendar"])["id_token"] == nil)
    }

    @Test
    func `a revoked token takes the others with it`() throws {
        let tokens = try tokens(["access_type": "offline"])
        let access = tokens["access_token"]?.string ?? ""
        func revoke() throws -> Response {
            try app.accounts.answer("POST", "/oauth2/revoke?token=\(access)")
        }
        #expect(try revoke().status == 200)
        #expect(try revoke().refusal == "400 invalid_token")
        #expect(try app.person(access).status == 401)
        #expect(try app.refresh(tokens["refresh_token"]?.string ?? "").status == 400)
    }

    @Test
    func `what is in a token`() throws {
        let tokens = try tokens()
        func info(_ name: String, _ token: String?) throws -> Response {
            try app.accounts.answer("GET", "/oauth2/v3/tokeninfo?\(name)=\(token ?? "")")
        }
        let told = try info("id_token", tokens["id_token"]?.string).json
        #expect(told["exp"]?.string == "\(Instant.frozen.seconds + 3600)")
        #expect(told["typ"]?.string == "JWT")
        let access = try info("access_token", tokens["access_token"]?.string).json
        #expect(access["expires_in"]?.string == "3600")
        #expect(try info("id_token", "a.b.c").refusal == "400 invalid_token")
        #expect(try info("access_token", "x").refusal == "400 invalid_token")
        #expect(try info("id_token", nil).refusal == "400 invalid_request")
        app.world.clock.advance(by: .seconds(3600))
        #expect(try info("id_token", tokens["id_token"]?.string).refusal == "400 invalid_token")
    }

    @Test
    func `only one client id, when the server has one`() throws {
        var settings = GoogleAccounts.Settings()
        settings.clientID = "mine"
        let app = try SigningIn(settings)
        #expect(try app.ask().status == 401)
        #expect(try app.ask(["client_id": "mine"]).status == 200)
        #expect(try app.exchange("x").refusal == "401 invalid_client")
    }
}
