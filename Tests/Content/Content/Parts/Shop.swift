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
                .init("id", .id), .init("owner", .key(of: "user")),
                .init("name", .textThat("a name", { !$0.isEmpty })),
            ]
        )
        table.hasSequence = true
        return table
    }
}

/// `"shop": [{"owner": "ada@example.com", "name": "A lamp"}]`.
final class ShopSeed: SeedPart {
    static let member = "shop"

    private unowned let reading: SeedReading
    private let people: PeopleSeed
    private let store: WareStore
    private var count = 0

    init(_ reading: SeedReading) {
        self.reading = reading
        people = reading.part(PeopleSeed.self)
        store = WareStore(work: reading.work)
    }

    var tally: SeedTally? { SeedTally(title: "shop", [.init("ware", count)]) }

    func read(_ list: JSONValue) {
        reading.forEach(list, Self.member) { index, value in
            let place = SeedPlace(Self.member, at: index, members: ["id", "owner", "name"])
            guard var members = reading.object(value, place) else { return }
            let id = reading.optionalNumber(&members, "id")
            let owner = reading.required(&members, "owner")
                .flatMap { people.author($0, place.path("owner")) }
            let name = reading.requiredString(&members, "name")
            reading.close(members)
            guard let owner, let name else { return }
            count += 1
            reading.attempt { try store.add(name, of: Int64(owner), id: id) }
        }
    }

    static func write(_ content: ExportedContent, _ writer: inout SeedWriter) throws {
        let people = try content.knowledge(SeedPeople.self)
        writer.key("shop")
        writer.beginArray()
        try content.connection.forEach("SELECT id, owner, name FROM shop_ware ORDER BY id") {
            row in
            writer.element()
            writer.beginObject()
            writer.field("id", row.int(0))
            writer.key("owner")
            writer.raw(people.find(number: row.int(1))?.reference ?? [])
            writer.field("name", row.textBytes(2))
            writer.endObject()
        }
        writer.endArray()
    }
}
