internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyOpenAPI
internal import MockPostlySchemas
internal import MockPostlyWorld

/// Carries out an operation that changes rows.
struct DescribedWrite {
    let call: DescribedCall
    let home: ResourceHome

    init(_ call: DescribedCall, _ home: ResourceHome) { (self.call, self.home) = (call, home) }

    var described: Described { call.described }
    var maker: RowMaker { RowMaker(call, home) }

    func response() throws -> Response {
        switch call.plan.role {
        case .create, .append: return try create(in: nil)
        case .viewCreate(let parent): return try create(in: parent)
        case .createMany: return try createMany()
        case .replace, .patch, .update: return try change()
        case .upsert: return try upsert()
        case .restore: return try restore()
        case .delete: return try delete()
        case .deleteMany: return try deleteMany()
        case .alias(let writing): return try alias(writing)
        case .singleton(let writing): return try DescribedDocument(call, home).response(writing)
        case .membership(let writing): return try membership(writing)
        case .action(let effect): return try action(effect)
        case .copy: return try copy()
        case .link(let member, let adds): return try link(member, adds: adds)
        case .list, .view, .appended, .relation, .read, .lookup, .none:
            throw DescribedFailure(500, "no write")
        }
    }

    // MARK: New rows

    /// Adds a row; one of a view remembers the path through which it was made.
    func create(in parent: String?) throws -> Response {
        try call.checkParents()
        let members = maker.members
        var (row, list) = maker.newRow(members)
        if case .viewCreate = call.plan.role {
            list = viewList(members)
            let path = ViewPath(call).text
            row[ViewPath.member] = .array([.string(path)])
            if let parent { nameParent(parent, &row, sent: members) }
        }
        let added = try maker.add(row, list: list, sent: members)
        return try created(added)
    }

    /// The list of a row that is made on another path: that which its parameters name.
    private func viewList(_ members: JSObject) -> String {
        guard home.parents > 0 else { return "" }
        var values: [String] = []
        for name in home.path.parameters {
            let value = call.value(of: name) ?? members[name].string
            guard let value else { return Described.elsewhere }
            values.append(value)
        }
        return ResourceHome.list(values)
    }

    /// Sets the member that names the row to which the path leads.
    private func nameParent(_ parameter: String, _ row: inout JSObject, sent: JSObject) {
        let views = described.source.recognition.plans.lazy.filter { $0.key == call.plan.key }
        for plan in views {
            guard case .view(.naming(let member, _)) = plan.role,
                let id = call.value(of: parameter),
                let field = home.row?.field(member),
                !sent.members.contains(where: { home.member($0.name) == member })
            else { continue }
            let value = JSValue.string(id)
            row[member] = call.shaper().value(
                field.element != nil ? .array([value]) : value,
                as: field
            )
        }
    }

    func created(_ row: CollectionRow) throws -> Response {
        let id = home.key(of: JSValue(row.value)) ?? ""
        var shown = JSValue(row.value)
        // The answer may have the id under the name of the parameter, where rows do not show it, or in a
        // list of such ids.
        let names = [home.parameter, home.parameter + "s"]
        if case .object(var object) = shown, !id.isEmpty,
            let name = names.lazy.compactMap({ call.plan.answer?.fieldName($0) }).first,
            home.member(name) == nil
        {
            let isList = call.plan.answer?.field(name)?.element != nil
            object[name] = isList ? .array([.string(id)]) : .string(id)
            shown = .object(object)
        }
        var response = try call.rowAnswer(shown, row.ordinal, home)
        if response.status == 201 || !showsID {
            response.fields.append(.init("Location", call.url(location(id))))
        }
        return response
    }

    /// Whether the answer has the id of the row.
    private var showsID: Bool {
        guard let answer = call.plan.answer else { return false }
        if answer.fieldName(home.parameter) != nil { return true }
        guard let id = home.id else { return false }
        return (Shapes.schema(answer, at: call.plan.wrapper) ?? answer).fieldName(id) != nil
    }

    private func location(_ id: String) -> String {
        var values = call.values.map { encoded($0) }[...]
        var text = ""
        for segment in home.path.segments {
            text += "/"
            for part in segment.parts {
                switch part {
                case .text(let bytes): text += String(decoding: bytes, as: UTF8.self)
                case .parameter: text += values.popFirst() ?? ""
                }
            }
        }
        return "\(text)/\(encoded(id))"
    }

