package import MockPostlySQLite

/// SQL statements made from the description of a table.
extension ContentTable {
    /// Calls `body` with columns of the rows, or of those with a number in another column, in the
    /// order of the first of them.
    ///
    /// - Throws: SQLite's errors, and what `body` throws.
    package func forEach(
        _ names: String...,
        where condition: (column: String, number: Int64)? = nil,
        on connection: Connection,
        _ body: (borrowing Row) throws -> Void
    ) throws {
        let filter = condition.map { " WHERE \($0.column) = ?1" } ?? ""
        let list = names.joined(separator: ", ")
        try connection.forEach(
            DerivedSQL("SELECT \(list) FROM \(name)\(filter) ORDER BY \(names[0])"),
            condition.map { [.integer($0.number)] } ?? [],
            body
        )
    }

    /// Whether there is a row with this key, of one column.
    ///
    /// - Throws: SQLite's errors.
    package func has(_ key: Int64, on connection: Connection) throws -> Bool {
        try connection.first(findByKey, [.integer(key)]) { _ in true } ?? false
    }

    /// Whether there is a row with this value in a column.
    ///
    /// - Throws: SQLite's errors.
    package func has(_ column: String, _ value: Value, on connection: Connection) throws -> Bool {
        let sql = DerivedSQL("SELECT 1 FROM \(name) WHERE \(column) = ?1")
        return try connection.first(sql, [value]) { _ in true } ?? false
    }

    /// The number and the columns with members of a seed, in order, and whether the dates follow
    /// the day of filling; of the rows in `?1`, if there is a parent.
    var selectForSeed: DerivedSQL {
        var names = [columns[0].name] + columns.filter { $0.seed != nil }.map(\.name)
        if columns.contains(where: { $0.name == "follows" }) { names.append("follows") }
        let condition = seed?.parent.map { " WHERE \($0) = ?1" } ?? ""
        return DerivedSQL(
            "SELECT \(names.joined(separator: ", ")) FROM \(name)\(condition) "
                + "ORDER BY \(columns[0].name)"
        )
    }

    /// How many rows are counted.
    ///
    /// - Throws: SQLite's errors.
    package func count(on connection: Connection) throws -> Int64 {
        try Self.count(of: [self]).flatMap { try connection.first($0) { $0.int(0) } } ?? 0
    }

    /// Adds a row with all columns; for a table without an annex.
    ///
    /// - Throws: SQLite's errors.
    package func add(_ values: [Value], to connection: Connection) throws {
        try connection.run(insert, values)
    }

    /// Adds or deletes the row with a key, in a table that has nothing but keys; repeating it changes
    /// nothing.
    ///
    /// - Throws: SQLite's errors.
    package func set(_ key: [Value], isThere: Bool, on connection: Connection) throws {
        let added = DerivedSQL("\(insertion) ON CONFLICT DO NOTHING")
        try connection.run(isThere ? added : delete, key)
    }

    /// Moves the dates that a seed gave relative to the day of filling by `?1` microseconds; nil for
    /// a table without such dates.
    var moveDates: DerivedSQL? {
        let changes = columns.compactMap { column -> String? in
            guard case .dayDate? = column.seed?.kind else { return nil }
            return "\(column.name) = \(column.name) + ?1"
        }
        guard !changes.isEmpty else { return nil }
        return DerivedSQL("UPDATE \(name) SET \(changes.joined(separator: ", ")) WHERE follows = 1")
    }

    /// All columns of all rows, in the order of the key.
    ///
    /// Costs a pass over the table; the order needs no sort, because it is that of the primary key.
    package var select: DerivedSQL {
        let list = columns.map { qualified($0.name) }.joined(separator: ", ")
        let order = columns.prefix(keys).map { "t.\($0.name)" }.joined(separator: ", ")
        return DerivedSQL("SELECT \(list) FROM \(source) ORDER BY \(order)")
    }

    /// All columns of all rows, in the order of some columns; for a table without an annex.
    package func select(orderedBy order: String...) -> DerivedSQL {
        let list = columns.map(\.name).joined(separator: ", ")
        let order = order.joined(separator: ", ")
        return DerivedSQL("SELECT \(list) FROM \(name) ORDER BY \(order)")
    }

    /// Adds a row, without the column that is in the annex.
    var insert: DerivedSQL { DerivedSQL(insertion) }

    /// Adds a row in place of the one with its key, if there is any; for a table without an annex.
    package var replacement: DerivedSQL {
        DerivedSQL("INSERT OR REPLACE \(insertion.dropFirst(7))")
    }

    private var insertion: String {
        let names = ownColumns.map(\.name).joined(separator: ", ")
        let values = ownColumns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        return "INSERT INTO \(name) (\(names)) VALUES (\(values))"
    }

    /// Adds a row to the annex: the key and the last column.
    var insertAnnex: DerivedSQL {
        let column = columns[columns.count - 1].name
        return DerivedSQL(
            "INSERT INTO \(annex ?? name) (\(columns[0].name), \(column)) VALUES (?1, ?2)"
        )
    }

    /// Sets all other columns of the row with the key `?1`; the table has one key column and no
    /// annex.
    var update: DerivedSQL {
        let changes = columns.indices.dropFirst().map { "\(columns[$0].name) = ?\($0 + 1)" }
        return DerivedSQL(
            "UPDATE \(name) SET \(changes.joined(separator: ", ")) WHERE \(columns[0].name) = ?1"
        )
    }

