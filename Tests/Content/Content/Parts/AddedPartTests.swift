import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import CommunityContent
@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

/// A part that is added by listing it, from end to end.
@Suite("An added part of the content")
struct AddedPartTests {
    private static let registry = ContentRegistry.standard.adding([.shop])

    private static let seed = """
        {"users": [{"name": "Ada", "email": "ada@x", "password": "p"},
                   {"name": "Ben", "email": "ben@x", "password": "p"}],
         "shop": [{"owner": "ben@x", "name": "A lamp"}, {"owner": "ada@x", "name": "A chair"}]}
        """

    private func source(_ json: String) -> SeedSource { .bytes(Array(json.utf8), name: "s") }

    private func domain(_ json: String = seed) throws -> (Domain, WareStore) {
        let domain = try Domain.inMemory(.frozen(), Self.registry, seed: source(json))
        return (domain, WareStore(work: domain.work))
    }

    private func names(_ image: PageImage) throws -> [String] {
        try WareStore(work: UnitOfWork(Connection(.pages(image)))).all().map(\.name)
    }

    @Test
    func `its tables are made after the standard ones, whatever a world begins with`() throws {
        #expect(Self.registry.migrations.last?.name == "0001-shop")
        #expect(Self.registry.scopes.last == .shop)
        for seed in [SeedSource.standard, .empty] {
            let domain = try Domain.inMemory(.frozen(), Self.registry, seed: seed)
            #expect(try WareStore(work: domain.work).all().isEmpty)
            try domain.reset(to: seed)
            #expect(try domain.work.connection.userVersion() == Self.registry.migrations.count)
        }
    }

    @Test
    func `a seed fills it, is counted, and has its faults named`() throws {
        let (_, wares) = try domain()
        #expect(try wares.all().map(\.name) == ["A lamp", "A chair"])
        #expect(try wares.all().map(\.owner) == [2, 1])
        let summary = SeedSummary.check(source(Self.seed), Self.registry)
        #expect(summary.faults.isEmpty)
        #expect(summary.tallies.last == SeedTally(title: "shop", [.init("ware", 2)]))
        let wrong = #"{"users": [], "shop": [{"owner": "x@x", "name": "N", "price": 1}]}"#
        #expect(
            SeedSummary.check(source(wrong), Self.registry).faults.map(\.description) == [
                "s:1:34: shop[0].owner: expected the e-mail of a user of this seed, found \"x@x\"",
                "s:1:54: shop[0].price: unknown name; expected one of owner, name, id",
            ]
        )
        let unknown = SeedSummary.check(source(#"{"shop": []}"#), .standard).faults
        #expect(unknown.first?.words.contains("unknown name") == true)
    }

    @Test
    func `it is restored, compared and counted`() throws {
        let (domain, wares) = try domain()
        let before = try domain.content
        #expect(try Self.registry.rowCount(on: domain.work.connection) == 4)
        #expect(try Self.registry.rowCount(of: [.shop], on: domain.work.connection) == 2)
        try wares.remove(1)
        try wares.add("A table", of: 1)
        try domain.work.commit()
        let changes = try Self.registry.differences(
            between: before.image,
            and: domain.work.connection.image()
        )
        #expect(changes == [TableChanges(table: "shop_ware", added: ["3"], removed: ["1"])])
        try domain.restore(before)
        #expect(try wares.all().map(\.name) == ["A lamp", "A chair"])
    }

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

    @Test(arguments: Way.allCases)
    func `it is reset without the others, and they without it`(way: Way) throws {
        let (domain, wares) = try domain()
        let start = try domain.content
        let zoe = try domain.person("Zoe")
        try domain.post("A post", by: zoe)
        try wares.add("A table", of: 3)
        try domain.work.commit()
        try reset(domain, [.postly], start, way)
        // Somebody whom a ware speaks of stays.
        #expect(try domain.totals() == (posts: 0, users: 3, comments: 0))
        #expect(try wares.all().map(\.owner) == [2, 1, 3])
        try domain.post("Another post", by: zoe)
        try reset(domain, [.shop], start, way)
        #expect(try wares.all().map(\.name) == ["A lamp", "A chair"])
        #expect(try domain.totals().posts == 1)
        #expect(try wares.add("Comes next", of: 1) == 3)
        #expect(try domain.number("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    }

    @Test(arguments: Way.allCases)
    func `people whose numbers differ are matched by their ids`(way: Way) throws {
        let (other, _) = try domain()
        let start = try other.content
        let ada = try #require(try other.users.credentials(email: "ada@x")?.user)
        let (domain, wares) = try domain(#"{"users": [{"name": "Z", "email": "z@x"}]}"#)
        try reset(domain, [.shop], start, way)
        let number = try #require(try domain.members.find(ada.id)?.id)
        #expect(try wares.all().last?.owner == number)
        #expect(try domain.number("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    }

    @Test
    func `a database goes out and comes in, and a value that is not right is named`() throws {
        let (domain, wares) = try domain()
        let bytes = try domain.work.connection.serialize()
        let image = try ContentFile.image(of: bytes, Self.registry)
        #expect(try names(image) == ["A lamp", "A chair"])
        #expect(
            throws: ContentFault.newer(
                found: Self.registry.migrations.count,
                known: ContentRegistry.standard.migrations.count
            )
        ) { try ContentFile.image(of: bytes, .standard) }
        try wares.add("", of: 1)
        try domain.work.commit()
        let wrong = try domain.work.connection.serialize()
        #expect(
            throws: ContentFault.corrupt(
                "shop_ware, row 3, column name: expected a name, found a text"
            )
        ) { try ContentFile.image(of: wrong, Self.registry) }
    }

    @Test
    func `a seed goes out and comes in with the same bytes`() throws {
        let (domain, _) = try domain()
        let seed = try SeedExport.json(of: domain.work.connection, Self.registry.seeds)
        let (again, wares) = try self.domain(String(decoding: seed, as: UTF8.self))
        #expect(try wares.all().map(\.name) == ["A lamp", "A chair"])
        #expect(try SeedExport.json(of: again.work.connection, Self.registry.seeds) == seed)
    }

    @Test
    func `a data file of the standard content gets its tables, and keeps its rows`() throws {
        let directory = try ScratchDirectory()
        let path = directory.file("shop.db")
        try DataFile(path, survivesPowerLoss: false, .standard).connection.close()
        do {
            let file = try DataFile(path, survivesPowerLoss: false, Self.registry)
            let domain = try Domain(file.connection, .frozen(), registry: Self.registry)
            try domain.fill(from: source(Self.seed))
            try file.connection.close()
        }
        do {
            let file = try DataFile(path, survivesPowerLoss: false, Self.registry)
            let domain = try Domain(file.connection, .frozen(), registry: Self.registry)
            #expect(try WareStore(work: domain.work).all().map(\.name) == ["A lamp", "A chair"])
            // Of the data file of a server in this process, no descriptor may be closed.
            #expect(ContentFile.rowCount(path, Self.registry) == 0)
            try file.connection.close()
        }
        #expect(ContentFile.rowCount(path, Self.registry) == 4)
    }
}
