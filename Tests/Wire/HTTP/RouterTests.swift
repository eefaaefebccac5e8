import Testing

@testable import MockPostlyHTTP

@Suite struct RouterTests {
    private typealias Table = [(MockPostlyHTTP.Method, String)]

    private static func router(_ table: Table) -> Router<Void> {
        Router(table.map { Route($0.0, $0.1, "") { _, _ in .now(Response()) } })
    }

    private static let posts: Table = [
        (.get, "/"), (.post, "/api/auth/register"), (.post, "/api/auth/login/email"),
        (.post, "/api/auth/login"), (.get, "/api/auth/check"), (.get, "/api/posts/{id}"),
        (.put, "/api/posts/{id}"), (.delete, "/api/posts/{id}"), (.get, "/api/posts"),
        (.post, "/api/posts"), (.get, "/api/posts/{id}/like"), (.post, "/api/posts/{id}/like"),
        (.delete, "/api/posts/{id}/like"), (.get, "/api/posts/search"),
        (.get, "/api/posts/{id}/comments"), (.post, "/api/posts/{id}/comments"),
        (.delete, "/api/posts/{id}/comments/{comment}"), (.get, "/api/posts/slug/{slug}"),
        (.get, "/api/users/{id}/posts"), (.get, "/api/users/me/posts"),
    ]

    /// What `path` leads to, in words: the pattern and its parameters, or the methods allowed.
    private func answer(
        _ router: Router<Void>,
        _ method: MockPostlyHTTP.Method,
        _ path: String
    ) -> String {
        switch router.match(method, bytes("//" + path)[2...]) {
        case .notFound: return "404"
        case .methodNotAllowed(let methods):
            return "405 " + methods.map(\.name).sorted().joined(separator: " ")
        case .route(let index, let parameters):
            let names = parameters.names.map { name in
                let index = parameters.names.firstIndex(of: name) ?? -1
                let range = parameters[index]
                let part = bytes(path)[Int(range.lowerBound)..<Int(range.upperBound)]
                return " \(name)=\(text(part))"
            }
            return router.routes[index].pattern + names.joined()
        }
    }

    private static let answers: [(MockPostlyHTTP.Method, String, String)] = [
        (.get, "/", "/"), (.head, "/", "/"), (.post, "/", "405 GET HEAD"),
        (.get, "/api/posts", "/api/posts"), (.post, "/api/posts", "/api/posts"),
        (.get, "/api/posts/x", "/api/posts/{id} id=x"),
        (.head, "/api/posts/x", "/api/posts/{id} id=x"),
        // Fixed words win over placeholders, per method.
        (.get, "/api/posts/search", "/api/posts/search"),
        (.put, "/api/posts/search", "/api/posts/{id} id=search"),
        (.delete, "/api/posts/search", "/api/posts/{id} id=search"),
        (.get, "/api/posts/slug", "/api/posts/{id} id=slug"),
        (.get, "/api/posts/slug/like", "/api/posts/slug/{slug} slug=like"),
        (.get, "/api/posts/slug/comments", "/api/posts/slug/{slug} slug=comments"),
        (.post, "/api/posts/slug/like", "/api/posts/{id}/like id=slug"),
        (.post, "/api/posts/slug/comments", "/api/posts/{id}/comments id=slug"),
        (.delete, "/api/posts/slug/like", "/api/posts/{id}/like id=slug"),
        (
            .delete, "/api/posts/slug/comments/c",
            "/api/posts/{id}/comments/{comment} id=slug comment=c"
        ),
        (.get, "/api/users/me/posts", "/api/users/me/posts"),
        (.get, "/api/users/you/posts", "/api/users/{id}/posts id=you"),
        (.get, "/api/users/me", "404"), (.get, "/api/users", "404"),
        // The methods of a path are those of all its patterns.
        (.post, "/api/posts/search", "405 DELETE GET HEAD PUT"),
        (.put, "/api/posts/slug/like", "405 DELETE GET HEAD POST"),
        (.put, "/api/posts/slug/x", "405 GET HEAD"),
        (.put, "/api/posts/x/comments", "405 GET HEAD POST"),
        (.get, "/api/posts/x/comments/c", "405 DELETE"),
        (.head, "/api/posts/x/comments/c", "405 DELETE"),
        (.head, "/api/auth/login", "405 POST"), (.options, "/api/posts", "405 GET HEAD POST"),
        (.trace, "/api/posts", "405 GET HEAD POST"), (.other("get"), "/", "405 GET HEAD"),
        (.other("GET"), "/", "405 GET HEAD"), (.post, "/api/users/me/posts", "405 GET HEAD"),
        // One segment, not empty, in its own case.
        (.get, "/api/posts/", "404"), (.get, "/api/posts//", "404"), (.get, "//", "404"),
        (.get, "/api//posts", "404"), (.get, "//api/posts", "404"),
        (.get, "/api/posts//like", "404"),
        (.get, "/api/users//posts", "404"), (.get, "/API/posts", "404"), (.get, "/api/post", "404"),
        (.get, "/api/posts/x/", "404"), (.get, "/api/posts/x/y", "404"), (.get, "/api", "404"),
        (.get, "/api/posts;x=1", "404"), (.get, "/api/postss", "404"), (.get, "*", "404"),
        (.get, "", "404"), (.get, "api/posts", "404"), (.get, "/a/b/c/d/e/f/g/h", "404"),
        (.get, "/api/posts/.", "/api/posts/{id} id=."), (.get, "/api/posts/../posts", "404"),
        (.get, "/api/posts/é 猫", "/api/posts/{id} id=é 猫"),
        (.get, "/api/posts/{id}", "/api/posts/{id} id={id}"),
        (.get, "/api/posts/\u{0}", "/api/posts/{id} id=\u{0}"),
    ]

