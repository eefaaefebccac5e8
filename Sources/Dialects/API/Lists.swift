internal import MockPostlyHTTP
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyRegex

/// `GET /name` and `GET /name/id`.
enum Lists {
    /// The parameters that are no filters.
    private static let ownParameters: Set<String> = [
        "q", "_start", "_end", "_page", "_sort", "_order", "_limit", "_embed", "_expand", "_delay",
        "callback", "_",
    ]

    static func list(_ call: Call) throws -> Response {
        try list(call, call.resource(), key: nil)
    }

    /// A list; with a key, only the rows that name a row of another collection by it.
    static func list(
        _ call: Call,
        _ name: String,
        key: (name: String, id: String)?
    ) throws -> Response {
        if let object = try call.store.object(name) {
            var text = PrettyJSON()
            text.write(object)
            return Response(status: 200, fields: [Response.jsonType], body: text.bytes)
        }
        let rows = try call.rows(name).rows
        var places = try places(call, name, rows, key)
        if let owner = call.owner {
            places.removeAll { Guard.owner(of: JSValue(rows[$0].value), call) != owner }
        }
        let slicing = Slicing(call.query)
        let shown = places[slicing.range(of: places.count)]
        let relations = try Relations(call, name, shown.count)
        var text = PrettyJSON(reserving: 64 + shown.count * 256)
        func writeRows(_ text: inout PrettyJSON) throws {
            try text.writeList(shown.map { rows[$0] }) { try relations.write($1, &$0) }
        }
        if let envelope = call.settings.envelope {
            try envelope.write(&text, count: places.count, writeRows)
        } else {
            try writeRows(&text)
        }
        let fields = slicing.fields(places.count, call)
        return Response(status: 200, fields: [Response.jsonType] + fields, body: text.bytes)
    }

    static func show(_ call: Call) throws -> Response {
        let name = try call.resource()
        guard let row = try call.rows(name).row(IDText(call.segments[1])) else {
            throw Failure.notFound
        }
        var text = PrettyJSON()
        try Relations(call, name, 1).write(row, &text)
        return Response(status: 200, fields: [Response.jsonType], body: text.bytes)
    }

    // MARK: Which rows

    /// The places of the rows that are asked for, in the wanted order.
    private static func places(
        _ call: Call,
        _ name: String,
        _ rows: [CollectionRow],
        _ key: (name: String, id: String)?
    ) throws -> [Int] {
        let isOriginal = call.api.isOriginal
        if let key { call.query[key.name] = .string(key.id) }
        let search = try searchText(call)
        let order = try sorting(call)
        let filters = call.query.members.filter { filter in
            if ownParameters.contains(filter.name) { return false }
            // What is not shown cannot be asked for either.
            if call.hides(name), filter.name.hasPrefix("password") { return false }
            if !isOriginal, filter.name == key?.name { return true }
            return Filter.operation(of: filter.name, isOriginal: isOriginal) != nil
                || isKnown(filter.name, rows)
        }
        guard search != nil || order != nil || !filters.isEmpty else { return Array(rows.indices) }
        let wanted = KnownLists.Wanted(
            name: name,
            generation: call.store.generation,
            search: search,
            names: order?.names,
            orders: order?.orders,
            filters: filters.map { ($0.name, $0.value) }
        )
        return try call.api.orders.places(wanted) {
            let tests = try filters.map { try Filter($0.name, $0.value, isOriginal: isOriginal) }
            let text = search.map { TextSearch($0) }
            let budget = MatchBudget(.search)
            let source = KnownColumns.Source(
                name: name,
                generation: wanted.generation,
                rows: rows
            )
            let values = { call.api.columns.values($0, of: source) }
            var places = Array(rows.indices)
            if let text { places.removeAll { !text.takes(rows[$0].value) } }
            for test in tests {
                let values = values(test.path)
                try places.removeAll { try !test.takes(values[$0], budget) }
            }
            guard let order else { return places }
            return Sorting(names: order.names, orders: order.orders).sorted(places, by: values)
        }
    }

    /// Whether a row has this member or path; others are ignored as filters.
    private static func isKnown(_ name: String, _ rows: [CollectionRow]) -> Bool {
        let path = FieldPath(name)
        return rows.contains { path.find(in: $0.value) != nil }
    }

    /// The text of `q`, the first one if there are several; nil without one.
    private static func searchText(_ call: Call) throws(Failure) -> String? {
        var value = call.query["q"]
        if case .array(let several) = value { value = several.first ?? .undefined }
        guard value.isTrue else { return nil }
        guard let text = value.string else {
            throw Failure(call.api.isOriginal ? 500 : 400, "q must be a text")
        }
        return text
    }

    private static func sorting(_ call: Call) throws(Failure) -> (names: String, orders: String)? {
        guard call.query["_sort"].isTrue else { return nil }
        func text(_ name: String) throws(Failure) -> String {
            switch call.query[name] {
            case .string(let text): return text
            case .array where !call.api.isOriginal: return call.query[name].text
            case let value where !value.isTrue: return ""
            default: throw Failure(call.api.isOriginal ? 500 : 400, "\(name) must be a text")
            }
        }
        return (try text("_sort"), try text("_order"))
    }
}

/// The lists that were asked for last, as the places of their rows: so each of them is found once,
/// however many of its pages are asked for.
///
/// Belongs to the loop's thread.
final class KnownLists {
    struct Wanted: Equatable {
        var name: String
        var generation: Int
        var search: String? = nil
        var names: String? = nil
        var orders: String? = nil
        var filters: [(String, JSValue)]

        static func == (one: Wanted, other: Wanted) -> Bool {
            one.name == other.name && one.generation == other.generation
                && one.search.isSame(as: other.search) && one.names.isSame(as: other.names)
                && one.orders.isSame(as: other.orders)
                && one.filters.elementsEqual(other.filters) {
                    $0.0.utf8.elementsEqual($1.0.utf8) && $0.1 == $1.1
                }
        }
    }

    /// How many lists are kept.
    private static let most = 8
    private var known: [(wanted: Wanted, places: [Int])] = []

    init() {}

    func places(_ wanted: Wanted, _ find: () throws -> [Int]) throws -> [Int] {
        if let found = known.first(where: { $0.wanted == wanted }) { return found.places }
        let places = try find()
        known.removeAll { $0.wanted.generation != wanted.generation }
        if known.count == Self.most { known.removeFirst() }
        known.append((wanted, places))
        return places
    }

    func forget() { known = [] }
}

extension String? {
    /// Whether both are nil, or the same bytes.
    fileprivate func isSame(as other: String?) -> Bool {
        switch (self, other) {
        case (nil, nil): true
        case (let one?, let other?): one.utf8.elementsEqual(other.utf8)
        default: false
        }
    }
}
