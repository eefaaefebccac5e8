internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyOpenAPI
internal import MockPostlySchemas
internal import MockPostlyWorld

/// Makes rows of bodies: of a whole one a new row, of parts a changed one.
struct RowMaker {
    private let call: DescribedCall
    private let home: ResourceHome

    init(_ call: DescribedCall, _ home: ResourceHome) { (self.call, self.home) = (call, home) }

    private var schema: Schema? { home.row }

    /// The members of the body without its wrapper.
    ///
    /// Those of the query where there is no body; of a new row also what a query must have, which says
    /// where the row belongs as a path does.
    var members: JSObject {
        var members = bodyMembers
        let isAlone = call.body == .undefined && call.operation.body == nil
        for parameter in call.operation.parameters
        where parameter.place == .query
            && (isAlone || parameter.isRequired && call.plan.makesWhole)
        {
            let name = parameter.name
            let values = call.query.pairs.filter { $0.name == name && !$0.value.isEmpty }
            guard !values.isEmpty, let member = home.member(name) else { continue }
            for (sent, _) in members.members where home.member(sent) == member {
                members[sent] = .undefined
            }
            for pair in values { members.add(name, pair.value) }
        }
        return members
    }

    private var bodyMembers: JSObject {
        guard case .object(let whole) = call.body else { return JSObject() }
        guard let wrapper = call.plan.bodyWrapper else { return whole }
        switch whole[wrapper] {
        case .object(let inner): return inner
        case .array(let elements):
            // A list in which one row is wrapped.
            guard case .object(let inner)? = elements.first else { return whole }
            return inner
        default: return whole
        }
    }

    // MARK: Merging

    /// Sets what the body has; null removes what cannot be null.
    func merge(_ members: JSObject, into row: inout JSObject) {
        let choice = choice(for: members, over: row)
        for (name, value) in members.members where !name.hasPrefix("$") {
            let link = home.member(name) == nil ? DescribedUpload.link(name, value, home) : nil
            let member = home.member(name) ?? link ?? reference(name) ?? name
            guard let field = choice?.field(member) ?? schema?.field(member) else {
                row[name] = value.isNullish ? .undefined : value
                continue
            }
            if field.rules.isReadOnly, link == nil, !takes(name) { continue }
            if value.isNullish {
                row[member] = field.rules.isNullable || field.accepts(.null) ? .null : .undefined
                continue
            }
            row[member] = fitted(value, field)
        }
    }

    /// What a row becomes by these members, where the schema has choices.
    private func choice(for members: JSObject, over row: JSObject) -> Schema? {
        guard let schema else { return nil }
        var whole = row
        for (name, value) in members.members { whole[home.member(name) ?? name] = value }
        return schema.choice(for: whole)
    }

    /// The schema of the row in the body.
    private var bodySchema: Schema? {
        let body = call.operation.bodySchema
        let inner = call.plan.bodyWrapper.flatMap { body?.field($0) } ?? body
        // Of a list of rows, that of one.
        return inner?.element ?? inner
    }

    /// Whether the body may have this member, be it read-only in rows.
    private func takes(_ name: String) -> Bool {
        guard let schema = bodySchema, let member = schema.fieldName(name) else { return false }
        return schema.field(member)?.rules.isReadOnly == false
    }

    /// The member `x` that `x_id` names.
    private func reference(_ name: String) -> String? {
        for ending in ["_id", "Id", "_gid", "_ids", "Ids"] where name.hasSuffix(ending) {
            let stem = String(name.dropLast(ending.count))
            for candidate in [stem, English.plural(stem)] {
                if let member = home.member(candidate), schema?.field(member)?.isScalar == false {
                    return member
                }
            }
        }
        return nil
    }

    /// A value of a body as the row's member has it.
    private func fitted(_ value: JSValue, _ field: Schema) -> JSValue {
        if field.accepts(value, .part), !isReference(value, field) { return value }
        return call.shaper().value(value, as: field)
    }