    // MARK: Changes

    private func change() throws -> Response {
        // Where nothing else makes rows, PUT does.
        if case .replace = call.plan.role, !hasCreate || call.operation.response("201") != nil {
            try call.checkParents()
            if try described.row(home, in: call.list, id: call.itemID(home)) == nil {
                return try put(call.itemID(home))
            }
        }
        let row = try call.row(home)
        return try change(row, maker.members)
    }

    private var hasCreate: Bool {
        described.source.recognition.plans.contains { plan in
            plan.home == call.plan.home
                && [.create, .createMany, .upsert].contains(plan.role)
                || plan.home == call.plan.home && plan.role.word == "view-create"
        }
    }

    /// Makes a row with this id.
    private func put(_ id: String) throws -> Response {
        var members = maker.members
        if let name = home.id, let field = home.row?.field(name) {
            let text = JSValue.string(id)
            members[name] = field.accepts(text) ? text : field.fitted(text) ?? text
        }
        var row = maker.newRow(members).row
        // Not the list below this row.
        let list = call.list
        if let name = home.id { row[name] = members[name] }
        home.mark(&row, id: id, list: list)
        let key = CollectionRows.Naming.id(id, in: list)
        try described.forget(home, key)
        try call.store.add(home.name, .object(row), id: .string(key))
        return try call.rowAnswer(.object(row), 0, home, purpose: .create)
    }

    private func change(_ row: CollectionRow, _ members: JSObject) throws -> Response {
        guard case .object(let old) = JSValue(row.value) else {
            throw DescribedFailure(500, "the row is no object")
        }
        try RowVersion(call, home).check(.object(old))
        var members = members
        if let id = home.id { members[id] = .undefined }
        var made: JSObject
        if replaces {
            made = maker.newRow(members).row
            for (name, value) in old.members where name.hasPrefix("$") { made[name] = value }
            // What only the server writes stays.
            for field in home.row?.fields ?? []
            where field.schema.rules.isReadOnly || RowTimes.moment(field.name) == .made {
                made[field.name] = old[field.name]
            }
            if let id = home.id { made[id] = old[id] }
        } else {
            made = old
            try merge(members, into: &made)
        }
        maker.setTimes(.changed, &made, sent: members)
        RowVersion(call, home).advance(&made, sent: members)
        try call.store.replace(home.name, row, by: .object(made))
        return try call.rowAnswer(.object(made), row.ordinal, home)
    }

    private func merge(_ members: JSObject, into row: inout JSObject) throws {
        let type = MediaType(call.request.contentType).name
        if type == "application/json-patch+json", case .array(let steps) = call.body {
            row = try patched(row, by: steps)
            return
        }
        guard type == "application/merge-patch+json" else {
            return maker.merge(members, into: &row)
        }
        row = JSONPatch.merge(members, into: row)
        for (name, value) in members.members where value == .null {
            guard let member = home.member(name), let field = home.row?.field(member) else {
                continue
            }
            if field.rules.isNullable || field.accepts(.null) { row[member] = .null }
        }
    }

    /// A row after the steps of a JSON Patch; its id and what only the server knows of it stay.
    private func patched(_ row: JSObject, by steps: [JSValue]) throws -> JSObject {
        var result = JSObject()
        do {
            for (name, value) in try JSONPatch.apply(steps, to: row).members
            where !name.hasPrefix("$") {
                result[name] = value
            }
        } catch let failure as DescribedFailure where failure.status == 422 {
            throw DescribedFailure(call.operation.refusal, failure.message)
        }
        try check(result, madeOf: row)
        for (name, value) in row.members where name.hasPrefix("$") { result[name] = value }
        if let id = home.id { result[id] = row[id] }
        return result
    }

    /// Refuses a row of which members that were changed do not fit, or that lacks one it must have.
    private func check(_ row: JSObject, madeOf old: JSObject) throws {
        guard !described.api.settings.isLax, let schema = home.row else { return }
        for name in schema.rules.required
        where old.has(name) && !row.has(name) && schema.field(name) != nil {
            throw DescribedFailure(call.operation.refusal, "\(name) is required")
        }
        for (name, value) in row.members where old[name] != value {
            guard let field = schema.field(name),
                let found = field.violations(of: value, .part).first
            else { continue }
            let words = found.path.isEmpty ? " \(found.words)" : ".\(found.sentence())"
            throw DescribedFailure(call.operation.refusal, name + words)
        }
    }

