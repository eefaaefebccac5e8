import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyNouns
import MockPostlyTestKit
import Testing

@testable import CommunityDialect

@Suite
struct RoutesTests {
    private let community: Community

    init() throws {
        community = try Community.fresh()
    }

    @Test
    func `every route says what it is for, in other words than the rest`() {
        let summaries = Community.routes.map(\.summary)
        #expect(Set(summaries).count == summaries.count)
        #expect(summaries.allSatisfy { !$0.isEmpty && !$0.hasSuffix(".") })
        for route in Community.routes {
            #expect((PathOwners([Community.claims]).owner(of: Array(route.pattern.utf8)[...]) == 0))
        }
    }

    @Test(arguments: [
        ("/api/community", true), ("/api/community/", true), ("/api/community/posts", true),
        ("/api/communityposts", false), ("/api/posts", false), ("/api/Community", false),
        ("/api", false), ("/", false), ("", false),
    ])
    func `what belongs to this API beside another below /api`(path: String, isOwned: Bool) {
        let owners = PathOwners([Community.claims, [.below("/api")]])
        #expect((owners.owner(of: Array(path.utf8)[...]) == 0) == isOwned)
    }

    @Test(arguments: [
        ("GET", "/api/community"), ("GET", "nope"), ("GET", "register"), ("PATCH", "me"),
        ("DELETE", "posts"), ("POST", "posts/1"), ("GET", "posts/1/like"), ("TRACE", "posts"),
        ("PUT", "posts/1/comments/1"), ("GET", "posts//1"), ("GET", "posts/1/comments/1"),
        ("DELETE", "tokens"), ("FOO", "posts"),
    ])
    func `an unknown route, or method of a route, is not found`(
        method: String,
        path: String
    ) throws {
        let response = try community.answer(method, path)
        #expect(response.status == 404)
        #expect(response.text == refusal("Not Found"))
        #expect(response["content-type"] == "application/json; charset=utf-8")
        #expect(response["access-control-allow-origin"] == "*")
    }

    @Test
    func `a slash at the end does not count`() throws {
        let mira = try community.person("Mira")
        let post = try community.answer("POST", "posts/", mira, body: #"{"content":"C"}"#)
        #expect(post.status == 201)
        #expect(try community.answer("GET", "posts/1/", mira).status == 200)
        #expect(try community.answer("GET", "posts/1//", mira).status == 200)
    }

    @Test
    func `HEAD is answered as GET`() throws {
        let mira = try community.person("Mira")
        #expect(try community.answer("HEAD", "me", mira).status == 200)
        #expect(try community.answer("HEAD", "register", mira).status == 404)
    }

    @Test
    func `a broken escape is a bad request`() throws {
        let response = try community.answer("GET", "posts/%zz")
        #expect(response.status == 400 && response.text == refusal("Bad Request"))
    }

    @Test(arguments: ["posts", "nope", "posts/1/like"])
    func `OPTIONS is answered everywhere, without a token`(path: String) throws {
        let plain = try community.answer("OPTIONS", path)
        #expect(plain.status == 204 && plain.body.isEmpty)
        #expect(plain["access-control-allow-origin"] == "*")
        #expect(plain["access-control-allow-methods"] == "GET,POST,PUT,PATCH,DELETE,OPTIONS")
        #expect(plain["access-control-allow-headers"] == "Authorization,Content-Type,Accept")
        #expect(plain["access-control-max-age"] == "1728000")
        let asked = try community.answer(
            "OPTIONS",
            path,
            fields: [("Origin", "http://x"), ("Access-Control-Request-Headers", "x-a, x-b")]
        )
        #expect(asked["access-control-allow-headers"] == "x-a, x-b")
    }

    @Test
    func `what the server itself has to say is said in the same shape`() throws {
        let request = try Request.asking("GET", "/api/community/me")
        let answers = [
            (community.failure(for: request), 500, "Internal Server Error"),
            (community.overload(for: request), 503, "Service Unavailable"),
            (community.excess(for: request), 413, "Request Entity Too Large"),
        ]
        for (response, status, words) in answers {
            #expect(response?.status == status && response?.text == refusal(words))
            #expect(response?["access-control-allow-origin"] == "*")
        }
    }

    @Test
    func `a world's prefix stands in the location`() throws {
        let mira = try community.person("Mira")
        var request = try Request.asking(
            "POST",
            "/w/one/api/community/posts",
            mira.fields,
            body: #"{"content":"C"}"#
        )
        request.dropPathPrefix(6)
        guard case .now(let response) = try community.respond(to: request).reply else {
            throw NoRequest()
        }
        #expect(response["location"] == "/w/one/api/community/posts/1")
    }
}
