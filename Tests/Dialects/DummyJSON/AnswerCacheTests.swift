import MockPostlyContent
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlySeeds
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import DummyJSONDialect

/// Remembered answers are those that would have been made.
@Suite
struct AnswerCacheTests {
    private static let paths = [
        "/posts", "/posts/1", "/posts/3", "/posts/999", "/posts/tags", "/posts/tag-list",
        "/posts/search", "/posts/tag/love", "/posts/user/5", "/posts/1/comments", "/post/2",
        "/comments", "/comments/7", "/comments/post/2", "/users", "/users/1", "/users/2/posts",
        "/users/3/todos", "/users/4/carts", "/users/search", "/users/filter", "/todos",
        "/todos/user/1", "/quotes", "/quotes/4", "/products", "/products/1", "/products/search",
        "/products/categories", "/products/category-list", "/recipes", "/recipes/tags",
        "/recipes/tag/easy", "/recipes/meal-type/dinner", "/carts", "/carts/1", "/carts/user/2",
        "/http/200", "/test", "/ip", "/nope", "/auth/posts", "/posts/", "/POSTS", "/auth/me",
    ]
    private static let queries = [
        "", "", "?", "?limit=5", "?limit=5&skip=3", "?limit=0", "?limit=x", "?limit=&skip=",
        "?select=id,title,firstName", "?sortBy=title&order=desc", "?sortBy=id&order=up", "?q=love",
        "?q[]=love", "?delay=1&limit=1", "?key=gender&value=male&limit=3", "?skip=-3",
    ]
    private static let fields: [(String, String)] = [
        ("Accept-Encoding", "gzip, br"), ("Accept-Encoding", "gzip"), ("If-None-Match", "*"),
        ("If-None-Match", "\"a\""), ("Origin", "https://a.example"), ("Cache-Control", "no-cache"),
        ("X-Forwarded-Proto", "https"), ("X-Forwarded-For", "10.0.0.1"), ("Accept", "text/html"),
        ("Content-Type", "application/json"), ("Content-Type", "multipart/form-data; boundary=a"),
        ("Authorization", "Bearer a.b.c"), ("Cookie", "accessToken=x"), ("User-Agent", "one"),
    ]

    private func request(_ random: inout RandomSource) throws -> Request {
        let target = random.pick(Self.paths) + random.pick(Self.queries)
        var fields: [(String, String)] = []
        for _ in 0..<max(0, random.below(5) - 2) { fields.append(random.pick(Self.fields)) }
        let method = random.below(8) == 0 ? "HEAD" : "GET"
        let body = random.below(20) == 0 ? Array("{}".utf8) : []
        let host = random.below(4) == 0 ? "other.example" : "localhost:8080"
        return try .asking(method, target, fields, body: body, host: host)
    }

    private func expectSame(_ request: Request, _ cached: DummyJSON, _ plain: DummyJSON) throws {
        let one = try cached.answer(request)
        let other = try plain.answer(request)
        let isSame =
            one.status == other.status && one.allFields == other.allFields
            && one.body == other.body && one.isChunked == other.isChunked
            && one.keepAliveTimeout == other.keepAliveTimeout
        let target = String(decoding: request.target, as: UTF8.self)
        #expect(isSame, "\(target): \(one.status) \(one.allFields), \(other.allFields)")
    }

    /// Sizes of caches: as usual, so small that nearly everything goes again, and nothing at all.
    private static let sizes = [64 << 20, 100_000, 0]

    @Test(arguments: [DummyJSON.Era.current, .legacy], sizes)
    func `with and without memory the bytes are the same`(
        era: DummyJSON.Era,
        size: Int
    ) throws {
        let budget = CacheBudget(limit: size)
        let cached = try DummyJSON.fresh(budget: budget) { $0.era = era }
        defer { #expect(budget.bytes <= size && (budget.evictions > 0) == (size == 100_000)) }
        let plain = try DummyJSON.fresh(usesCaches: false) { $0.era = era }
        var random = RandomSource(seed: 21)
        for _ in 0..<1500 { try expectSame(request(&random), cached, plain) }
    }

    private static let writes: [(String, String, String)] = [
        ("POST", "/posts/add", #"{"userId":5,"title":"New","body":"all my love","tags":["love"]}"#),
        ("PUT", "/posts/1", #"{"title":"Changed","id":"3"}"#), ("PATCH", "/posts/3", "{}"),
        ("DELETE", "/posts/2", ""), ("DELETE", "/users/4", ""), ("PUT", "/users/1", #"{"age":7}"#),
        ("POST", "/users/add", #"{"firstName":"Love"}"#),
        ("POST", "/comments/add", #"{"body":"b","postId":1,"userId":5}"#),
        ("POST", "/todos/add", #"{"todo":"t","userId":1}"#), ("DELETE", "/comments/7", ""),
        ("POST", "/products/add", #"{"title":"love","category":"new"}"#),
        ("DELETE", "/carts/1", ""),
        ("POST", "/carts/add", #"{"userId":2,"products":[{"id":1}]}"#),
        ("PUT", "/carts/2", #"{"merge":true,"products":[{"id":3}]}"#),
        ("POST", "/recipes/add", #"{"name":"love","tags":["Easy"]}"#), ("PUT", "/nope/1", "{}"),
    ]

    @Test(arguments: sizes)
    func `after writes and lost writes too`(size: Int) throws {
        let budget = CacheBudget(limit: size)
        let cached = try DummyJSON.fresh(budget: budget) { $0.writes = .keep }
        let plain = try DummyJSON.fresh(usesCaches: false) { $0.writes = .keep }
        var random = RandomSource(seed: 22)
        for turn in 0..<1500 {
            switch random.below(turn % 100 < 50 ? 12 : 60) {
            case 0:
                let (method, target, body) = random.pick(Self.writes)
                let fields = [("Content-Type", "application/json")]
                let request = try Request.asking(method, target, fields, body: Array(body.utf8))
                try expectSame(request, cached, plain)
            case 1:
                for api in [cached, plain] { try api.domain.work.commit() }
            case 2:
                for api in [cached, plain] { try api.domain.work.rollback() }
            case 3 where turn % 7 == 0:
                for api in [cached, plain] { try api.domain.reset(to: .empty) }
            default:
                try expectSame(request(&random), cached, plain)
            }
        }
        for kind in DocumentKind.allCases {
            #expect(cached.documents.count(kind) == plain.documents.count(kind))
        }
    }

    @Test
    func `a repeated request is answered from memory, one for each host`() throws {
        let api = try DummyJSON.fresh([.posts: #"{"id":1,"title":"One"}"#])
        let version = api.documents.version
        let first = try api.get("/posts?limit=1")
        let again = try api.respond(to: .asking("GET", "/posts?limit=1"))
        guard case .now(let second) = again.reply else { throw NoRequest() }
        #expect(second.body == first.body)
        #expect(again.route.map { DummyJSON.routes[$0].pattern } == "/posts")
        #expect(api.documents.version == version)
    }
}
