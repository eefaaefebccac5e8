package import MockPostlyContent
package import MockPostlyJSON
internal import MockPostlySQLite

/// The lines of a guestbook.
package struct GuestbookStore {
    package struct Line: Equatable, Sendable {
        package var id: Int64
        package var guest: String
        package var text: String
    }

    let work: UnitOfWork

    package init(work: UnitOfWork) {
        self.work = work
    }

    package func all() throws -> [Line] {
        try work.connection.all("SELECT id, guest, text FROM guestbook_line ORDER BY id") { row in
            Line(id: row.int(0), guest: row.text(1), text: row.text(2))
        }
    }

    /// The line with this id; nil when there is none.
    package func find(_ id: Int64) throws -> Line? {
        try work.connection.first(
            "SELECT id, guest, text FROM guestbook_line WHERE id = ?1",
            [.integer(id)]
        ) { row in Line(id: row.int(0), guest: row.text(1), text: row.text(2)) }
    }

    package func add(_ text: String, by guest: String) throws {
        _ = try work.writeOnce {
            try work.connection.run(
                "INSERT INTO guestbook_line (guest, text) VALUES (?1, ?2)",
                [.text(guest), .text(text)]
            )
        }
    }
}

extension GuestbookStore {
    @Sendable static func counts(_ connection: Connection) throws -> [ContentCount] {
        let lines = try connection.first("SELECT count(*) FROM guestbook_line") { $0.int(0) }
        return [ContentCount("lines", lines ?? 0)]
    }
}

extension ContentScope {
    package static let guestbook = ContentScope("guestbook")
}

extension ContentPart {
    package static let guestbook = ContentPart(
        "guestbook",
        .guestbook,
        migrations: [
            Migration(
                name: "0001-guestbook",
                sql: """
                    CREATE TABLE guestbook_line (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        guest TEXT NOT NULL,
                        text TEXT NOT NULL
                    ) STRICT;
                    """
            )
        ],
        tables: [.guestbookLine],
        seed: GuestbookSeed.self,
        counts: GuestbookStore.counts
    )
}

extension ContentTable {
    static var guestbookLine: ContentTable {
        var table = ContentTable(
            "guestbook_line",
            columns: [
                .init("id", .id), .init("guest", .textThat("a name", { !$0.isEmpty })),
                .init("text", .text),
            ]
        )
        table.hasSequence = true
        return table
    }
}

/// `"guestbook": [{"guest": "Ada", "text": "A fine place."}]`.
package final class GuestbookSeed: SeedPart {
    package static let member = "guestbook"

    private let reading: SeedReading
    private let store: GuestbookStore
    private var count = 0

    package init(_ reading: SeedReading, _ earlier: SeedParts) {
        self.reading = reading
        store = GuestbookStore(work: reading.work)
    }

    package var tally: SeedTally? { SeedTally(title: "guestbook", [.init("line", count)]) }

    package func read(_ list: JSONValue) {
        reading.forEach(list, Self.member) { index, value in
            let place = SeedPlace(Self.member, at: index, members: ["guest", "text"])
            guard var members = reading.object(value, place) else { return }
            let guest = reading.requiredString(&members, "guest")
            let text = reading.requiredString(&members, "text")
            reading.close(members)
            guard let guest, let text else { return }
            count += 1
            reading.attempt { try store.add(text, by: guest) }
        }
    }

    package static func write(_ content: ExportedContent, _ writer: inout SeedWriter) throws {
        writer.key("guestbook")
        writer.beginArray()
        try content.connection.forEach("SELECT guest, text FROM guestbook_line ORDER BY id") {
            row in
            writer.element()
            writer.beginObject()
            writer.field("guest", row.textBytes(0))
            writer.field("text", row.textBytes(1))
            writer.endObject()
        }
        writer.endArray()
    }
}
