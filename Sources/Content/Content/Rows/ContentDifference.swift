package import MockPostlySQLite

/// The rows of one table that differ between two contents, as the keys that clients see.
package struct TableChanges: Sendable, Equatable {
    /// As in the schema: `post`, `community_post`.
    package var table: String
    /// Rows that only the new content has, in the order of their keys.
    package var added: [String]
    /// Rows that both contents have with different values.
    package var changed: [String]
    /// Rows that only the old content has.
    package var removed: [String]

    package init(
        table: String,
        added: [String] = [],
        changed: [String] = [],
        removed: [String] = []
    ) {
        self.table = table
        (self.added, self.changed, self.removed) = (added, changed, removed)
    }

    /// Tables without changes are left out of ``ContentRegistry/differences(between:and:)``.
    package var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
}

/// Compares two contents as clients see them. Counters and internal numbers are left out.
extension ContentRegistry {
    /// The tables that differ between `old` and `new`, in the order of the parts.
    ///
    /// Both must have the present schema, and are only read.
    ///
    /// Costs one pass over all rows of both, side by side in the order of their keys.
    ///
    /// - Throws: SQLite's errors.
    package func differences(
        between old: Connection,
        and new: Connection
    ) throws -> [TableChanges] {
        try parts.flatMap(\.tables).filter { $0.role == .rows }
            .map { try $0.changes(from: old, to: new, in: tables) }.filter { !$0.isEmpty }
    }
}

extension ContentTable {
    fileprivate func changes(
        from old: Connection,
        to new: Connection,
        in tables: [ContentTable]
    ) throws -> TableChanges {
        var changes = TableChanges(table: name)
        let comparison = comparison(tables)
        let shown = { (row: borrowing Row) -> String in
            let values = (0..<comparison.keys).map { index -> Value in
                let column = Int32(index)
                return comparison.texts[index] ? .text(row.text(column)) : .integer(row.int(column))
            }
            return shownKey(of: values)
        }
        try TableComparing(texts: comparison.texts, keys: comparison.keys).run(
            TableCursor(comparison.sql, on: old),
            TableCursor(comparison.sql, on: new),
            removed: { changes.removed.append(shown($0)) },
            added: { changes.added.append(shown($0)) },
            both: { _, new, areSame in if !areSame { changes.changed.append(shown(new)) } }
        )
        return changes
    }
}
