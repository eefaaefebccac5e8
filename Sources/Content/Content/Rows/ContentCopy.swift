package import MockPostlySQLite

/// Makes rows of one content those of another, writing only what differs.
package struct ContentCopy {
    let registry: ContentRegistry
    let source: Connection
    let work: UnitOfWork
    var target: Connection { work.connection }
    /// The indexes of the target, by the tables whose rows they have.
    private let indexes: [String: any ContentIndex]

    package init(_ registry: ContentRegistry, from source: Connection, to work: UnitOfWork) {
        (self.registry, self.source, self.work) = (registry, source, work)
        indexes = Dictionary(
            registry.indexes.map { ($0.table, $0.init(work)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Copies the rows of `scopes`, within a unit of work that is open.
    ///
    /// With `keepsLasting`, rows that outlast a reset stay where the source has none of their table.
    package func copy(_ scopes: Set<ContentScope>, keepsLasting: Bool) throws {
        // Rows go before those that refer to them come back; in the end all references hold.
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

    /// Copies the rows that outlast a reset, into tables of `scopes` that have none; all tables when
    /// no scopes are named.
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

    /// For the rows of a table that have another key in the target, that key by the source's.
    typealias Renumbering = [String: [Int64: Int64]]

    /// Copies a table; where rows that it refers to have other `numbers` there, with those.
    func copy(_ table: ContentTable, _ numbers: Renumbering) throws {
        let references = table.columns.contains { column in
            column.rule.referredTable.map { numbers[$0]?.isEmpty == false } ?? false
        }
        // Where the numbers are others the orders may be too: then all rows are new.
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

    /// The rows that must go, and those that must come.
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
    /// A row with other numbers for the rows that it refers to.
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
