import MockPostlyContent
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlySeeds
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// Dates of a seed that are relative to the moment at which a content is filled.
@Suite
struct RelativeDatesTests {
    private static let noon = Instant(seconds: 1_768_046_400)
    private static let seed = """
        {"users": [{"name": "A", "email": "a@x"}],
         "posts": [{"author": "a@x", "title": "T", "content": "C", "createdAt": "now-5m"}],
         "wreely": {"workspaces": [{"name": "W", "events": [
           {"title": "T", "startsAt": "+1d 10:00", "endsAt": "+1d 11:00"}]}]}}
        """

    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
        try directory.write(Self.seed, to: "seed.json")
    }

    private func serving(hasFile: Bool = false) throws -> TestHost {
        try .serving(.paths([directory.file("seed.json")])) { configuration in
            configuration.clock = .frozen(Self.noon)
            if hasFile { configuration.dataFile = directory.file("postly.db") }
        }
    }

    /// The ids and dates of the posts of a world.
    private func posts(_ host: TestHost, in world: String = "default") throws -> [[String]] {
        let answer = try host.answer(to: .asking("GET", "/w/\(world)/api/posts"))
        let posts: [JSONValue] = try answer.json["posts"]?.elements ?? []
        return posts.map { post in
            ["_id", "createdAt", "updatedAt"].map { name in post[name]?.string ?? "" }
        }
    }

    private func date(_ instant: Instant) -> String {
        Instant(microseconds: instant.microseconds - 300_000_000).rfc3339Micros
    }

    @Test(arguments: [false, true])
    func `a server begins with them, and each reset places them anew`(hasFile: Bool) throws {
        let host = try serving(hasFile: hasFile)
        let first = try #require(try posts(host).first)
        #expect(first[1...] == [date(Self.noon), date(Self.noon)])
        for minutes: Int64 in [1, 60 * 24 * 40] {
            try host.made(host.control("POST", "/clock/advance", #"{"by":"\#(minutes)m"}"#))
            let now = try host.running("default").now
            try host.made(host.control("POST", "/reset"))
            let moved = date(now)
            #expect(try posts(host) == [[first[0], moved, moved]])
        }
    }

    @Test
    func `a world has them by its own clock, and shares what was filled at the same time`() throws {
        let host = try serving()
        let clock = #""clock":{"mode":"freeze","now":"2030-06-01T23:59:00Z"}"#
        let now = try #require(Instant(rfc3339: "2030-06-01T23:59:00Z"))
        try host.makeWorld(#""id":"a",\#(clock)"#)
        try host.makeWorld(#""id":"b",\#(clock)"#)
        try host.makeWorld(#""id":"c""#)
        #expect(try posts(host, in: "a").first?[1] == date(now))
        #expect(try posts(host, in: "c").first?[1] == date(Self.noon))
        #expect(host.worlds.shelf.keeps(.seed, on: now))
        #expect(!host.worlds.shelf.keeps(.seed, on: now + .seconds(1)))
    }

    @Test
    func `a seed without them is not read again`() throws {
        let text = Self.seed.replacing("now-5m", with: "2026-01-01")
        try directory.write(text, to: "seed.json")
        let host = try serving()
        let first = try posts(host)
        try host.made(host.control("POST", "/clock/advance", #"{"by":"5m"}"#))
        let start = try #require(try host.running("default").start)
        try host.made(host.control("POST", "/reset"))
        #expect(try posts(host) == first)
        #expect(try host.running("default").start?.image === start.image)
    }

    @Test
    func `what is meant as one and is none is told with its place`() throws {
        let host = try serving()
        try directory.write(Self.seed.replacing("now-5m", with: "now-5 min"), to: "seed.json")
        let answer = try host.control("POST", "/reset")
        #expect(answer.status == 409)
        let detail = try #require(try answer.json["detail"]?.string)
        #expect(detail.contains("seed.json:2:"))
        #expect(detail.contains(#"posts[0].createdAt: expected a date such as"#))
        #expect(detail.contains(#"found "now-5 min""#))
    }
}
