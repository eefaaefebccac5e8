internal import MockPostlyContent
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyOpenAPI
internal import MockPostlySchemas
internal import MockPostlyText
internal import MockPostlyWorld

/// The rows with which collections begin: those of examples, else drawn ones.
///
/// Collections without parameters have them, and those below each of their rows.
struct FirstRows {
    private let recognition: Recognition
    private let count: Int
    private var rows: [[JSValue]]
    /// The operations of each collection, and the collections by the key of the path of a row.
    private var plans: [Int: [Plan]] = [:]
    private var parents: [String: Int] = [:]

    init(_ recognition: Recognition, rows count: Int) {
        (self.recognition, self.count) = (recognition, count)
        rows = recognition.homes.map { _ in [] }
        for plan in recognition.plans { plan.home.map { plans[$0, default: []].append(plan) } }
        for (place, home) in recognition.homes.enumerated().reversed()
        where home.isListed && !home.isAppended {
            parents[home.path.key + "/{}"] = place
        }
        for (place, home) in recognition.homes.enumerated() where home.isListed && home.parents == 0
        {
            rows[place] = make(home, place, values: [])
        }
        for (place, home) in recognition.homes.enumerated() where home.isListed && home.parents > 0
        {
            if let own = home.firstRows, own.contains(where: { Self.list(of: $0) != nil }) {
                rows[place] = make(home, place, lists: own)
                continue
            }
            guard home.parents == 1, let parent = parent(of: home) else { continue }
            for row in rows[parent] {
                guard let id = recognition.homes[parent].key(of: row) else { continue }
                rows[place] += make(home, place, values: [id])
            }
        }
    }

    /// The collection whose rows the only parameter of a path names.
    private func parent(of home: ResourceHome) -> Int? {
        let segments = home.path.segments
        guard let last = segments.lastIndex(where: { $0.parameter != nil }) else { return nil }
        let key = segments[...last].map { segment in
            "/" + (segment.parameter != nil ? "{}" : segment.literal ?? "")
        }.joined()
        return parents[key]
    }

    func file(_ path: String) -> CollectionFile {
        var namings: [String: CollectionRows.Naming] = [
            Tombstone.collection: .init("$key"), RepeatedCreates.collection: .init("$key"),
        ]
        var members: [(String, CollectionFile.Member)] = []
        for (place, home) in recognition.homes.enumerated() {
            let naming = CollectionRows.Naming(home.id ?? "$key", hasLists: true)
            namings[home.name] = naming
            let values = rows[place].compactMap { try? CollectionStore.stored($0).value }
            members.append((home.name, .collection(CollectionRows(values, id: naming))))
        }
        return CollectionFile(path, members, namings: namings)
    }

    /// The list to which a row of an overlay belongs: `$at: "1"`; nil where it does not say it.
    private static func list(of row: JSValue) -> String? {
        row[CollectionRows.Naming.list].string
    }

    /// Rows that say to which list they belong, such as those of the comments of a post.
    private func make(_ home: ResourceHome, _ place: Int, lists: [JSValue]) -> [JSValue] {
        var order: [String] = []
        var groups: [String: [JSValue]] = [:]
        for row in lists {
            guard let list = Self.list(of: row), case .object(var members) = row else { continue }
            members[CollectionRows.Naming.list] = .undefined
            if groups[list] == nil { order.append(list) }
            groups[list, default: []].append(.object(members))
        }
        return order.flatMap { list -> [JSValue] in
            var one = home
            one.firstRows = groups[list]
            let values = list.split(separator: "/").map { percentDecoded($0.utf8) }
            return make(one, place, values: values.map { String(decoding: $0, as: UTF8.self) })
        }
    }

    private func make(_ home: ResourceHome, _ place: Int, values: [String]) -> [JSValue] {
        guard let schema = home.row, count > 0 || home.firstRows != nil else { return [] }
        let plans = self.plans[place] ?? []
        var examples = plans.first { $0.role == .list }.map { self.examples(of: $0) } ?? []
        if examples.isEmpty {
            examples = plans.first { $0.role == .read }.map { self.example(of: $0) } ?? []
        }
        if let own = home.firstRows { examples = own }
        let count = home.firstRows?.count ?? self.count
        var made: [JSValue] = []
        var ids =
            home.isFoundAlone ? Set(rows[place].compactMap { home.key(of: $0) }) : []
        let named = self.named(home, schema, examples.prefix(count))
        for number in 0..<count {
            var drawing = Drawing(seed: 0, path: home.path.text, row: number, isFull: true)
            drawing.pictures = Pictures.address
            drawing.server = CollectionLink.server
            var shaper = Shaper(drawing: drawing)
            shaper.isDescription = home.firstRows == nil
            var row: JSObject
            if number < examples.count,
                case .object(let example) = shaped(examples[number], of: home, schema, shaper)
            {
                row = example
            } else if case .object(let drawn) = schema.draw(drawing) {
                row = drawn
            } else {
                continue
            }
            let parent = home.fill(&row, with: values)
            if number == max(examples.count, 1), number < count, let named, let name = home.id {
                row[name] = named
            }
            var id = home.key(of: .object(row))
            if id == nil || ids.contains(id ?? "") {
                id = NewID(home, schema).next(number: number, drawing, taken: ids, &row)
            }
            guard let id else { continue }
            ids.insert(id)
            home.mark(&row, id: id, list: parent)
            made.append(.object(row))
        }
        return made
    }

