internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyNouns

extension DummyJSON {
    /// `mockpostly import dummyjson`: the original's files become the records of a data file.
    static let documentImport = RecordImport(
        summary: "bring in records for the DummyJSON API",
        description: """
            Reads posts.json, users.json, comments.json, todos.json, quotes.json, products.json, \
            recipes.json and carts.json in DIR, each an array of records as the original answers \
            them, and makes them the records of FILE, in place of the standard ones. Earlier \
            changes to the records of FILE are lost. A record that cannot be served is named, \
            and FILE stays as it was. No server is needed.
            """,
        exampleName: "shop",
        hint: DocumentSource.rule
    ) { directory throws(SeedFault) in
        let documents = try DocumentSet.load(.directory(directory))
        let counts = DocumentKind.allCases.map { kind in
            ReadRecords.Count(
                noun: "\(kind.title)".lowercased(),
                count: documents.count(kind)
            )
        }
        return ReadRecords(counts) { domain in try domain.documents.importSet(documents) }
    }
}
