import MockPostlyContent
import MockPostlyHTTP
import MockPostlyTestKit
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// Requests for a path that is none, but near to one.
@Suite(.timeLimit(.minutes(15)))
struct NearestRouteTests {
    @Test(arguments: [
        ("GET", "/api/post", "GET /api/posts"), ("GET", "/api/POSTS", "GET /api/posts"),
        ("POST", "/api/auth/lgoin/email", "POST /api/auth/login/email"),
        ("POST", "/w/default/api/auth/lgoin/email", "POST /api/auth/login/email"),
        ("PATCH", "/quotes/random", "GET /quotes/random"),
    ])
    func `the answer names the nearest route and keeps its body`(
        method: String,
        path: String,
        route: String
    ) throws {
        let host = try TestHost.serving(.standard)
        let answer = try host.answer(method, path)
        #expect(answer.status == 404)
        #expect(answer["X-Mockpostly-Nearest"] == route)
        let page = try host.answer(method, path, [("Origin", "http://a.test")])
        #expect(page["Access-Control-Expose-Headers"] == "X-Mockpostly-Nearest")
        #expect(page.body == answer.body)
    }

    @Test(arguments: [
        ("GET", "/"), ("GET", "/zzzzzzzz"), ("GET", "/api/zzzzzzzz/a/b/c/d"),
        ("GET", "/api/posts/nosuch"), ("OPTIONS", "/api/post"), ("GET", "/curated"),
        ("DELETE", "/api/posts"),
    ])
    func `an answer without a near route names none`(method: String, path: String) throws {
        let host = try TestHost.serving(.standard)
        #expect(try host.answer(method, path)["X-Mockpostly-Nearest"] == nil)
        let long = "/api/post" + String(repeating: "/a", count: 2000)
        #expect(try host.answer("GET", long)["X-Mockpostly-Nearest"] == nil)
    }

    @Test
    func `only routes of systems that are served are named`() throws {
        let host = try TestHost.serving(.standard) { $0.dialects = ["dummyjson"] }
        #expect(try host.answer("GET", "/api/post")["X-Mockpostly-Nearest"] == nil)
    }
}
