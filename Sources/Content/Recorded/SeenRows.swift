package import MockPostlyJavaScript

/// Rows in the order in which they were first seen.
package struct SeenRows {
    package private(set) var rows: [(id: String, row: JSObject)] = []
    private var places: [String: Int] = [:]
    private var made: Set<String> = []

    package init() {}

    /// Notes that a call has made the row, so that the same call can be made again.
    package mutating func make(_ id: String) { if places[id] == nil { made.insert(id) } }

    package func wasMade(_ id: String) -> Bool { made.contains(id) }

    /// Adds a row that was not seen before and was not made by a call.
    package mutating func see(_ id: String, _ row: @autoclosure () -> JSObject?) {
        guard places[id] == nil, !made.contains(id), let row = row() else { return }
        places[id] = rows.count
        rows.append((id, row))
    }

    /// Whether a row was seen.
    package func has(_ id: String) -> Bool { places[id] != nil }

    /// Sets a member of a row that does not have it yet.
    package mutating func complete(_ id: String, _ name: String, _ value: JSValue) {
        guard let place = places[id], !rows[place].row.has(name) else { return }
        rows[place].row[name] = value
    }
}
