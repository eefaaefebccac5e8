package import MockPostlyJSON
package import MockPostlySQLite

/// The tables of a part whose rows stand in seeds, while one is read.
package final class SeedTables {
    private let part: ContentPart
    private let reading: SeedReading
    private var tables: [String: SeedTable] = [:]
    /// How many rows of each table were read.
    private var counts: [String: Int] = [:]

    /// - Parameters:
    ///   - part: whose tables they are.
    ///   - reading: into whose content the rows go.
    package init(_ part: ContentPart, _ reading: SeedReading) {
        (self.part, self.reading) = (part, reading)
        for table in part.seedTables { tables[table.name] = SeedTable(table) }
    }

    /// A table that is in no seed is a programming error.
    private func known(_ table: ContentTable) -> SeedTable {
        guard let known = tables[table.name] else {
            preconditionFailure("\(part.name) has no rows of \(table.name) in seeds")
        }
        return known
    }

    /// Calls `body` with the elements of a list that a row has; nil for those that are no objects.
    package func forEach(
        _ row: SeedRow,
        _ list: String,
        _ table: ContentTable,
        _ body: (SeedRow?) -> Void
    ) {
        known(table).forEach(row.json(list), row.path(list), reading, body)
    }

    /// The element of a list that may have other things than rows; nil after a fault.
    package func row(
        _ value: JSONValue,
        _ list: String,
        at index: Int,
        _ table: ContentTable
    ) -> SeedRow? {
        let table = known(table)
        return table.row(value, SeedPlace(list, at: index, members: table.shape.names), reading)
    }

    /// Adds a row, if it is whole, and counts it; returns its id.
    ///
    /// Without `row`, it has the other columns alone.
    package func insert(
        _ row: SeedRow?,
        _ table: ContentTable,
        _ others: [String: Value]
    ) -> Int64? {
        guard row?.isWhole ?? true, let id = known(table).insert(row, others, reading) else {
            return nil
        }
        count(table)
        return id
    }

    /// Counts a row that the part has added itself.
    package func count(_ table: ContentTable) { counts[table.name, default: 0] += 1 }

    /// Whether no other row has the value of a column that has the name of its member; another is
    /// reported, with `words` about the value.
    package func isFree(
        _ row: SeedRow,
        _ name: String,
        in table: ContentTable,
        _ words: (String) -> String
    ) -> Bool {
        guard let text = row.text(name), let offset = row.json(name)?.offset,
            known(table).has(name, .text(text), reading)
        else { return true }
        reading.report(row.path(name), at: offset, words(text))
        return false
    }

    /// Reads a list of what a row is linked with: see ``SeedMember/link``.
    ///
    /// - Parameters:
    ///   - row: which has the list.
    ///   - name: of the list.
    ///   - table: of the row.
    ///   - id: of the row.
    ///   - find: the key of what a value names; nil after a fault was reported.
    package func readLinks(
        _ row: SeedRow,
        _ name: String,
        of table: ContentTable,
        _ id: Int64,
        _ find: (JSONValue, String) -> Int64?
    ) {
        let member = known(table).shape.members.first { $0.name == name }
        guard let link = member?.link else { preconditionFailure("\(name) has no links") }
        reading.forEach(row.json(name), row.path(name)) { index, value in
            guard let other = find(value, "\(row.path(name))[\(index)]") else { return }
            let pair: [Value] = [.integer(id), .integer(other)]
            reading.attempt { try link.set(pair, isThere: true, on: reading.connection) }
        }
    }

    /// Takes the next ids that the object of the part tells.
    package func raiseIDs(_ row: SeedRow) {
        for (name, table) in part.sequences {
            guard let id = row.number(name) else { continue }
            reading.attempt {
                try Sequences.raise(table.name, to: id - 1, on: reading.connection)
            }
        }
    }

    /// How many rows were read of each table but `others`.
    package func tally(_ title: String, without others: ContentTable...) -> SeedTally {
        let told = part.seedTables.filter { table in !others.contains { $0.name == table.name } }
        return SeedTally(
            title: title,
            told.map { .init($0.seed?.noun ?? "", counts[$0.name] ?? 0) }
        )
    }
}

extension ContentPart {
    /// The tables whose rows stand in seeds.
    package var seedTables: [ContentTable] { tables.filter { $0.seed != nil } }

    /// The members with next ids, and the tables of these.
    var sequences: [(name: String, table: ContentTable)] {
        tables.compactMap { table in table.seed?.next.map { ($0, table) } }
    }

    /// The members of the part's object for ids that must not be used again.
    package var nextIDs: [SeedMember] {
        // The next id can be one more than the largest.
        let next = SeedKind.number(1...(.largestInContent + 1))
        return sequences.map { .init($0.name, next, "The least id that is given next.") }
    }

    /// Whether a content has nothing of what a seed tells of the part.
    ///
    /// - Throws: SQLite's errors.
    package func isEmpty(on connection: Connection) throws -> Bool {
        try seedTables.allSatisfy { table in
            guard try table.count(on: connection) == 0 else { return false }
            return try !table.hasSequence || Sequences.next(of: table, on: connection) == nil
        }
    }
}
