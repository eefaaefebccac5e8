/// How a table differs between two contents.
package struct TableDifference: Sendable, Equatable {
    /// As in the schema, such as `post`.
    package var table: String
    /// The primary keys, as text, of the rows that only the new content has.
    ///
    /// In the order of the keys, as the two below.
    package var added: [String]
    /// The keys of the rows that both contents have with different values.
    package var changed: [String]
    /// The keys of the rows that only the old content has.
    package var removed: [String]

    package init(table: String, added: [String], changed: [String], removed: [String]) {
        self.table = table
        self.added = added
        self.changed = changed
        self.removed = removed
    }
}

/// The file format of an export: an SQLite database, or a seed in JSON.
package enum ExportFormat: String, Sendable, CaseIterable {
    case sqlite, seed
}
