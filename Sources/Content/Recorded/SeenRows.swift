package import MockPostlyJSON
package import MockPostlyJavaScript

/// Rows in the order in which they were first seen.
package struct SeenRows {
    package private(set) var rows: [(id: String, row: JSObject)] = []
    private var places: [String: Int] = [:]
    private var made: Set<String> = []

    package init() {}

    /// Notes that a call has made the row, so that the same call can be made again.
    package mutating func make(_ id: String) { if places[id] == nil { made.insert(id) } }

    /// Whether a row was not seen before and was not made by a call.
    package func isNew(_ id: String) -> Bool { places[id] == nil && !made.contains(id) }

    /// Adds a row if it is new.
    package mutating func see(_ id: String, _ row: @autoclosure () -> JSObject?) {
        guard isNew(id), let row = row() else { return }
        places[id] = rows.count
        rows.append((id, row))
    }

    /// Sets a member of a row that does not have it yet.
    package mutating func complete(_ id: String, _ name: String, _ value: JSValue) {
        guard let place = places[id], !rows[place].row.has(name) else { return }
        rows[place].row[name] = value
    }
}

/// Comments in the order in which they were first seen, by what they are on.
package struct SeenComments {
    private var seen = SeenRows()
    private var parents: [String: [JSValue]] = [:]

    package init() {}

    package var rows: [(id: String, row: JSObject)] { seen.rows }

    /// Notes that a call has made the comment, so that the same call can be made again.
    package mutating func make(_ id: String) { seen.make(id) }

    /// Whether a comment was not seen before and was not made by a call.
    package func isNew(_ id: String) -> Bool { seen.isNew(id) }

    /// Adds a comment if it is new.
    package mutating func see(_ id: String, on parent: String, _ row: JSObject) {
        guard isNew(id) else { return }
        seen.see(id, row)
        parents[parent, default: []].append(.object(row))
    }

    /// The comments on something, as a list of a seed.
    package func list(on parent: String) -> JSValue { .array(parents[parent] ?? []) }
}

extension JSObject {
    /// Sets the members of `value` with these names, as far as there are any.
    package mutating func take(_ names: [String], from value: JSONValue) {
        take(names.map { ($0, $0) }, from: value)
    }

    /// Sets members from those of `value` that are called `from`, as far as there are any.
    package mutating func take(_ names: [(name: String, from: String)], from value: JSONValue) {
        for (name, from) in names {
            if let member = value[from] { self[name] = JSValue(member) }
        }
    }
}
