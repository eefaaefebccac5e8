import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

/// Contents whose dates move without a second reading of their seed.
@Suite
struct MovingSeedTests {
    private static let noon = Instant(seconds: 1_768_046_400)
    private static let seed = """
        {"users": [{"name": "A", "email": "a@x", "createdAt": "-1w"}],
         "posts": [
           {"author": "a@x", "title": "1", "content": "C", "createdAt": "-3d", "updatedAt": "-1h",
            "comments": [{"author": "a@x", "content": "D", "createdAt": "now-5m"}]},
           {"author": "a@x", "title": "2", "content": "C", "createdAt": "2026-01-01"},
           {"author": "a@x", "title": "3", "content": "C", "createdAt": "-3d 09:30"},
           {"author": "a@x", "title": "4", "content": "C", "createdAt": "now"}],
         "community": {"members": ["a@x"], "posts": [
           {"author": "a@x", "content": "C", "createdAt": "-2h"}]},
         "realworld": {"articles": [{"author": "a@x", "title": "T", "description": "D", "body": "B",
           "createdAt": "-4d", "comments": [{"author": "a@x", "body": "B", "createdAt": "now"}]}]},
         "wreely": {"workspaces": [{"name": "W",
           "members": [{"user": "a@x", "mobile": "9876543210"}], "events": [
           {"title": "T", "startsAt": "+1d 10:00", "endsAt": "+1d 11:00"},
           {"title": "U", "startsAt": "+1h", "endsAt": "+2h"}]}]}}
        """
    private static let record = """
        {"id": 900, "title": "T \\"-3d\\"", "meta": {"createdAt": "-3d", "updatedAt": "now"},
         "reviews": [{"date": "-1d 09:30"}, {"date": "2026-01-01T00:00:00.000Z"}]}
        """

    private let registry = ContentRegistry.standard

    private func content(_ seed: String, on time: Instant) throws -> Content {
        let source = SeedSource.bytes(Array(seed.utf8), name: "seed.json")
        return try .reading(source, registry, .standard, on: time)
    }

    /// From a minute to years, over midnights, and back.
    @Test(arguments: [1, 59, 13 * 60, 25 * 60, 24 * 60, 3_000_000, -1, -700 * 60])
    func `a moved content is the one that another reading gives`(minutes: Int) throws {
        let first = try content(Self.seed, on: Self.noon)
        let time = Self.noon + .seconds(minutes * 60)
        let moved = try first.following(time, registry)
        let read = try content(Self.seed, on: time)
        #expect(try moved.differences(from: read, registry).isEmpty)
        #expect(try moved.seed(registry) == read.seed(registry))
        #expect(try !first.differences(from: read, registry).isEmpty)
        #expect(moved.movingSeed?.mustRead == false)
    }

    @Test
    func `it moves on from where it is`() throws {
        var moved = try content(Self.seed, on: Self.noon)
        for hours in [5, 30, 17] {
            moved = try moved.following(Self.noon + .seconds(hours * 3_600), registry)
        }
        let read = try content(Self.seed, on: Self.noon + .seconds(17 * 3_600))
        #expect(try moved.differences(from: read, registry).isEmpty)
    }

    /// Times have microseconds, of which the dates in texts have lost some.
    @Test(arguments: [60_000_000, 700, -1, 1_400, 86_400_000_001, -90_061_001_001])
    func `dates in texts move as another reading gives them`(microseconds: Int64) throws {
        let seed = #"{"dummyjson": {"changes": {"products": [\#(Self.record)]}}}"#
        let start = Self.noon + .microseconds(456)
        let time = start + .microseconds(microseconds)
        let first = try content(seed, on: start)
        let moved = try first.following(time, registry)
        let read = try content(seed, on: time)
        #expect(try moved.differences(from: read, registry).isEmpty)
        #expect(try moved.seed(registry) == read.seed(registry))
        #expect(first.movingSeed?.mustRead == false)
    }

    @Test
    func `a seed is read again where dates in texts would have five digits`() throws {
        let seed = #"{"dummyjson": {"changes": {"products": [\#(Self.record)]}}}"#
        let time = try #require(Instant(rfc3339: "9850-01-01T00:00:00Z"))
        let moved = try content(seed, on: Self.noon).following(time, registry)
        #expect(try moved.differences(from: content(seed, on: time), registry).isEmpty)
    }
}