    @Test(arguments: answers)
    private func `a path finds its route`(
        _ method: MockPostlyHTTP.Method,
        _ path: String,
        _ expected: String
    ) {
        #expect(answer(Self.router(Self.posts), method, path) == expected)
        // The order of the table does not matter.
        let turned = answer(Self.router(Self.posts.reversed()), method, path)
        #expect(turned == expected)
    }

    @Test func `words further to the left count more`() {
        let router = Self.router([
            (.get, "/{a}/{b}/z"), (.get, "/{a}/y/z"), (.get, "/x/{b}/{c}"), (.post, "/{p}/y/{q}"),
        ])
        #expect(answer(router, .get, "/x/y/z") == "/x/{b}/{c} b=y c=z")
        #expect(answer(router, .get, "/w/y/z") == "/{a}/y/z a=w")
        #expect(answer(router, .get, "/w/v/z") == "/{a}/{b}/z a=w b=v")
        #expect(answer(router, .post, "/x/y/z") == "/{p}/y/{q} p=x q=z")
        #expect(answer(router, .put, "/x/y/z") == "405 GET HEAD POST")
        #expect(answer(router, .put, "/w/y/u") == "405 POST")
    }

    @Test func `routes of one path may name its placeholder differently`() {
        let router = Self.router([(.get, "/{id}"), (.put, "/{name}"), (.delete, "/{id}")])
        #expect(answer(router, .get, "/x") == "/{id} id=x")
        #expect(answer(router, .put, "/x") == "/{name} name=x")
        #expect(answer(router, .delete, "/x") == "/{id} id=x")
    }

    @Test func `a path may have as many placeholders as there is room for`() {
        let router = Self.router([(.get, "/x/{a}/{b}/{c}/{d}")])
        #expect(answer(router, .get, "/x/1/2/3/4") == "/x/{a}/{b}/{c}/{d} a=1 b=2 c=3 d=4")
    }

    @Test func `a router can take its words in any case, and leaves placeholders alone`() {
        let table: Table = [(.get, "/Posts/{postId}/tag-List"), (.post, "/posts/add")]
        let routes = table.map { Route<Void>($0.0, $0.1, "") { _, _ in .now(Response()) } }
        let router = Router(routes, ignoresCase: true)
        let shown = "/Posts/{postId}/tag-List postId=aB"
        for path in ["/posts/aB/tag-list", "/POSTS/aB/TAG-LIST", "/pOsts/aB/Tag-list"] {
            #expect(answer(router, .get, path) == shown)
        }
        #expect(answer(router, .post, "/POSTS/Add") == "/posts/add")
        // Other bytes have no case, and `@` is not that of a backquote.
        #expect(answer(router, .get, "/posts/aB/tag\rlist") == "404")
        #expect(answer(router, .get, "/\u{17f}osts/aB/tag-list") == "404")
        #expect(answer(Router(routes), .get, "/posts/aB/tag-list") == "404")
    }

    @Test func `words in another case are the same where case does not count`() async {
        await #expect(processExitsWith: .failure) {
            let routes = ["/a/B", "/A/b"].map { pattern in
                Route<Void>(.get, pattern, "") { _, _ in .now(Response()) }
            }
            _ = Router(routes, ignoresCase: true)
        }
    }

    @Test func `an empty table finds nothing`() {
        #expect(answer(Self.router([]), .get, "/") == "404")
    }

    @Test func `a route that stands twice is a programming error`() async {
        await #expect(processExitsWith: .failure) {
            _ = Self.router([(.get, "/a/{id}"), (.post, "/a/{id}"), (.get, "/a/{name}")])
        }
    }

    @Test func `a pattern with more placeholders than there is room for is a programming error`()
        async
    {
        await #expect(processExitsWith: .failure) {
            _ = Self.router([(.get, "/{a}/{b}/{c}/{d}/{e}")])
        }
    }

    @Test func `the short forms make routes of their methods`() throws {
        let answer: Route<Int>.Answer = { _, number in Response(status: number) }
        let routes: [Route<Int>] = [
            .get("/a", "one", answer), .post("/a", "two", answer), .put("/a", "three", answer),
            .delete("/a", "four", answer), .patch("/a", "patched", answer),
            .post(
                "/b",
                "five",
                slow: { _, number in
                    .later(on: .contents, { number + 1 }, finish: { Response(status: $0) })
                }
            ),
        ]
        #expect(routes.map(\.method) == [.get, .post, .put, .delete, .patch, .post])
        let summaries = ["one", "two", "three", "four", "patched", "five"]
        #expect(routes.map(\.summary) == summaries)
        let request = try request(get())
        for route in routes.dropLast() {
            guard case .now(let response) = try route.handler(request, 204) else {
                Issue.record("\(route.pattern) does not answer at once")
                continue
            }
            #expect(response.status == 204)
        }
        guard case .later(let slow) = try routes[5].handler(request, 300) else {
            Issue.record("the slow route answers at once")
            return
        }
        guard case .now(let response) = try slow.carryOut() else {
            Issue.record("the result of slow work is no answer")
            return
        }
        #expect(response.status == 301)
    }
}
