package import MockPostlySQLite

/// The rows of one table that differ between two contents, as the keys that clients see.
package struct TableChanges: Sendable, Equatable {
    /// As in the schema: `post`, `post_like`.
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

extension TableChanges {
    /// Notes a row by whether clients see it in the old and in the new content.
    fileprivate mutating func note(_ key: String, _ isInOld: Bool, _ isInNew: Bool) {
        switch (isInOld, isInNew) {
        case (false, true): added.append(key)
        case (true, true): changed.append(key)
        case (true, false): removed.append(key)
        case (false, false): break
        }
    }
}

extension ContentTable {
    /// Whether clients see a row, or it takes one of a file away.
    fileprivate func isSeen(_ row: borrowing Row, _ comparison: TableComparison) -> Bool {
        comparison.layer.map { !row.isNull($0.body) } ?? true
    }

    /// Whether clients see a row of the file where this one is not.
    fileprivate func isOfFile(_ row: borrowing Row, _ comparison: TableComparison) -> Bool {
        guard let layer, let place = comparison.layer?.place else { return false }
        return row.int(place) & layer.bit != 0
    }
}

/// Compares two contents as clients see them. Counters and internal numbers are left out.
extension ContentRegistry {
    /// The tables that differ between `old` and `new`, in the order of the parts.
    ///
    /// Both must have the present schema.
    ///
    /// Costs what differs: of pages that both share, nothing is read. Where pages do not tell, as of a
    /// content that was read from a file, it costs one pass over all rows of both, side by side.
    ///
    /// - Throws: SQLite's errors.
    package func differences(
        between old: PageImage,
        and new: PageImage
    ) throws -> [TableChanges] {
        let (old, new) = (try Connection(.pages(old)), try Connection(.pages(new)))
        return try differences(old, new, PageDifference(between: old, and: new))
    }

    /// As ``differences(between:and:)``; without `pages` all rows are read.
    ///
    /// Both connections are only for this.
    func differences(
        _ old: Connection,
        _ new: Connection,
        _ pages: PageDifference?
    ) throws -> [TableChanges] {
        let comparing = try ContentComparing(tables, old, new, pages)
        return try parts.flatMap(\.tables).filter { $0.role == .rows }
            .map { try comparing.changes(of: $0) }.filter { !$0.isEmpty }
    }
}

/// Compares the tables of two contents one by one.
private struct ContentComparing {
    private let tables: [ContentTable]
    private let old, new: Connection
    private let pages: PageDifference?
    /// By table: the keys of rows that clients know by another identity in the other content.
    private var renamed: [String: [Value]] = [:]

    init(
        _ tables: [ContentTable],
        _ old: Connection,
        _ new: Connection,
        _ pages: PageDifference?
    ) throws {
        (self.tables, self.old, self.new, self.pages) = (tables, old, new, pages)
        guard pages != nil else { return }
        for connection in [old, new] {
            try connection.run(DifferingKeys.create(tables))
            // All writes to it are in one transaction, which is never committed.
            try connection.begin()
        }
        for table in tables {
            guard let other = table.hiddenReference(in: tables)?.table, renamed[other.name] == nil
            else { continue }
            renamed[other.name] = try keysOfRenamed(other)
        }
    }

    func changes(of table: ContentTable) throws -> TableChanges {
        var changes = TableChanges(table: table.name)
        let rows = try differingRows(of: table)
        let comparison = table.comparison(tables, among: rows)
        let shown = { (row: borrowing Row) -> String in
            table.shownKey(of: row.values(comparison.texts.prefix(comparison.keys)))
        }
        try compare(
            rows,
            comparison,
            removed: {
                changes.note(
                    shown($0),
                    table.isSeen($0, comparison),
                    table.isOfFile($0, comparison)
                )
            },
            added: {
                changes.note(
                    shown($0),
                    table.isOfFile($0, comparison),
                    table.isSeen($0, comparison)
                )
            },
            changed: {
                changes.note(shown($1), table.isSeen($0, comparison), table.isSeen($1, comparison))
            }
        )
        return changes
    }

    /// Compares `rows` of the contents by a query for them.
    private func compare(
        _ rows: DifferingRows,
        _ comparison: TableComparison,
        removed: (borrowing Row) -> Void,
        added: (borrowing Row) -> Void,
        changed: (_ old: borrowing Row, _ new: borrowing Row) -> Void
    ) throws {
        if let keys = rows.keys {
            guard !keys.isEmpty else { return }
            for connection in [old, new] { try DifferingKeys.set(keys, tables, on: connection) }
        }
        try TableComparing(texts: comparison.texts, keys: comparison.keys).run(
            TableCursor(comparison.sql, on: old),
            TableCursor(comparison.sql, on: new),
            removed: removed,
            added: added,
            both: { old, new, areSame in if !areSame { changed(old, new) } }
        )
    }

    /// The rows of `table` that clients may see differ.
    private func differingRows(of table: ContentTable) throws -> DifferingRows {
        guard let pages else { return .any }
        var rows = pages.rows(of: table)
        guard rows.keys != nil, let (other, column) = table.hiddenReference(in: tables) else {
            return rows
        }
        // What a row belongs to may be another one, without a change of the row.
        let texts = rows.areRowIDs ? [false] : table.columns.prefix(table.keys).map(\.rule.isText)
        for key in renamed[other.name] ?? [] {
            for connection in [old, new] {
                try connection.forEach(table.keys(withValueOf: column, like: rows), [key]) { row in
                    rows.keys?.append(row.values(texts[...]))
                }
            }
        }
        return rows
    }

    /// The keys of rows of `table` that have another identity in the other content, or are in one
    /// only.
    private func keysOfRenamed(_ table: ContentTable) throws -> [Value] {
        let rows = try differingRows(of: table)
        var keys: [Value] = []
        let note = { (row: borrowing Row) in keys.append(.integer(row.int(0))) }
        try compare(
            rows,
            table.identities(among: rows),
            removed: note,
            added: note,
            changed: { note($1) }
        )
        return keys
    }
}

extension PageDifference {
    /// The rows of `table` that may differ, their columns in the annex included.
    func rows(of table: ContentTable) -> DifferingRows {
        var rows = rows(of: table.name, keys: table.keys)
        guard let annex = table.annex else { return rows }
        guard let keys = self.rows(of: annex, keys: table.keys).keys else { return .any }
        rows.keys? += keys
        return rows
    }
}

extension Row {
    /// The values of the first columns, which are `texts` or whole numbers.
    fileprivate func values(_ texts: ArraySlice<Bool>) -> [Value] {
        texts.indices.map { index in
            let column = Int32(index)
            return texts[index] ? .text(text(column)) : .integer(int(column))
        }
    }
}
