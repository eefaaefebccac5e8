import CommunityContent
import MockPostlyCrypto
import MockPostlyHTTP
import MockPostlyNouns
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import CommunityDialect

@Suite
struct AccountsTests {
    private let community: Community

    init() throws {
        community = try Community.fresh()
    }

    private func token(in response: Response) -> String {
        let start = #"{"data":{"token":""#
        #expect(response.text.hasPrefix(start))
        return String(response.text.dropFirst(start.count).prefix { $0 != "\"" })
    }

    @Test
    func `registering makes an account of the server's one kind, and a token`() throws {
        let response = try community.answer(
            "POST",
            "register",
            body: #"{"name":"Ada","email":"ada@example.com","password":"s3cret"}"#
        )
        #expect(response.status == 201)
        #expect(response["content-type"] == "application/json; charset=utf-8")
        let token = token(in: response)
        #expect(APIToken.isWellFormed(token))
        let user =
            #"{"id":1,"name":"Ada","avatar_url":null,"email":"ada@example.com","#
            + #""joined_community":false,"joined_at":null}"#
        #expect(response.text == #"{"data":{"token":"\#(token)","user":\#(user)}}"#)
        let ada = Person(id: 1, token: token)
        #expect(try community.answer("GET", "me", ada).text == #"{"data":\#(user)}"#)
        let credentials = try community.domain.users.credentials(email: "ada@example.com")
        #expect(credentials?.password?.matches("s3cret") == true)
    }

    @Test(arguments: [
        (
            #"{}"#,
            #""email":["can't be blank"],"name":["can't be blank"],"#
                + #""password":["can't be blank"]"#
        ),
        (
            #"{"name":7,"email":null,"password":" "}"#,
            #""email":["can't be blank"],"name":["is invalid"],"password":["can't be blank"]"#
        ),
        (
            #"{"name":"A","email":"taken@example.com","password":"p"}"#,
            #""email":["has already been taken"]"#
        ),
        (
            #"{"name":"","email":"taken@example.com","password":"p"}"#,
            #""name":["can't be blank"]"#
        ),
    ])
    func `what is wrong with an account is told by field`(body: String, errors: String) throws {
        _ = try community.person("Taken")
        let response = try community.answer("POST", "register", body: body)
        #expect(response.status == 422)
        #expect(response.text == #"{"errors":{\#(errors)}}"#)
    }

    @Test(arguments: [("name", 80), ("email", 160), ("password", 72)])
    func `fields have limits, counted in characters`(field: String, limit: Int) throws {
        func body(_ length: Int) -> String {
            var values = ["name": "A", "email": "a@x", "password": "p"]
            values[field] = String(repeating: "é", count: length)
            let members = values.map { #""\#($0)":"\#($1)""# }
            return "{\(members.joined(separator: ","))}"
        }
        let refused = try community.answer("POST", "register", body: body(limit + 1))
        #expect(refused.status == 422)
        #expect(refused.text == fault(field, "should be at most \(limit) character(s)"))
        #expect(try community.answer("POST", "register", body: body(limit)).status == 201)
    }

    @Test(arguments: ["", "{", "[]", "7", "null", "name=Ada", "\u{FEFF}{}"])
    func `a body that is no JSON object is refused`(body: String) throws {
        for route in ["register", "tokens"] {
            let response = try community.answer("POST", route, body: body)
            #expect(response.status == 400 && response.text == refusal("Bad Request"))
        }
    }

    @Test
    func `two at once cannot have one e-mail`() throws {
        let body = #"{"name":"A","email":"a@x","password":"p"}"#
        let request = try Request.asking("POST", "/api/community/register", body: body)
        guard case .later(let first) = try community.respond(to: request).reply,
            case .later(let second) = try community.respond(to: request).reply
        else { throw NoRequest() }
        guard case .now(let early) = try first.carryOut(),
            case .now(let late) = try second.carryOut()
        else { throw NoRequest() }
        #expect(early.status == 201)
        #expect(late.status == 422 && late.text == fault("email", "has already been taken"))
        #expect(late["access-control-allow-origin"] == "*")
    }

    @Test
    func `a password gives a new token each time, and the old ones stay`() throws {
        let mira = try community.person("Mira")
        let body = #"{"email":"mira@example.com","password":"Mira"}"#
        let tokens = try (0..<2).map { _ in
            let response = try community.answer("POST", "tokens", body: body)
            #expect(response.status == 201)
            return token(in: response)
        }
        #expect(Set(tokens + [mira.token]).count == 3)
        for token in tokens + [mira.token] {
            let person = Person(id: mira.id, token: token)
            #expect(try community.answer("GET", "me", person).status == 200)
        }
        let wrapped = #"{"email":1,"user":\#(body)}"#
        #expect(try community.answer("POST", "tokens", body: wrapped).status == 201)
    }

    @Test(arguments: [
        #"{"email":"mira@example.com","password":"mira"}"#,
        #"{"email":"none@example.com","password":"Mira"}"#,
        #"{"email":"google@example.com","password":"Mira"}"#,
    ])
    func `whoever is unknown or has another password is told nothing more`(body: String) throws {
        _ = try community.person("Mira")
        _ = try community.domain.users.signInWithGoogle(
            id: User.ID("1"),
            email: "google@example.com",
            name: "G",
            picture: ""
        )
        let response = try community.answer("POST", "tokens", body: body)
        #expect(response.status == 401)
        #expect(response.text == refusal("Invalid email or password"))
        #expect(response["www-authenticate"] == nil)
        // The same price for all of them.
        let request = try Request.asking("POST", "/api/community/tokens", body: body)
        guard case .later = try community.respond(to: request).reply else {
            Issue.record("answered at once")
            return
        }
    }

    @Test
    func `a revoked token is good for nothing, and its sockets are to be told`() throws {
        let mira = try community.person("Mira")
        let response = try community.answer("DELETE", "tokens/current", mira)
        #expect(response.status == 204 && response.body.isEmpty)
        #expect(response["content-type"] == nil)
        let hash = APIToken.hash(of: mira.token, givenIn: "default")
        #expect(community.takeEvents() == [.revoked(tokenHash: hash)])
        #expect(try community.answer("GET", "me", mira).status == 401)
        #expect(try community.authenticate(token: mira.token) == nil)
    }

    @Test
    func `joining and leaving can be repeated`() throws {
        let mira = try community.person("Mira", joins: false)
        let joined =
            #"{"data":{"id":1,"name":"Mira","avatar_url":null,"email":"mira@example.com","#
            + #""joined_community":true,"joined_at":"2026-02-14T12:34:56Z"}}"#
        for _ in 0..<2 {
            let response = try community.answer("POST", "join", mira)
            #expect(response.status == 200 && response.text == joined)
            community.domain.world.clock.advance(by: .seconds(10))
        }
        #expect(community.takeEvents() == [])
        for _ in 0..<2 { #expect(try community.answer("DELETE", "join", mira).status == 204) }
        #expect(community.takeEvents() == [.left(mira.id)])
        #expect(try community.answer("GET", "posts", mira).status == 403)
    }

    @Test
    func `an empty picture is none`() throws {
        let user = try community.domain.users.signInWithGoogle(
            id: User.ID("1"),
            email: "g@example.com",
            name: "G",
            picture: ""
        )
        let member = try #require(try community.members.find(user.id))
        let token = try community.domain.apiTokens.issue(for: member.id)
        let response = try community.answer("GET", "me", Person(id: member.id, token: token))
        #expect(response.text.contains(#""avatar_url":null,"#))
    }
}
