import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyMatching
import MockPostlyRegex
import MockPostlyTestKit
import Testing

@Suite
struct RequestPatternTests {
    private func facts(
        _ method: String = "POST",
        _ target: String = "/api/posts?page=2&tag=a&tag=b",
        _ fields: [(String, String)] = [("Accept", "text/html"), ("X-Trace", "7")],
        body: String = #"{"title":"One","tags":["a","b"],"author":{"id":7}}"#,
        users: [String] = ["66d6", "mira.sol@example.com"]
    ) throws -> RequestFacts {
        RequestFacts(
            try .asking(method, target, fields, body: body),
            dialect: "postly",
            route: { "/api/posts" },
            users: { users }
        )
    }

    private func pattern(_ change: (inout RequestPattern) throws -> Void) rethrows
        -> RequestPattern
    {
        var pattern = RequestPattern()
        try change(&pattern)
        return pattern
    }

    @Test
    func `a pattern without parts takes everything`() throws {
        #expect(RequestPattern().accepts(try facts()))
    }

    @Test
    func `all parts have to be met`() throws {
        let whole = try pattern {
            $0.methods = ["PUT", "POST"]
            $0.path = .glob(try PathGlob("/api/*"))
            $0.dialect = "postly"
            $0.route = RoutePattern("POST /api/posts")
            $0.user = "MIRA.sol@example.com"
            $0.fields = [NamedPattern("accept", .contains("html")), NamedPattern("x-no", .absent)]
            $0.query = [NamedPattern("tag", .equals("b")), NamedPattern("page", .present)]
            $0.body = [
                .json(try JSON(parsing: Array(#"{"author":{"id":7.0},"tags":["a","b"]}"#.utf8))),
                .value(try JSONPath("$.author.id"), .equals("7")),
                .text(.matches(try RegularExpression(".*One.*"))),
            ]
        }
        #expect(whole.differences(in: try facts()) == [])
        let other = try facts("GET", "/other", [("X-No", "1")], body: "no", users: [])
        let parts = whole.differences(in: other).map(\.part)
        #expect(
            parts == [
                "method", "path", "route", "query tag", "query page", "header accept",
                "header x-no", "user", "body", "body $.author.id", "body",
            ]
        )
        #expect(!whole.accepts(other))
    }

    @Test
    func `an expression takes a body of several lines as a whole`() throws {
        let printed = try facts(body: "{\n  \"title\": \"One\",\r\n  \"id\": 7\n}\n")
        func accepts(_ text: TextPattern) -> Bool {
            pattern { $0.body = [.text(text)] }.accepts(printed)
        }
        let inside = try RegularExpression(#".*"title".*"#)
        #expect(accepts(.matches(inside)) && !accepts(.differs(inside)))
        let part = try RegularExpression(#""title""#)
        #expect(!accepts(.matches(part)) && accepts(.differs(part)))
    }

    @Test
    func `differences name what is wanted and what is there`() throws {
        let wanted = try pattern {
            $0.body = [.json(try JSON(parsing: Array(#"{"author":{"id":8}}"#.utf8)))]
        }
        #expect(
            wanted.differences(in: try facts())
                == [Difference("body $.author.id", wanted: "8", found: "7")]
        )
        let same = try pattern {
            $0.body = [.sameJSON(try JSON(parsing: Array(#"{"title":"One"}"#.utf8)))]
        }
        #expect(
            same.differences(in: try facts())
                == [Difference("body $.tags", wanted: "none", found: #"["a","b"]"#)]
        )
        let long = Difference("body", wanted: String(repeating: "é", count: 300), found: nil)
        #expect(long.wanted.unicodeScalars.count == 201)
    }

    @Test(arguments: [
        ("/api/posts", "/api/posts", true), ("/api/posts", "/api/posts/", true),
        ("/api/posts", "/api/post", false), ("/api/*", "/api/posts/1", false),
        ("/api/*/like", "/api/a/like", true), ("/api/{id}/like", "/api/a/like", true),
        ("/api/**", "/api", true), ("/api/**", "/api/a/b", true), ("**", "/", true),
        ("/**/like", "/api/a/like", true), ("/**/like", "/api/a/likes", false),
        ("/image/*.png", "/image/a.png", true), ("/image/*.png", "/image/a.jpg", false),
        ("/a*b*c", "/a-b-b-c", true), ("/a*b*c", "/ac", false), ("/ab*ba", "/aba", false),
        ("/", "/", true), ("/", "/a", false), ("/p/é", "/p/%C3%A9", true),
    ])
    func `paths are matched by their segments`(
        text: String,
        path: String,
        isAccepted: Bool
    ) throws {
        let request = try Request.asking("GET", path)
        #expect(try PathGlob(text).accepts(request.path) == isAccepted)
    }

    @Test(arguments: ["", "api", "/a?b=1", "/a{b}", "/a**", "/**/**/**/**/**"])
    func `texts that are no pattern of paths`(text: String) {
        #expect(throws: PathGlob.Fault.self) { try PathGlob(text) }
    }

    @Test(arguments: [
        ("$", #"{"a":[{"b":1},{"b":null}],"c d":"x"}"#), ("a[0].b", "1"), ("$.a[-1].b", "null"),
        ("$['c d']", #""x""#), ("", #"{"a":[{"b":1},{"b":null}],"c d":"x"}"#), ("$.a[2]", nil),
        ("$.x.y", nil), (#"["a"][0]"#, #"{"b":1}"#),
    ])
    func `a path leads to one value`(path: String, value: String?) throws {
        let document = try JSON(parsing: Array(#"{"a":[{"b":1},{"b":null}],"c d":"x"}"#.utf8))
        let found = try JSONPath(path).value(in: document.root)
        #expect(found.map { String(decoding: $0.rawText, as: UTF8.self) } == value)
    }

    @Test(arguments: ["$.", "a..b", "a[", "a[x]", "a['b]", "$x", "a[*]", "$.*", "['a'"])
    func `texts that are no path to a value`(path: String) {
        #expect(throws: JSONPath.Fault.self) { try JSONPath(path) }
    }

    @Test
    func `a route has the placeholders of the table under any name`() {
        let route = RoutePattern("POST /api/posts/{slug}/like")
        #expect(route.accepts(method: "POST", path: "/api/posts/{id}/like"))
        #expect(!route.accepts(method: "GET", path: "/api/posts/{id}/like"))
        #expect(RoutePattern("/api/posts").accepts(method: "PUT", path: "/api/posts"))
        #expect(!RoutePattern("/api/posts").accepts(method: "PUT", path: "/api/posts/{id}"))
    }
}
