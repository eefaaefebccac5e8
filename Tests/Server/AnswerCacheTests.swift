import DummyJSONDialect
import Foundation
import MockPostlyContent
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlySeeds
import MockPostlyTestKit
import MockPostlyWorld
import Testing
import WreelyDialect

@testable import MockPostlyCourse
@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// Answers that dialects have marked as repeatable: those that are given again are those that would
/// have been made.
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
        let target = random.choose(Self.paths) + random.choose(Self.queries)
        var fields: [(String, String)] = []
        for _ in 0..<max(0, random.below(5) - 2) { fields.append(random.choose(Self.fields)) }
        let method = random.below(8) == 0 ? "HEAD" : "GET"
        let body = random.below(20) == 0 ? Array("{}".utf8) : []
        let host = random.below(4) == 0 ? "other.example" : "localhost:8080"
        return try .asking(method, target, fields, body: body, host: host)
    }

    private func expectSame(_ request: Request, _ cached: TestHost, _ plain: TestHost) {
        let one = cached.answer(to: request)
        let other = plain.answer(to: request)
        let isSame =
            one.status == other.status && one.allFields == other.allFields
            && one.body == other.body && one.isChunked == other.isChunked
            && one.keepAliveTimeout == other.keepAliveTimeout
        let target = String(decoding: request.target, as: UTF8.self)
        #expect(isSame, "\(target): \(one.status) \(one.allFields), \(other.allFields)")
    }

    /// A host that serves DummyJSON alone, with frozen time.
    private static func serving(
        usesCaches: Bool,
        size: Int = 64 << 20,
        _ configure: (inout DummyJSON.Settings) -> Void
    ) throws -> TestHost {
        try TestHost.serving {
            $0.dialects = ["dummyjson"]
            $0.clock = .frozen(.frozen)
            $0.usesCaches = usesCaches
            $0.cacheSize = size
            configure(&$0.settings[DummyJSON.self])
        }
    }

    /// Sizes of caches: as usual, so small that nearly everything goes again, and nothing at all.
    private static let sizes = [64 << 20, 100_000, 0]

    @Test(arguments: [DummyJSON.Era.current, .legacy], sizes)
    func `with and without memory the bytes are the same`(
        era: DummyJSON.Era,
        size: Int
    ) throws {
        let cached = try Self.serving(usesCaches: true, size: size) { $0.era = era }
        let plain = try Self.serving(usesCaches: false) { $0.era = era }
        var random = RandomSource(seed: 21)
        for _ in 0..<600 { try expectSame(request(&random), cached, plain) }
        let budget = try home(cached).caches
        #expect(budget.bytes <= size && (budget.evictions > 0) == (size == 100_000))
        #expect((cached.course.answers?.count ?? 0 > 0) == (size > 0))
        #expect(plain.course.answers == nil)
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
        let cached = try Self.serving(usesCaches: true, size: size) { $0.writes = .keep }
        let plain = try Self.serving(usesCaches: false) { $0.writes = .keep }
        let domains = try [cached, plain].map { try home($0).domain }
        var random = RandomSource(seed: 22)
        for turn in 0..<700 {
            switch random.below(turn % 100 < 50 ? 12 : 60) {
            case 0:
                let (method, target, body) = random.choose(Self.writes)
                let fields = [("Content-Type", "application/json")]
                let request = try Request.asking(method, target, fields, body: Array(body.utf8))
                expectSame(request, cached, plain)
            case 1:
                for domain in domains {
                    try domain.work.write { try domain.documents.remove(.posts) { $0.id == 7 } }
                }
            case 2:
                for domain in domains { try domain.work.rollback() }
            case 3 where turn % 7 == 0:
                for domain in domains {
                    try domain.reset(to: .empty)
                    try domain.work.commit()
                }
            default:
                try expectSame(request(&random), cached, plain)
            }
        }
        for kind in DocumentKind.allCases {
            #expect(domains[0].documents.count(kind) == domains[1].documents.count(kind))
        }
    }

    // MARK: What answers depend on

    private func home(_ host: TestHost) throws -> World { try #require(host.worlds.home) }

    @Test
    func `an answer is found again by world, target, host and a few fields`() throws {
        let host = try Self.serving(usesCaches: true) { _ in }
        try host.makeWorld(#""id":"other""#)
        let worlds = try [home(host), host.running("other")]
        /// Whether the answer comes from the cache.
        func ask(
            _ target: String = "/posts?limit=2",
            _ fields: [(String, String)] = [],
            method: String = "GET",
            host name: String = "a"
        ) throws -> Bool {
            let hits = { worlds.map { $0.context.statistics(of: DummyJSON.self).hits } }
            let before = hits()
            let request = try Request.asking(method, target, fields, host: name)
            #expect(host.answer(to: request).status == 200)
            return hits() != before
        }
        #expect(try !ask())
        #expect(try ask())
        let others = ["X-Request-ID", "User-Agent", "Accept", "Cookie"]
        for name in others { #expect(try ask("/posts?limit=2", [(name, "x")]), "\(name)") }
        let deciding = ["Origin", "Accept-Encoding", "If-None-Match", "Cache-Control"]
        for name in deciding + ["Content-Type", "Authorization"] {
            for value in ["x", "y"] {
                #expect(try !ask("/posts?limit=2", [(name, value)]), "\(name)")
                #expect(try ask("/posts?limit=2", [(name, value)]), "\(name)")
            }
        }
        #expect(try !ask(host: "b"))
        #expect(try !ask(method: "HEAD"))
        #expect(try !ask("/posts?limit=3"))
        for _ in 1...2 {
            #expect(try !ask("/posts?limit=2", [("X-Forwarded-Proto", "https")]))
        }
        for isKnown in [false, true] {
            #expect(try ask("/w/other/posts?limit=2") == isKnown)
        }
        #expect(try host.control("DELETE", "/worlds/other").status == 204)
        #expect(worlds[1].context.statistics(of: DummyJSON.self).entries == 0)
        #expect(try ask(host: "b"))
    }

    /// What two clients of one page may differ in.
    private static let variants: [(name: String, one: String, other: String)] = [
        ("Host", "a.example", "b.example"), ("Origin", "http://a.example", "http://b.example"),
        ("Accept-Encoding", "gzip, deflate, br", "gzip"), ("If-None-Match", "x", "y"),
        ("Cache-Control", "no-cache", "max-age=0"), ("Content-Type", "text/a", "text/b"),
        ("Authorization", "Bearer a", "Bearer b"),
    ]

    @Test(arguments: variants)
    func `clients that ask alternately do not take each other's answers away`(
        name: String,
        one: String,
        other: String
    ) throws {
        let host = try Self.serving(usesCaches: true) { _ in }
        let statistics = try home(host).context.statistics(of: DummyJSON.self)
        for round in 0..<4 {
            for value in [one, other] {
                let request =
                    name == "Host"
                    ? try Request.asking("GET", "/posts?limit=2", host: value)
                    : try Request.asking("GET", "/posts?limit=2", [(name, value)])
                #expect(host.answer(to: request).status == 200)
            }
            #expect(statistics.misses == 2 && statistics.hits == round * 2)
        }
        #expect(host.course.answers?.count == 2)
    }

    /// The world of the transcripts of Wreely, and the tokens of two of its members.
    private static func servingWreely() throws -> TestHost {
        let seed = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Contracts/wreely/seed.json").standardized
        return try TestHost.serving(.paths([seed.path(percentEncoded: false)])) {
            $0.clock = .frozen(.frozen)
        }
    }
    private static let (mira, theo) = (
        String(repeating: "1", count: 32), String(repeating: "2", count: 32)
    )
    private static let wall = "/services/v2/7/memberwalls/per_page=10&page_number=1"

    @Test
    func `an answer for a member is theirs, until something is written`() throws {
        let host = try Self.servingWreely()
        let statistics = try home(host).context.statistics(of: Wreely.self)
        let target = "\(Self.wall)?access_token=\(Self.mira)"
        let first = try host.answer("GET", target)
        let second = try host.answer("GET", target)
        #expect(statistics.hits == 1 && host.observer.list.map(\.asker) == ["12", "12"])
        #expect(second.body == first.body && second.allFields == first.allFields)
        let like = "/services/v2/7/memberwalls/likes?access_token=\(Self.mira)"
        #expect(try host.post(like, #"{"post_id":"6"}"#).status == 200)
        for (token, isLiked) in [(Self.mira, true), (Self.theo, false)] {
            for _ in 1...2 {
                let answer = try host.answer("GET", "\(Self.wall)?access_token=\(token)")
                let post = try answer.json["member_walls"]?.elements.first
                #expect(post?["is_liked_by_me"]?.bool == isLiked)
                #expect(post?["number_of_likes"]?.int == 1)
            }
        }
        #expect(statistics.hits == 3)
    }

    @Test
    func `an answer for anybody is not given to somebody who says who they are`() throws {
        let host = try TestHost.serving(.standard) { $0.clock = .frozen(.frozen) }
        let target = "/realworld/api/articles?favorited=mira.sol&limit=1"
        let order = #"{"system":"realworld","user":"mira.sol@example.com"}"#
        let minted = try host.made(host.control("POST", "/tokens", order))
        let token = try #require(minted["token"]?.string)
        func isFavorite(_ fields: [(String, String)] = []) throws -> Bool? {
            try host.answer(to: .asking("GET", target, fields)).json["articles"]?.elements.first?[
                "favorited"
            ]?.bool
        }
        for _ in 1...2 {
            #expect(try isFavorite() == false)
            #expect(try isFavorite([("Authorization", "Token \(token)")]) == true)
            #expect(try isFavorite([("Authorization", "Token a.b.c")]) == nil)
        }
    }

    @Test
    func `pages of articles are the same without caches`() throws {
        let hosts = try [true, false].map { usesCaches in
            try TestHost.serving(.standard) {
                $0.clock = .frozen(.frozen)
                $0.usesCaches = usesCaches
            }
        }
        // In the two forms of both eras.
        for query in ["limit=3&offset=2", "limit=9", "limit=4&tag=everyday", "offset=99"] {
            for name in ["localhost:8080", "api.realworld.io"] {
                let place = name == "localhost:8080" ? "/realworld/api" : "/api"
                let answers = try hosts.map {
                    try $0.answer(to: .asking("GET", "\(place)/articles?\(query)", host: name))
                }
                #expect(answers[0].status == 200 && answers[0].body == answers[1].body)
            }
        }
    }

    @Test
    func `no refusal is kept, nor what the clock changes`() throws {
        let host = try Self.servingWreely()
        for _ in 1...2 {
            for path in ["v2/8/members", "v2/7/meetingroom/dashboard"] {
                _ = try host.answer("GET", "/services/\(path)?access_token=\(Self.mira)")
            }
            #expect(try host.answer("GET", "\(Self.wall)?access_token=x").status != 200)
            #expect(try host.answer("GET", "/api/posts?page=x").status == 400)
            #expect(try host.answer("GET", "/api/posts/search").status == 400)
            #expect(try host.answer("GET", "/posts/99999").status == 404)
        }
        #expect(host.course.answers?.count ?? 0 == 0)
    }
}

extension RandomSource {
    /// One of the elements of a list that is not empty.
    fileprivate mutating func choose<Element>(_ list: [Element]) -> Element {
        list[below(list.count)]
    }
}
