internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyOpenAPI
internal import MockPostlySchemas

/// Lists rows: which, in which order, on which page, and in what.
struct DescribedList {
    private let call: DescribedCall
    private let home: ResourceHome

    init(_ call: DescribedCall, _ home: ResourceHome) { (self.call, self.home) = (call, home) }

    func response() throws -> Response {
        try call.checkParents()
        let rows = sorted(try wanted())
        sayIgnored()
        let page = ListPage(call, rows)
        let success = call.operation.success(.other)
        guard let schema = success.schema, let path = call.plan.array else {
            return call.empty(success)
        }
        let items = Shapes.schema(schema, at: path)?.element
        let shown = page.rows.map { row in
            items.map { call.shaper(row.ordinal).value(JSValue(row.value), as: $0) }
                ?? JSValue(row.value)
        }
        let envelope = ListEnvelope(call, page, shown)
        var response = call.json(envelope.value(schema, path), success)
        if let link = page.link, path.isEmpty || declaresLink(success) {
            response.fields.append(.init("Link", link))
        }
        for header in success.response?.headers ?? [] {
            guard let schema = header.schema,
                let text = envelope.text(ofHeader: header.name, schema)
            else { continue }
            response.fields.append(.init(header.name, text))
        }
        return response
    }

    private func declaresLink(_ success: Operation.Success) -> Bool {
        success.response?.headers.contains { $0.name.lowercased() == "link" } ?? false
    }

    // MARK: Which rows

    /// The rows that the path and the query ask for, in their order.
    func wanted() throws -> [CollectionRow] {
        let rows = try rowsOfPath()
        let filters = self.filters()
        let text = call.query.pairs.first {
            PageParameters.kind($0.name) == .search && !$0.value.isEmpty
        }.map { TextSearch($0.value) }
        guard !filters.isEmpty || text != nil else { return rows }
        return rows.filter { row in
            (text?.takes(row.value) ?? true)
                && filters.allSatisfy { $0.takes(JSValue(row.value)) }
        }
    }

    private func rowsOfPath() throws -> [CollectionRow] {
        let described = call.described
        switch call.plan.role {
        case .view(.all):
            return try described.rows(home, in: nil)
        case .view(.naming(let member, let parameter)):
            let id = call.value(of: parameter) ?? ""
            let path = ViewPath(call).text
            return try described.rows(home, in: nil).filter { row in
                names(JSValue(row.value)[member], id) || Self.isMade(row, path)
            }
        case .view(.matching(let pairs)):
            return try described.rows(home, in: nil).filter { row in
                let value = JSValue(row.value)
                return pairs.allSatisfy { pair in
                    let wanted = pair.value.string.map { call.filled($0) } ?? pair.value
                    return value[pair.name] == wanted || names(value[pair.name], wanted.text)
                }
            }
        case .view(.made): return try made(try described.rows(home, in: nil))
        case .relation(let member): return try related(member)
        default: return try described.rows(home, in: call.list)
        }
    }

    /// The rows that were made through this path; those of the beginning as long as there are none.
    private func made(_ rows: [CollectionRow]) throws -> [CollectionRow] {
        let path = ViewPath(call).text
        let own = rows.filter { Self.isMade($0, path) }
        guard own.isEmpty else { return own }
        guard case .collection(let first)? = call.store.file[home.name] else { return [] }
        return rows.filter { $0.ordinal <= (first.rows.last?.ordinal ?? 0) }
    }

    private static func isMade(_ row: CollectionRow, _ path: String) -> Bool {
        row.value[ViewPath.member]?.elements.contains { $0.string == path } ?? false
    }

    /// Whether a member is this id, or an object or a list with it.
    private func names(_ value: JSValue, _ id: String) -> Bool {
        switch value {
        case .array(let elements): return elements.contains { names($0, id) }
        case .object(let object):
            return Words.sureIDs.contains { object[$0].text == id && object.has($0) }
        case .undefined, .null: return false
        default: return value.text == id
        }
    }

