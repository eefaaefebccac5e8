internal import MockPostlyContent
internal import MockPostlyJSON
internal import MockPostlyJavaScript

/// Reads a file of records and reports what is wrong with it, with line and column.
struct DocumentReader {
    private let file: String
    private let kind: DocumentKind
    private let takesOldForms: Bool

    /// A reader of `file`; with `takesOldForms`, records of the legacy era are right too.
    init(file: String, _ kind: DocumentKind, takesOldForms: Bool = false) {
        self.file = file
        self.kind = kind
        self.takesOldForms = takesOldForms
    }

    /// The records of a file whose text is `bytes`.
    ///
    /// Throws the first fault, among them a missing member and an id that two records have.
    func read(_ bytes: [UInt8]) throws(SeedFault) -> [Document] {
        let json: JSON
        do throws(JSONError) {
            json = try JSON(parsing: bytes, skippingByteOrderMark: true)
        } catch {
            let place = error.position(in: bytes)
            throw SeedFault(
                file: file,
                line: place.line,
                column: place.column,
                field: "",
                words: error.reason.words
            )
        }
        guard json.root.kind == .array else {
            // A saved response of the API is an object that has the array inside.
            let isPage = json.root["\(kind.name)"]?.kind == .array
            let page = isPage ? ", found an object: save its array '\(kind.name)' alone" : ""
            throw fault(json.root, field: "", words: "expected an array of records" + page)
        }
        let records = json.root.elements
        var ids: Set<Double> = []
        for (index, record) in records.enumerated() {
            try validate(record, number: index + 1, &ids)
        }
        return Document.all(inCanonical: canonical(records, size: bytes.count))
    }

    private func validate(
        _ record: JSONValue,
        number: Int,
        _ ids: inout Set<Double>
    ) throws(SeedFault) {
        guard record.kind == .object else {
            throw fault(record, field: "record \(number)", words: "expected an object")
        }
        for member in DocumentShape.of(kind, takesOldForms: takesOldForms) {
            let name = "record \(number), \(member.name)"
            guard let value = record[member.name] else {
                if member.isOptional { continue }
                throw fault(record, field: name, words: "is missing")
            }
            if let refusal = member.type.refusal(of: value) {
                throw fault(value, field: name, words: refusal.words, inside: refusal.path)
            }
        }
        if let id = record["id"], let value = id.double, !ids.insert(value).inserted {
            throw fault(id, field: "record \(number), id", words: "another record has it")
        }
    }

    private func fault(
        _ value: JSONValue,
        field: String,
        words: String,
        inside path: String = ""
    ) -> SeedFault {
        let place = value.position
        return SeedFault(
            file: file,
            line: place.line,
            column: place.column,
            field: field + path,
            words: words
        )
    }

    /// The records as JavaScript's `JSON.stringify` prints them, as one array.
    private func canonical(_ records: [JSONValue], size: Int) -> [UInt8] {
        var writer = JSONWriter(escaping: .utf8, reserving: size)
        writer.beginArray()
        for record in records { JSValue(record, rounding: true).write(&writer) }
        writer.endArray()
        return writer.finish()
    }
}
