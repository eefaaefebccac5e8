package import MockPostlySQLite

/// Copies rows from one content to another, writing only rows that differ.
///
/// Both have the present schema. After a copy, the caller must make caches of the content read it
/// again.
package struct ContentCopy {
    let registry: ContentRegistry
    let source: Connection
    let work: UnitOfWork
    var target: Connection { work.connection }
    /// The search indexes of the target, by the table that they index.
    private let indexes: [String: any ContentIndex]

    /// `source` is only read.
    ///
    /// `work` may be that of a content of any size.
    package init(_ registry: ContentRegistry, from source: Connection, to work: UnitOfWork) {
        (self.registry, self.source, self.work) = (registry, source, work)
        indexes = Dictionary(
            registry.indexes.map { ($0.table, $0.init(work)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Copies the rows of `scopes`, within an open unit of work.
    ///
    /// With `keepsLasting`, a table that outlasts a reset is left as it is when the source has no
    /// rows in it.
    ///
    /// - Parameters:
    ///   - scopes: systems as a whole; the accounts belong to Postly's, and are kept where another
    ///     system refers to them.
    ///   - keepsLasting: true for a reset, false for a snapshot.
    /// - Throws: SQLite's errors; the unit of work is then rolled back by its caller.
    package func copy(_ scopes: Set<ContentScope>, keepsLasting: Bool) throws {
        // Rows are deleted before rows that refer to them are replaced; references are checked at
        // the commit.
        try target.deferReferences()
        let tables = registry.tables.filter { $0.role != .mark }
        var numbers: Renumbering = [:]
        for table in tables where registry.isShared(table) {
            numbers[table.name] = try copyShared(table, scopes)
        }
        for table in tables where scopes.contains(table.scope) && !registry.isShared(table) {
            if table.outlastsReset, keepsLasting, try !hasRows(table, source) { continue }
            try copy(table, numbers)
        }
        for table in tables where scopes.contains(table.scope) {
            try indexes[table.name]?.buildIfWorthwhile()
        }
        try Sequences.copy(
            Set(tables.filter { $0.hasSequence && scopes.contains($0.scope) }.map(\.name)),
            from: source,
            to: target
        )
    }

    /// Copies the tables that outlast a reset, where the target has no rows; nil stands for all
    /// scopes.
    ///
    /// - Throws: SQLite's errors.
    package func copyLasting(_ scopes: Set<ContentScope>? = nil) throws {
        for table in registry.tables where table.outlastsReset {
            guard scopes?.contains(table.scope) ?? true, try !hasRows(table, target) else {
                continue
            }
            try copy(table, [:])
        }
    }

    private func hasRows(_ table: ContentTable, _ connection: Connection) throws -> Bool {
        try connection.first(table.any) { _ in true } ?? false
    }

    // MARK: Rows

    /// By table: the key in the target for a key in the source, where the two differ.
    typealias Renumbering = [String: [Int64: Int64]]

    /// Copies a table; references to other tables are changed by `numbers`.
    func copy(_ table: ContentTable, _ numbers: Renumbering) throws {
        let references = table.columns.contains { column in
            column.rule.referredTable.map { numbers[$0]?.isEmpty == false } ?? false
        }
        // With other numbers the order of the rows may differ too: then all rows are replaced.
        let (gone, new) = try difference(table, replacesAll: references)
        let index = indexes[table.name]
        let (delete, keys) = (table.delete, table.keys)
        for row in gone {
            if let index, try index.exists { try index.remove(row) }
            try target.run(delete, Array(row.prefix(keys)))
        }
        let insertion = TableInsertion(table)
        for row in new {
            let row = references ? table.renumbered(row, numbers) : row
            try insertion.insert(row, into: target)
            if let index, try index.exists { try index.add(row) }
        }
    }

    /// The rows to delete and the rows to add.
    private func difference(
        _ table: ContentTable,
        replacesAll: Bool
    ) throws -> (gone: [[Value]], new: [[Value]]) {
        var (gone, new): ([[Value]], [[Value]]) = ([], [])
        let texts = table.columns.map(\.rule.isText)
        try TableComparing(texts: texts, keys: table.keys).run(
            TableCursor(table.select, on: target),
            TableCursor(table.select, on: source),
            removed: { gone.append(table.values(of: $0)) },
            added: { new.append(table.values(of: $0)) },
            both: { old, wanted, areSame in
                if areSame && !replacesAll { return }
                gone.append(table.values(of: old))
                new.append(table.values(of: wanted))
            }
        )
        return (gone, new)
    }
}

extension ContentTable {
    /// A row with its references changed by `numbers`.
    fileprivate func renumbered(
        _ row: [Value],
        _ numbers: ContentCopy.Renumbering
    ) -> [Value] {
        var row = row
        for index in columns.indices {
            guard let table = columns[index].rule.referredTable, let others = numbers[table] else {
                continue
            }
            switch row[index] {
            case .integer(let number): row[index] = .integer(others[number] ?? number)
            case .text(var list):
                let numbers = list.withUTF8 { NumberList.numbers(in: $0) }
                row[index] = .text(NumberList.text(of: numbers.map { others[$0] ?? $0 }))
            default: break
            }
        }
        return row
    }
}
