internal import CMockPostlySQLite

/// A row of `sqlite_schema`: one table, index, trigger or view.
package struct SchemaEntry: Sendable, Hashable {
    /// `table`, `index`, `trigger` or `view`.
    package var type: String
    package var name: String
    /// The table that it belongs to; for a table its own name.
    package var table: String
    /// The SQL of its definition as written; nil for indexes that SQLite makes itself.
    package var sql: String?

    /// A row with the columns of `sqlite_schema`.
    package init(type: String, name: String, table: String, sql: String?) {
        (self.type, self.name, self.table, self.sql) = (type, name, table, sql)
    }

    /// Whether it is a table as SQLite's `ANALYZE` makes it.
    package var isStatistics: Bool { Self.statistics.contains(sql) }

    private static let statistics: [String?] = [
        "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
        "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
    ]
}

extension Connection {
    /// All rows of the schema in their order there, including SQLite's internal tables.
    package func schema() throws -> [SchemaEntry] {
        try all("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid") { row in
            SchemaEntry(
                type: row.text(0),
                name: row.text(1),
                table: row.text(2),
                sql: row.optionalText(3)
            )
        }
    }

    /// The names of a table's columns in order; empty when there is no such table.
    package func columns(of table: String) throws -> [String] {
        try all("SELECT name FROM pragma_table_info(?1)", [.text(table)]) { $0.text(0) }
    }

    /// Removes a virtual table from the schema without calling its module.
    ///
    /// For a module that is missing or cannot read the table. The tables that hold its data become
    /// ordinary tables.
    ///
    /// Must be called within a transaction. If that is rolled back, the connection must be closed.
    package func forgetVirtualTable(_ name: String) throws(SQLiteError) {
        let database = try database()
        try requireOK(mockpostly_sqlite_db_config_int(database, SQLITE_DBCONFIG_DEFENSIVE, 0))
        var failure: SQLiteError?
        do throws(SQLiteError) {
            try script("PRAGMA writable_schema = ON")
            try run(
                "DELETE FROM sqlite_schema WHERE name = ?1 AND rootpage = 0",
                [.text(name)]
            )
            // Ends the writable mode and reads the schema again.
            try script("PRAGMA writable_schema = RESET")
        } catch {
            failure = error
        }
        try requireOK(mockpostly_sqlite_db_config_int(database, SQLITE_DBCONFIG_DEFENSIVE, 1))
        if let failure { throw failure }
    }
}
