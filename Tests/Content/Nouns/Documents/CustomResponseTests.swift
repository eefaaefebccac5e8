import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

/// Answers that clients have asked for.
@Suite
struct CustomResponseTests {
    private let domain: Domain
    private var store: CustomResponseStore { domain.customResponses }

    init() throws { domain = try Domain.fresh() }

    private static let one = CustomResponse(
        method: "GET",
        body: Array(#"{"ä":"\u0000"}"#.utf8),
        createdAt: .frozen
    )

    @Test
    func `what was added is found as it was`() throws {
        #expect(try store.find("a") == nil)
        try store.add("a", Self.one)
        #expect(try store.find("a") == Self.one)
        #expect(try store.find("A") == nil && store.find("") == nil)
        try domain.work.commit()
        #expect(try store.find("a") == Self.one)
    }

    @Test
    func `the first one with an identifier stays`() throws {
        try store.add("a", Self.one)
        try store.add("a", CustomResponse(method: "PUT", body: [], createdAt: .frozen))
        #expect(try store.find("a") == Self.one)
        let empty = CustomResponse(method: "DELETE", body: [], createdAt: Instant(seconds: -1))
        try store.add("b", empty)
        #expect(try store.find("b") == empty)
    }

    @Test
    func `only so many are kept, and so many bytes`() throws {
        var limits = CustomResponseLimits()
        (limits.count, limits.bytes) = (3, 100)
        func add(_ identifier: String, _ size: Int) throws {
            let body = [UInt8](repeating: UInt8(ascii: "1"), count: size)
            let response = CustomResponse(method: "GET", body: body, createdAt: .frozen)
            try store.add(identifier, response, within: limits)
        }
        try add("a", 60)
        #expect(throws: TooManyCustomResponses.self) { try add("b", 41) }
        #expect(try store.find("b") == nil)
        try add("b", 40)
        #expect(throws: TooManyCustomResponses.self) { try add("c", 1) }
        try add("c", 0)
        #expect(throws: TooManyCustomResponses.self) { try add("d", 0) }
        // One that is there needs no room.
        try add("a", 60)
        try domain.work.commit()
        #expect(throws: TooManyCustomResponses.self) { try add("d", 0) }
    }

    @Test
    func `what was undone or reset needs no room`() throws {
        var limits = CustomResponseLimits()
        limits.count = 1
        let start = try domain.content
        try store.add("a", Self.one, within: limits)
        try domain.work.rollback()
        try store.add("b", Self.one, within: limits)
        #expect(throws: TooManyCustomResponses.self) {
            try store.add("a", Self.one, within: limits)
        }
        try domain.reset(to: start)
        try store.add("a", Self.one, within: limits)
        try domain.restore(start)
        try store.add("b", Self.one, within: limits)
        try domain.reset([.dummyjson], to: start.image)
        try store.add("c", Self.one, within: limits)
    }

    @Test
    func `what is rolled back was never there`() throws {
        try store.add("a", Self.one)
        try domain.work.rollback()
        #expect(try store.find("a") == nil)
    }
}

/// A database of the release before there were documents.
@Suite
struct DocumentMigrationTests {
    private func schema(_ connection: Connection) throws -> [String] {
        try connection.all("SELECT name || ' ' || sql FROM sqlite_schema ORDER BY name") {
            $0.text(0)
        }
    }

    @Test
    func `an older database becomes a new one and keeps what it has`() throws {
        let old = try Connection(.memory)
        try Migrator([.blog]).migrate(old)
        #expect(try old.userVersion() == 1)
        try old.run(
            "INSERT INTO user (user_id, email, name, created_at) VALUES ('1', 'a@x', 'Ann', 0)"
        )
        let domain = try Domain(old, .frozen())
        #expect(try old.userVersion() == Migration.all.count)
        #expect(try schema(old) == schema(Domain.fresh().work.connection))
        #expect(try domain.number("SELECT COUNT(*) FROM user") == 1)
        #expect(domain.documents.count(.posts) == 251)
        try domain.documents.put(.posts, id: 252, text: Array(#"{"id":252}"#.utf8))
        try domain.work.commit()
        #expect(domain.documents.nextID(.posts) == 253)
    }

    @Test
    func `an older data file is copied first`() throws {
        let directory = try ScratchDirectory()
        let path = directory.file("a.db")
        try DataFile(path, survivesPowerLoss: false, migrations: [.blog]).connection.close()
        let file = try DataFile(path, survivesPowerLoss: false)
        #expect(try file.connection.userVersion() == Migration.all.count)
        #expect(try directory.names().contains("a.db.v1"))
    }
}
