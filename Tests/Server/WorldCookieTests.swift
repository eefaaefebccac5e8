import MockPostlyContent
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// The world that a cookie names.
@Suite
struct WorldCookieTests {
    private func application() throws -> TestHost {
        let application = try TestHost.serving(.standard)
        try application.makeWorld(#""id":"a","from":"empty""#)
        try application.makeWorld(#""id":"b","from":"empty""#)
        return application
    }

    private func cookie(_ world: String) -> (String, String) {
        ("Cookie", "accessToken=x; mockpostly_world=\(world)")
    }

    private func isEmpty(
        _ application: TestHost,
        _ fields: [(String, String)] = [],
        at target: String = "/api/posts"
    ) throws -> Bool {
        let answer = try application.answer("GET", target, fields)
        #expect(answer.status == 200)
        return try answer.json["pagination"]?["total"]?.int == 0
    }

    @Test
    func `it counts after the prefix and the field`() throws {
        let application = try application()
        #expect(try !isEmpty(application))
        #expect(try isEmpty(application, [cookie("a")]))
        #expect(try !isEmpty(application, [cookie("a")], at: "/w/default/api/posts"))
        let field = ("X-Mockpostly-World", "default")
        #expect(try !isEmpty(application, [cookie("a"), field]))
        #expect(try isEmpty(application, [cookie("default"), ("X-Mockpostly-World", "a")]))
        let clock = try application.answer("GET", "/__mockpostly/v1/clock", [cookie("b")])
        #expect(try clock.json["world"]?.string == "b")
    }

    @Test
    func `it counts before the world that was chosen for requests without one`() throws {
        let application = try application()
        #expect(try application.control("PUT", "/home", #"{"world":"a"}"#).status == 200)
        #expect(try isEmpty(application))
        #expect(try !isEmpty(application, [cookie("default")]))
    }

    @Test
    func `one of a world that is gone is refused, and says so`() throws {
        let application = try application()
        #expect(try application.control("DELETE", "/worlds/a").status == 204)
        let answer = try application.answer("GET", "/api/posts", [cookie("a")])
        #expect(answer.status == 404)
        #expect(try answer.json["title"]?.string == "Unknown world")
        let hint = try #require(try answer.json["hint"]?.string)
        #expect(hint.hasSuffix("open /w/default/__enter, or delete the cookie."))
        // Who names it otherwise is not told of cookies.
        let other = try application.answer("GET", "/w/a/api/posts", [cookie("b")])
        let plain = try #require(try other.json["hint"]?.string)
        #expect(plain.hasPrefix("The worlds are: ") && !plain.hasSuffix("cookie."))
    }

    // MARK: Entering

    @Test(arguments: [
        ("", "/"), ("?to=/posts/1", "/posts/1"),
        ("?to=%2Fsearch%3Fq%3Dsea%26page%3D2%23top", "/search?q=sea&page=2#top"),
    ])
    func `a browser that enters a world gets its cookie and goes on`(
        query: String,
        place: String
    ) throws {
        let answer = try application().answer("GET", "/w/a/__enter" + query)
        #expect(answer.status == 303)
        #expect(answer["Location"] == place)
        #expect(answer["Cache-Control"] == "no-store")
        #expect(
            answer["Set-Cookie"] == "mockpostly_world=a; Path=/; HttpOnly; SameSite=Lax"
        )
    }

    @Test(arguments: [
        "//example.com", "/%5Cexample.com", "https://example.com", "posts", "", "/a%0D%0Ab",
        "/%09/b",
        "/%20", "/%C3%A9",
    ])
    func `nobody is led elsewhere`(place: String) throws {
        let answer = try application().answer("GET", "/w/a/__enter?to=" + place)
        #expect(answer.status == 400)
        #expect(answer["Location"] == nil && answer["Set-Cookie"] == nil)
        #expect(try answer.json["member"]?.string == "to")
    }

    @Test
    func `what is no entrance of a world is none`() throws {
        let application = try application()
        #expect(
            try application.answer("GET", "/w/c/__enter").json["title"]?.string == "Unknown world"
        )
        #expect(try application.answer("GET", "/w/a/__enter?from=/").status == 400)
        for (method, path) in [
            ("GET", "/__enter"), ("POST", "/w/a/__enter"), ("GET", "/w/a/__enter/"),
            ("GET", "/f/slow-3g/__enter"),
        ] {
            let answer = try application.answer(method, path)
            #expect(answer.status == 404, "\(method) \(path)")
            #expect(answer["Set-Cookie"] == nil)
        }
        let foreign = application.answer(
            to: try .asking("GET", "/w/a/__enter", [], body: "", host: "evil.example")
        )
        #expect(foreign.status == 403 && foreign["Set-Cookie"] == nil)
    }

    @Test
    func `without a control plane there is no entrance`() throws {
        let application = try TestHost.serving { $0.hasControl = false }
        #expect(try application.answer("GET", "/w/default/__enter").status == 404)
    }
}
