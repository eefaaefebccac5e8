import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import GoogleDialect

@Suite
struct AuthorizationTests {
    private let app: SigningIn

    init() throws {
        app = try SigningIn()
    }

    @Test
    func `who is chosen is told to the app`() throws {
        let response = try app.choose("account=101")
        #expect(response.status == 303 && response.body.isEmpty)
        #expect(
            response["Location"]?.hasPrefix("http://localhost:3000/callback?state=a%20b&code=")
                == true
        )
        let given = try app.given(response)
        #expect(given["prompt"] == "consent" && given["authuser"] == "0")
        let code = try #require(given["code"])
        let tokens = try app.exchange(code).json
        #expect(try tokens["id_token"]?.string?.segment(1).contains(#""sub":"101""#) == true)
    }

    @Test
    func `an address with a query gets more of it`() throws {
        let redirect = "http://localhost:3000/?a=b"
        let response = try app.choose("account=101", ["redirect_uri": redirect])
        #expect(response["Location"]?.hasPrefix(redirect + "&state=") == true)
    }

    @Test
    func `a native app gets its own scheme`() throws {
        let response = try app.choose("account=101", ["redirect_uri": "com.example:/cb"])
        #expect(response["Location"]?.hasPrefix("com.example:/cb?state=") == true)
    }

    @Test
    func `a form takes the answer to the app`() throws {
        let response = try app.choose(
            "account=101",
            ["response_mode": "form_post", "state": "<&\""]
        )
        #expect(response.status == 200 && response["Location"] == nil)
        #expect(response.text.contains(#"action="http://localhost:3000/callback" data-send>"#))
        #expect(response.text.contains(#"name="state" value="&lt;&amp;&quot;">"#))
        #expect(
            response["Content-Security-Policy"]?
                .hasSuffix("form-action 'self' http://localhost:3000") == true
        )
    }

    @Test
    func `somebody new is checked`() throws {
        for form in [
            "", "name=A", "email=a@b.c", "name=A&email=ab.c", "name=A&email=a@",
            "name=A&email=a@b@c",
            "name=A&email=a%20b@c", "name=%20&email=a@b.c", "name=A&email=%3Ca@b.c",
        ] {
            let response = try app.choose(form)
            #expect(response.status == 400 && response.text.contains("aria-invalid"), "\(form)")
        }
        let given = try app.given(app.choose("name=Cy&email=%20cy@example.com%20"))
        let token = try #require(try app.exchange(given["code"]).json["id_token"]?.string)
        #expect(try token.segment(1).contains(#""email":"cy@example.com""#))
        #expect(
            try token.segment(1).contains(GoogleAccount.subject(of: "cy@example.com"))
        )
    }

    @Test
    func `an address that is known keeps its number`() throws {
        let given = try app.given(app.choose("name=Else&email=101@example.com"))
        let token = try #require(try app.exchange(given["code"]).json["id_token"]?.string)
        #expect(try token.segment(1).contains(#""sub":"101""#))
        #expect(try token.segment(1).contains(#""name":"Else""#))
    }

    @Test
    func `somebody who is gone cannot be chosen`() throws {
        let response = try app.choose("account=109")
        #expect(response.status == 400 && response.text.contains("no longer there"))
    }

    @Test
    func `somebody new is known from then on`() throws {
        let hint = ["login_hint": "cy@example.com"] as [String: String?]
        #expect(try app.silently(hint)["error"] == "login_required")
        _ = try app.choose("name=Cy&email=cy@example.com")
        #expect(try app.silently(hint)["code"] != nil)
        #expect(try app.silently(["login_hint": "102"])["code"] != nil)
        #expect(try app.silently(["login_hint": nil])["error"] == "interaction_required")
    }

    @Test
    func `only people of the wanted domain can be chosen, on the page and without it`() throws {
        #expect(try app.silently(["hd": "other.example"])["error"] == "access_denied")
        #expect(try app.silently(["hd": "EXAMPLE.com"])["code"] != nil)
        #expect(try app.silently(["hd": "*"])["code"] != nil)
        let other = ["hd": "other.example"] as [String: String?]
        #expect(try app.given(app.choose("account=101", other))["error"] == "access_denied")
        #expect(try app.given(app.choose("account=101", ["hd": "example.com"]))["code"] != nil)
        let page = try app.ask(["hd": "other.example", "login_hint": "101"])
        #expect(page.status == 200 && !page.text.contains("Ada Byron"))
    }

    @Test
    func `the page names its people as texts`() throws {
        let response = try app.ask(["client_id": "<i>"], prefix: "/w/one")
        #expect(response.status == 200)
        #expect(response.text.contains("Bo &lt;b&gt;") && !response.text.contains("Bo <b>"))
        #expect(response.text.contains("<bdi>&lt;i&gt;</bdi>"))
        #expect(
            response.text.contains(#"action="/w/one/oauth2/v2/auth/choice?client_id=%3Ci%3E&amp;"#)
        )
        #expect(response["Access-Control-Allow-Origin"] == nil)
    }

    @Test
    func `an authorization request may be a form`() throws {
        let response = try app.accounts.answer("POST", Authorization.path, body: app.query())
        #expect(response.status == 200 && response.text.contains("Ada Byron"))
    }

    @Test
    func `the same world gives the same answer`() throws {
        #expect(try app.silently() == SigningIn().silently())
        #expect(try app.silently()["code"] != app.silently()["code"])
    }
}
