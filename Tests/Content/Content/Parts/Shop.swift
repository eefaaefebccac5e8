import MockPostlyJSON
import MockPostlySQLite
import MockPostlyWorld

@testable import MockPostlyContent
@testable import MockPostlyNouns

/// A noun that the program does not know: wares of people, with a table, a member of seeds and a scope
/// of its own.
struct WareStore {
    struct Ware: Equatable {
        var id: Int64
        var owner: Int64
        var name: String
    }

    let work: UnitOfWork

    func all() throws -> [Ware] {
        try work.connection.all("SELECT id, owner, name FROM shop_ware ORDER BY id") { row in
            Ware(id: row.int(0), owner: row.int(1), name: row.text(2))
        }
    }

    @discardableResult
    func add(_ name: String, of owner: Int64, id: Int64? = nil) throws -> Int64 {
        _ = try work.writeOnce {
            try work.connection.run(
                "INSERT INTO shop_ware (id, owner, name) VALUES (?1, ?2, ?3)",
                [.optional(id), .integer(owner), .text(name)]
            )
        }
        return work.connection.lastInsertRowID
    }

    func remove(_ id: Int64) throws {
        _ = try work.writeOnce {
            try work.connection.run("DELETE FROM shop_ware WHERE id = ?1", [.integer(id)])
        }
    }
}

extension ContentScope {
    static let shop = ContentScope("shop")
}

extension ContentPart {
    static let shop = ContentPart(
        "shop",
        .shop,
        migrations: [
            Migration(
                name: "0001-shop",
                sql: """
                    CREATE TABLE shop_ware (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        owner INTEGER NOT NULL REFERENCES user,
                        name TEXT NOT NULL
                    ) STRICT;
                    """
            )
        ],
        tables: [.shopWare],
        seed: ShopSeed.self
    )
}

extension ContentTable {
    static var shopWare: ContentTable {
        var table = ContentTable(
            "shop_ware",
            columns: [
                .init("id", .id),
                .init(
                    "owner",
                    .key(of: "user"),
                    seed: .init("owner", .own(.person), "Whose it is.", isRequired: true)
                ),
                .init(
                    "name",
                    .textThat("a name", { !$0.isEmpty }),
                    seed: .init("name", .text, "What it is called.", isRequired: true)
                ),
            ],
            seed: SeedRows("ware", "ware")
        )
        table.hasSequence = true
        return table
    }
}

/// `"shop": [{"owner": "ada@example.com", "name": "A lamp"}]`.
final class ShopSeed: SeedPart {
    static let member = "shop"
    static var described: SeedMember {
        SeedMember(member, .list(.object(ContentTable.shopWare.seedShape)), "The wares.")
    }

    private let reading: SeedReading
    private let people: PeopleSeed
    private let wares = SeedTable(.shopWare)
    private var count = 0

    init(_ reading: SeedReading, _ earlier: SeedParts) {
        self.reading = reading
        people = earlier.part(PeopleSeed.self)
    }

    var tally: SeedTally? { SeedTally(title: "shop", [.init("ware", count)]) }

    func read(_ list: JSONValue) {
        wares.forEach(list, Self.member, reading) { row in
            guard let row, row.isWhole,
                let owner = people.author(row.json("owner"), row.path("owner"))
            else { return }
            count += 1
            _ = wares.insert(row, ["owner": .integer(Int64(owner))], reading)
        }
    }

    static func write(_ content: ExportedContent, _ writer: inout SeedWriter) throws {
        let people = try content.knowledge(SeedPeople.self)
        let export = SeedTableExport(content, references: ["user": people.reference(number:)])
        try writer.rows(member, of: .shopWare, among: [], export)
    }
}
