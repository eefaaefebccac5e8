import MockPostlyContent
import MockPostlyFaults
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer
@testable import MockPostlyStubs
@testable import MockPostlyWorlds

/// A reset of all that a test can change.
@Suite(.timeLimit(.minutes(15)))
struct EverythingResetTests {
    private static let everything = #"{"everything":true}"#

    private func post(_ host: TestHost, _ path: String, _ body: String) throws -> JSONValue {
        let answer = try host.post("/__mockpostly/v1/\(path)", body)
        try #require((200...299).contains(answer.status), "\(answer.text)")
        return try JSON(parsing: answer.body).root
    }

    private func get(_ host: TestHost, _ path: String) throws -> JSONValue {
        try JSON(parsing: host.answer("GET", "/__mockpostly/v1/\(path)").body).root
    }

    @Test
    func `all of a world is as it began`() throws {
        let host = try TestHost.serving(.standard) { $0.worlds.faults = [Fault.offline] }
        let first = try get(host, "clock")["mode"]?.string
        _ = try host.answer("DELETE", "/__mockpostly/v1/faults")
        let count = try get(host, "worlds/default")["counts"]?["posts"]?.int
        _ = try post(host, "faults", #"{"fault":"status-503","times":1}"#)
        _ = try host.answer("GET", "/api/posts")
        _ = try post(
            host,
            "stubs",
            #"{"response":{"status":418},"state":{"scenario":"s","becomes":"Later"},"times":1}"#
        )
        _ = try host.answer("GET", "/api/posts")
        let later = #"{"topic":"community:feed","event":"e","in":"1h"}"#
        _ = try post(host, "sockets/events", later)
        let world = try host.worlds.existing("default")
        world.domain.world.clock = .frozen(at: Instant(seconds: 1_900_000_000))
        _ = try post(host, "reset", Self.everything)
        #expect(world.stubs.isEmpty && world.stubs.scenarios.isEmpty)
        #expect(world.faults.entries.map(\.rule.shownName) == ["offline"])
        #expect(try get(host, "sockets/events")["events"]?.count == 0)
        #expect(try get(host, "requests")["requests"]?.count == 0)
        #expect(try get(host, "clock")["mode"]?.string == first)
        #expect(world.now < Instant(seconds: 1_900_000_000))
        #expect(try get(host, "worlds/default")["counts"]?["posts"]?.int == count)
    }

    @Test(arguments: [
        ("freeze", true), ("run", false), ("scale", false),
    ])
    func `a clock that began at a time shows it again`(mode: String, isSame: Bool) throws {
        let host = try TestHost.serving(.standard)
        let rate = mode == "scale" ? #","rate":2"# : ""
        let clock = #"{"mode":"\#(mode)","now":"2026-01-01T00:00:00Z"\#(rate)}"#
        _ = try post(host, "worlds", #"{"id":"w","clock":\#(clock)}"#)
        _ = try post(host, "clock/advance", #"{"world":"w","by":"10d"}"#)
        _ = try post(host, "worlds/w/reset", Self.everything)
        let now = try host.worlds.existing("w").now
        let start = try #require(Instant(dateText: "2026-01-01T00:00:00Z"))
        #expect(isSame ? now == start : now - start < .seconds(86_400))
        #expect(try get(host, "clock?world=w")["mode"]?.string == mode)
    }

    @Test
    func `the content of some systems and everything exclude each other`() throws {
        let host = try TestHost.serving(.standard)
        let answer = try host.post(
            "/__mockpostly/v1/reset",
            #"{"everything":true,"scope":["postly"]}"#
        )
        #expect(answer.status == 400)
        #expect(answer.text.contains("'scope' and 'everything' exclude each other"))
    }
}
