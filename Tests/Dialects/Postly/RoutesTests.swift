import MockPostlyHTTP
import MockPostlyTestKit
import Testing

@testable import PostlyDialect

@Suite
struct RoutesTests {
    private let router = Router(Postly.routes)

    /// The route that a path leads to, as `METHOD pattern`, with its parameters.
    private func route(_ method: String, _ path: String) throws -> String {
        var request = try Request.asking(method, path)
        guard case .route(let index, let parameters) = router.match(request.method, request.path)
        else { return "none" }
        request.parameters = parameters
        let route = Postly.routes[index]
        let values = (["id", "slug", "commentId", "userId"] as [StaticString]).map {
            request.parameter($0)
        }
        let shown = values.filter { !$0.isEmpty }.joined(separator: " ")
        return "\(route.method.name) \(route.pattern)" + (shown.isEmpty ? "" : " \(shown)")
    }

    @Test
    func `no path is shadowed by another`() {
        for (index, route) in Postly.routes.enumerated() {
            let path = route.pattern.split(separator: "/").enumerated()
                .map { $1.hasPrefix("{") ? "value\($0)" : String($1) }
                .joined(separator: "/")
            guard case .route(index, _) = router.match(route.method, Array("/\(path)".utf8)[...])
            else {
                Issue.record("\(route.method.name) \(route.pattern) is not reached")
                continue
            }
        }
    }

    @Test
    func `every route says what it is for, in other words than the rest`() {
        for route in Postly.routes {
            #expect(!route.summary.isEmpty && !route.summary.hasSuffix("."))
            #expect(
                route.pattern == "/" || route.pattern.hasPrefix("/api/")
                    || route.pattern.hasPrefix("/postly/")
            )
        }
        #expect(
            Set(Postly.routes.map { "\($0.method.name) \($0.pattern)" }).count
                == Postly.routes.count
        )
    }

    @Test(arguments: [
        ("GET", "/api/posts/search", "GET /api/posts/search"),
        ("PUT", "/api/posts/search", "PUT /api/posts/{id} search"),
        ("DELETE", "/api/posts/search", "DELETE /api/posts/{id} search"),
        ("GET", "/api/posts/slug", "GET /api/posts/{id} slug"),
        ("GET", "/api/posts/slug/like", "GET /api/posts/slug/{slug} like"),
        ("GET", "/api/posts/slug/comments", "GET /api/posts/slug/{slug} comments"),
        ("POST", "/api/posts/slug/like", "POST /api/posts/{id}/like slug"),
        ("DELETE", "/api/posts/slug/like", "DELETE /api/posts/{id}/like slug"),
        (
            "DELETE", "/api/posts/slug/comments/x",
            "DELETE /api/posts/{id}/comments/{commentId} slug x"
        ),
        ("GET", "/api/users/me/posts", "GET /api/users/me/posts"),
        ("GET", "/api/users/Me/posts", "GET /api/users/{userId}/posts Me"),
        ("HEAD", "/api/posts/x", "GET /api/posts/{id} x"),
        ("GET", "/api/%70osts", "GET /api/posts"),
        ("GET", "/api/posts/a%20b", "GET /api/posts/{id} a b"),
        ("GET", "/api/posts/a+b", "GET /api/posts/{id} a+b"),
        ("GET", "/api/posts/..", "GET /api/posts/{id} .."),
        ("GET", "/api/posts/slug/a%2Fb", "none"), ("GET", "/api/posts/../posts", "none"),
        ("GET", "/API/posts", "none"), ("GET", "/api/posts/", "none"),
        ("GET", "/api/posts;x=1", "none"), ("GET", "/api/users/me", "none"),
        ("GET", "/api/users", "none"), ("GET", "/api", "none"), ("POST", "/", "none"),
    ])
    func `fixed words win over placeholders, for each method`(
        method: String,
        path: String,
        expected: String
    ) throws {
        #expect(try route(method, path) == expected)
    }

    @Test(arguments: [
        ("/", "GET HEAD OPTIONS"), ("/api/auth/check", "GET HEAD OPTIONS"),
        ("/api/posts/slug/x", "GET HEAD OPTIONS"), ("/api/users/x/posts", "GET HEAD OPTIONS"),
        ("/api/users/me/posts", "GET HEAD OPTIONS"), ("/api/auth/login", "OPTIONS POST"),
        ("/api/auth/login/email", "OPTIONS POST"), ("/api/auth/register", "OPTIONS POST"),
        ("/api/posts", "GET HEAD OPTIONS POST"),
        ("/api/posts/x/comments", "GET HEAD OPTIONS POST"),
        ("/api/posts/x", "DELETE GET HEAD OPTIONS PUT"),
        ("/api/posts/search", "DELETE GET HEAD OPTIONS PUT"),
        ("/api/posts/slug", "DELETE GET HEAD OPTIONS PUT"),
        ("/api/posts/x/like", "DELETE GET HEAD OPTIONS POST"),
        ("/api/posts/slug/like", "DELETE GET HEAD OPTIONS POST"),
        ("/api/posts/slug/comments", "GET HEAD OPTIONS POST"),
        ("/api/posts/x/comments/y", "DELETE OPTIONS"),
    ])
    func `the methods of a path`(path: String, methods: String) throws {
        let postly = try Postly.fresh()
        for method in ["OPTIONS", "PATCH", "TRACE", "FOO"] {
            let response = try postly.answer(method, path)
            #expect(response.status == (method == "OPTIONS" ? 200 : 405))
            #expect(response["Content-Type"] == "text/html; charset=utf-8")
            #expect(response.body.count == (method == "OPTIONS" ? 0 : 153))
            let allow = response["Allow"]?.split(separator: ", ").sorted()
            #expect(allow == methods.split(separator: " "))
        }
    }

    @Test(arguments: ["/nope", "/api", "/api/posts/", "/api/users/me", "*"])
    func `an unknown path is a page of its own`(path: String) throws {
        let response = try Postly.fresh().answer("OPTIONS", path)
        #expect(response.status == 404)
        #expect(response.body.count == 207)
        #expect(response["Content-Type"] == "text/html; charset=utf-8")
    }
}
