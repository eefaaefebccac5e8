internal import MockPostlyHTTP
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyOpenAPI

/// Writes of several rows at once.
extension DescribedWrite {
    /// The most rows of a request: each looks for an id that is free, and others wait.
    private static var mostAtOnce: Int { 1000 }

    func createMany() throws -> Response {
        try call.checkParents()
        var body = call.body
        if let wrapper = call.plan.bodyWrapper, case .array = body[wrapper] { body = body[wrapper] }
        guard case .array(let elements) = body else { return try create(in: nil) }
        guard elements.count <= Self.mostAtOnce else {
            throw DescribedFailure(413, "a request makes at most \(Self.mostAtOnce) rows")
        }
        var last: CollectionRow?
        var rows: [JSValue] = []
        for element in elements {
            guard case .object(let members) = element else { continue }
            let (row, list) = maker.newRow(members)
            let added = try maker.add(row, list: list, sent: members)
            rows.append(JSValue(added.value))
            last = added
        }
        let success = call.operation.success(.create)
        guard let schema = success.schema else { return call.empty(success) }
        if schema.element != nil {
            return call.json(call.shaper().value(.array(rows), as: schema), success)
        }
        guard let last else { return call.empty(success) }
        if Shapes.schema(schema, at: call.plan.wrapper)?.element != nil {
            return call.json(call.wrapped(rows, last.ordinal, schema), success)
        }
        return try call.rowAnswer(last, home)
    }

    func deleteMany() throws -> Response {
        try call.checkParents()
        let list = DescribedList(call, home)
        let declared = Set(call.operation.parameters.map(\.name))
        let unknown = list.ignored.filter {
            !declared.contains($0) && !words.contains(Words.plain($0))
        }
        if let name = unknown.first {
            throw DescribedFailure(
                call.operation.refusal,
                "no member of a row is called \(name); nothing was deleted"
            )
        }
        let rows = try named() ?? list.wanted()
        for row in rows { try described.remove(home, row) }
        let success = call.operation.success(.delete)
        return success.status == 204 || success.schema == nil
            ? call.empty(success) : DescribedExample(call).response(success)
    }

    /// What a parameter or a member with several ids is called.
    private var words: Set<String> {
        ["ids", home.singular + "ids", home.id.map { Words.plain($0) + "s" } ?? "ids"]
    }

    /// The rows whose ids the query or the body of a bulk delete has; nil where neither has ids.
    ///
    /// A body that says something else names no row, so that a misunderstanding deletes nothing.
    private func named() throws -> [CollectionRow]? {
        var ids: [String]?
        for (name, value) in call.query.pairs where words.contains(Words.plain(name)) {
            ids = (ids ?? []) + value.split(separator: ",").map(String.init)
        }
        if call.body != .undefined, ids == nil { ids = Self.ids(in: call.body, words) }
        guard let ids else { return nil }
        return try ids.compactMap { try described.row(home, in: call.list, id: $0) }
    }

    private static func ids(in body: JSValue, _ words: Set<String>) -> [String] {
        switch body {
        case .array(let elements):
            elements.map { element in
                guard case .object(let object) = element else { return element.text }
                return Words.ids.lazy.map { object[$0] }.first { !$0.isNullish }?.text ?? ""
            }
        case .object(let object):
            object.members.filter { words.contains(Words.plain($0.name)) }
                .flatMap { ids(in: $0.value, words) }
        default: []
        }
    }
}
