internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyWorld

/// What json-server 1.0 answers where it differs from 0.17: lists with another query language, ids
/// that are always texts, and deletes that set keys to null.
enum V1 {
    // MARK: Reading

    static func list(_ call: Call) throws -> Response {
        let name = try call.resource()
        if let object = try call.store.object(name) {
            var text = PrettyJSON()
            text.write(object)
            return Response(status: 200, fields: [Response.jsonType], body: text.bytes)
        }
        var rows = try call.rows(name).rows.map(\.value)
        if let owner = call.owner {
            rows.removeAll { Guard.owner(of: JSValue($0), call) != owner }
        }
        if call.hides(name) {
            rows = try rows.map {
                try CollectionStore.stored(call.hiding(JSValue($0), of: name)).value
            }
        }
        let embedded = Embedding.names(call.query["_embed"])
        if !embedded.isEmpty {
            let embedding = try Embedding(call, name, embedded)
            rows = try rows.map { try embedding.value(of: $0) }
        }
        let places = try places(call, name, rows, isPlain: embedded.isEmpty && call.asker == nil)
        let page = V1Page(call.query, count: places.count)
        let found = places.map { rows[$0] }
        guard let envelope = call.settings.envelope else { return answer(found, page) }
        var text = PrettyJSON(reserving: 1024)
        let shown = found[page?.range ?? found.indices]
        envelope.write(&text, count: found.count) { $0.writeList(Array(shown)) { $0.write($1) } }
        return Response(status: 200, fields: [Response.jsonType], body: text.bytes)
    }

    private static func answer(_ rows: [JSONValue], _ page: V1Page?) -> Response {
        var text = PrettyJSON(reserving: 1024)
        if let page {
            text.beginObject()
            for (place, (name, value)) in page.members.enumerated() {
                text.member(name, isFirst: place == 0)
                text.write(value)
            }
            text.member("data", isFirst: false)
            text.writeList(Array(rows[page.range])) { $0.write($1) }
            text.endObject(isEmpty: false)
        } else {
            text.writeList(rows) { $0.write($1) }
        }
        return Response(status: 200, fields: [Response.jsonType], body: text.bytes)
    }

    /// The places of the rows that are asked for, in the wanted order.
    private static func places(
        _ call: Call,
        _ name: String,
        _ rows: [JSONValue],
        isPlain: Bool
    ) throws -> [Int] {
        let condition = V1Condition(call.query)
        let sorting = V1Sorting(call.query["_sort"])
        guard condition != nil || sorting != nil else { return Array(rows.indices) }
        func find() -> [Int] {
            var places = Array(rows.indices)
            if let condition { places.removeAll { !condition.takes(rows[$0]) } }
            return sorting?.sorted(places, of: rows) ?? places
        }
        guard isPlain else { return find() }
        let parameters = call.query.members.filter {
            !["_page", "_per_page"].contains($0.name)
        }
        let wanted = KnownLists.Wanted(
            name: name,
            generation: call.store.generation,
            filters: parameters.map { ($0.name, $0.value) }
        )
        return try call.api.orders.places(wanted, find)
    }

    static func show(_ call: Call) throws -> Response {
        let name = try call.resource()
        guard let row = try call.rows(name).row(IDText(call.segments[1])) else {
            throw Failure.notFound
        }
        let embedded = Embedding.names(call.query["_embed"])
        var text = PrettyJSON()
        call.write(try Embedding(call, name, embedded).value(of: row.value), of: name, &text)
        return Response(status: 200, fields: [Response.jsonType], body: text.bytes)
    }

    // MARK: Writing

    /// A row always gets a new id, whatever the body says.
    static func create(_ call: Call) throws -> Response {
        let name = try call.resource()
        let rows = try call.rows(name)
        var id = IDText(CollectionRows.newID(&call.api.world.random))
        while rows.has(id) { id = IDText(CollectionRows.newID(&call.api.world.random)) }
        var body = try Writes.members(call)
        body[call.settings.id] = .string(id.text)
        try call.api.check(.object(body), of: name)
        try call.store.add(name, .object(body), id: .string(id.text))
        return .json(.object(body), 201)
    }

    /// Answers the row that has gone; the keys of its children become null, and those of the
    /// collections that `_dependent` names go too.
    static func delete(_ call: Call) throws -> Response {
        let name = try call.resource()
        guard let row = try call.rows(name).row(IDText(call.segments[1])) else {
            throw Failure.notFound
        }
        let key = English.singular(name) + call.settings.keySuffix
        let dependent = Embedding.names(call.query["_dependent"])
        try call.store.together {
            try call.store.remove(name, [row])
            for (other, member) in call.store.file.members where other != name {
                guard case .collection = member else { continue }
                let children = try call.rows(other).rows.filter { child in
                    child.value[key].map { JSValue($0) == row.id } ?? false
                }
                if dependent.contains(other) {
                    try call.store.remove(other, children)
                    continue
                }
                for child in children {
                    guard case .object(var object) = JSValue(child.value) else { continue }
                    object[key] = .null
                    try call.store.replace(other, child, by: .object(object))
                }
            }
        }
        return .json(call.hiding(JSValue(row.value), of: name))
    }
}

/// What `_embed` adds: by a plural the children, by a singular the parent.
private struct Embedding {
    private let call: Call
    private let name: String
    private let names: [String]
    /// The children by collection and by the id that they name.
    private var children: [String: [IDText: [JSONValue]]] = [:]

    /// One name, or several of a repeated parameter.
    static func names(_ value: JSValue) -> [String] {
        switch value {
        case .string(let name): name.isEmpty ? [] : [name]
        case .array(let names): names.compactMap(\.string)
        default: []
        }
    }

    init(_ call: Call, _ name: String, _ names: [String]) throws {
        (self.call, self.name, self.names) = (call, name, names)
        let key = English.singular(name) + call.settings.keySuffix
        for child in names where English.singular(child) != child {
            guard let rows = try call.store.rows(child)?.rows else { continue }
            var groups: [IDText: [JSONValue]] = [:]
            // Ids are texts, and no number is one of them.
            for row in rows {
                guard let id = row.value[key]?.string else { continue }
                groups[IDText(id), default: []].append(row.value)
            }
            children[child] = groups
        }
    }

    func value(of row: JSONValue) throws -> JSONValue {
        guard !names.isEmpty, case .object(var object) = JSValue(row) else { return row }
        for related in names {
            if English.singular(related) == related {
                guard let parents = try call.store.rows(English.plural(related)) else { continue }
                let id = object[related + call.settings.keySuffix].string
                let parent = id.flatMap { parents.row(IDText($0)) }
                let name = English.plural(related)
                object[related] =
                    parent.map { call.hiding(JSValue($0.value), of: name) } ?? .undefined
            } else if let groups = children[related] {
                let own = object[call.settings.id].string.flatMap { groups[IDText($0)] }
                object[related] = .array((own ?? []).map { call.hiding(JSValue($0), of: related) })
            }
        }
        return try CollectionStore.stored(.object(object)).value
    }
}
