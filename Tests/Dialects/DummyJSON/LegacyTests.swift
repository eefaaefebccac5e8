import MockPostlyCrypto
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import MockPostlyText
import MockPostlyWorld
import Testing

@testable import DummyJSONDialect

/// What was otherwise at the turn of 2022 to 2023.
@Suite
struct LegacyTests {
    private func api(_ writes: DummyJSON.Writes = .echo) throws -> DummyJSON {
        try .fresh { ($0.era, $0.writes) = (.legacy, writes) }
    }

    private func logIn(_ api: DummyJSON, _ more: String = "") throws -> Response {
        let body = #"{"username":"kminchelle","password":"0lelplR"\#(more)}"#
        return try api.send("POST", "/auth/login", body)
    }

    @Test
    func `the one whom every tutorial knows logs in`() throws {
        let response = try logIn(api())
        let json = try response.json
        #expect(
            json.members.map(\.name) == [
                "id", "username", "email", "firstName", "lastName", "gender", "image", "token",
                "accessToken",
            ]
        )
        #expect(json["id"]?.int == 15 && json["email"]?.string == "kminchelle@qq.com")
        #expect(json["firstName"]?.string == "Jeanne" && json["lastName"]?.string == "Halvorson")
        #expect(json["image"]?.string == "http://localhost:8080/icon/kminchelle.png")
        #expect(json["token"]?.string == json["accessToken"]?.string)
        #expect(response["Set-Cookie"] == nil)
    }

    private static let invalid = "Invalid credentials"
    private static let tooLong = "maximum token expire time can be 1440 minutes"

    @Test(
        arguments: [
            ("{}", 400, invalid), (#"{"username":"kminchelle"}"#, 400, invalid),
            (#"{"username":7,"password":"x"}"#, 400, invalid),
            (#"{"username":"emilys","password":"x"}"#, 400, invalid),
            (#"{"username":"x","password":"x","expiresInMins":1441}"#, 500, tooLong),
        ]
    )
    func `who is not let in`(body: String, status: Int, message: String) throws {
        let response = try api().send("POST", "/auth/login", body)
        #expect(response.status == status)
        #expect(response.text == #"{"message":"\#(message)"}"#)
    }

    @Test(
        arguments: [
            ("", 3600), (#","expiresInMins":"x""#, 3600), (#","expiresInMins":0"#, 3600),
            (#","expiresInMins":1"#, 60), (#","expiresInMins":"1440""#, 86_400),
        ] as [(String, Int64)]
    )
    func `a token ends, and is refused in other words`(more: String, seconds: Int64) throws {
        let api = try api()
        let token = try #require(try logIn(api, more).json["token"]?.string)
        let posts = { try api.get("/auth/posts?limit=1", [("Authorization", "Bearer \(token)")]) }
        #expect(try posts().status == 200)
        api.world.clock.advance(by: .seconds(seconds - 1))
        #expect(try posts().status == 200)
        api.world.clock.advance(by: .seconds(1))
        let response = try posts()
        let end = Instant(seconds: 1_771_072_496 + seconds).rfc3339Millis
        #expect(response.status == 401 && response["Set-Cookie"] == nil)
        #expect(
            response.text
                == #"{"name":"TokenExpiredError","message":"Token Expired!","expiredAt":"\#(end)"}"#
        )
    }

    @Test(
        arguments: [
            ("a.b.c", "invalid token"), ("e30.e30.", "jwt signature is required"),
            ("e30.e30.AA", "invalid algorithm"),
        ]
    )
    func `a token with three parts and a fault is an error of the server`(
        token: String,
        message: String
    ) throws {
        let response = try api().get("/auth/posts", [("Authorization", token)])
        #expect(response.status == 500 && response["Set-Cookie"] == nil)
        #expect(response.text == #"{"message":"\#(message)"}"#)
    }

    @Test(arguments: ["abc", "Basic x", "a.b.c.d"])
    func `what has not three parts is no token`(token: String) throws {
        let response = try api().get("/auth/posts", [("Authorization", token)])
        #expect(response.status == 401)
        #expect(
            response.text == #"{"name":"JsonWebTokenError","message":"Invalid/Expired Token!"}"#
        )
    }

    @Test(arguments: ["-1e999", "-1e30", "1e-7", "0"])
    func `a token that ended at no time that can be`(end: String) throws {
        let head = Base64URL.encode(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))
        let signed = head + "." + Base64URL.encode(Array("{\"exp\":\(end)}".utf8))
        let key = Array("your-secret-key".utf8)
        let code = HMAC(.sha256, key: key).authenticate(Array(signed.utf8))
        let token = signed + "." + Base64URL.encode(code)
        let response = try api().get("/auth/posts", [("Authorization", token)])
        #expect(response.status == 401)
        #expect(try response.json["name"]?.string == "TokenExpiredError")
        #expect(try (response.json["expiredAt"] == nil) == (end.count > 4))
    }

    @Test
    func `without a token there is a problem`() throws {
        let response = try api().get("/auth/products")
        #expect(response.status == 403)
        #expect(response.text == #"{"message":"Authentication Problem"}"#)
    }

    @Test(
        arguments: [
            "/recipes", "/recipes/1", "/post", "/user/1", "/nope", "/auth/nope",
            "/i/150", "/todo",
        ]
    )
    func `what there was not yet`(path: String) throws {
        let bearer = try logIn(api()).json["token"]?.string ?? ""
        let response = try api().get(path, [("Authorization", "Bearer \(bearer)")])
        #expect(response.status == 404)
        #expect(response.text == "not found!")
    }

    @Test(
        arguments: [
            ("/posts/add", #"{"userId":1,"title":"T"}"#, #"{"id":151,"title":"T","userId":1}"#),
            ("/products/add", #"{"title":"T"}"#, #"{"id":101,"title":"T"}"#),
            ("/todos/add", #"{"todo":"T","userId":2}"#, #"{"id":151,"todo":"T","userId":2}"#),
        ]
    )
    func `adds answer 200`(path: String, body: String, expected: String) throws {
        let response = try api().send("POST", path, body)
        #expect(response.status == 200 && response.text == expected)
    }

    @Test
    func `lists neither sort nor trim`() throws {
        let api = try api()
        let plain = try api.get("/posts?limit=3").text
        #expect(try api.get("/posts?limit=3&sortBy=title&order=desc").text == plain)
        #expect(try api.get("/posts?limit=3&order=up&sortBy=id&delay=x").text == plain)
        #expect(try api.get("/posts/search").json["total"]?.int == 0)
        let trimmed = try #require(try api.get("/posts/search?q=the").json["total"]?.int)
        let spaced = try #require(try api.get("/posts/search?q=%20the%20").json["total"]?.int)
        #expect(trimmed > 0 && spaced <= trimmed)
    }

    @Test
    func `what is kept has the old shapes`() throws {
        let api = try api(.keep)
        _ = try api.send("POST", "/posts/add", #"{"userId":"3","title":"T"}"#)
        let post = try api.get("/posts/151").json
        #expect(post["reactions"]?.int == 0 && post["views"] == nil && post["userId"]?.int == 3)
        _ = try api.send("POST", "/comments/add", #"{"body":"B","postId":151,"userId":15}"#)
        let comment = try api.get("/comments/341").text
        #expect(
            comment
                == #"{"id":341,"body":"B","postId":151,"user":{"id":15,"username":"kminchelle"}}"#
        )
    }
}
