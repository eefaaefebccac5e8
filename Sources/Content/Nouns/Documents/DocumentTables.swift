package import MockPostlyContent
internal import MockPostlyJavaScript
internal import MockPostlySQLite

extension ContentTable {
    /// Imported records, in place of those inside the program.
    ///
    /// A reset keeps them when the seed has none. A row of kind -1 says that there was an import.
    static var documentImport: ContentTable {
        var table = ContentTable(
            "document_import",
            columns: [
                .init("kind", .number(-1...lastKind)), .init("position", .count),
                .init("body", .text),
            ]
        )
        table.keys = 2
        table.counted = "kind >= 0"
        table.outlastsReset = true
        table.shownKey = { "\(kindName($0[0].number))[\($0[1].number)]" }
        table.makeCheck = DocumentRows.makeImportCheck
        return table
    }

    /// Changes since then: records that were added or replaced, and deleted records, which have no
    /// body.
    static var documentChange: ContentTable {
        var table = ContentTable(
            "document_change",
            columns: [
                .init("kind", .number(0...lastKind)),
                .init("id", .number(-Int64.largestInContent...Int64.largestInContent)),
                .init("body", .text, isOptional: true),
            ]
        )
        table.keys = 2
        table.shownKey = { "\(kindName($0[0].number)) \($0[1].number)" }
        table.makeCheck = { DocumentRows.checkChange }
        return table
    }

    static let customResponse = ContentTable(
        "custom_response",
        columns: [
            .init("identifier", .text),
            .init("method", .oneOf(["GET", "POST", "PUT", "PATCH", "DELETE"])),
            .init("body", .textThat("JSON") { parseJavaScriptJSON(Array($0.utf8)) != nil }),
            .init("created_at", .date),
        ]
    )

    private static let lastKind = Int64(DocumentKind.allCases.count - 1)

    private static func kindName(_ kind: Int64) -> String {
        DocumentKind(rawValue: Int(kind)).map { "\($0.name)" } ?? "\(kind)"
    }
}

extension ContentScope {
    /// The records and custom responses of DummyJSON.
    ///
    /// The name of the option and of the paths that reset it alone.
    package static let dummyjson = ContentScope("dummyjson")
}

extension ContentPart {
    /// The records of DummyJSON and its custom responses.
    ///
    /// Its member of a seed is `dummyjson`. It has no counts: people compare these lists with
    /// `total`.
    package static let documents = ContentPart(
        "documents",
        .dummyjson,
        migrations: [.documents],
        tables: [.documentImport, .documentChange, .customResponse],
        seed: DocumentsSeed.self,
        standsLast: true
    )
}