    /// The id that an example of the path names where no example of a row has it; nil without one.
    ///
    /// The first drawn row gets it, so that the call of the example finds a row.
    private func named(
        _ home: ResourceHome,
        _ schema: Schema,
        _ examples: ArraySlice<JSValue>
    ) -> JSValue? {
        guard home.firstRows == nil, let example = home.parameterExample,
            let field = home.id.flatMap({ schema.field($0) }),
            let id = field.accepts(example) ? example : field.fitted(example),
            !examples.contains(where: { home.key(of: $0) == id.text })
        else { return nil }
        return id
    }

    /// A row in the form of its schema; relative dates of an overlay stay as they are written.
    private func shaped(
        _ row: JSValue,
        of home: ResourceHome,
        _ schema: Schema,
        _ shaper: Shaper
    ) -> JSValue {
        guard home.firstRows != nil, let source = try? CollectionStore.stored(row).value,
            let whole = source.filled(by: [SchemaDates(schema)], "", on: Instant(seconds: 0))
        else { return shaper.value(row, as: schema) }
        var shaped = shaper.value(whole, as: schema)
        shaped.restore(row, filledAs: whole)
        return shaped
    }

    private func examples(of plan: Plan) -> [JSValue] {
        guard let array = plan.array, let answer = plan.answer else { return [] }
        var whole = plan.operation.success(.other).response?.json?.examples.first
        whole = whole ?? answer.rules.examples.first
        let list: JSValue
        if let whole {
            list = array.reduce(whole) { $0[$1] }
        } else {
            list = Shapes.schema(answer, at: array)?.rules.examples.first ?? .undefined
        }
        guard case .array(let elements) = list else { return [] }
        return elements.filter { if case .object = $0 { true } else { false } }
    }

    private func example(of plan: Plan) -> [JSValue] {
        guard let answer = plan.answer else { return [] }
        let whole =
            plan.operation.success(.other).response?.json?.examples.first
            ?? answer.rules.examples.first
        guard let whole else { return [] }
        let row = plan.wrapper.reduce(whole) { $0[$1] }
        if case .object = row { return [row] }
        return []
    }
}

extension JSValue {
    /// Puts the texts of `source` that were filled in back into their places.
    fileprivate mutating func restore(_ source: JSValue, filledAs filled: JSValue) {
        switch (self, source, filled) {
        case (.string(let present), .string, .string(let text)):
            if present == text { self = source }
        case (.array(var elements), .array(let sources), .array(let values)):
            for index in elements.indices where sources.indices.contains(index) {
                guard values.indices.contains(index) else { break }
                elements[index].restore(sources[index], filledAs: values[index])
            }
            self = .array(elements)
        case (.object(var object), .object(let sources), .object(let values)):
            for (name, value) in sources.members where object[name] != .undefined {
                object[name].restore(value, filledAs: values[name])
            }
            self = .object(object)
        default: break
        }
    }
}

extension ResourceHome {
    /// Whether it has rows that are listed.
    var isListed: Bool { !isSingleton }

    /// The id of a row as a path has it; nil for a row without one.
    func key(of row: JSValue) -> String? {
        let own = row[CollectionRows.Naming.key]
        let id = own != .undefined ? own : id.map { row[$0] } ?? .undefined
        switch id {
        case .string(let text): return text.isEmpty ? nil : text
        case .number, .long: return id.text
        default: return nil
        }
    }

    /// Sets members that have the name of a parameter of the path, and returns the list of the row.
    func fill(_ row: inout JSObject, with values: [String]) -> String {
        for (name, value) in zip(path.parameters, values) {
            guard let member = member(name), member != id, let schema = self.row?.field(member),
                schema.isScalar
            else { continue }
            let text = JSValue.string(value)
            if let fitting = schema.accepts(text) ? text : schema.fitted(text) {
                row[member] = fitting
            }
        }
        return Self.list(values)
    }

    /// The list of rows below a path with these values.
    static func list(_ values: [String]) -> String {
        values.map { encoded($0) }.joined(separator: "/")
    }

    /// Adds what tells the row from those of other lists, and its id where it does not show it.
    func mark(_ row: inout JSObject, id: String, list: String) {
        if !list.isEmpty { row[CollectionRows.Naming.list] = .string(list) }
        if key(of: .object(row)) != id { row[CollectionRows.Naming.key] = .string(id) }
    }
}

/// The rows that were deleted, which have a collection of their own.
enum Tombstone {
    static let collection = "$gone"
}
