internal import MockPostlyContent
package import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyNouns

/// The records of DummyJSON that people can look at and change, as the documents that they are.
extension DummyJSON {
    /// One for each kind, named `dummyjson-posts` and so on; changes are kept even where the API
    /// only echoes.
    package var collections: [RecordCollection] { DocumentKind.allCases.map(records) }

    private func records(_ kind: DocumentKind) -> RecordCollection {
        let source = DocumentRecords(kind, documents, documentOrders)
        var records = RecordCollection(
            "dummyjson-\(kind.name)",
            "\(kind.title)s",
            noun: "\(kind.title)".lowercased(),
            fields: source.fields,
            order: "id",
            table: "document_change",
            source: source
        )
        records.keyPrefix = "\(kind.name) "
        records.add = { [documents] values in .now("\(try documents.add(kind, values.root))") }
        records.edit = { [documents, noRecord = records.noRecord] text, values in
            guard let id = DocumentRecords.id(text), try documents.edit(kind, id, values.root)
            else { throw noRecord }
            return .now(text)
        }
        records.delete = { [documents, noRecord = records.noRecord] text in
            guard let id = DocumentRecords.id(text), documents.find(kind, id) != nil else {
                throw noRecord
            }
            try documents.removeWhole(kind, id)
        }
        return records
    }
}
