package import MockPostlyContent
package import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlySQLite
internal import MockPostlyWorld

/// The member `dummyjson` of a seed: imported records, changes, deletions and custom responses.
package final class DocumentsSeed: SeedPart {
    /// `{"imported":{...},"changes":{...},"deleted":{...},"customResponses":[...]}`.
    package static let member = "dummyjson"
    package static var described: SeedMember {
        let words = "How the records of DummyJSON differ from those the server has."
        return SeedMember(member, .object(.documents), words)
    }

    private let reading: SeedReading
    /// Whether the seed sets the imported records, or says that there are none.
    private(set) var saysImport = false
    /// Whether a file of the seed has imported records; only one may.
    private var hasImport = false
    /// How many records of each kind are imported.
    private var imported = DocumentKind.allCases.map { _ in 0 }

    /// It counts nothing: ``SeedPart/tally`` stays nil.
    package init(_ reading: SeedReading, _ earlier: SeedParts) {
        self.reading = reading
    }

    // MARK: Filling

    /// Removes the import: the seed has `"imported": null`.
    private func forgetImport() {
        guard !saysImport else { return }
        saysImport = true
        reading.attempt { try DocumentStore.removeImport(from: reading.connection) }
    }

    /// Begins the records that replace those inside the program.
    private func beginImport() {
        saysImport = true
        reading.attempt {
            try DocumentStore.removeImport(from: reading.connection)
            try DocumentStore.beginImport(in: reading.connection)
        }
    }

    /// Adds an imported record, given as compact JSON as JavaScript prints it.
    private func addImported(_ kind: DocumentKind, _ text: String) {
        let position = imported[kind.rawValue]
        imported[kind.rawValue] += 1
        reading.attempt {
            try DocumentStore.addImported(
                kind,
                position: position,
                text: text,
                to: reading.connection
            )
        }
    }

    private func add(_ change: SeedDocuments.Change) {
        reading.attempt { try DocumentStore.add(change, to: reading.connection) }
    }

    private func add(_ response: SeedDocuments.Response) {
        reading.attempt { try DocumentStore.add(response, to: reading.connection) }
    }

    /// Whether the seed has already changed or deleted this record.
    private func has(_ key: SeedDocuments.Key) -> Bool {
        reading.attempt { try DocumentStore.hasChange(key, in: reading.connection) } ?? false
    }

    /// Whether a custom response has this identifier.
    private func has(response identifier: String) -> Bool {
        reading.attempt {
            try ContentTable.customResponse.has(
                "identifier",
                .text(identifier),
                on: reading.connection
            )
        } ?? false
    }

    // MARK: Reading

    package func read(_ value: JSONValue) {
        let place = SeedPlace(Self.member, members: SeedShape.documents.names)
        guard let row = reading.row(value, place, .documents) else { return }
        if let imported = row.json("imported") { readImport(imported) }
        forEachRecord(row.json("changes"), "changes") { readChange($1, kind: $0, field: $2) }
        forEachRecord(row.json("deleted"), "deleted") { readDeletion($1, kind: $0, field: $2) }
        let list = row.path("customResponses")
        reading.forEach(row.json("customResponses"), list, .customResponse, readResponse)
    }

    private func readImport(_ value: JSONValue) {
        guard !value.isNull else {
            return forgetImport()
        }
        if hasImport {
            reading.report("dummyjson.imported", at: value.offset, "another file has it too")
            return
        }
        hasImport = true
        beginImport()
        // A kind that is not there is the program's own, an empty list is none.
        for kind in DocumentKind.allCases where value["\(kind.name)"] == nil {
            reading.attempt { try DocumentStore.keepOwn(kind, in: reading.connection) }
        }
        var ids = DocumentKind.allCases.map { _ in Set<Int64>() }
        forEachRecord(value, "imported") { kind, value, field in
            guard let (id, text) = record(value, field, of: kind, isWhole: true) else { return }
            if !ids[kind.rawValue].insert(id).inserted {
                reading.report(field, at: value.offset, "another record has the id \(id)")
            }
            addImported(kind, text)
        }
    }

    private func readChange(_ value: JSONValue, kind: DocumentKind, field: String) {
        guard let (id, text) = record(value, field, of: kind, isWhole: false) else { return }
        let key = SeedDocuments.Key(kind: kind, id: id)
        guard isFree(key, field: field, value: value) else { return }
        add(SeedDocuments.Change(key: key, body: text))
    }

    private func readDeletion(_ value: JSONValue, kind: DocumentKind, field: String) {
        guard let id = value.int, Self.recordIDs.contains(id) else {
            reading.report(value, field, expected: "the id of a record")
            return
        }
        let key = SeedDocuments.Key(kind: kind, id: id)
        guard isFree(key, field: field, value: value) else { return }
        add(SeedDocuments.Change(key: key, body: nil))
    }

    private func isFree(
        _ key: SeedDocuments.Key,
        field: String,
        value: JSONValue
    ) -> Bool {
        if !has(key) { return true }
        reading.report(field, at: value.offset, "the record \(key.id) is changed or deleted twice")
        return false
    }

    private func readResponse(_ row: SeedRow) {
        guard let identifier = row.text("identifier"), let method = row.text("method"),
            let body = row.text("body"), let createdAt = row.date("createdAt")
        else { return }
        // With the parser that reads clients' requests, so that the same depth is allowed.
        if parseJavaScriptJSON(Array(body.utf8)) == nil {
            reading.report(row.path("body"), at: row.value.offset, "expected JSON in the text")
        }
        if has(response: identifier) {
            let words = "another response has the identifier \(identifier)"
            reading.report(row.path("identifier"), at: row.value.offset, words)
            return
        }
        add(
            SeedDocuments.Response(
                identifier: identifier,
                method: method,
                body: body,
                createdAt: createdAt
            )
        )
    }

    // MARK: Records

    /// The ids that a record can have.
    private static let recordIDs = -Int64.largestInContent...Int64.largestInContent

    /// Calls `body` with kind, value and path of each element in the lists of a part, kind by kind.
    private func forEachRecord(
        _ value: JSONValue?,
        _ part: String,
        _ body: (DocumentKind, JSONValue, String) -> Void
    ) {
        let place = SeedPlace(
            "dummyjson.\(part)",
            members: DocumentKind.allCases.map { "\($0.name)" }
        )
        guard let value, var members = reading.object(value, place) else { return }
        for kind in DocumentKind.allCases {
            let name = "\(kind.name)"
            let list = members.take(name)
            reading.forEach(list, place.path(name)) { index, element in
                body(kind, element, place.path("\(name)[\(index)]"))
            }
        }
        reading.close(members)
    }

    /// The id and the text of a record: an object, or a string with JSON that is too deep for a
    /// file.
    ///
    /// A whole record must have the members that the API needs of its kind.
    private func record(
        _ value: JSONValue,
        _ field: String,
        of kind: DocumentKind,
        isWhole: Bool
    ) -> (id: Int64, text: String)? {
        let inner = value.string.flatMap { try? JSON(parsing: Array($0.utf8)).root }
        let record = inner ?? value
        guard record.kind == .object, let id = record["id"]?.int else {
            reading.report(value, field, expected: "an object with an id")
            return nil
        }
        guard Self.recordIDs.contains(id) else {
            let offset = inner == nil ? record["id"]?.offset : nil
            reading.report(
                "\(field).id",
                at: offset ?? value.offset,
                "expected a number below 2^53"
            )
            return nil
        }
        var isRight = true
        for member in isWhole ? DocumentShape.of(kind) : [] {
            guard let value = record[member.name] else {
                if member.isOptional { continue }
                reading.report("\(field).\(member.name)", at: value.offset, "is missing")
                isRight = false
                continue
            }
            if let refusal = member.type.refusal(of: value) {
                let path = "\(field).\(member.name)\(refusal.path)"
                reading.report(path, at: inner == nil ? value.offset : 0, refusal.words)
                isRight = false
            }
        }
        guard isRight else { return nil }
        var writer = JSONWriter(escaping: .utf8, reserving: record.rawText.count)
        // What was exported has whole dates, and what clients wrote.
        let dates = inner == nil && !reading.isExact ? DocumentShape.dates(of: kind) : []
        let written = record.filled(by: dates, field, on: reading.startedAt) { [reading] in
            reading.movingDate($0, $1)
        }
        (written ?? JSValue(record, rounding: true)).write(&writer)
        return (id, String(decoding: writer.finish(), as: UTF8.self))
    }
}
