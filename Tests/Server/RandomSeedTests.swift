import MockPostlyContent
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import Testing

@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// Worlds with chosen random numbers.
@Suite
struct RandomSeedTests {
    private static let members =
        #""randomSeed":7,"clock":{"mode":"freeze","now":"2026-01-01T00:00:00Z"}"#
    private static let reader = "mira.sol@example.com"

    /// What clients see of a few writes; without tokens, whose signatures are a world's own.
    private func play(_ application: TestHost, in world: String) throws -> [String] {
        let token = try application.token(of: Self.reader, in: world)
        var seen: [String] = []
        for title in ["First", "Second", "First", "First"] {
            let answer = try application.writePost(title, by: token, in: world)
            #expect(answer.status == 201, "\(answer.text)")
            seen.append(answer.text)
        }
        let id = try JSON(parsing: Array(seen[0].utf8)).root["_id"]?.string
        let comment = try application.answer(
            "POST",
            "/w/\(world)/api/posts/\(try #require(id))/comments",
            [("Content-Type", "application/json"), ("Authorization", "Bearer \(token)")],
            body: #"{"content":"A comment"}"#
        )
        #expect(comment.status == 201, "\(comment.text)")
        seen.append(comment.text)
        seen.append(try application.answer("GET", "/w/\(world)/api/posts?page=1").text)
        return seen
    }

    /// A token of the feed that is stored, by a log-in.
    private func feedToken(_ application: TestHost, in world: String) throws -> String? {
        let body = #"{"email":"\#(Self.reader)","password":"mira.sol-postly"}"#
        let answer = try application.post("/w/\(world)/api/community/tokens", body)
        #expect(200..<300 ~= answer.status, "\(answer.text)")
        return try answer.json["data"]?["token"]?.string
    }

    @Test
    func `the same calls give the same bytes after a reset, and in another world`() throws {
        let application = try TestHost.serving(.standard)
        for id in ["a", "b"] { try application.makeWorld(#""id":"\#(id)",\#(Self.members)"#) }
        let first = try play(application, in: "a")
        for _ in 0..<2 {
            try application.made(application.control("POST", "/worlds/a/reset"))
            #expect(try play(application, in: "a") == first)
        }
        #expect(try play(application, in: "b") == first)
        // Another seed gives other ids.
        try application.makeWorld(
            #""id":"c","randomSeed":8,"clock":{"mode":"freeze","now":"2026-01-01T00:00:00Z"}"#
        )
        #expect(try play(application, in: "c") != first)
    }

    @Test
    func `tokens are the same in the same world after a reset`() throws {
        let application = try TestHost.serving(.standard)
        try application.makeWorld(#""id":"a",\#(Self.members)"#)
        let first = try application.token(of: Self.reader, in: "a")
        let second = try application.token(of: Self.reader, in: "a")
        #expect(first != second)
        try application.made(application.control("POST", "/worlds/a/reset"))
        #expect(try application.token(of: Self.reader, in: "a") == first)
        try application.makeWorld(#""id":"b",\#(Self.members)"#)
        #expect(try application.token(of: Self.reader, in: "b") != first)
    }

    @Test
    func `a reset of one system does not begin the numbers again`() throws {
        let application = try TestHost.serving(.standard)
        try application.makeWorld(#""id":"a",\#(Self.members)"#)
        let first = try play(application, in: "a")
        let order = #"{"scope":["postly"]}"#
        try application.made(application.control("POST", "/worlds/a/reset", order))
        #expect(try play(application, in: "a") != first)
        let all = #"{"scope":["postly","dummyjson","community","pexels","wreely","realworld"]}"#
        try application.made(application.control("POST", "/worlds/a/reset", all))
        #expect(try play(application, in: "a") == first)
    }

    @Test
    func `without a chosen seed a reset gives other ids`() throws {
        let application = try TestHost.serving(.standard) { $0.randomSeed = nil }
        try application.makeWorld(
            #""id":"a","clock":{"mode":"freeze","now":"2026-01-01T00:00:00Z"}"#
        )
        let first = try play(application, in: "a")
        try application.made(application.control("POST", "/worlds/a/reset"))
        #expect(try play(application, in: "a") != first)
    }

    @Test
    func `a world that begins with its own earlier content makes new ids`() throws {
        let application = try TestHost.serving(.standard)
        try application.makeWorld(#""id":"a",\#(Self.members)"#)
        _ = try play(application, in: "a")
        let token = try #require(try feedToken(application, in: "a"))
        let save = #"{"name":"s","world":"a"}"#
        try application.made(application.control("POST", "/snapshots", save))
        let wanted = try application.totals(of: "a")[0]

        // Restored where the numbers have begun again.
        try application.made(application.control("POST", "/worlds/a/reset"))
        try application.made(
            application.control("POST", "/snapshots/s/restore", #"{"world":"a"}"#)
        )
        _ = try play(application, in: "a")
        #expect(try feedToken(application, in: "a") != token)
        #expect(try application.totals(of: "a")[0] == wanted + 4)

        // As what other worlds with the same seed begin with, before and after a reset.
        for from in ["snapshot:a/s", "world:a"] {
            let members = #""id":"copy","from":"\#(from)",\#(Self.members)"#
            let start = try application.makeWorld(members)["posts"]?.int ?? 0
            let first = try play(application, in: "copy")
            try application.made(application.control("POST", "/worlds/copy/reset"))
            #expect(try play(application, in: "copy") == first)
            #expect(try application.totals(of: "copy")[0] == start + 4)
            #expect(try application.control("DELETE", "/worlds/copy").status == 204)
        }
    }
}
