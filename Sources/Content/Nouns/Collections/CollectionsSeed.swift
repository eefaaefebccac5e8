package import MockPostlyContent
package import MockPostlyJSON
internal import MockPostlySQLite

/// The member `api` of a seed: what was written to the collections of a file.
///
/// `[{"collection": "posts", "key": "5", "place": 5, "row": {…}}]`; a row that is null was deleted.
package final class CollectionsSeed: SeedPart {
    package static let member = "api"

    private unowned let reading: SeedReading
    private var count = 0

    package init(_ reading: SeedReading) {
        self.reading = reading
    }

    package var tally: SeedTally? {
        SeedTally(title: "your API", [.init("change", count)])
    }

    package func read(_ value: JSONValue) {
        reading.forEach(value, Self.member) { index, value in
            let place = SeedPlace(
                Self.member,
                at: index,
                members: ["collection", "key", "place", "row"]
            )
            guard var members = reading.object(value, place) else { return }
            let collection = reading.requiredString(&members, "collection")
            let key = members.take("key")?.string
            let ordinal = members.take("place")?.int
            let row = members.take("row")
            reading.close(members)
            guard let collection else { return }
            guard let key, let ordinal, ordinal >= 0, let row else {
                reading.report(value, place.path("key"), expected: "a key, a place and a row")
                return
            }
            count += 1
            let body = row.isNull ? Value.null : .text(String(decoding: row.rawText, as: UTF8.self))
            reading.attempt {
                _ = try reading.connection.run(
                    """
                    INSERT OR REPLACE INTO api_row (collection, key, place, body)
                    VALUES (?1, ?2, ?3, ?4)
                    """,
                    [.text(collection), .text(key), .integer(ordinal), body]
                )
            }
        }
    }

    package static func write(_ content: ExportedContent, _ writer: inout SeedWriter) throws {
        // Left out where there is nothing: most seeds are of other systems.
        var isFirst = true
        try content.connection.forEach(
            "SELECT collection, key, place, body FROM api_row ORDER BY collection, place, key"
        ) { row in
            if isFirst {
                writer.key("api")
                writer.beginArray()
            }
            isFirst = false
            writer.element()
            writer.beginObject()
            writer.field("collection", row.textBytes(0))
            writer.field("key", row.textBytes(1))
            writer.field("place", row.int(2))
            writer.key("row")
            if row.isNull(3) { writer.null() } else { writer.raw(row.textBytes(3)) }
            writer.endObject()
        }
        if !isFirst { writer.endArray() }
    }
}
