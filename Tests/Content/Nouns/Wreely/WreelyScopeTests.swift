import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import CommunityContent
@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds
@testable import WreelyContent

/// A reset of Wreely alone, and of the others without it.
@Suite
struct WreelyScopeTests {
    enum Way: CaseIterable { case inPlace, image }

    private func reset(
        _ domain: Domain,
        _ scopes: Set<ContentScope>,
        _ start: Content,
        _ way: Way
    ) throws {
        switch way {
        case .inPlace: try domain.reset(scopes, to: Connection(.pages(start.image)))
        case .image: try domain.reset(scopes, to: start.image)
        }
        try domain.work.commit()
    }

    private func rows(_ domain: Domain) throws -> [String: [[String]]] {
        try dump(domain.work.connection).filter { $0.key.hasPrefix("wreely") }
    }

    @Test(arguments: Way.allCases)
    func `it is reset without the others`(way: Way) throws {
        let house = try WreelyHouse()
        let (start, before) = (try house.domain.content, try rows(house.domain))
        try house.domain.post("A post", by: house.domain.person("Zoe"))
        var profile = WreelyProfile()
        profile.name = "Another"
        _ = try house.members.change(profile, of: WreelyHouse.ada)
        try house.giveToken(String(repeating: "0f", count: 16), to: WreelyHouse.ben)
        _ = try house.wall.delete(1, by: WreelyHouse.ada)
        _ = try house.wall.insert(text: "x", imageURL: "", by: 1, in: 1)
        _ = try house.rooms.cancel(1, by: WreelyHouse.ada)
        _ = try house.codes.issue("12345", for: WreelyHouse.ada)
        try house.domain.work.commit()
        try reset(house.domain, [.wreely], start, way)
        #expect(try rows(house.domain) == before)
        #expect(try house.codes.pending().isEmpty)
        #expect(try house.domain.totals().posts == 1)
        #expect(try house.domain.number("SELECT count(*) FROM pragma_foreign_key_check") == 0)
        #expect(try house.wall.insert(text: "y", imageURL: "", by: 1, in: 1)?.id == 4)
    }

    @Test(arguments: Way.allCases)
    func `the others are reset without it`(way: Way) throws {
        let house = try WreelyHouse()
        let start = try house.domain.content
        _ = try house.wall.insert(text: "x", imageURL: "", by: 1, in: 1)
        try house.domain.post("A post", by: house.domain.person("Zoe"))
        try house.domain.work.commit()
        let before = try rows(house.domain)
        try reset(house.domain, [.postly, .community], start, way)
        #expect(try rows(house.domain) == before)
        #expect(try house.domain.totals().posts == 0)
    }

    @Test(arguments: Way.allCases)
    func `members whose accounts have other numbers there are matched`(way: Way) throws {
        let house = try WreelyHouse()
        let start = try house.domain.content
        let seed = """
            {"users": [{"name": "Z", "email": "z@x"}, {"name": "Ada", "email": "ada@x"}]}
            """
        let other = try WreelyHouse(seed)
        try reset(other.domain, [.wreely], start, way)
        #expect(try other.members.all(in: 1).map(\.email) == ["ada@x", "ben@x"])
        #expect(try other.wall.find(1, for: 2)?.likes == 2)
        #expect(try other.domain.number("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    }

    @Test
    func `an older database gets empty tables`() throws {
        let old = try Connection(.memory)
        try Migrator(Array(Migration.all.prefix { $0.name != "0005-wreely" })).migrate(old)
        let domain = try Domain(old, .frozen())
        #expect(try WreelyCompanyStore(domain.work).workspaces().isEmpty)
        #expect(try WreelyDirectoryStore(domain.work).all().isEmpty)
    }
}