    /// The rows that an array of the row above names.
    private func related(_ member: String) throws -> [CollectionRow] {
        guard let above = PathTemplate.keyAbove(call.plan.key),
            let place = call.described.source.homes[above]
        else { return [] }
        let parent = call.described.source.recognition.homes[place]
        let list = ResourceHome.list(Array(call.values.prefix(parent.parents)))
        let id = call.values.last ?? ""
        guard let row = try call.described.row(parent, in: list, id: id) else {
            throw DescribedFailure(404, "there is no \(parent.noun) \(id)")
        }
        guard case .array(let elements) = JSValue(row.value)[member] else { return [] }
        return try call.described.rows(home, in: nil).filter { row in
            let id = JSValue(row.value)
            return elements.contains { DescribedWrite.isSame(id, $0) }
        }
    }

    // MARK: Filters

    /// The parameters of the query that say nothing of rows, and that the description does not know.
    var ignored: [String] {
        pairs.filter { pair in
            let name = pair.sentName
            return !pair.value.isEmpty && call.pages.meaning(of: name) == nil
                && RowFilter(pair.name, home) == nil
                && !call.operation.query.contains { $0.name == name }
                && !call.operation.security.contains { call.isSecret(name, $0) }
        }.map(\.sentName)
    }

    private var pairs: [QueryPair] {
        call.query.pairs.map { QueryPair($0, call.operation.parameters) }
    }

    /// Says in the log, once, which parameters of the query select nothing.
    private func sayIgnored() {
        for name in ignored {
            call.described.sayOnce(
                "\(call.plan.method.name) \(call.plan.path.text): the query parameter \(name) is ignored;"
                    + " no member of a row is called so"
            )
        }
    }

    private func filters() -> [RowFilter] {
        var filters: [RowFilter] = []
        for pair in pairs where !pair.value.isEmpty {
            let kind = PageParameters.kind(pair.sentName)
            guard kind == nil || kind == .before || kind == .after else { continue }
            guard var filter = RowFilter(pair.name, home), kind == nil || filter.isOfTime else {
                continue
            }
            let declared = call.operation.parameters.first {
                $0.name == pair.sentName && $0.place == .query
            }
            // What can have one value only selects nothing.
            if declared?.schema?.rules.choices?.count == 1 { continue }
            filter.takesAbsent = declared?.isRequired ?? false
            if let place = filters.firstIndex(where: { $0.isSame(as: filter) }) {
                filters[place].add(pair.value)
            } else {
                filter.add(pair.value)
                filters.append(filter)
            }
        }
        return filters
    }

    // MARK: Order

    private func sorted(_ rows: [CollectionRow]) -> [CollectionRow] {
        var rows = rows
        if call.pages.isNewestFirst { rows.reverse() }
        let wanted = call.query.pairs.first {
            PageParameters.kind($0.name) == .sort && !$0.value.isEmpty
        }?.value
        let direction = call.query.pairs.first { PageParameters.kind($0.name) == .order }?.value
        guard let order = RowOrder(wanted ?? "", direction, home) else {
            let isDescending = direction.map { Words.plain($0).hasPrefix("desc") } ?? false
            if isDescending != call.pages.isNewestFirst, direction != nil { rows.reverse() }
            return rows
        }
        return order.sorted(rows)
    }
}

/// A query parameter that limits a list to rows with a value.
struct RowFilter {
    private enum Test {
        case equal, notEqual, least, most, greater, less
    }

    private let member: String
    private let test: Test
    /// Any of them will do.
    private var values: [String] = []
    let isOfTime: Bool
    /// Whether rows that say nothing of it are taken too: where the parameter must be sent, clients
    /// say there to what a row belongs.
    var takesAbsent = false

    /// Nil for a parameter that names no member of the rows.
    init?(_ name: String, _ home: ResourceHome) {
        var stem = name.hasSuffix("[]") ? String(name.dropLast(2)) : name
        var test = Test.equal
        let endings: [(String, Test)] = [
            ("_gte", .least), ("_lte", .most), ("_gt", .greater), ("_lt", .less),
            ("_ne", .notEqual),
            ("[gte]", .least), ("[lte]", .most), ("[gt]", .greater), ("[lt]", .less),
            ("[ne]", .notEqual), (">", .greater), ("<", .less),
        ]
        if home.member(stem) == nil {
            for (ending, meaning) in endings where stem.hasSuffix(ending) {
                (stem, test) = (String(stem.dropLast(ending.utf8.count)), meaning)
                break
            }
        }
        if let member = home.member(stem) {
            (self.member, self.test, isOfTime) = (member, test, false)
            return
        }
        // `created_since` and `since` compare times.
        let words = Words.split(stem)
        let starts: [String: Test] = [
            "since": .least, "after": .greater, "before": .less, "from": .least, "to": .most,
            "until": .most,
        ]
        guard let word = words.last ?? words.first,
            let meaning = starts[word] ?? starts[words.first ?? ""]
        else {
            return nil
        }
        let rest = words.filter { starts[$0] == nil }
        let times = home.row?.fields.filter { RowTimes.moment($0.name) != nil } ?? []
        let found = times.first { field in
            rest.isEmpty
                ? RowTimes.moment(field.name) == .made
                : rest.allSatisfy { Words.plain(field.name).hasPrefix($0) }
        }
        guard let found else { return nil }
        (member, self.test, isOfTime) = (found.name, meaning, true)
    }

