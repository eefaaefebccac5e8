import MockPostlyCrypto
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import MockPostlyText
import MockPostlyWorld
import Testing

@testable import DummyJSONDialect

/// Logging in, tokens by the world's clock, and the protected mirror.
@Suite
struct AuthTests {
    private static let ann = #"""
        {"id":1,"firstName":"Ann","lastName":"Lee","email":"a@x.example","username":"ann",\#
        "password":"annpass","gender":"female","image":"i","age":30}
        """#
    private static let bob = #"{"id":2,"username":"bob","password":"bobpass"}"#

    private func api(change: (inout DummyJSON.Settings) -> Void = { _ in }) throws -> DummyJSON {
        try .fresh(
            [.users: Self.ann + "," + Self.bob, .posts: #"{"id":1,"title":"One"}"#],
            change: change
        )
    }

    private func logIn(_ api: DummyJSON, _ more: String = "") throws -> Response {
        try api.send("POST", "/auth/login", #"{"username":"ann","password":"annpass"\#(more)}"#)
    }

    private func token(_ api: DummyJSON, _ more: String = "") throws -> String {
        try #require(try logIn(api, more).json["accessToken"]?.string)
    }

    private func me(_ api: DummyJSON, _ token: String) throws -> Response {
        try api.get("/auth/me", [("Authorization", "Bearer \(token)")])
    }

    private func payload(_ token: String) throws -> String {
        let part = try #require(token.split(separator: ".").dropFirst().first)
        let bytes = try #require(Base64URL.decodeStrictly(part.utf8))
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test
    func `a log-in gives two tokens, the person and two cookies`() throws {
        let api = try api()
        let response = try logIn(api)
        let names = try response.json.members.map(\.name)
        #expect(
            names == [
                "accessToken", "refreshToken", "id", "username", "email", "firstName", "lastName",
                "gender", "image",
            ]
        )
        let claims =
            #"{"id":1,"username":"ann","email":"a@x.example","firstName":"Ann","lastName":"Lee","#
            + #""gender":"female","image":"i","iat":1771072496,"exp":EXP}"#
        let access = try token(api)
        #expect(try payload(access) == claims.replacing("EXP", with: "1771076096"))
        let refresh = try #require(try response.json["refreshToken"]?.string)
        #expect(try payload(refresh) == claims.replacing("EXP", with: "1773664496"))
        let cookies = response.values("Set-Cookie")
        #expect(cookies.count == 2)
        #expect(cookies[0].hasPrefix("accessToken=\(access); Max-Age=3600; Path=/; "))
        #expect(cookies[1].hasPrefix("refreshToken=\(refresh); Max-Age=3600; Path=/; "))
        for path in ["/user/login", "/users/login"] {
            let body = #"{"username":"ANN","password":"annpass"}"#
            #expect(try api.send("POST", path, body).body == response.body)
        }
    }

    @Test(
        arguments: [
            ("", 3600, 3600), (#","expiresInMins":1"#, 60, 60), (#","expiresInMins":1.5"#, 90, 90),
            (#","expiresInMins":"30""#, 1800, 1800),
            (#","expiresInMins":43200"#, 2_592_000, 2_592_000),
            (#","expiresInMins":0"#, 2_592_000, 0), (#","expiresInMins":null"#, 2_592_000, 0),
            (#","expiresInMins":"""#, 2_592_000, 0), (#","expiresInMins":false"#, 2_592_000, 0),
            (#","expiresInMins":1.01"#, 60, 60),
        ]
    )
    func lifetimes(more: String, seconds: Int, cookie: Int) throws {
        let response = try logIn(api(), more)
        let access = try #require(try response.json["accessToken"]?.string)
        #expect(try payload(access).hasSuffix(#""exp":\#(1_771_072_496 + seconds)}"#))
        #expect(response.values("Set-Cookie").allSatisfy { $0.contains("; Max-Age=\(cookie); ") })
    }

    private static let tooLong = "Maximum access token expire time can be 43200 minutes"

    @Test(
        arguments: [
            ("{}", 400, "Username and password required"),
            (#"{"username":"ann"}"#, 400, "Username and password required"),
            (
                #"{"username":"","password":"x","expiresInMins":0.5}"#, 400,
                "Username and password required"
            ),
            (
                #"{"username":["ann"],"password":"x","expiresInMins":"y"}"#, 400,
                "Username is not valid"
            ),
            (#"{"username":"x","password":"x","expiresInMins":0.5}"#, 500, tooLong),
            (#"{"username":"x","password":"x","expiresInMins":43200.1}"#, 500, tooLong),
            (#"{"username":"x","password":"x","expiresInMins":"1h"}"#, 500, tooLong),
            (#"{"username":"x","password":"x","expiresInMins":{}}"#, 500, tooLong),
            (#"{"username":"x","password":"x","expiresInMins":-1}"#, 500, tooLong),
            (#"{"username":"ann","password":"Annpass"}"#, 400, "Invalid credentials"),
            (#"{"username":" ann","password":"annpass"}"#, 400, "Invalid credentials"),
            (#"{"username":"a@x.example","password":"annpass"}"#, 400, "Invalid credentials"),
            (#"{"username":"ann","password":["annpass"]}"#, 400, "Invalid credentials"),
            (#"{"username":"bob","password":"annpass"}"#, 400, "Invalid credentials"),
            (#"{"username":"x","password":"x","expiresInMins":true}"#, 400, "Invalid credentials"),
            (
                #"{"username":"ann","password":"annpass","expiresInMins":true}"#, 400,
                "\"expiresIn\" should be a number of seconds or string representing a timespan eg:"
                    + " \"1d\", \"20h\", 60"
            ),
        ]
    )
    func `who is not let in`(body: String, status: Int, message: String) throws {
        let response = try api().send("POST", "/auth/login", body)
        #expect(response.status == status)
        #expect(try response.json["message"]?.string == message)
        #expect(response["Set-Cookie"] == nil)
    }

    @Test
    func `a token of one minute ends with it`() throws {
        let api = try api()
        let token = try token(api, #","expiresInMins":1"#)
        #expect(try me(api, token).text == Self.ann)
        api.world.clock.advance(by: .seconds(59))
        #expect(try me(api, token).status == 200)
        api.world.clock.advance(by: .seconds(1))
        let response = try me(api, token)
        #expect(response.status == 401)
        #expect(response.text == #"{"message":"Token Expired!"}"#)
        #expect(response.values("Set-Cookie") == Cookies.cleared().map(\.value))
        api.world.clock.advance(by: .seconds(-1))
        #expect(try me(api, token).status == 200)
    }

    @Test
    func `a refresh token brings new ones for thirty days`() throws {
        let api = try api()
        let old = try #require(try logIn(api).json["refreshToken"]?.string)
        let refresh = { (more: String) in
            try api.send("POST", "/auth/refresh", #"{"refreshToken":"\#(old)"\#(more)}"#)
        }
        api.world.clock.advance(by: .seconds(2_592_000 - 1))
        let response = try refresh(#","expiresInMins":2"#)
        #expect(response.status == 200)
        #expect(try response.json.members.map(\.name) == ["accessToken", "refreshToken"])
        let access = try #require(try response.json["accessToken"]?.string)
        #expect(try payload(access).hasSuffix(#""iat":1773664495,"exp":1773664615}"#))
        #expect(response.values("Set-Cookie").allSatisfy { $0.contains("; Max-Age=120; ") })
        #expect(try me(api, access).status == 200)
        // The old one stays good until its time.
        #expect(try refresh("").status == 200)
        api.world.clock.advance(by: .seconds(1))
        let late = try refresh("")
        #expect(late.status == 403 && late.text == #"{"message":"Invalid refresh token"}"#)
        #expect(late["Set-Cookie"] == nil)
    }

    @Test
    func `a refresh token may come as a cookie, and an access token will do`() throws {
        let api = try api()
        let access = try token(api)
        let cookie = [("Cookie", "a=b; refreshToken=\(access)")]
        #expect(try api.answer("POST", "/auth/refresh", cookie).status == 200)
        let bearer = [("Authorization", "Bearer \(access)")]
        let none = try api.answer("POST", "/auth/refresh", bearer)
        #expect(none.status == 401 && none.text == #"{"message":"Refresh token required"}"#)
    }

    @Test(
        arguments: [
            ("{}", 401, "Refresh token required"),
            (#"{"refreshToken":""}"#, 401, "Refresh token required"),
            (#"{"refreshToken":"","expiresInMins":0}"#, 401, "Refresh token required"),
            (#"{"refreshToken":"x","expiresInMins":0}"#, 500, tooLong),
            (#"{"refreshToken":"x","expiresInMins":null}"#, 500, tooLong),
            (#"{"refreshToken":"x","expiresInMins":""}"#, 500, tooLong),
            (#"{"refreshToken":"x","expiresInMins":99999}"#, 500, tooLong),
            (#"{"refreshToken":"x"}"#, 403, "Invalid refresh token"),
            (#"{"refreshToken":7}"#, 403, "Invalid refresh token"),
            (#"{"refreshToken":["a.b.c"]}"#, 403, "Invalid refresh token"),
        ]
    )
    func `what is not refreshed`(body: String, status: Int, message: String) throws {
        let response = try api().send("POST", "/auth/refresh", body)
        #expect(response.status == status)
        #expect(response.text == #"{"message":"\#(message)"}"#)
    }

    @Test
    func `the token of someone deleted is worth nothing`() throws {
        let api = try api { $0.writes = .keep }
        let token = try token(api)
        #expect(try api.answer("DELETE", "/users/1").status == 200)
        let me = try me(api, token)
        #expect(me.status == 400 && me.text == #"{"message":"Invalid access token"}"#)
        let refresh = try api.send("POST", "/auth/refresh", #"{"refreshToken":"\#(token)"}"#)
        #expect(refresh.status == 403 && refresh.text == #"{"message":"Refresh token expired"}"#)
        #expect(try logIn(api).status == 400)
    }

    @Test(
        arguments: [
            ("Bearer TOKEN", 200), ("TOKEN", 200), ("TOKENBearer ", 500), ("bearer TOKEN", 500),
            ("Bearer  TOKEN", 500), ("Basic TOKEN", 500), ("Bearer Bearer TOKEN", 500),
            ("Bearer", 401), ("Bearer TOKEN.x", 401), ("abc", 401),
        ]
    )
    func `where the token stands`(field: String, status: Int) throws {
        let api = try api()
        let token = try token(api)
        let value = field.replacing("TOKEN", with: token)
        #expect(try api.get("/auth/me", [("Authorization", value)]).status == status)
        // A header that is there hides the cookie.
        let fields = [("Authorization", value), ("Cookie", "accessToken=\(token)")]
        #expect(try api.get("/auth/me", fields).status == status)
        #expect(try api.get("/user/me", [fields[1]]).status == 200)
        #expect(try api.get("/users/me", [("Authorization", ""), fields[1]]).status == 200)
    }

    @Test(
        arguments: [
            ("GET", "/auth/posts/1", 200), ("GET", "/auth/post/1", 200),
            ("GET", "/AUTH/POSTS/1", 200),
            ("GET", "/auth/test", 200), ("POST", "/auth/test/x", 200),
            ("GET", "/auth/auth/me", 200),
            ("GET", "/auth/http/418", 418), ("GET", "/auth", 200), ("GET", "/auth/nope", 404),
            ("POST", "/auth/nope", 404), ("GET", "/auth/login", 404),
            ("GET", "/auth/auth/posts", 404),
            ("POST", "/auth/posts/add", 400), ("DELETE", "/auth/posts/1", 200),
            ("GET", "/auth/image", 302), ("GET", "/authx", 404),
        ]
    )
    func `everything is there once more behind a token`(
        method: String,
        path: String,
        status: Int
    ) throws {
        let api = try api()
        let bearer = [("Authorization", "Bearer \(try token(api))")]
        let response = try api.answer(method, path, bearer)
        #expect(response.status == status)
        if method == "POST", status == 404 {
            #expect(response.text.contains("Cannot POST \(path)<"))
        }
        let bare = try api.answer(method, path)
        #expect(bare.status == (path == "/authx" ? 404 : 401))
        #expect(try api.answer(method, path + "?limit=x").status == 400)
    }

    @Test
    func `a log-out takes the cookies away and revokes nothing`() throws {
        let api = try api()
        let token = try token(api)
        let bearer = [("Authorization", "Bearer \(token)")]
        let response = try api.answer("POST", "/auth/logout", bearer)
        #expect(response.text == #"{"message":"Logged out successfully"}"#)
        #expect(response.values("Set-Cookie") == Cookies.cleared(secure: true).map(\.value))
        #expect(try me(api, token).status == 200)
        let none = try api.answer("POST", "/auth/logout")
        #expect(none.status == 401 && none.values("Set-Cookie") == Cookies.cleared().map(\.value))
        let insecure = try self.api { $0.usesSecureCookies = false }
        #expect(try logIn(insecure).values("Set-Cookie").allSatisfy { !$0.contains("Secure") })
    }
}
