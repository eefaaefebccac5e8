package import MockPostlyContent
package import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlySQLite

/// The member `api` of a seed: what was written to the collections of a file.
///
/// `[{"collection": "posts", "key": "5", "place": 5, "row": {…}}]`; a row that is null was deleted.
/// With `"inFile": true` there is such a row in the file too.
/// Or an object as in the file, `{"posts": [{…}]}`: these rows are there in place of those of the file.
package final class CollectionsSeed: SeedPart {
    package static let member = "api"
    package static let takesRowsAlone = true

    private let reading: SeedReading
    private var count = 0
    /// Whether dates in rows may be relative.
    private var hasRelativeDates = true

    package init(_ reading: SeedReading, _ earlier: SeedParts) {
        self.reading = reading
    }

    package var tally: SeedTally? {
        SeedTally(title: "your API", [.init("change", count)])
    }

    package func read(_ value: JSONValue) {
        hasRelativeDates = CollectionSource.hasRelativeDates(value[CollectionSource.optionsName])
        guard value.kind != .object else { return replace(value) }
        reading.forEach(value, Self.member) { index, value in
            let place = SeedPlace(
                Self.member,
                at: index,
                members: ["collection", "key", "place", "inFile", "row"]
            )
            guard var members = reading.object(value, place) else { return }
            let collection = reading.requiredString(&members, "collection")
            let key = members.take("key")?.string
            let ordinal = members.take("place")?.int
            let isOfFile = members.take("inFile")?.bool ?? false
            let row = members.take("row")
            reading.close(members)
            guard let collection else { return }
            guard let key, let ordinal, ordinal >= 0, let row else {
                reading.report(value, place.path("key"), expected: "a key, a place and a row")
                return
            }
            let stored = RowPlace.stored(Int(ordinal), isOfFile: isOfFile)
            insert(collection, key, stored, row.isNull ? nil : row, place.path("row"))
        }
    }

    private func insert(
        _ collection: String,
        _ key: String,
        _ place: Int64,
        _ row: JSONValue?,
        _ field: String
    ) {
        count += 1
        let body = row.map { Value.text(text(of: $0, collection, field)) } ?? .null
        reading.attempt {
            _ = try reading.connection.run(
                RowPlace.replacement,
                [.text(collection), .text(key), .integer(place), body]
            )
        }
    }

    /// Reads collections and objects as they stand in a file of an API.
    private func replace(_ value: JSONValue) {
        for (name, member) in value.members where !name.hasPrefix("$") {
            guard member.kind == .array || member.kind == .object else {
                reading.report(member, "\(Self.member).\(name)", expected: "rows, or an object")
                continue
            }
            let field = "\(Self.member).\(name)"
            // For a collection, the empty key says that the rows of the file are not there.
            insert(name, RowKey.singular.stored, 0, member.kind == .array ? nil : member, field)
            for (place, row) in member.elements.enumerated() {
                let key = RowKey(ordinal: place + 1).stored
                insert(name, key, Int64(place + 1), row, "\(field)[\(place)]")
            }
        }
    }

    /// The row as JSON, with relative dates as of the time of filling.
    private func text(of row: JSONValue, _ collection: String, _ field: String) -> String {
        // What was written there is what it is.
        let dates = reading.isExact || !hasRelativeDates ? [] : reading.rowDates[collection] ?? []
        let filled = row.filled(by: dates, field, on: reading.startedAt) { [reading] in
            reading.movingDate($0, $1)
        }
        guard let value = filled else { return String(decoding: row.rawText, as: UTF8.self) }
        var writer = JSONWriter(escaping: .utf8, reserving: row.rawText.count)
        value.write(&writer)
        return String(decoding: writer.finish(), as: UTF8.self)
    }

    package static func write(_ content: ExportedContent, _ writer: inout SeedWriter) throws {
        // Left out where there is nothing: most seeds are of other systems.
        var isFirst = true
        try content.connection.forEach(RowPlace.rows) { row in
            if isFirst {
                writer.key("api")
                writer.beginArray()
            }
            isFirst = false
            writer.element()
            writer.beginObject()
            writer.field("collection", row.textBytes(0))
            writer.field("key", row.textBytes(1))
            writer.field("place", Int64(RowPlace.ordinal(row.int(2))))
            if row.int(2) & RowPlace.bit != 0 { writer.field("inFile", isTrue: true) }
            writer.key("row")
            if row.isNull(3) { writer.null() } else { writer.raw(row.textBytes(3)) }
            writer.endObject()
        }
        if !isFirst { writer.endArray() }
    }
}
