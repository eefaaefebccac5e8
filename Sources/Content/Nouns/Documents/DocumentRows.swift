internal import MockPostlyContent
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlySQLite

/// Checks the JSON in rows of documents, beyond the types of the columns.
enum DocumentRows {
    /// Checks the rows of one import; no two records of a kind may have the same id.
    @Sendable
    static func makeImportCheck() -> ContentTable.RowCheck {
        var known: Set<SeedDocuments.Key> = []
        return { row throws(ValueRefusal) in
            try checkImport(&row)
            guard case .integer(let number) = row[0], case .text(let body) = row[2],
                let kind = DocumentKind(rawValue: Int(number)),
                let id = Document(Array(body.utf8))?.id
            else { return }
            guard known.insert(SeedDocuments.Key(kind: kind, id: id)).inserted else {
                throw refusal("another record has the id \(id)")
            }
        }
    }

    /// A row of an import: `kind, position, body`.
    ///
    /// A row without a kind is the mark that there is an import.
    private static func checkImport(_ row: inout [Value]) throws(ValueRefusal) {
        guard case .integer(let number) = row[0], case .text(let body) = row[2] else { return }
        guard let kind = DocumentKind(rawValue: Int(number)) else {
            if row[1] != .integer(0) || !body.isEmpty {
                throw ValueRefusal(column: "kind", words: "expected a kind of record")
            }
            return
        }
        let (record, text) = try record(body)
        for member in DocumentShape.of(kind) {
            guard let value = record[member.name] else {
                if member.isOptional { continue }
                throw refusal("its \(member.name) is missing")
            }
            if let refusal = member.type.refusal(of: value) {
                throw self.refusal("its \(member.name)\(refusal.path): \(refusal.words)")
            }
        }
        row[2] = .text(text)
    }

    /// Checks a row of a change: `kind, id, body`; the body is NULL for a record that was deleted.
    @Sendable
    static func checkChange(_ row: inout [Value]) throws(ValueRefusal) {
        guard case .integer(let id) = row[1], case .text(let body) = row[2] else { return }
        let (record, text) = try record(body)
        guard record["id"]?.int == id else { throw refusal("expected a record with the id \(id)") }
        row[2] = .text(text)
    }

    /// The record in `body`, and its text as JavaScript prints it.
    private static func record(_ body: String) throws(ValueRefusal) -> (JSONValue, String) {
        guard let given = try? JSON(parsing: Array(body.utf8)), given.root.kind == .object else {
            throw refusal("expected a JSON object")
        }
        var writer = JSONWriter(escaping: .utf8, reserving: body.utf8.count)
        JSValue(given.root, rounding: true).write(&writer)
        let bytes = writer.finish()
        // A store parses all records of a kind as one array, which adds one level of nesting.
        guard let list = try? JSON(parsing: [UInt8(ascii: "[")] + bytes + [UInt8(ascii: "]")]),
            let record = list.root.elements.first, Document(record) != nil
        else { throw refusal("expected a JSON object with an id") }
        return (record, String(decoding: bytes, as: UTF8.self))
    }

    private static func refusal(_ words: String) -> ValueRefusal {
        ValueRefusal(column: "body", words: words)
    }
}
