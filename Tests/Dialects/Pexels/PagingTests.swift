import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@testable import PexelsDialect

/// Pages and the links between them.
@Suite
struct PagingTests {
    private let api = Pexels.fresh()

    @Test(arguments: [
        "search?query=quokka&per_page=80", "search?query=sea&per_page=7",
    ])
    func `a walk along the links sees each photo once`(start: String) throws {
        var target: String? = "/v1/\(start)"
        var seen: [Int64] = []
        var page: Int64 = 0
        while let current = target {
            let answer = try api.get(current)
            page += 1
            #expect(answer.status == 200)
            #expect(try answer.number("page") == page)
            #expect(try (answer.json["prev_page"] != nil) == (page > 1))
            seen += try answer.photos.compactMap { $0["id"]?.int }
            let next = try answer.json["next_page"]?.string
            if next == nil { #expect(try answer.number("total_results") == Int64(seen.count)) }
            #expect(next?.hasPrefix("http://localhost:8080/v1/") ?? true)
            target = next.map { String($0.dropFirst("http://localhost:8080".count)) }
        }
        #expect(page > 1 && Set(seen).count == seen.count)
    }

    @Test
    func `links repeat what was asked for, in the order of the names`() throws {
        let target =
            "/v1/search?query=nature&size=small&locale=en-US&orientation=landscape&page=2&per_page=3"
        let json = try api.get(target).json
        let link = { (page: Int) in
            "http://localhost:8080/v1/search/?locale=en-US&orientation=landscape&page=\(page)"
                + "&per_page=3&query=nature&size=small"
        }
        #expect(json["prev_page"]?.string == link(1))
        #expect(json["next_page"]?.string == link(3))
        #expect(
            json.names == ["page", "per_page", "photos", "total_results", "prev_page", "next_page"]
        )
    }

    @Test
    func `what is in a link is escaped`() throws {
        let answer = try api.get(
            "/v1/search?query=r%C3%A9d+%26+%22blue%22*~&per_page=1&color=%23fff"
        )
        #expect(
            try answer.json["next_page"]?.string
                == "http://localhost:8080/v1/search/?color=%23fff&page=2&per_page=1"
                + "&query=r%C3%A9d+%26+%22blue%22*%7E"
        )
    }

    @Test
    func `links lead to where the client came from`() throws {
        let fields = [("Authorization", "k")]
        let target = Array("/v1/curated?per_page=1".utf8)
        let next = { (request: Request) in
            try api.answer(request).json["next_page"]?.string
        }
        let other = try Request.asking("GET", target, fields, host: "10.0.2.2:9000")
        #expect(try next(other) == "http://10.0.2.2:9000/v1/curated/?page=2&per_page=1")
        let secure = fields + [("X-Forwarded-Proto", "https")]
        let proxied = try Request.asking("GET", target, secure, host: "mock.test")
        #expect(try next(proxied) == "https://mock.test/v1/curated/?page=2&per_page=1")
        let none = try Request.asking("GET", target, fields, host: nil)
        #expect(try next(none) == "http://localhost/v1/curated/?page=2&per_page=1")
        var inWorld = try Request.asking("GET", Array("/w/two".utf8) + target, fields)
        inWorld.dropPathPrefix(6)
        #expect(
            try next(inWorld) == "http://localhost:8080/w/two/v1/curated/?page=2&per_page=1"
        )
        let photo = try #require(try api.answer(inWorld).photos.first)
        let prefix = "http://localhost:8080/w/two/photo"
        #expect(photo["url"]?.string?.hasPrefix(prefix + "/") == true)
        #expect(photo["src"]?["tiny"]?.string?.hasPrefix(prefix + "s/") == true)
    }

    @Test(
        arguments: [
            ("", 1, 15), ("page=2", 2, 15), ("page=0", 1, 15), ("page=-1", 1, 15),
            ("page=x", 1, 15), ("page=", 1, 15), ("page=2.5", 1, 15), ("page=%2B2", 1, 15),
            ("page=99999999999999999999", 1, 15), ("page=007", 7, 15), ("per_page=80", 1, 80),
            ("per_page=81", 1, 80), ("per_page=99999", 1, 80), ("per_page=0", 1, 15),
            ("per_page=-5", 1, 15), ("per_page=x", 1, 15), ("per_page=1", 1, 1),
        ] as [(String, Int, Int)]
    )
    func `the effective page`(query: String, page: Int, size: Int) {
        let window = PageWindow(Query(query.utf8))
        #expect(window.page == page && window.size == size)
    }

    @Test
    func `the list of all photos begins again until it has 8,000`() throws {
        let first = try api.ids("/v1/curated?per_page=60")
        #expect(Set(first).count == 60)
        // 300 photos are five such pages.
        #expect(try api.ids("/v1/curated?per_page=60&page=6") == first)
        #expect(try api.ids("/v1/curated?per_page=60&page=7") != first)
        // As the official client asks for a random photo.
        for page in [0, 1, 300, 301, 999] {
            let answer = try api.get("/v1/curated?per_page=1&page=\(page)")
            #expect(try answer.photos.count == 1)
        }
        let last = try api.get("/v1/curated?per_page=80&page=100").json
        #expect(last["photos"]?.count == 80 && last["total_results"]?.int == 8000)
        #expect(last["next_page"] == nil)
    }

    @Test
    func `behind the last page there is nothing`() throws {
        let json = try api.get("/v1/search?query=quokka&page=21").json
        #expect(json["photos"]?.count == 0 && json["page"]?.int == 21)
        #expect(json["total_results"]?.int == 300)
        #expect(json["next_page"] == nil && json["prev_page"]?.string?.contains("page=20&") == true)
        let end = try api.get("/v1/curated?page=101&per_page=80").json
        #expect(end["photos"]?.count == 0 && end["next_page"] == nil)
        let far = try api.get("/v1/curated?page=\(Int.max)&per_page=80").json
        #expect(far["photos"]?.count == 0)
        #expect(far["next_page"] == nil && far["prev_page"] == nil)
    }
}