    /// Deletes the row with a key.
    var delete: DerivedSQL { DerivedSQL("DELETE FROM \(name) WHERE \(isKey)") }

    private var isKey: String {
        columns.prefix(keys).enumerated().map { "\($1.name) = ?\($0 + 1)" }
            .joined(separator: " AND ")
    }

    /// Adds `?1` to a column of the rows from one key to another.
    func moving(_ column: String) -> DerivedSQL {
        let names = columns.prefix(keys).map(\.name).joined(separator: ", ")
        let bounds = [2, 2 + keys].map { first in
            "(" + (first..<first + keys).map { "?\($0)" }.joined(separator: ", ") + ")"
        }
        return DerivedSQL(
            "UPDATE \(place(of: column)) SET \(column) = \(column) + ?1 "
                + "WHERE (\(names)) BETWEEN \(bounds[0]) AND \(bounds[1])"
        )
    }

    /// Reads and writes one column of the row with a key; the new value is bound after the key.
    func value(ofColumn column: String) -> (read: DerivedSQL, write: DerivedSQL) {
        let table = place(of: column)
        return (
            DerivedSQL("SELECT \(column) FROM \(table) WHERE \(isKey)"),
            DerivedSQL("UPDATE \(table) SET \(column) = ?\(keys + 1) WHERE \(isKey)")
        )
    }

    /// The key of the row with an identity; for tables whose identity is one column.
    var findByIdentity: DerivedSQL {
        DerivedSQL("SELECT \(columns[0].name) FROM \(name) WHERE \(identityColumns[0]) = ?1")
    }

    /// The identity of the row with a key; for tables whose identity is one column.
    var identityByKey: DerivedSQL {
        DerivedSQL("SELECT \(identityColumns[0]) FROM \(name) WHERE \(columns[0].name) = ?1")
    }

    /// A row when the key exists, else none.
    var findByKey: DerivedSQL {
        DerivedSQL("SELECT 1 FROM \(name) WHERE \(columns[0].name) = ?1")
    }

    /// A row when the table has any, else none.
    var any: DerivedSQL { DerivedSQL("SELECT 1 FROM \(name) LIMIT 1") }

    /// The number of counted rows of all `tables`; nil for no tables.
    static func count(of tables: [ContentTable]) -> DerivedSQL? {
        guard !tables.isEmpty else { return nil }
        let terms = tables.map { "(SELECT count(*) FROM \($0.countedRows))" }
        return DerivedSQL("SELECT \(terms.joined(separator: " + "))")
    }

    /// As ``count(of:)``, but row by row, so that the step limit of a connection can end it.
    static func countStepByStep(of tables: [ContentTable]) -> DerivedSQL? {
        guard !tables.isEmpty else { return nil }
        let rows = tables.map { "SELECT 1 FROM \($0.countedRows)" }
        return DerivedSQL("SELECT count(1) FROM (\(rows.joined(separator: " UNION ALL ")))")
    }

    /// The table with its condition for counted rows, for use after FROM.
    private var countedRows: String { name + (counted.map { " WHERE \($0)" } ?? "") }

    /// One column of all rows.
    func values(ofColumn column: String) -> DerivedSQL {
        DerivedSQL("SELECT \(column) FROM \(name)")
    }

    /// The values of columns of several tables, each value once; nil for no columns.
    static func union(_ columns: [(table: ContentTable, column: String)]) -> DerivedSQL? {
        guard !columns.isEmpty else { return nil }
        let selects = columns.map { "SELECT \($0.column) FROM \($0.table.name)" }
        return DerivedSQL(selects.joined(separator: " UNION "))
    }

    /// Deletes all rows, those of the annex included.
    var clear: String {
        allNames.reversed().map { "DELETE FROM \($0);" }.joined(separator: "\n")
    }

    /// A key of the table that is missing from the annex; nil for a table without an annex.
    var withoutAnnex: DerivedSQL? { missing(from: annex, in: name) }

    /// A key of the annex that is missing from the table; nil for a table without an annex.
    var annexAlone: DerivedSQL? { annex.flatMap { missing(from: name, in: $0) } }

    private func missing(from other: String?, in table: String) -> DerivedSQL? {
        guard let other else { return nil }
        let key = columns[0].name
        return DerivedSQL(
            """
            SELECT \(key) FROM \(table) WHERE \(key) NOT IN (SELECT \(key) FROM \(other)) LIMIT 1
            """
        )
    }

    /// The table as `t`, joined with its annex as `a`, for use after FROM.
    var source: String {
        guard let annex else { return "\(name) t" }
        let key = columns[0].name
        return "\(name) t JOIN \(annex) a ON a.\(key) = t.\(key)"
    }

    func qualified(_ column: String) -> String { "\(isInAnnex(column) ? "a" : "t").\(column)" }

    /// The table that has a column: this one or its annex.
    private func place(of column: String) -> String {
        isInAnnex(column) ? annex ?? name : name
    }

    private func isInAnnex(_ column: String) -> Bool {
        annex != nil && column == columns[columns.count - 1].name
    }
}