    func isSame(as other: RowFilter) -> Bool { member == other.member && test == other.test }

    mutating func add(_ text: String) {
        values += test == .equal ? text.split(separator: ",").map(String.init) : [text]
    }

    func takes(_ row: JSValue) -> Bool {
        let value = row[member]
        if takesAbsent, value.isNullish { return true }
        switch test {
        case .equal: return values.contains { isEqual(value, $0) }
        case .notEqual: return !values.contains { isEqual(value, $0) }
        default:
            guard !value.isNullish, let wanted = values.first else { return false }
            let order = compare(value, wanted)
            return switch test {
            case .least: order >= 0
            case .most: order <= 0
            case .greater: order > 0
            default: order < 0
            }
        }
    }

    private func isEqual(_ value: JSValue, _ text: String) -> Bool {
        switch value {
        case .array(let elements): return elements.contains { isEqual($0, text) }
        case .object(let object):
            return Words.ids.contains { object.has($0) && object[$0].text == text }
        case .undefined, .null: return text == "null"
        case .bool(let flag):
            return flag ? ["true", "1"].contains(text) : ["false", "0"].contains(text)
        default: return value.text.utf8.elementsEqual(text.utf8)
        }
    }

    private func compare(_ value: JSValue, _ text: String) -> Int {
        let other = JSValue(spelling: text)
        if value.isNumber, other.number.isFinite {
            return isLess(value, other) ? -1 : isLess(other, value) ? 1 : 0
        }
        let mine = value.text
        return mine < text ? -1 : mine > text ? 1 : 0
    }
}

/// The order that a query asks for.
struct RowOrder {
    private var keys: [(member: String, isDescending: Bool)] = []

    /// Nil where it names no member of the rows.
    init?(_ text: String, _ direction: String?, _ home: ResourceHome) {
        for part in text.split(separator: ",") {
            var name = String(part)
            var isDescending = direction.map { Words.plain($0).hasPrefix("desc") } ?? false
            if name.hasPrefix("-") || name.hasPrefix("+") {
                isDescending = name.hasPrefix("-")
                name.removeFirst()
            }
            let pieces = name.split { $0 == ":" || $0 == " " }
            if pieces.count == 2 {
                name = String(pieces[0])
                isDescending = Words.plain(String(pieces[1])).hasPrefix("desc")
            }
            if let member = home.member(name) { keys.append((member, isDescending)) }
        }
        if keys.isEmpty { return nil }
    }

    func sorted(_ rows: [CollectionRow]) -> [CollectionRow] {
        let values = rows.map { row in keys.map { JSValue(row.value)[$0.member] } }
        let places = rows.indices.sorted { one, other in
            for (key, place) in zip(keys, keys.indices) {
                let order = Self.compare(values[one][place], values[other][place])
                if order != 0 { return key.isDescending ? order > 0 : order < 0 }
            }
            return one < other
        }
        return places.map { rows[$0] }
    }

    /// What is not there comes last.
    private static func compare(_ one: JSValue, _ other: JSValue) -> Int {
        switch (one, other) {
        case (let one, let other) where one.isNumber && other.isNumber:
            return isLess(one, other) ? -1 : isLess(other, one) ? 1 : 0
        case (let one, let other) where one.isNullish || other.isNullish:
            return one.isNullish == other.isNullish ? 0 : one.isNullish ? 1 : -1
        default:
            let (one, other) = (one.text, other.text)
            return one < other ? -1 : one > other ? 1 : 0
        }
    }
}
