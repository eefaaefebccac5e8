internal import MockPostlySQLite

extension ContentRegistry {
    /// Whether tables of other scopes refer to rows of `table`; true for the accounts.
    func isShared(_ table: ContentTable) -> Bool { !referring(to: table).isEmpty }

    /// The tables of other scopes that refer to rows of `table`.
    func referring(to table: ContentTable) -> [ContentTable] {
        tables.filter { $0.scope != table.scope && !$0.references(to: table.name).isEmpty }
    }
}

/// Copies rows that several scopes share.
extension ContentCopy {
    /// Copies the rows of a shared table that `scopes` need.
    ///
    /// Rows are matched by identity, not by number. Rows that a scope outside `scopes` refers to
    /// are kept. Returns the number in the target for each number in the source, where the two
    /// differ.
    func copyShared(
        _ table: ContentTable,
        _ scopes: Set<ContentScope>
    ) throws -> [Int64: Int64] {
        let referring = registry.referring(to: table)
        let copied = referring.filter { scopes.contains($0.scope) }
        let kept = referring.filter { !scopes.contains($0.scope) }
        guard scopes.contains(table.scope) else {
            guard !copied.isEmpty else { return [:] }
            return try add(numbers(in: copied, of: source, table), to: table)
        }
        guard !kept.isEmpty else {
            try copy(table, [:])
            return [:]
        }
        try replace(table, keeping: numbers(in: kept, of: target, table))
        guard !copied.isEmpty else { return [:] }
        return try add(numbers(in: copied, of: source, table), to: table)
    }

    /// Makes the rows those of the source, but keeps rows whose numbers are in `kept`.
    ///
    /// A row that is in the target already keeps its number; a new row gets that of the source, if
    /// it is free.
    private func replace(_ table: ContentTable, keeping kept: Set<Int64>) throws {
        let identity = table.position(of: table.identityColumns[0])
        var present = try rows(of: table, identity)
        var wanted: [[Value]] = []
        try source.forEach(table.select) { wanted.append(table.values(of: $0)) }
        var others = present
        for row in wanted {
            if let id = Self.text(row[identity]) { others[id] = nil }
        }
        for (id, row) in others where !kept.contains(Self.number(of: row)) {
            try target.run(table.delete, [row[0]])
            present[id] = nil
        }
        // Existing rows are updated first, so that no new row takes one of their numbers.
        for row in wanted {
            guard let id = Self.text(row[identity]), let old = present[id] else { continue }
            guard !Self.areSame(old.dropFirst(), row.dropFirst()) else { continue }
            try target.run(table.update, [old[0]] + row.dropFirst())
        }
        for row in wanted {
            guard let id = Self.text(row[identity]), present[id] == nil else { continue }
            _ = try add(row, to: table)
        }
    }

    /// Adds the rows with the numbers `needed` in the source, unless their identity exists already.
    ///
    /// Returns the number in the target for each number in the source, where the two differ.
    private func add(
        _ needed: Set<Int64>,
        to table: ContentTable
    ) throws -> [Int64: Int64] {
        let identity = table.position(of: table.identityColumns[0])
        var numbers: [Int64: Int64] = [:]
        try source.forEach(table.select) { shared in
            guard needed.contains(shared.int(0)) else { return }
            let row = table.values(of: shared)
            let present = try target.first(table.findByIdentity, [row[identity]]) { $0.int(0) }
            let number = try present ?? add(row, to: table)
            if number != shared.int(0) { numbers[shared.int(0)] = number }
        }
        return numbers
    }

    /// Adds a row, with another number when its own is taken; returns the number.
    private func add(_ row: [Value], to table: ContentTable) throws -> Int64 {
        let isTaken = try target.first(table.findByKey, [row[0]]) { _ in true }
        try target.run(table.insert, isTaken == true ? [.null] + row.dropFirst() : row)
        return target.lastInsertRowID
    }

    /// The rows of the target by identity.
    private func rows(of table: ContentTable, _ identity: Int) throws -> [ExactText: [Value]] {
        var rows: [ExactText: [Value]] = [:]
        try target.forEach(table.select) { row in
            rows[ExactText(row.text(Int32(identity)))] = table.values(of: row)
        }
        return rows
    }

    private static func text(_ value: Value) -> ExactText? {
        guard case .text(let text) = value else { return nil }
        return ExactText(text)
    }

    /// Compares texts byte for byte, as the database does.
    private static func areSame(_ left: ArraySlice<Value>, _ right: ArraySlice<Value>) -> Bool {
        zip(left, right).allSatisfy { pair in
            guard case (.text(let first), .text(let second)) = pair else { return pair.0 == pair.1 }
            return first.utf8.elementsEqual(second.utf8)
        }
    }

    private static func number(of row: [Value]) -> Int64 {
        guard case .integer(let number) = row[0] else { return 0 }
        return number
    }

    /// The numbers of the rows of `table` that the tables `referring` refer to.
    private func numbers(
        in referring: [ContentTable],
        of connection: Connection,
        _ table: ContentTable
    ) throws -> Set<Int64> {
        var numbers: Set<Int64> = []
        let references = referring.flatMap { other in
            other.references(to: table.name).map { (table: other, column: other.columns[$0]) }
        }
        for (other, column) in references where column.rule.isText {
            try connection.forEach(other.values(ofColumn: column.name)) {
                numbers.formUnion(NumberList.numbers(in: $0.textBytes(0)))
            }
        }
        let keys = references.filter { !$0.column.rule.isText }
        if let sql = ContentTable.union(keys.map { ($0.table, $0.column.name) }) {
            try connection.forEach(sql) { numbers.insert($0.int(0)) }
        }
        return numbers
    }
}
