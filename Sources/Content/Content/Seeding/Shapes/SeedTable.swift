package import MockPostlyJSON
package import MockPostlySQLite

/// How a seed has the rows of a table, besides the members of its columns.
package struct SeedRows: Sendable {
    /// The name of their shape in the JSON Schema, such as `post`.
    package var title: String
    /// One row in a word, for messages and the JSON Schema: `post`.
    package var noun: String
    /// The column with the row in which these are; nil for rows that stand by themselves.
    package var parent: String?
    /// The member of the part with the next id; nil for none.
    package var next: String?
    /// Groups of members, of which a row must have one.
    package var alternatives: [[String]] = []
    /// The members without a column: lists of what belongs to a row.
    ///
    /// Made when a seed is read or written, not when a server starts.
    package var others: @Sendable () -> [SeedMember]

    /// - Parameters:
    ///   - title: of the shape.
    ///   - noun: one row in a word.
    ///   - parent: the column with the row in which these are.
    ///   - next: the member of the part with the next id.
    ///   - others: the members without a column.
    package init(
        _ title: String,
        _ noun: String,
        parent: String? = nil,
        next: String? = nil,
        others: @escaping @Sendable () -> [SeedMember] = { [] }
    ) {
        (self.title, self.noun, self.parent) = (title, noun, parent)
        (self.next, self.others) = (next, others)
    }
}

extension ContentTable {
    /// Whether a seed knows its rows by the member `id`, and not by a member of the key's column.
    var hasSeedID: Bool { columns[0].seed == nil }

    /// The shape of its rows in a seed: the members of its columns, then those without a column,
    /// then `id`.
    package var seedShape: SeedShape {
        guard let rows = seed else { preconditionFailure("\(name) is in no seed") }
        let id = SeedMember("id", .id, "The number of the \(rows.noun); else the next one.")
        let isVowel = rows.noun.first.map { (letter: Character) in "aeiou".contains(letter) }
        let article = isVowel == true ? "An" : "A"
        return SeedShape(
            rows.title,
            "\(article) \(rows.noun).",
            columns.compactMap(\.seed) + rows.others() + (hasSeedID ? [id] : []),
            alternatives: rows.alternatives
        )
    }
}

/// Reads objects of a seed into rows of a table.
package struct SeedTable {
    package let table: ContentTable
    package let shape: SeedShape
    private let noun: String
    private let insertion: TableInsertion

    package init(_ table: ContentTable) {
        (self.table, shape) = (table, table.seedShape)
        noun = table.seed?.noun ?? ""
        insertion = TableInsertion(table)
    }

    /// Reads an object; nil when it is none, and when it cannot become a row: a required member, or
    /// the `id`, is at fault.
    package func row(
        _ value: JSONValue,
        _ place: SeedPlace,
        _ reading: SeedReading
    ) -> SeedRow? {
        guard var row = reading.row(value, place, shape) else { return nil }
        if table.hasSeedID, let given = row.json("id") {
            if let id = row.number("id") {
                if has("id", .integer(id), reading) {
                    row.isWhole = false
                    let words = "another \(noun) has the id \(id)"
                    reading.report(row.path("id"), at: given.offset, words)
                }
            } else {
                row.isWhole = false
            }
        }
        return row
    }

    /// The same for each element of a list; `body` gets nil for what is no object.
    package func forEach(
        _ value: JSONValue?,
        _ list: String,
        _ reading: SeedReading,
        _ body: (SeedRow?) -> Void
    ) {
        reading.forEach(value, list, members: shape.names) { body(row($0, $1, reading)) }
    }

    /// Whether there is a row with this value in a column.
    package func has(_ column: String, _ value: Value, _ reading: SeedReading) -> Bool {
        reading.attempt { try table.has(column, value, on: reading.connection) } ?? true
    }

    /// Adds a row and returns its id, the next one unless it has one.
    ///
    /// - Parameters:
    ///   - row: must be whole; nil for one that has other columns alone.
    ///   - others: values of columns that are no members of the object; those that are not named
    ///     are NULL.
    ///   - reading: into whose content it goes.
    /// - Returns: nil after a failure of the database.
    package func insert(
        _ row: SeedRow?,
        _ others: [String: Value],
        _ reading: SeedReading
    ) -> Int64? {
        var member = 0
        var values: [Value] = []
        values.reserveCapacity(table.columns.count)
        for column in table.columns {
            var value = Value.null
            if column.seed != nil {
                value = row?.values[member] ?? .null
                member += 1
            }
            values.append(value == .null ? others[column.name] ?? .null : value)
        }
        return reading.attempt {
            if table.hasSeedID {
                let id = row?["id"] ?? .null
                values[0] =
                    id == .null ? try Sequences.newID(of: table, on: reading.connection) : id
            }
            try insertion.insert(values, into: reading.connection)
            return reading.connection.lastInsertRowID
        }
    }
}
