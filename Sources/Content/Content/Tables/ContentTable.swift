package import MockPostlySQLite

/// All that is known of a table, said once, beside its store and its migration.
///
/// Copying, comparing, counting, clearing, resetting, exporting and checking follow from it.
package struct ContentTable: Sendable {
    /// A column, and what its values may be.
    package struct Column: Sendable {
        package var name: String
        package var rule: ValueRule
        /// Whether there may be no value.
        package var isOptional: Bool
        /// Whether rows that differ in this alone are different to a client; what clients never see is
        /// not compared.
        package var isCompared: Bool

        package init(
            _ name: String,
            _ rule: ValueRule,
            isOptional: Bool = false,
            isCompared: Bool = true
        ) {
            (self.name, self.rule) = (name, rule)
            (self.isOptional, self.isCompared) = (isOptional, isCompared)
        }
    }

    /// What its rows are.
    package enum Role: Sendable {
        /// Content of their own.
        case rows
        /// Numbers that follow from other tables, and are counted anew after an import.
        case totals
        /// What the program notes about the database itself, which belongs to no content.
        case mark
    }

    /// Checks one value of a row against the others after all have followed their rules; may put one
    /// into its usual form.
    package typealias RowCheck = (inout [Value]) throws(ValueRefusal) -> Void

    package var name: String
    /// Those of the key first; the table's own, then those that stand in ``annex``.
    package var columns: [Column]
    /// How many columns its primary key has.
    package var keys = 1
    package var role = Role.rows
    /// Whether an id is never given twice: INTEGER PRIMARY KEY AUTOINCREMENT.
    package var hasSequence = false
    /// A table with one row for each of these, of the same key.
    ///
    /// It has the last column, a long text that is not to be moved with the rest, and goes with the row
    /// (ON DELETE CASCADE).
    package var annex: String?
    /// The columns by which a client knows a row; nil when that is the key.
    ///
    /// A row that tables of another scope refer to is found by it in another content.
    package var identity: [String]?
    /// The condition of the rows that count, in SQL; nil for all of them.
    package var counted: String?
    /// Whether a reset leaves its rows where the content that is gone back to has none.
    package var outlastsReset = false
    /// How a client names a row, of the columns of its identity in their order; nil for these joined
    /// with spaces.
    package var shownKey: (@Sendable (borrowing Row) -> String)?
    /// Makes the check of the rows of one content; it may remember those that it has seen.
    package var makeCheck: (@Sendable () -> RowCheck)?
    /// That of the part that lists the table, which sets it.
    package internal(set) var scope = ContentScope("")

    package init(_ name: String, columns: [Column]) {
        (self.name, self.columns) = (name, columns)
    }

    /// The position of a column; a name that is not there is a programming error.
    package func position(of name: String) -> Int {
        guard let position = columns.firstIndex(where: { $0.name == name }) else {
            preconditionFailure("\(self.name) has no column \(name)")
        }
        return position
    }

    /// The names of all tables that it takes.
    package var allNames: [String] { [name] + (annex.map { [$0] } ?? []) }

    /// The columns that are in the table itself.
    package var ownColumns: ArraySlice<Column> { annex == nil ? columns[...] : columns.dropLast() }

    /// The columns by which a client knows a row.
    var identityColumns: [String] { identity ?? columns.prefix(keys).map(\.name) }

    /// Whether clients see its key.
    var hasPublicKey: Bool { columns.prefix(keys).allSatisfy(\.isCompared) }

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

/// Adds rows of all columns of a table, with statements that are made once.
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