    /// Whether a value is an id, or objects with ids alone, of other rows.
    private func isReference(_ value: JSValue, _ field: Schema) -> Bool {
        switch value {
        case .object(let object): return object.count == 1 && field.fields.count > 1
        case .array(let elements):
            guard let items = field.element else { return false }
            return elements.contains { isReference($0, items) }
        default: return false
        }
    }

    // MARK: New rows

    /// A new row of the body, without its id.
    func newRow(_ members: JSObject) -> (row: JSObject, list: String) {
        var row = JSObject()
        merge(members, into: &row)
        row[DescribedUpload.member] = call.upload.map { .string($0) } ?? .undefined
        let list = home.fill(&row, with: call.values)
        complete(&row, sent: members)
        setTimes(.made, &row, sent: members)
        setTimes(.changed, &row, sent: members)
        return (row, list)
    }

    /// Sets what was not sent.
    private func complete(_ row: inout JSObject, sent: JSObject) {
        guard let schema else { return }
        let body = bodySchema
        var drawing = call.shaper().drawing
        drawing.path = home.path.text
        drawing.row = (try? call.store.rows(home.name)?.rows.last?.ordinal ?? 0) ?? 0
        let choice = schema.choice(for: row)
        let required = Set(schema.rules.required + (choice?.rules.required ?? []))
        for field in schema.fields(of: row) where !row.has(field.name) && field.name != home.id {
            let rules = field.schema.rules
            if let value = rules.defaultValue, field.schema.accepts(value, .drawn) {
                row[field.name] = value
                continue
            }
            let isClients = body?.fieldName(field.name) != nil && !rules.isReadOnly
            let isRequired = required.contains(field.name)
            if isClients || rules.isWriteOnly {
                if rules.isWriteOnly { continue }
                if rules.isNullable {
                    if isRequired || !isDoubtful(field.schema) { row[field.name] = .null }
                } else if isRequired {
                    row[field.name] = field.schema.draw(drawing, named: field.name)
                }
                continue
            }
            let words = Words.split(field.name)
            if rules.isNullable, !isRequired, isDoubtful(field.schema) { continue }
            if rules.isNullable, words.last == "at" || words.last == "on" {
                row[field.name] = .null
            } else if field.schema.element != nil, !isRequired || rules.count.least ?? 0 == 0 {
                row[field.name] = .array([])
            } else if rules.isNullable, !isRequired || rules.isObject {
                row[field.name] = .null
            } else {
                row[field.name] = beginning(field.schema, field.name, drawing)
            }
        }
    }

    /// What a member of the server is in a new row: nothing was done with it yet.
    private func beginning(_ schema: Schema, _ name: String, _ drawing: Drawing) -> JSValue {
        if schema.isBoolean, schema.accepts(.bool(false)) { return .bool(false) }
        let words = Words.split(name)
        let isCount = words.last == "count" || words.first == "num" || words.first == "total"
        if schema.isNumber, isCount, schema.accepts(.number(0)) { return .number(0) }
        return schema.draw(drawing, named: name)
    }

    /// Whether null may not be allowed after all: in OpenAPI 3.0 a component stays what it is where only
    /// another part of an `allOf` can be null.
    private func isDoubtful(_ schema: Schema) -> Bool {
        schema.book.language == .openAPI30 && !schema.strictlyAllowsNull
    }

    /// Sets the members that say when the row was made or changed.
    func setTimes(_ moment: RowTimes.Moment, _ row: inout JSObject, sent: JSObject) {
        for field in schema?.fields ?? [] where RowTimes.moment(field.name) == moment {
            let isSent = sent.members.contains { home.member($0.name) == field.name }
            guard !isSent || field.schema.rules.isReadOnly,
                let value = RowTimes.value(call.described.now, as: field.schema)
            else { continue }
            row[field.name] = value
        }
    }

