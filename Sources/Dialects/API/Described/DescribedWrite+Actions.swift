internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyOpenAPI
internal import MockPostlySchemas
internal import MockPostlyWorld

/// What is done to one row by a word below its path.
extension DescribedWrite {
    /// The row above the last word of the path.
    private func parent() throws -> CollectionRow {
        try call.checkParents()
        let id = call.values.last ?? ""
        guard let row = try described.row(home, in: call.list, id: id) else {
            throw DescribedFailure(404, "there is no \(home.noun) \(id)")
        }
        return row
    }

    func action(_ effect: Role.Effect) throws -> Response {
        if call.upload != nil { try DescribedUpload(call).tellRow() }
        let row = try parent()
        guard case .object(var object) = JSValue(row.value) else {
            throw DescribedFailure(500, "the row is no object")
        }
        try RowVersion(call, home).check(.object(object))
        var members = JSObject()
        for (name, value) in maker.members.members where home.member(name) != nil {
            members[name] = value
        }
        if let id = home.id { members[id] = .undefined }
        if members.count > 0 {
            maker.merge(members, into: &object)
        } else {
            switch effect {
            case .nothing: break
            case .flag(let member, let value, let count):
                let isNew = object[member] != .bool(value)
                object[member] = .bool(value)
                if let count, isNew {
                    let number = object[count].number
                    let known = number.isFinite ? number : 0
                    object[count] = .number(max(0, known + (value ? 1 : -1)))
                }
            case .word(let member, let value): object[member] = .string(value)
            case .members: break
            }
        }
        if case .members(let pairs, _) = effect {
            for pair in pairs { object[pair.name] = value(of: pair) }
        }
        maker.setTimes(.changed, &object, sent: members)
        try call.store.replace(home.name, row, by: .object(object))
        var response = try call.rowAnswer(.object(object), row.ordinal, home)
        if case .members(_, let status?) = effect { response.status = status }
        return response
    }

    /// What an overlay sets, with `$now` and parameters filled in.
    private func value(of pair: Role.Pair) -> JSValue {
        guard let text = pair.value.string else { return pair.value }
        if text == "$now", let schema = home.row?.field(pair.name) {
            return RowTimes.value(described.now, as: schema) ?? .string(described.now.rfc3339Millis)
        }
        return call.filled(text)
    }

    func copy() throws -> Response {
        let row = try parent()
        guard case .object(var object) = JSValue(row.value) else {
            throw DescribedFailure(500, "the row is no object")
        }
        if let id = home.id { object[id] = .undefined }
        object[CollectionRows.Naming.key] = .undefined
        let members = maker.members
        maker.merge(members, into: &object)
        maker.setTimes(.made, &object, sent: members)
        maker.setTimes(.changed, &object, sent: members)
        let list = object[CollectionRows.Naming.list].string ?? ""
        let added = try maker.add(object, list: list, sent: JSObject())
        return try created(added)
    }

    func link(_ member: String, adds: Bool) throws -> Response {
        let row = try parent()
        guard case .object(var object) = JSValue(row.value), let field = home.row?.field(member),
            let items = field.element
        else { throw DescribedFailure(500, "the row has no \(member)") }
        var elements: [JSValue] = []
        if case .array(let known) = object[member] { elements = known }
        let word = Words.plain(English.singular(member))
        for (name, value) in maker.members.members {
            let plain = Words.plain(name)
            guard plain.hasPrefix(word) || word.hasPrefix(plain) || plain == "id" || plain == "gid"
            else {
                continue
            }
            let named: [JSValue]
            if case .array(let several) = value { named = several } else { named = [value] }
            for one in named {
                elements.removeAll { Self.isSame($0, one) }
                if adds { elements.append(call.shaper().value(one, as: items)) }
            }
        }
        object[member] = .array(elements)
        maker.setTimes(.changed, &object, sent: JSObject())
        try call.store.replace(home.name, row, by: .object(object))
        let success = call.operation.success(.other)
        guard let schema = success.schema else { return call.empty(success) }
        let inner =
            Shapes.schema(schema, at: Shapes.wrapper(of: schema, singular: home.singular))
            ?? schema
        guard let own = home.row, Shapes.common(inner, own) >= 0.6, !inner.fields.isEmpty else {
            return DescribedExample(call).response(success)
        }
        return try call.rowAnswer(.object(object), row.ordinal, home)
    }

    /// Whether an element of a list is what `value` names: by itself or by its id.
    static func isSame(_ element: JSValue, _ value: JSValue) -> Bool {
        if element == value { return true }
        for name in ["gid", "id", "sid", "uuid", "slug", "name"] {
            let id = element[name]
            guard case .object = element, !id.isNullish else { continue }
            if case .object = value { return value[name].text == id.text }
            return id.text == value.text
        }
        return false
    }
}
