import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyTestKit
import Testing

@testable import DummyJSONDialect

/// Paths as the original's router sees them.
@Suite
struct PathsTests {
    private static func canonical(_ path: String, isLegacy: Bool = false) -> String {
        String(decoding: Paths.canonical(Array(path.utf8), isLegacy), as: UTF8.self)
    }

    @Test(
        arguments: [
            ("/posts", "/posts"), ("/post", "/posts"), ("/POSTS/1", "/posts/1"),
            ("/Post/Search", "/posts/Search"), ("/user/1/posts", "/users/1/posts"),
            ("/comment", "/comments"), ("/todo/random", "/todos/random"), ("/quote/1", "/quotes/1"),
            ("/product/1", "/products/1"), ("/recipe/1", "/recipes/1"), ("/cart/1", "/carts/1"),
            ("/https/404", "/http/404"), ("/ping", "/test"), ("/health/a/b", "/test"),
            ("/test/x", "/test"), ("/i/150", "/image/150"), ("/i", "/i"), ("/image", "/image"),
            ("/I", "/I"), ("/totp", "/2fa"), ("/auth/me", "/auth/me"), ("/AUTH/Me", "/auth/Me"),
            ("/http/404/Gone/far/away", "/http/404/Gone"), ("/c/ab-cd/deeper/x", "/c/ab-cd"),
            ("/c/generate", "/c/generate"), ("/c/generate/x", "/c/generate/x"),
            ("/cdn/a/b.png", "/cdn/a%2Fb.png"), ("/cdn", "/cdn"),
            // One slash too many behind the first word is swallowed, and nowhere else.
            ("/posts//1", "/posts/1"), ("/posts///1", "/posts///1"), ("/http//404", "/http/404"),
            ("/posts/1//comments", "/posts/1//comments"), ("//posts", "//posts"),
            ("/auth//posts//1", "/auth/posts//1"),
            ("/nope/1", "/nope/1"), ("/", "/"), ("", ""), ("/p%6Fsts", "/p%6Fsts"),
            ("/posts%2F1", "/posts%2F1"),
        ]
    )
    func `a path in its one form`(path: String, expected: String) {
        #expect(Self.canonical(path) == expected)
    }

    @Test(arguments: [("/post/1", "/post/1"), ("/user", "/user"), ("/Posts/1", "/posts/1")])
    func `in the legacy era there were no singular words`(path: String, expected: String) {
        #expect(Self.canonical(path, isLegacy: true) == expected)
    }

