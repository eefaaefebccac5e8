import MockPostlyJSON
import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

@Suite("Seed export")
struct SeedExportTests {
    private func export(_ domain: Domain) throws -> [UInt8] {
        try domain.work.commit()
        return try SeedExport.json(of: domain.work.connection)
    }

    /// A world with what `bytes` say; its clock and its random numbers are of no account.
    private func world(of bytes: [UInt8]) throws -> Domain {
        let world = TimeAndChance(
            name: "other",
            clock: .frozen(at: Instant(seconds: 1)),
            randomSeed: 99
        )
        return try Domain.inMemory(world, seed: .bytes(bytes, name: "export.json"))
    }

    @Test(arguments: 1...6)
    func `a busy world comes back whole, and as the same bytes`(seed: UInt64) throws {
        let domain = try Domain.inMemory(.frozen(), seed: seed % 3 == 0 ? .standard : .empty)
        var busy = BusyWorld(domain, seed: seed)
        try busy.act(times: 300)
        let bytes = try export(domain)
        let copy = try world(of: bytes)
        let (expected, found) = try (dump(domain.work.connection), dump(copy.work.connection))
        for (table, rows) in expected {
            #expect(found[table] == rows, "\(table)")
        }
        #expect(try export(copy) == bytes)
        #expect(SeedSummary.check(.bytes(bytes, name: "export.json")).faults == [])
        for kind in DocumentKind.allCases {
            let isSame = copy.documents.all(kind).map(\.value.rawText)
                .elementsEqual(domain.documents.all(kind).map(\.value.rawText))
            #expect(isSame, "\(kind)")
            #expect(copy.documents.nextID(kind) == domain.documents.nextID(kind))
        }
    }

    @Test
    func `a file too large for memory is read alike`() throws {
        let domain = try Domain.inMemory(.frozen(), seed: .empty)
        var busy = BusyWorld(domain, seed: 77)
        try busy.act(times: 300)
        let bytes = try export(domain)
        let copy = try Domain.fresh()
        try copy.reset(toFilesOf: .bytes(bytes, name: "export.json"), smallSeed: 0)
        #expect(try export(copy) == bytes)
    }

    @Test
    func `the standard content comes back whole`() throws {
        let domain = try Domain.inMemory(.frozen(), seed: .standard)
        let bytes = try export(domain)
        let copy = try world(of: bytes)
        #expect(try dump(copy.work.connection) == dump(domain.work.connection))
        #expect(try export(copy) == bytes)
    }

    @Test
    func `an empty content is a seed too`() throws {
        let bytes = try export(.fresh())
        let expected = """
            {
              "exact": true,
              "users": [],
              "posts": [],
              "community": {
                "members": [],
                "posts": [],
                "tokens": []
              },
              "dummyjson": {
                "imported": null
              }
            }

            """
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
        #expect(try export(world(of: bytes)) == bytes)
    }

    @Test
    func `imported records come along, and take the place of those there`() throws {
        let domain = try Domain.fresh()
        let post =
            #"{"id":7,"title":"T","body":"B","tags":[],"reactions":{"likes":1,"dislikes":0},"#
            + #""views":1,"userId":1}"#
        try domain.documents.importSet(
            DocumentSet { kind in
                Array((kind == .posts ? "[\(post)]" : "[]").utf8)
            }
        )
        let bytes = try export(domain)
        let copy = try world(of: bytes)
        #expect(copy.documents.count(.posts) == 1)
        #expect(copy.documents.count(.users) == 0)
        #expect(try export(copy) == bytes)

        try copy.reset(to: .bytes(export(.fresh()), name: "none.json"))
        #expect(copy.documents.count(.users) == DocumentSet.standard.count(.users))
    }

    @Test
    func `a date beyond the year 9999 is kept`() throws {
        let domain = try Domain.fresh()
        domain.world.clock = .frozen(at: Instant(seconds: 300_000_000_000))
        try domain.post("Later", by: domain.person("Ada"))
        let bytes = try export(domain)
        let copy = try world(of: bytes)
        #expect(try dump(copy.work.connection) == dump(domain.work.connection))
    }
}
