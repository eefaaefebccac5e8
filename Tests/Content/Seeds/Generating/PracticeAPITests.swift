import MockPostlyJSON
import Testing

@testable import MockPostlyNouns
@testable import MockPostlySeeds

/// The practice API inside the program: the shapes and counts of JSONPlaceholder.
struct PracticeAPITests {
    private func rows(_ name: String) throws -> [JSONValue] {
        let source = try PracticeAPI.source()
        return source.members.first { $0.name == name }?.value.elements ?? []
    }

    @Test(arguments: [
        ("posts", 100, "userId id title body"), ("comments", 500, "postId id name email body"),
        ("albums", 100, "userId id title"), ("photos", 5000, "albumId id title url thumbnailUrl"),
        ("users", 10, "id name username email address phone website company"),
        ("todos", 200, "userId id title completed"),
    ])
    func `each collection has the count and the members of the original`(
        _ name: String,
        _ count: Int,
        _ members: String
    ) throws {
        let rows = try rows(name)
        #expect(rows.count == count)
        #expect(rows.compactMap { $0["id"]?.int } == (1...Int64(count)).map(\.self))
        #expect(rows.allSatisfy { $0.members.map(\.0).joined(separator: " ") == members })
    }

    @Test
    func `a user has an address with a place on earth, and a company`() throws {
        let user = try #require(try rows("users").last)
        let address = try #require(user["address"])
        #expect(address.members.map(\.0) == ["street", "suite", "city", "zipcode", "geo"])
        #expect(address["geo"]?.members.map(\.0) == ["lat", "lng"])
        #expect(user["company"]?.members.map(\.0) == ["name", "catchPhrase", "bs"])
        let emails = try rows("users").compactMap { $0["email"]?.string }
        #expect(Set(emails).count == 10)
    }

    @Test(arguments: [
        ("posts", "userId", 10), ("comments", "postId", 5), ("albums", "userId", 10),
        ("photos", "albumId", 50), ("todos", "userId", 20),
    ])
    func `each parent has as many rows as in the original`(
        _ name: String,
        _ key: String,
        _ count: Int
    ) throws {
        let parents = try rows(name).compactMap { $0[key]?.int }
        let counts = Dictionary(grouping: parents) { $0 }.mapValues(\.count)
        #expect(Set(counts.values) == [count])
    }

    @Test
    func `it is the same in each run`() throws {
        let texts = try (0..<2).map { _ in try rows("posts").map { Array($0.rawText) } }
        #expect(texts[0] == texts[1])
    }
}