    @Test(
        arguments: [
            ("/posts/", "/posts"), ("/posts//", "/posts/"), ("/posts/1//", "/posts/1/"),
            ("//posts///1/", "/posts/1"), ("///", "/"), ("//", "/"),
            ("//evil.example/", "/evil.example"),
            ("/a%2F/", "/a%2F"),
        ]
    )
    func `where a slash at the end leads to`(path: String, expected: String) {
        let shorter = Paths.withoutTrailingSlash(Array(path.utf8)[...])
        #expect(shorter.map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test(arguments: ["/", "", "/posts", "//posts", "/posts//1"])
    func `without a slash at the end there is no redirect`(path: String) {
        #expect(Paths.withoutTrailingSlash(Array(path.utf8)[...]) == nil)
    }

    @Test(
        arguments: [
            ("/posts/?limit=abc", "/posts?limit=abc"), ("/posts//?", "/posts/?"),
            ("/no/such/path/", "/no/such/path"), ("/posts/%C3%A4/", "/posts/%C3%A4"),
            ("/docs/2fa", "/docs/tools#tools-2fa-get"),
        ]
    )
    func `redirects keep the query and come before its checks`(
        target: String,
        location: String
    ) throws {
        let api = try DummyJSON.fresh([:])
        for method in ["GET", "HEAD"] + (target == "/docs/2fa" ? [] : ["POST", "DELETE", "PUT"]) {
            let response = try api.answer(method, target)
            #expect(response.status == 301)
            #expect(response["Location"] == location)
            #expect(response["ETag"] == nil)
            #expect(response.text == "Moved Permanently. Redirecting to \(location)")
            #expect(response["Content-Type"] == "text/plain; charset=utf-8")
        }
        let page = try api.get(target, [("Accept", "text/html,*/*;q=0.8")])
        #expect(page.text == "<p>Moved Permanently. Redirecting to \(location)</p>")
        #expect(page["Content-Type"] == "text/html; charset=utf-8")
    }

    /// As Node's accepts library chooses.
    @Test(
        arguments: [
            (nil, "plain"), ("", "plain"), ("*/*", "plain"), ("text/html", "html"),
            ("text/plain", "plain"), ("text/*", "plain"), ("application/json", nil),
            ("*/*;q=0.1,text/html;q=0.2", "html"), ("text/plain;q=0.5, text/html", "html"),
            ("text/plain, text/html", "plain"), ("text/html, text/plain", "html"),
            ("text/html;q=0", nil), ("text/html;q=0, */*", "plain"), ("TEXT/HTML", "html"),
            ("text/*;q=0.9, text/plain;q=0.1", "html"), ("image/*,*/*;q=0", nil),
            ("text/html;q=x", nil), ("text/html; q=0.5 , text/plain ;q=0.5", "html"),
            ("text", nil), ("*", nil),
            ("application/xhtml+xml,text/html;q=0.9,*/*;q=0.8", "html"),
        ] as [(String?, String?)]
    )
    func `a redirect has words of the form that is wanted`(accept: String?, form: String?) throws {
        let fields = accept.map { [("Accept", $0)] } ?? []
        let response = try DummyJSON.fresh([:]).get("/posts/", fields)
        #expect(response.status == 301 && response["Location"] == "/posts")
        #expect(response["Content-Type"] == form.map { "text/\($0); charset=utf-8" })
        #expect(response.body.isEmpty == (form == nil))
    }

    @Test
    func `a world's prefix stays in front`() throws {
        var request = try Request.asking("GET", "/w/one/posts/?a=1")
        request.dropPathPrefix(6)
        let api = try DummyJSON.fresh([:])
        #expect(try api.answer(request)["Location"] == "/w/one/posts?a=1")
    }

    @Test(
        arguments: [
            "post", "Posts", "COMMENTS", "comment", "user", "users", "todo", "todos", "quote",
            "quotes", "product", "products", "recipe", "recipes", "cart", "carts", "auth", "http",
            "https", "test", "ping", "health", "ip", "image", "i", "icon", "2fa", "totp", "c",
            "docs", "tools", "custom-response", "public", "cdn", "post%73", "/posts",
        ]
    )
    func `its own first words`(word: String) {
        #expect((PathOwners([DummyJSON.claims]).owner(of: Array("/\(word)".utf8)[...]) == 0))
    }

    @Test(
        arguments: [
            "", "api", "w", "__mockpostly", "postss", "v1", "community", "é", "images",
            "custom-responses", "p\u{0}sts", "robots.txt",
        ]
    )
    func `words of others`(word: String) {
        #expect(!(PathOwners([DummyJSON.claims]).owner(of: Array("/\(word)".utf8)[...]) == 0))
    }

    @Test(
        arguments: [
            ("/posts/%E0%A4%A", "%E0%A4%A"), ("/posts/%zz", "%zz"), ("/users/%ff", "%ff"),
            ("/posts/tag/%C3", "%C3"), ("/http/%", "%"),
        ]
    )
    func `an escape that spells no text is refused`(path: String, word: String) throws {
        let response = try DummyJSON.fresh([:]).get(path)
        #expect(response.status == 400)
        #expect(response.text == #"{"message":"Failed to decode param '\#(word)'"}"#)
    }

    @Test(
        arguments: [
            ("POST", "/posts"), ("DELETE", "/posts"), ("POST", "/posts/1"), ("POST", "/register"),
            ("POST", "/quotes/add"), ("PUT", "/nope"), ("BREW", "/posts"), ("POST", "/http"),
        ]
    )
    func `what is no route has no 405`(method: String, path: String) throws {
        let response = try DummyJSON.fresh([:]).answer(method, path + "?a=1")
        #expect(response.status == 404)
        #expect(response["Content-Security-Policy"] == "default-src 'none'")
        #expect(response["Content-Type"] == "text/html; charset=utf-8")
        #expect(response["ETag"] == nil)
        #expect(response.text.contains("<pre>Cannot \(method) \(path)</pre>"))
    }

    @Test(arguments: ["/nope", "/posts///1", "//posts", "/posts/1//comments", "/http", "/i"])
    func `a GET of what is no route gets a page`(path: String) throws {
        let response = try DummyJSON.fresh([:]).get(path)
        #expect(response.status == 404)
        #expect(response["Content-Type"] == "text/html; charset=utf-8")
    }

    @Test
    func `a path in a page is escaped`() throws {
        let response = try DummyJSON.fresh([:]).answer("POST", "/a'b&c%3Cd")
        #expect(response.text.contains("<pre>Cannot POST /a&#39;b&amp;c%3Cd</pre>"))
    }
}