    /// Gives a new row an id, and adds it to its list.
    ///
    /// - Throws: 409 for an id, or a name that is unique, of another row.
    func add(_ row: JSObject, list: String, sent: JSObject) throws -> CollectionRow {
        var row = row
        let rows = try call.described.rows(home, in: home.isFoundAlone ? nil : list)
        let id = try givenID(sent, list) ?? newID(rows, taken(rows, list), list, &row)
        if let name = home.id, let given = value(sent: sent, name), given.isTrue {
            row[name] = given
        }
        try checkUnique(row, rows)
        home.mark(&row, id: id, list: list)
        let key = CollectionRows.Naming.id(id, in: list)
        try call.described.forget(home, key)
        // Where the description knows no conflict, a row with the id of another one replaces it.
        if let known = try call.store.rows(home.name)?.row(IDText(key)) {
            try call.store.replace(home.name, known, by: .object(row))
        } else {
            try call.store.add(home.name, .object(row), id: .string(key))
        }
        guard let added = try call.store.rows(home.name)?.row(IDText(key)) else {
            throw DescribedFailure(500, "the row could not be kept")
        }
        return added
    }

    /// The ids of rows of a list; none where any id may be used.
    private func taken(_ rows: [CollectionRow], _ list: String) -> Set<String> {
        guard home.parents == 0 || list != Described.elsewhere else { return [] }
        return Set(
            rows.map { row in
                let key = row.id.text
                let own = home.isFoundAlone ? row.value[CollectionRows.Naming.list]?.string : list
                let start = CollectionRows.Naming.id("", in: own ?? "")
                return key.hasPrefix(start) ? String(key.dropFirst(start.count)) : key
            }
        )
    }

    private func value(sent members: JSObject, _ name: String) -> JSValue? {
        let plain = Words.plain(name)
        let found = members.members.first { Words.plain($0.name) == plain }?.value
        guard let found, !found.isNullish, let field = schema?.field(name) else { return nil }
        return field.accepts(found) ? found : field.fitted(found)
    }

    /// The id that the body gives the row; nil where it gives none.
    private func givenID(_ members: JSObject, _ list: String) throws -> String? {
        guard let name = home.id, let field = schema?.field(name), !field.rules.isReadOnly,
            let given = value(sent: members, name), given.isTrue
        else { return nil }
        let length = given.text.utf8.count
        guard length <= CollectionRows.longestID else {
            throw DescribedFailure(
                call.operation.refusal,
                "\(name) has \(length) bytes; no path has more than \(CollectionRows.longestID)"
            )
        }
        guard call.operation.response("409") != nil,
            home.parents == 0 || list != Described.elsewhere,
            try call.store.rows(home.name)?.has(
                IDText(CollectionRows.Naming.id(given.text, in: list))
            ) == true
        else { return given.text }
        throw DescribedFailure(409, "another \(home.noun) has the \(name) \(given.text)")
    }

    private func newID(
        _ rows: [CollectionRow],
        _ taken: Set<String>,
        _ list: String,
        _ row: inout JSObject
    ) throws -> String {
        // Ids of deleted rows are not given again.
        var taken = taken
        for stone in try call.store.rows(Tombstone.collection)?.rows ?? [] {
            let key = stone.id.text
            guard key.hasPrefix("\(home.name)/") else { continue }
            taken.insert(String(key.split(separator: "/").last ?? ""))
        }
        let drawing = Drawing(seed: 0, path: home.path.text + list, now: call.described.now)
        let number = taken.count
        guard let id = NewID(home, schema).next(number: number, drawing, taken: taken, &row) else {
            throw DescribedFailure(409, "no \(home.id ?? "id") that is allowed is free")
        }
        return id
    }

    private func checkUnique(_ row: JSObject, _ rows: [CollectionRow]) throws {
        let isDeclared = call.operation.response("409") != nil
        for name in home.unique + (isDeclared ? ["username", "slug", "email"] : []) {
            guard let member = home.member(name), member != home.id, row[member].isTrue,
                rows.contains(where: { $0.value[member].map { JSValue($0) } == row[member] })
            else { continue }
            throw DescribedFailure(
                409,
                "another \(home.noun) has the \(member) \(row[member].text)"
            )
        }
    }
}
