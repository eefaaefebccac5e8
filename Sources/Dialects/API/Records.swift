internal import MockPostlyContent
package import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns

/// The rows that people can look at and change, as the documents that they are.
extension API {
    /// One for each collection of the file, named `api-posts` and so on.
    ///
    /// Changes are kept even where the API only echoes.
    package var collections: [RecordCollection] {
        if let described { return described.collections }
        return store.file.members.compactMap { name, member in
            if case .collection = member { records(name) } else { nil }
        }
    }

    private func records(_ name: String) -> RecordCollection {
        let source = RowRecords(self, name)
        let noun = English.singular(name)
        var records = RecordCollection(
            "api-\(name)",
            name,
            noun: noun,
            fields: source.fields,
            order: settings.id,
            table: "api_row",
            source: source
        )
        let noRecord = records.noRecord
        records.keyPrefix = "\(name)/"
        records.add = { [self] values in
            .now(try changing { try Writes.add(JSValue(values.root), to: name, self) })
        }
        records.edit = { [self] id, values in
            guard let row = try store.rows(name)?.row(IDText(id)),
                case .object(var object) = JSValue(row.value)
            else { throw noRecord }
            for (member, value) in values.root.members where member != settings.id {
                object[member] = value.isNull ? .undefined : JSValue(value)
            }
            try changing {
                try check(.object(object), of: name)
                try store.replace(name, row, by: .object(object))
            }
            return .now(id)
        }
        records.delete = { [self] id in
            guard let row = try store.rows(name)?.row(IDText(id)) else { throw noRecord }
            try changing {
                try store.together {
                    try store.remove(name, [row])
                    if settings.language == .v0 { try Sweep(self).removeOrphans() }
                }
            }
        }
        return records
    }

    /// Carries out a change of a person, which is always kept.
    private func changing<Result>(_ body: () throws -> Result) throws -> Result {
        let keepsWrites = store.keepsWrites
        store.keepsWrites = true
        defer { store.keepsWrites = keepsWrites }
        do {
            return try body()
        } catch let failure as Failure {
            let words = failure.message ?? usualWords(for: failure.status)
            throw RecordRefusal(
                failure.status == 409 ? 409 : 400,
                nil,
                words,
                hint: "Look at another row for its form."
            )
        } catch is CollectionTooDeep {
            throw RecordRefusal(
                400,
                nil,
                "The row has too many arrays and objects inside each other.",
                hint: "Send one that is less deep."
            )
        }
    }
}

/// The rows of a collection as documents.
private struct RowRecords: RecordSource {
    private let api: API
    private let name: String
    /// The id, the members that lists show, and last the row as a whole.
    let fields: [RecordField]

    /// How many rows are looked at for their members.
    private static let sample = 20
    /// How many members a list shows beside the id.
    private static let shown = 5

    init(_ api: API, _ name: String) {
        (self.api, self.name) = (api, name)
        // What a list shows is that of the file, so that it stays when rows change.
        var rows: [CollectionRow] = []
        if case .collection(let all)? = api.store.file[name] {
            rows = Array(all.rows.prefix(Self.sample))
        }
        var kinds: [(name: String, kind: RecordField.Kind)] = []
        for row in rows {
            for (name, value) in row.value.members where name != api.settings.id {
                guard let kind = Self.kind(value), kinds.count < Self.shown,
                    !(api.settings.authenticates && name == "password"),
                    !kinds.contains(where: { $0.name == name })
                else { continue }
                kinds.append((name, kind))
            }
        }
        let hasNumbers = !rows.isEmpty && rows.allSatisfy { $0.id.string == nil }
        fields =
            [RecordField(api.settings.id, hasNumbers ? .number : .text, .sortable)]
            + kinds.map { RecordField($0.name, $0.kind, [.sortable, .optional]) }
            + [RecordField("document", .json, .written)]
    }

    private static func kind(_ value: JSONValue) -> RecordField.Kind? {
        switch value.kind {
        case .string: .text
        case .number: .number
        case .bool: .flag
        case .null, .array, .object: nil
        }
    }

    private func rows() throws -> [CollectionRow] { try api.store.rows(name)?.rows ?? [] }

    func count() throws -> Int64 { Int64(try rows().count) }

    func item(_ id: String) throws -> [UInt8]? {
        guard let row = try api.store.rows(name)?.row(IDText(id)) else { return nil }
        guard api.settings.authenticates, name == Accounts.collection,
            case .object(var object) = JSValue(row.value)
        else { return Array(row.value.rawText) }
        object["password"] = .undefined
        var json = JSONWriter(escaping: .utf8)
        JSValue.object(object).write(&json)
        return json.finish()
    }

    func page(_ query: RecordQuery) throws -> RecordPage {
        let rows = try rows()
        return try query.page(of: places(query, rows)) { place in
            fields.object { name in
                guard let value = rows[place].value[name], value.kind != .object,
                    value.kind != .array
                else { return nil }
                return value
            }
        }
    }

    /// The rows of all pages, found once as long as no row changes.
    private func places(_ query: RecordQuery, _ rows: [CollectionRow]) throws -> [Int] {
        let wanted = KnownLists.Wanted(
            name: "records of \(name)",
            generation: api.store.generation,
            search: query.search,
            names: query.order,
            filters: []
        )
        return try api.orders.places(wanted) {
            let text = TextSearch(query.search)
            let places = rows.indices.filter {
                rows[$0].id != .undefined && rows[$0].value.kind == .object
                    && (query.search.isEmpty || text.takes(rows[$0].value))
            }
            let source = KnownColumns.Source(
                name: name,
                generation: wanted.generation,
                rows: rows
            )
            return Sorting(
                names: query.sort.name,
                orders: query.isDescending ? "desc" : "asc"
            ).sorted(places) { api.columns.values($0, of: source) }
        }
    }
}
