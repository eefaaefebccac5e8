internal import MockPostlyContent
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyOpenAPI
internal import MockPostlySchemas
internal import MockPostlyWorld

/// What an overlay changes in what was recognised.
extension Recogniser {
    /// - Throws: ``SeedFault`` for a path that the description lacks, with the nearest one.
    mutating func apply(_ overlay: Overlay, _ reader: OverlayReader) throws(SeedFault) {
        for path in overlay.singletons { try makeSingleton(path, reader) }
        for one in overlay.collections { try change(one, reader) }
        for view in overlay.views {
            let place = try operation(view.operation, reader)
            let home = try home(view.of, reader)
            plans[place].array = plans[place].answer.flatMap {
                Shapes.array(in: $0, like: homes[home].row, word: homes[home].word, notes)
            }
            set(place, .view(.matching(Self.pairs(view.members))), home, "a view by the overlay")
        }
        for action in overlay.actions {
            let place = try operation(action.operation, reader)
            guard let above = PathTemplate.keyAbove(plans[place].key), let home = items[above]
            else {
                throw reader.missing(action.operation, nearest: nil)
            }
            let members = Self.pairs(action.members)
            let effect = Role.Effect.members(members, status: action.status)
            set(place, .action(effect), home, "an action by the overlay")
        }
        for text in overlay.stateless {
            let place = try operation(text, reader)
            (plans[place].role, plans[place].home) = (.none("so says the overlay"), nil)
            plans[place].why = "so says the overlay"
        }
    }

    private static func pairs(_ members: [(name: String, value: JSValue)]) -> [Role.Pair] {
        members.map { Role.Pair(name: $0.name, value: $0.value) }
    }

    private mutating func makeSingleton(_ path: String, _ reader: OverlayReader) throws(SeedFault) {
        let key = PathTemplate(path).key
        guard let get = place(.get, key), let word = plans[get].path.finalWord else {
            throw reader.missing("GET \(path)", nearest: nearest(path))
        }
        addSingleton(key, get, word)
    }

    private mutating func change(
        _ one: Overlay.Collection,
        _ reader: OverlayReader
    ) throws(SeedFault) {
        let home = try self.home(one.path, reader)
        if let id = one.id { homes[home].id = id }
        homes[home].checksParent = one.checksParent
        homes[home].unique = one.unique
        homes[home].firstRows = one.rows.map { rows in rows.map { JSValue($0) } }
        for place in plans.indices where plans[place].home == home {
            if let array = one.array, plans[place].role == .list { plans[place].array = array }
            if let wrapper = one.wrapper, let answer = plans[place].answer,
                Shapes.schema(answer, at: wrapper) != nil
            {
                plans[place].wrapper = wrapper
            }
        }
        if let wrapper = one.wrapper, let answer = plan(.get, homes[home].path.key + "/{}")?.answer
        {
            homes[home].row = Shapes.schema(answer, at: wrapper) ?? homes[home].row
        }
        if let schema = homes[home].row { try checkDates(of: one, schema, reader) }
    }

    /// Checks texts of rows that can be nothing but relative dates.
    private func checkDates(
        of one: Overlay.Collection,
        _ schema: Schema,
        _ reader: OverlayReader
    ) throws(SeedFault) {
        var faults: [SeedFault] = []
        for (place, row) in (one.rows ?? []).enumerated() {
            let field = "collections.\(one.path).rows[\(place)]"
            let (finders, time) = ([SchemaDates(schema)], Instant(seconds: 0))
            _ = row.filled(by: finders, field, on: time) { text, field in
                let date = text.string.flatMap { RelativeDate($0) }
                if date == nil {
                    let words = "\(field): expected \(RelativeDate.expected)"
                    faults.append(reader.fault(text, words))
                }
                return date
            }
        }
        if let first = faults.first { throw first }
    }

    private func home(_ path: String, _ reader: OverlayReader) throws(SeedFault) -> Int {
        let key = PathTemplate(path).key
        guard let home = lists[key] ?? homes.firstIndex(where: { $0.path.key == key }) else {
            throw reader.missing(path, nearest: nearest(path))
        }
        return home
    }

    /// The operation of `GET /path`.
    private func operation(_ text: String, _ reader: OverlayReader) throws(SeedFault) -> Int {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, let place = place(Method(parts[0]), PathTemplate(parts[1]).key)
        else {
            throw reader.missing(text, nearest: parts.last.flatMap { nearest($0) })
        }
        return place
    }

    private func nearest(_ path: String) -> String? {
        let table = OperationTable(plans) { _ in [""] }
        let segments = path.split(separator: "/").map(String.init)
        guard case .nothing(let nearest) = table.find(.get, segments) else { return nil }
        return nearest
    }
}
