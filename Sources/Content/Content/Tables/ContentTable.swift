package import MockPostlySQLite

/// The description of a table: its columns, its keys and the rules for its values.
///
/// Copying, comparing, counting, clearing, resetting, exporting and checking all use it, so a new
/// table needs no code in them.
///
/// ```swift
/// var table = ContentTable("note", columns: [.init("id", .id), .init("text", .text)])
/// table.hasSequence = true
/// ```
package struct ContentTable: Sendable {
    /// A column, and the values that are allowed in it.
    package struct Column: Sendable {
        /// As in the schema.
        package var name: String
        /// Checked for each value of a foreign file before it is taken over.
        package var rule: ValueRule
        /// Whether NULL is allowed.
        package var isOptional: Bool
        /// Whether a different value makes a row different for clients; false for values that no
        /// client sees.
        package var isCompared: Bool
        /// The member of a seed that gives its value; nil when another part of the seed does.
        package var seed: SeedMember?

        /// - Parameters:
        ///   - name: as in the schema.
        ///   - rule: the values that are allowed, besides NULL.
        ///   - isOptional: whether NULL is.
        ///   - isCompared: whether clients see it.
        ///   - seed: the member of a seed that gives its value.
        package init(
            _ name: String,
            _ rule: ValueRule,
            isOptional: Bool = false,
            isCompared: Bool = true,
            seed: SeedMember? = nil
        ) {
            (self.name, self.rule, self.seed) = (name, rule, seed)
            (self.isOptional, self.isCompared) = (isOptional, isCompared)
        }
    }

    /// What the rows of a table are.
    package enum Role: Sendable {
        /// Content: what clients read and write.
        case rows
        /// Counters over other tables, which are counted again after an import.
        case totals
        /// Notes of the program about the database itself; not part of any content.
        case mark
    }

    /// Checks the values of a row together, after each has passed its own rule.
    ///
    /// It may replace a value by its usual form.
    package typealias RowCheck = (inout [Value]) throws(ValueRefusal) -> Void

    /// As in the schema.
    package var name: String
    /// The key columns first, then the table's other columns, then the column in ``annex``.
    package var columns: [Column]
    /// How many columns the primary key has.
    package var keys = 1
    /// Rows, totals and marks are treated in different ways by copies, counts and exports.
    package var role = Role.rows
    /// Whether ids are never used again: INTEGER PRIMARY KEY AUTOINCREMENT.
    package var hasSequence = false
    /// A second table with one row for each row of this table, with the same key, an INTEGER PRIMARY
    /// KEY in both; nil for none.
    ///
    /// It holds the last column, a long text, so that an update of the other columns does not
    /// rewrite the text. Its rows are deleted with the table's (ON DELETE CASCADE).
    package var annex: String?
    /// The columns by which clients know a row; nil when these are the key.
    ///
    /// A row that other scopes refer to is found by its identity in another content, where its key
    /// may be another.
    package var identity: [String]?
    /// An SQL condition for the rows that are counted; nil for all of them.
    package var counted: String?
    /// Whether a reset keeps its rows when the seed or snapshot has none in this table.
    package var outlastsReset = false
    /// What tells how a row changes what clients see; nil where they see the rows of the table alone.
    package var layer: Layer?
    /// The text by which a client knows a row, made from its identity columns in their order.
    ///
    /// Nil for the columns joined by spaces.
    package var shownKey: (@Sendable ([Value]) -> String)?
    /// Makes a check for all rows of one content; the check may remember the rows it has seen.
    package var makeCheck: (@Sendable () -> RowCheck)?
    /// How seeds have its rows; nil when the part of the seed reads and writes them itself.
    package var seed: SeedRows?
    /// The scope of the part that lists the table; ``ContentPart`` sets it.
    package internal(set) var scope = ContentScope("")

    /// A table with what was written over the rows of a file, which are not in the database.
    package struct Layer: Sendable {
        /// The column that is null in a row which takes one of the file away.
        package var body: String
        /// The column with a bit for rows that are in the file too.
        package var place: String
        package var bit: Int64

        package init(body: String, place: String, bit: Int64) {
            (self.body, self.place, self.bit) = (body, place, bit)
        }
    }

    /// Without an annex, an identity and a check; these are set afterwards.
    package init(_ name: String, columns: [Column], seed: SeedRows? = nil) {
        (self.name, self.columns, self.seed) = (name, columns, seed)
    }

    /// The position of a column; an unknown name is a programming error.
    ///
    /// Costs O(n) in the number of columns.
    package func position(of name: String) -> Int {
        guard let position = columns.firstIndex(where: { $0.name == name }) else {
            preconditionFailure("\(self.name) has no column \(name)")
        }
        return position
    }

    /// The names of the table and of its annex.
    package var allNames: [String] { [name] + (annex.map { [$0] } ?? []) }

    /// The columns without the one in the annex.
    package var ownColumns: ArraySlice<Column> { annex == nil ? columns[...] : columns.dropLast() }

    /// The columns by which a client knows a row.
    var identityColumns: [String] { identity ?? columns.prefix(keys).map(\.name) }

    /// Whether clients see the key.
    var hasPublicKey: Bool { columns.prefix(keys).allSatisfy(\.isCompared) }

    /// The text by which a client knows the row with this identity.
    func shownKey(of identity: [Value]) -> String {
        if let shownKey { return shownKey(identity) }
        return identity.map(\.shown).joined(separator: " ")
    }

    /// The positions of the columns that refer to rows of `table`.
    func references(to table: String) -> [Int] {
        columns.indices.filter { columns[$0].rule.referredTable == table }
    }

    // MARK: Rows

    /// The values of all columns of a row of ``select``.
    func values(of row: borrowing Row) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(columns.count)
        for index in columns.indices {
            let column = Int32(index)
            if row.isNull(column) {
                values.append(.null)
            } else if columns[index].rule.isText {
                values.append(.text(row.text(column)))
            } else {
                values.append(.integer(row.int(column)))
            }
        }
        return values
    }
}

/// Adds rows with all columns of a table; its two statements are made once.
struct TableInsertion {
    private let own: DerivedSQL
    private let annex: DerivedSQL?

    init(_ table: ContentTable) {
        own = table.insert
        annex = table.annex == nil ? nil : table.insertAnnex
    }

    func insert(_ row: [Value], into connection: Connection) throws(SQLiteError) {
        guard let annex else {
            try connection.run(own, row)
            return
        }
        try connection.run(own, Array(row.dropLast()))
        try connection.run(annex, [row[0], row[row.count - 1]])
    }
}

extension Value {
    /// The value as a part of a key; empty for NULL.
    ///
    /// Texts as they are, numbers in decimal digits.
    package var shown: String {
        switch self {
        case .text(let text): text
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .null, .blob: ""
        }
    }

    /// The number; 0 for other values.
    package var number: Int64 { if case .integer(let number) = self { number } else { 0 } }
}
