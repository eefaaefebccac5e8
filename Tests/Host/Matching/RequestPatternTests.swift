import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyRegex
import MockPostlyTestKit
import Testing

@testable import MockPostlyMatching

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
                .value(try JSONPath("$.author.id"), .text(.equals("7"))),
                .text(.matches(try RegularExpression(".*One.*"))),
            ]
        }
        #expect(whole.comparison(with: try facts()).differences == [])
        let other = try facts("GET", "/other", [("X-No", "1")], body: "no", users: [])
        let parts = whole.comparison(with: other).differences.map(\.part)
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

    @Test(arguments: [
        ("1", #"{"userId":1}"#, true), ("1", #"{"userId":1.0}"#, true),
        ("1", #"{"userId":"1"}"#, false), (#""1""#, #"{"userId":1}"#, false),
        ("true", #"{"userId":"true"}"#, false), ("true", #"{"userId":true}"#, true),
        ("null", #"{"userId":"null"}"#, false), ("null", #"{"userId":null}"#, true),
        ("null", "{}", false), ("[1]", #"{"userId":[1]}"#, true),
        ("[1]", #"{"userId":["1"]}"#, false),
    ])
    func `a value is compared with its type`(wanted: String, body: String, isMet: Bool) throws {
        let path = try JSONPath("$.userId")
        let pattern = BodyPattern.value(path, .equals(try JSON(parsing: Array(wanted.utf8))))
        #expect(pattern.accepts(Array(body.utf8)) == isMet)
        let absent = BodyPattern.value(path, .text(.absent))
        #expect(absent.accepts(Array(body.utf8)) == (body == "{}"))
    }

    @Test
    func `of a part of a body only that is known which no rest can change`() throws {
        let start = #"{"title":"One","tags":["a"],"te"#
        let request = try facts(body: start).request
        let part = RequestFacts(
            request,
            bodyBytes: 9000,
            bodyLimit: 100,
            dialect: "postly",
            route: { nil },
            users: { [] }
        )
        func comparison(_ condition: BodyPattern) -> Comparison {
            pattern { $0.body = [condition] }.comparison(with: part)
        }
        let expression = try RegularExpression(".*One.*")
        let document = try JSON(parsing: Array(#"{"title":"One"}"#.utf8))
        for open: BodyPattern in [
            .text(.contains("nine")), .text(.lacks("nine")), .text(.matches(expression)),
            .text(.differs(expression)), .text(.equals(start + "xt")), .json(document),
            .sameJSON(document), .value(try JSONPath("$.title"), .text(.present)),
        ] {
            #expect(comparison(open).isUndecided)
        }
        for met: BodyPattern in [.text(.contains("One")), .text(.present)] {
            #expect(comparison(met).isMet)
        }
        for unmet: BodyPattern in [.text(.lacks("One")), .text(.equals("x")), .text(.absent)] {
            #expect(!comparison(unmet).differences.isEmpty)
        }
        let other = pattern { ($0.methods, $0.body) = (["PUT"], [.json(document)]) }
        #expect(!other.comparison(with: part).isUndecided)
    }

    @Test
    func `what differs is shown without secrets`() throws {
        let sent = try facts(
            "POST",
            "/a?token=t1&x=1",
            [("Authorization", "Bearer t2"), ("X-Api-Key", "t3")],
            body: #"{"password":"t4","a":1}"#
        )
        let wanted = try pattern {
            $0.path = .target(.equals("/b"))
            $0.query = [NamedPattern("token", .equals("x"))]
            $0.fields = [
                NamedPattern("authorization", .equals("x")), NamedPattern("x-api-key", .absent),
            ]
            $0.body = [
                .text(.equals("x")), .value(try JSONPath("$.password"), .text(.equals("x"))),
                .value(try JSONPath("$"), .text(.equals("x"))),
            ]
        }
        let found = wanted.comparison(with: sent).differences.map { $0.found ?? "" }
        #expect(found.count == 7)
        for secret in ["t1", "t2", "t3", "t4"] {
            #expect(!found.contains { $0.contains(secret) })
        }
    }

    @Test
    func `differences name what is wanted and what is there`() throws {
        let wanted = try pattern {
            $0.body = [.json(try JSON(parsing: Array(#"{"author":{"id":8}}"#.utf8)))]
        }
        #expect(
            wanted.comparison(with: try facts()).differences
                == [Difference("body $.author.id", wanted: "8", found: "7")]
        )
        let same = try pattern {
            $0.body = [.sameJSON(try JSON(parsing: Array(#"{"title":"One"}"#.utf8)))]
        }
        #expect(
            same.comparison(with: try facts()).differences
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

    @Test(arguments: [
        ("abcabd", "abd", 6), ("aab", "ab", 3), ("aaab", "aab", 4), ("ab", "", 0), ("ab", "ab", 2),
        ("abab", "b", 2), ("ab", "abc", nil), ("abc", "ac", nil), ("", "a", nil),
    ])
    func `a part of a text is found`(text: String, part: String, end: Int?) {
        #expect(text.utf8.bytes(upToEndOf: part.utf8) == end)
    }

    @Test
    func `objects with many members are compared by their names`() throws {
        func object(_ numbers: some Sequence<Int>) throws -> JSON {
            let members = numbers.map { #""m\#($0)":\#($0)"# }.joined(separator: ",")
            return try JSON(parsing: Array("{\(members)}".utf8))
        }
        let (one, same) = (try object(0..<100), try object((0..<100).reversed()))
        let more = try object(0..<101)
        #expect(one.root.isSame(as: same.root))
        #expect(!one.root.isSame(as: more.root) && !more.root.isSame(as: one.root))
        #expect(BodyPattern.json(one).accepts(Array(more.root.rawText)))
    }

    @Test(.timeLimit(.minutes(15)))
    func `a long path costs no more with several stars`() throws {
        let path = Array(String(repeating: "/a", count: 4000).utf8)[...]
        #expect(try !PathGlob("/**/a/**/a/**/a/**/b").accepts(path))
        #expect(try PathGlob("/**/a/**/a/**/a/**/a").accepts(path))
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