    /// Whether a PUT replaces the row: PATCH is beside it.
    private var replaces: Bool {
        guard call.plan.role == .replace else { return false }
        return described.source.recognition.plans.contains {
            $0.key == call.plan.key && $0.method == .patch
        }
    }

    private func upsert() throws -> Response {
        try call.checkParents()
        let members = maker.members
        guard let name = home.id,
            let given = members.members.first(where: {
                Words.plain($0.name) == Words.plain(name)
            })?.value, !given.isNullish
        else {
            // A body may lack it by its schema, and then names no row.
            let status = call.operation.response("404") == nil ? call.operation.refusal : 404
            throw DescribedFailure(status, "\(home.id ?? "id") is required")
        }
        guard let row = try described.row(home, in: call.list, id: given.text) else {
            throw DescribedFailure(404, "there is no \(home.noun) \(given.text)")
        }
        return try change(row, members)
    }

    private func restore() throws -> Response {
        try call.checkParents()
        let id = call.itemID(home)
        let key = CollectionRows.Naming.id(id, in: home.parents > 0 ? call.list : "")
        guard let stone = try described.tombstone(home, key) else {
            let row = try call.row(home)
            guard call.operation.response("409") != nil else {
                return try call.rowAnswer(row, home)
            }
            throw DescribedFailure(409, "the \(home.noun) \(id) is not deleted")
        }
        guard case .object(var row) = stone.value["row"].map({ JSValue($0) }) ?? .undefined else {
            throw DescribedFailure(404, "there is no \(home.noun) \(id)")
        }
        maker.merge(maker.members, into: &row)
        try described.forget(home, key)
        try call.store.add(home.name, .object(row), id: .string(key))
        return try call.rowAnswer(.object(row), 0, home)
    }

    private func alias(_ writing: Role.Writing?) throws -> Response {
        try call.checkParents()
        guard let row = try call.ownRow(home) else {
            throw DescribedFailure(404, "there is no \(home.noun)")
        }
        switch writing {
        case nil: return try call.rowAnswer(row, home)
        case .delete:
            try described.remove(home, row)
            return deleted(row)
        case .replace, .merge: return try change(row, maker.members)
        }
    }

    private func membership(_ writing: Role.Writing?) throws -> Response {
        try call.checkParents()
        let id = call.itemID(home)
        if let row = try described.row(home, in: call.list, id: id) {
            return try call.rowAnswer(row, home)
        }
        // Who becomes a member is known already where the same component has a collection.
        guard let schema = home.row,
            case .object(var row)? = described.row(ofComponent: schema, id)
        else { return try put(id) }
        let list = call.list
        home.mark(&row, id: id, list: list)
        let key = CollectionRows.Naming.id(id, in: list)
        try described.forget(home, key)
        try call.store.add(home.name, .object(row), id: .string(key))
        return try call.rowAnswer(.object(row), 0, home, purpose: .create)
    }

    // MARK: Deletes

    private func delete() throws -> Response {
        let row = try call.row(home)
        try RowVersion(call, home).check(JSValue(row.value))
        try described.remove(home, row)
        return deleted(row)
    }

    /// The answer to a delete: the row where its schema is answered, else what is declared.
    private func deleted(_ row: CollectionRow) -> Response {
        let success = call.operation.success(.delete)
        guard success.status != 204, let schema = success.schema else { return call.empty(success) }
        if let own = home.row, Shapes.common(schema, own) >= 0.6, !schema.fields.isEmpty,
            let response = try? call.rowAnswer(row, home)
        {
            return response
        }
        return DescribedExample(call).response(success)
    }
}

/// The path through which a row was made, as the row keeps it.
struct ViewPath {
    /// The member with such paths.
    static let member = "$via"

    let text: String

    init(_ call: DescribedCall) {
        var values = call.values[...]
        text = call.plan.path.segments.map { segment in
            "/"
                + segment.parts.map { part in
                    switch part {
                    case .text(let bytes): String(decoding: bytes, as: UTF8.self)
                    case .parameter: encoded(values.popFirst() ?? "")
                    }
                }.joined()
        }.joined()
    }
}
