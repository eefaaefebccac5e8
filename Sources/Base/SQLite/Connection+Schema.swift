internal import CMockPostlySQLite

/// A row of a database's schema.
package struct SchemaEntry: Sendable, Hashable {
    /// `table`, `index`, `trigger` or `view`.
    package var type: String
    package var name: String
    /// The table that it belongs to; its own name for a table.
    package var table: String
    /// Its definition, as it was written; nil for the indexes that SQLite makes itself.
    package var sql: String?

    package init(type: String, name: String, table: String, sql: String?) {
        (self.type, self.name, self.table, self.sql) = (type, name, table, sql)
    }
}

extension Connection {
    /// Every row of the schema, also those of SQLite's own, in the order in which they stand there.
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

    /// The names of a table's columns, in order; none for a table that is not there.
    package func columns(of table: String) throws -> [String] {
        try all("SELECT name FROM pragma_table_info(?1)", [.text(table)]) { $0.text(0) }
    }

    /// Makes a virtual table no table any more, without its module, which may not be able to read
    /// it; the tables beneath it are ordinary ones then.
    ///
    /// Must be called within a transaction. When that is rolled back, the connection has to be
    /// closed.
    package func forgetVirtualTable(_ name: String) throws(SQLiteError) {
        let database = try database()
        try check(mockpostly_sqlite_db_config_int(database, SQLITE_DBCONFIG_DEFENSIVE, 0))
        var failure: SQLiteError?
        do throws(SQLiteError) {
            try script("PRAGMA writable_schema = ON")
            try run(
                "DELETE FROM sqlite_schema WHERE name = ?1 AND rootpage = 0",
                [.text(name)]
            )
            // Ends it, and reads the schema again.
            try script("PRAGMA writable_schema = RESET")
        } catch {
            failure = error
        }
        try check(mockpostly_sqlite_db_config_int(database, SQLITE_DBCONFIG_DEFENSIVE, 1))
        if let failure { throw failure }
    }
}
