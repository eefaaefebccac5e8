import MockPostlyJSON
import MockPostlyJavaScript
import MockPostlyWorld

extension SeedValidator {
    /// Reads a file's `dummyjson` and adds it to what the files before it say.
    mutating func readDocuments(of root: JSONValue) {
        guard let value = root["dummyjson"], var parts = object(value, .dummyJSON) else { return }
        let (imported, changes) = (parts.take("imported"), parts.take("changes"))
        let (deleted, responses) = (parts.take("deleted"), parts.take("customResponses"))
        close(parts)
        if let imported { readImport(imported) }
        forEachRecord(changes, "changes") { validator, kind, value, field in
            validator.readChange(value, kind, field)
        }
        forEachRecord(deleted, "deleted") { validator, kind, value, field in
            validator.readDeletion(value, kind, field)
        }
        forEach(responses, "dummyjson.customResponses") {
            $0.readResponse($2, .customResponse($1))
        }
    }

    private mutating func readImport(_ value: JSONValue) {
        guard !value.isNull else {
            return filling.forgetImport()
        }
        if hasImport {
            report("dummyjson.imported", at: value.offset, "another file has it too")
            return
        }
        hasImport = true
        filling.beginImport()
        var ids = DocumentKind.allCases.map { _ in Set<Int64>() }
        forEachRecord(value, "imported") { validator, kind, value, field in
            guard let (id, text) = validator.record(value, field, of: kind) else { return }
            if !ids[kind.rawValue].insert(id).inserted {
                validator.report(field, at: value.offset, "another record has the id \(id)")
            }
            validator.filling.addImported(kind, text)
        }
    }

    private mutating func readChange(_ value: JSONValue, _ kind: DocumentKind, _ field: String) {
        guard let (id, text) = record(value, field, of: nil) else { return }
        let key = SeedDocuments.Key(kind: kind, id: id)
        guard isFree(key, field, value) else { return }
        filling.add(SeedDocuments.Change(key: key, body: text))
    }

    private mutating func readDeletion(_ value: JSONValue, _ kind: DocumentKind, _ field: String) {
        guard let id = value.int, Self.recordIDs.contains(id) else {
            report(value, field, expected: "the id of a record")
            return
        }
        let key = SeedDocuments.Key(kind: kind, id: id)
        guard isFree(key, field, value) else { return }
        filling.add(SeedDocuments.Change(key: key, body: nil))
    }

    private mutating func isFree(
        _ key: SeedDocuments.Key,
        _ field: String,
        _ value: JSONValue
    ) -> Bool {
        if !filling.hasChange(key) { return true }
        report(field, at: value.offset, "the record \(key.id) is changed or deleted twice")
        return false
    }

    private mutating func readResponse(_ value: JSONValue, _ place: SeedPlace) {
        guard var members = object(value, place) else { return }
        let identifier = requiredString(&members, "identifier")
        let method = requiredString(&members, "method")
        let body = requiredString(&members, "body")
        let createdAt = requiredDate(&members, "createdAt")
        close(members)
        guard let identifier, let method, let body, let createdAt else { return }
        // As deep as clients may send it.
        if parseJavaScriptJSON(Array(body.utf8)) == nil {
            report(place.path("body"), at: value.offset, "expected JSON in the text")
        }
        if filling.hasResponse(identifier) {
            let words = "another response has the identifier \(identifier)"
            report(place.path("identifier"), at: value.offset, words)
            return
        }
        filling.add(
            SeedDocuments.Response(
                identifier: identifier,
                method: method,
                body: body,
                createdAt: createdAt
            )
        )
    }

    // MARK: Records

    /// What the id of a record can be.
    private static let recordIDs = -Int64.largestInContent...Int64.largestInContent

    /// Calls `body` with what stands in the lists of a part, kind by kind.
    private mutating func forEachRecord(
        _ value: JSONValue?,
        _ part: String,
        _ body: (inout SeedValidator, DocumentKind, JSONValue, String) -> Void
    ) {
        let place = SeedPlace.records(part)
        guard let value, var members = object(value, place) else { return }
        for kind in DocumentKind.allCases {
            let name = "\(kind.name)"
            let list = members.take(name)
            forEach(list, place.path(name)) { validator, index, element in
                body(&validator, kind, element, place.path("\(name)[\(index)]"))
            }
        }
        close(members)
    }

    /// The id and the text of a record: an object, or a text with one that is too deep for a file.
    ///
    /// With a `kind` it must have what the API needs of one.
    private mutating func record(
        _ value: JSONValue,
        _ field: String,
        of kind: DocumentKind?
    ) -> (id: Int64, text: String)? {
        let inner = value.string.flatMap { try? JSON(parsing: Array($0.utf8)).root }
        let record = inner ?? value
        guard record.kind == .object, let id = record["id"]?.int else {
            report(value, field, expected: "an object with an id")
            return nil
        }
        guard Self.recordIDs.contains(id) else {
            let offset = inner == nil ? record["id"]?.offset : nil
            report("\(field).id", at: offset ?? value.offset, "expected a number below 2^53")
            return nil
        }
        for member in kind.map(DocumentShape.of) ?? [] {
            guard let value = record[member.name] else {
                if member.isOptional { continue }
                report("\(field).\(member.name)", at: value.offset, "is missing")
                return nil
            }
            if let refusal = member.type.refusal(of: value) {
                let path = "\(field).\(member.name)\(refusal.path)"
                report(path, at: inner == nil ? value.offset : 0, refusal.words)
                return nil
            }
        }
        var writer = JSONWriter(escaping: .utf8, reserving: record.rawText.count)
        JSValue(record).write(&writer)
        return (id, String(decoding: writer.finish(), as: UTF8.self))
    }
}
