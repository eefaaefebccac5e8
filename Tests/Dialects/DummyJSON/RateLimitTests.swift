import MockPostlyHTTP
import MockPostlyNouns
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import DummyJSONDialect

/// How often an address may ask.
@Suite
struct RateLimitTests {
    @Test
    func `a window ends for all at once`() {
        var limit = RateLimit(.current)
        let start = Instant(seconds: 1_000_000_007)
        for remaining in stride(from: 99, through: 0, by: -1) {
            let status = limit.count("a", at: start)
            #expect(status.remaining == remaining && status.end == 1_000_000_010)
        }
        #expect(limit.count("a", at: start).remaining < 0)
        #expect(limit.count("b", at: start).remaining == 99)
        #expect(limit.count("a", at: Instant(seconds: 1_000_000_009)).remaining < 0)
        let next = limit.count("a", at: Instant(seconds: 1_000_000_010))
        #expect(next.remaining == 99 && next.end == 1_000_000_020)
    }

    @Test
    func `the clock may be put back, even before 1970`() {
        var limit = RateLimit(.current)
        #expect(limit.count("a", at: Instant(seconds: 100)).remaining == 99)
        #expect(limit.count("a", at: Instant(seconds: 50)).remaining == 99)
        #expect(limit.count("a", at: Instant(seconds: -1_000)).remaining == 99)
    }

    @Test(
        arguments: [(0, 10), (9, 10), (-1, 0), (-10, 0), (-11, -10), (-62_135_596_800, 10)]
            as [(Int64, Int64)]
    )
    func `every window has ten seconds`(now: Int64, end: Int64) {
        var limit = RateLimit(.current)
        let end = now < -100 ? now + end : end
        for second in (end - 10)..<end {
            let status = limit.count("a", at: Instant(seconds: second))
            #expect(status.end == end && status.remaining == 99 - Int(second - end + 10))
        }
        #expect(limit.count("a", at: Instant(seconds: end)).remaining == 99)
        #expect(limit.count("a", at: Instant(seconds: end - 11)).remaining == 99)
    }

    @Test
    func `who is refused is let in again where the clock is put, there and back`() {
        var limit = RateLimit(.current)
        let start = Instant(seconds: 1_000_000_000)
        for jump in [Duration.seconds(-10), .seconds(10), .seconds(-86_400 * 3_650)] {
            for _ in 0..<101 { _ = limit.count("a", at: start) }
            #expect(limit.count("a", at: start).remaining < 0)
            #expect(limit.count("a", at: start + jump).remaining == 99)
            #expect(limit.count("a", at: start).remaining == 99)
        }
    }

    @Test
    func `the legacy era had another limit`() {
        var limit = RateLimit(.legacy)
        let status = limit.count("a", at: Instant(seconds: 61))
        #expect(status.limit == 120 && status.remaining == 119 && status.end == 120)
    }

    @Test(
        arguments: [
            (nil, "127.0.0.1"), ("203.0.113.9", "203.0.113.9"),
            ("203.0.113.9, 10.0.0.1", "203.0.113.9"), ("  203.0.113.9  ,x", "203.0.113.9"),
            ("::ffff:203.0.113.9", "203.0.113.9"), ("::FFFF:203.0.113.9", "203.0.113.9"),
            ("2001:db8::1", "2001:db8::1"), ("", "127.0.0.1"),
        ] as [(String?, String)]
    )
    func `where a request comes from`(forwarded: String?, address: String) throws {
        let fields = forwarded.map { [("X-Forwarded-For", $0)] } ?? []
        #expect(try Request.asking("GET", "/", fields).clientAddress == address)
    }

    private func limited() throws -> DummyJSON {
        try .fresh([.posts: #"{"id":1}"#]) { $0.limitsRate = true }
    }

    @Test
    func `every answer says what is left`() throws {
        let api = try limited()
        for (count, target) in ["/posts/1", "/nope", "/posts/", "/posts?limit=x"].enumerated() {
            let response = try api.get(target)
            #expect(response.values("X-RateLimit-Limit") == ["100"])
            #expect(response.values("X-RateLimit-Remaining") == ["\(99 - count)"])
            #expect(response.values("X-RateLimit-Reset") == ["1771072500"])
        }
        #expect(try api.answer("OPTIONS", "/")["X-RateLimit-Remaining"] == "95")
    }

    @Test
    func `one too many is refused until the window ends`() throws {
        let api = try limited()
        for _ in 0..<100 { #expect(try api.get("/posts/1").status == 200) }
        let refused = try api.get("/posts/1", [("Origin", "https://a.example")])
        #expect(refused.status == 429)
        let words = "request limit exceeded, please wait a few seconds"
        #expect(refused.text == #"{"message":"\#(words)"}"#)
        #expect(refused["Retry-After"] == "10" && refused["X-RateLimit-Remaining"] == "0")
        #expect(refused["X-Powered-By"] == "Express")
        #expect(refused["X-Frame-Options"] == nil && refused["Vary"] == nil)
        #expect(refused["Access-Control-Allow-Origin"] == nil)
        #expect(try api.get("/posts/1", [("X-Forwarded-For", "10.0.0.9")]).status == 200)
        api.world.clock.advance(by: .seconds(4))
        #expect(try api.get("/posts/1").status == 200)
    }

    @Test
    func `it is off unless it is asked for`() throws {
        let api = try DummyJSON.fresh([.posts: #"{"id":1}"#])
        for _ in 0..<150 { #expect(try api.get("/posts/1").status == 200) }
        #expect(try api.get("/posts/1")["X-RateLimit-Limit"] == nil)
    }
}
