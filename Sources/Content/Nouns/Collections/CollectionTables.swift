package import MockPostlyContent
internal import MockPostlyJSON
internal import MockPostlySQLite

extension ContentTable {
    /// What was written since the file was read.
    static var apiRow: ContentTable {
        var table = ContentTable(
            "api_row",
            columns: [
                .init("collection", .text), .init("key", .text),
                .init("place", .count, isCompared: false),
                .init(
                    "body",
                    .textThat("a JSON value") { (try? JSON(parsing: Array($0.utf8))) != nil },
                    isOptional: true
                ),
            ]
        )
        table.keys = 2
        table.layer = Layer(body: "body", place: "place", bit: RowPlace.bit)
        table.shownKey = { identity in
            let (name, key) = (identity[0].shown, RowKey(stored: identity[1].shown).shown)
            return key.isEmpty ? name : "\(name)/\(key)"
        }
        return table
    }
}

/// How the place of a row stands in the database.
enum RowPlace {
    /// Set for a row that is in the file too.
    static let bit: Int64 = 1 << 40

    /// `collection, key, place, body` of all rows, those of a collection in their own order.
    static let rows = ContentTable.apiRow.select(
        orderedBy: "collection",
        "place & \(bit - 1)",
        "key"
    )

    /// Writes `collection, key, place, body`.
    static let replacement = ContentTable.apiRow.replacement

    static func stored(_ ordinal: Int, isOfFile: Bool) -> Int64 {
        Int64(ordinal) & (bit - 1) | (isOfFile ? bit : 0)
    }

    static func ordinal(_ stored: Int64) -> Int { Int(stored & (bit - 1)) }
}

extension ContentScope {
    /// The collections of a file.
    package static let api = ContentScope("api")
}

extension ContentPart {
    /// What was written to the collections of a file; its member of a seed is `api`.
    package static let collections = ContentPart(
        "collections",
        .api,
        migrations: [.collections],
        tables: [.apiRow],
        seed: CollectionsSeed.self
    )
}
