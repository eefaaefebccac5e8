import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import PexelsDialect

/// Keys, and how often they may be used.
@Suite
struct KeysTests {
    private static let rateFields = [
        "X-Ratelimit-Limit", "X-Ratelimit-Remaining", "X-Ratelimit-Reset",
    ]

    @Test(arguments: [nil, "", " ", "Bearer", "bearer  "] as [String?])
    func `no key is 401`(key: String?) throws {
        let api = Pexels.fresh()
        for target in ["/v1/search?query=sea", "/v1/curated", "/v1/photos/100001", "/v1/nope"] {
            let answer = try api.answer("GET", target, key.map { [("Authorization", $0)] } ?? [])
            #expect(answer.status == 401)
            #expect(answer.text == #"{"status":401,"code":"Unauthorized"}"#)
            for name in Self.rateFields { #expect(answer[name] == nil) }
        }
    }

    @Test
    func `any key is good unless there is a list`() throws {
        for key in ["k", "Bearer k", "bearer  k", "a b", "Basic abc"] {
            #expect(try Pexels.fresh().get("/v1/curated", key: key).status == 200)
        }
        let api = Pexels.fresh { $0.keys = ["one", "two words"] }
        for key in ["one", "Bearer one", "two words", "Bearer two words"] {
            #expect(try api.get("/v1/curated", key: key).status == 200)
        }
        for key in ["One", "ones", "two", "Basic one", "Bearer Bearer one"] {
            #expect(try api.get("/v1/curated", key: key).status == 401)
        }
    }

    @Test
    func `every good answer says what is left to the key`() throws {
        let api = Pexels.fresh()
        for (count, target) in ["curated", "search?query=sea", "photos/100001"].enumerated() {
            let answer = try api.get("/v1/\(target)")
            #expect(answer["X-Ratelimit-Limit"] == "20000")
            #expect(answer["X-Ratelimit-Remaining"] == "\(19_999 - count)")
            // 2026-03-01T00:00:00Z
            #expect(answer["X-Ratelimit-Reset"] == "1772323200")
        }
        #expect(try api.get("/v1/curated", key: "other")["X-Ratelimit-Remaining"] == "19999")
        #expect(try api.get("/v1/curated", key: "Bearer k")["X-Ratelimit-Remaining"] == "19996")
    }

    @Test(arguments: ["search", "photos/1", "nope"])
    func `a refusal does not`(target: String) throws {
        let answer = try Pexels.fresh().get("/v1/\(target)")
        #expect(answer.status >= 400)
        for name in Self.rateFields { #expect(answer[name] == nil) }
    }

    @Test
    func `beyond the limit nothing is left, and only who wants it is refused`() throws {
        let lenient = Pexels.fresh()
        let left = try (0..<2).map { _ in try lenient.get("/v1/curated")["X-Ratelimit-Remaining"] }
        #expect(left == ["19999", "19998"])
        let api = Pexels.fresh { $0.limit = 2 }
        for _ in 0..<2 { #expect(try api.get("/v1/curated").status == 200) }
        let refused = try api.get("/v1/curated")
        #expect(refused.status == 429)
        #expect(refused.text == #"{"status":429,"code":"Too Many Requests"}"#)
        for name in Self.rateFields { #expect(refused[name] == nil) }
        #expect(try api.get("/v1/curated", key: "other").status == 200)
        // The pictures themselves are nobody's.
        let path = "/photos/100001/pexels-photo-100001.jpeg?h=20"
        #expect(try api.get(path).status == 200)
        api.world.clock.advance(by: .seconds(15 * 86_400))
        #expect(try api.get("/v1/curated")["X-Ratelimit-Remaining"] == "1")
    }

    @Test(
        arguments: [
            (1_771_072_496, 1_772_323_200), (1_772_323_199, 1_772_323_200),
            (1_772_323_200, 1_775_001_600), (1_798_761_599, 1_798_761_600), (0, 2_678_400),
            (-1, 0), (1_709_164_800, 1_709_251_200), (253_402_300_799, 253_402_300_800),
            (-62_135_596_800, -62_132_918_400),
        ] as [(Int64, Int64)]
    )
    func `a month ends with the calendar's`(now: Int64, end: Int64) throws {
        var quota = Quota(monthlyLimit: 10)
        let request = try Request.asking("GET", Array("/".utf8), [("Authorization", "k")])
        let key = try #require(APIKey(request))
        let status = quota.count(key, at: Instant(seconds: now))
        #expect(status.end == end && status.remaining == 9)
        #expect(quota.count(key, at: Instant(seconds: end - 1)).remaining == 8)
        #expect(quota.count(key, at: Instant(seconds: end)).remaining == 9)
        #expect(quota.count(key, at: Instant(seconds: now)).remaining == 9)
    }

    @Test(arguments: [Int64.min, .max])
    func `the ends of time are no trouble`(now: Int64) throws {
        var quota = Quota(monthlyLimit: 10)
        let request = try Request.asking("GET", Array("/".utf8), [("Authorization", "k")])
        let key = try #require(APIKey(request))
        #expect(quota.count(key, at: Instant(microseconds: now)).remaining == 9)
    }
}
