package import MockPostlyJSON

/// An operation of an API that its settings describe: whether it has state, and why.
package struct OperationLine: Sendable, Equatable {
    /// In upper case.
    package var method: String
    /// With the base path, and `{name}` for a parameter.
    package var path: String
    /// Nil without one.
    package var operationID: String?
    /// Whether its answers follow from what was written; else it answers an example.
    package var hasState: Bool
    /// What it does, in a word: `list`, `create`, `view`; `none` without state.
    package var role: String
    /// The path of the collection whose rows it has; nil without one.
    package var collection: String?
    /// The member that is the id of a row; nil without one.
    package var id: String?
    /// Where the rows are in the answer, with dots; empty for a bare list, nil for no list.
    package var array: String?
    /// The member of the answer in which the row is; nil for the answer itself.
    package var wrapper: String?
    /// Lines of an overlay that say the guess in other words, where it is weak; nil where it is not.
    package var suggestion: String?
    /// In a few words, without a capital letter and without a full stop.
    package var reason: String

    package init(method: String, path: String, hasState: Bool, role: String, reason: String) {
        (self.method, self.path, self.hasState) = (method, path, hasState)
        (self.role, self.reason) = (role, reason)
    }

    /// Writes it as an object.
    package func write(_ json: inout JSONWriter) {
        json.beginObject()
        json.field("method", method)
        json.field("path", path)
        if let operationID { json.field("operationId", operationID) }
        json.field("state", hasState)
        json.field("class", role)
        if let collection { json.field("of", collection) }
        if let id { json.field("id", id) }
        if let array { json.field("array", array) }
        if let wrapper { json.field("wrapper", wrapper) }
        json.field("why", reason)
        if let suggestion { json.field("overlay", suggestion) }
        json.endObject()
    }

    /// How many of `lines` have state: `197 operations: 174 with state (88 %), 23 answer examples`.
    package static func sum(of lines: [OperationLine]) -> String {
        let count = lines.count { $0.hasState }
        let share = lines.isEmpty ? 0 : (count * 200 + lines.count) / (lines.count * 2)
        return "\(lines.count) operations: \(count) with state (\(share) %),"
            + " \(lines.count - count) answer examples"
    }
}

extension DialectRegistry {
    /// The operations of the dialects that ``served(_:)`` gives and whose settings describe them.
    package func operations(_ names: [String], _ settings: SettingsByDialect) -> [OperationLine] {
        served(names).flatMap { $0.operations(settings) }
    }
}

extension Dialect {
    package static func operations(_ settings: Settings) -> [OperationLine] { [] }

    /// Its operations, with its own part of `settings`.
    package static func operations(_ settings: SettingsByDialect) -> [OperationLine] {
        operations(settings[Self.self])
    }
}
