internal import CMockPostlySQLite

extension Connection {
    /// The size of a database, and the memory that its connection uses.
    package struct Statistics: Sendable, Equatable {
        /// The number of pages in the database, and the bytes of each page.
        package var pageCount: Int
        package var pageSize: Int

        /// Bytes in memory: of cached pages, of the parsed schema, and of compiled statements.
        package var cacheBytes: Int
        package var schemaBytes: Int
        package var statementBytes: Int
    }

    /// Reads the sizes now; throws when SQLite cannot tell them.
    package func statistics() throws(SQLiteError) -> Statistics {
        Statistics(
            pageCount: Int(try integer("PRAGMA page_count")),
            pageSize: Int(try integer("PRAGMA page_size")),
            cacheBytes: try status(SQLITE_DBSTATUS_CACHE_USED),
            schemaBytes: try status(SQLITE_DBSTATUS_SCHEMA_USED),
            statementBytes: try status(SQLITE_DBSTATUS_STMT_USED)
        )
    }

    /// The steps of SQLite's virtual machine that all statements in memory have taken so far.
    ///
    /// They measure work independently of the machine's speed (SQLite:
    /// "SQLITE_STMTSTATUS_VM_STEP").
    package func stepCount() throws(SQLiteError) -> Int {
        let database = try database()
        var count = 0
        var statement = sqlite3_next_stmt(database, nil)
        while let present = statement {
            count += Int(sqlite3_stmt_status(present, SQLITE_STMTSTATUS_VM_STEP, 0))
            statement = sqlite3_next_stmt(database, present)
        }
        return count
    }

    /// Checks the whole content: returns the findings, one per line, at most 20; nil when there are
    /// none.
    ///
    /// `quick` does not compare indexes with their tables, which takes most of the time. Damage
    /// that stops the check is a finding too; other failures are thrown.
    package func integrityCheck(quick: Bool = false) throws -> String? {
        do {
            let findings =
                quick
                ? try all("PRAGMA quick_check(20)") { row in row.text(0) }
                : try all("PRAGMA integrity_check(20)") { row in row.text(0) }
            return findings == ["ok"] ? nil : findings.joined(separator: "\n")
        } catch let failure as SQLiteError where failure.isCorrupt {
            // The damage is so large that even the check fails.
            return failure.message
        }
    }

    /// Checks one table and its indexes, as ``integrityCheck(quick:)`` does with `quick`.
    package func quickCheck(ofTable table: String) throws -> String? {
        do {
            let findings = try all("SELECT quick_check FROM pragma_quick_check(?1)", [.text(table)])
            {
                row in row.text(0)
            }
            return findings == ["ok"] ? nil : findings.joined(separator: "\n")
        } catch let failure as SQLiteError where failure.isCorrupt {
            return failure.message
        }
    }

    /// The version number of the schema, kept in the database's header; 0 in a new database.
    package func userVersion() throws(SQLiteError) -> Int {
        Int(try integer("PRAGMA user_version"))
    }

    /// Sets the number that ``userVersion()`` reads; part of the open transaction, if any.
    package func setUserVersion(_ version: Int32) throws(SQLiteError) {
        try script("PRAGMA user_version = \(version)")
    }

    /// The number in the header that tells which application owns the file; 0 in a new database.
    package func applicationID() throws(SQLiteError) -> Int32 {
        Int32(truncatingIfNeeded: try integer("PRAGMA application_id"))
    }

    /// Sets the number that ``applicationID()`` reads; part of the open transaction, if any.
    package func setApplicationID(_ id: Int32) throws(SQLiteError) {
        try script("PRAGMA application_id = \(id)")
    }

    /// Sets whether closing the last connection leaves the write-ahead log and the file as they
    /// are.
    ///
    /// By default closing moves the log into the file.
    package func setKeepsLogOnClose(_ keeps: Bool) throws(SQLiteError) {
        try requireOK(
            mockpostly_sqlite_db_config_int(
                try database(),
                SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE,
                keeps ? 1 : 0
            )
        )
    }

    /// Sets whether the file of the write-ahead log is kept, empty, when it is no longer needed.
    ///
    /// By default SQLite deletes the file with the log's name then, even if another file has got
    /// that name.
    package func setKeepsLogFile(_ keeps: Bool) throws(SQLiteError) {
        var value: Int32 = keeps ? 1 : 0
        try requireOK(sqlite3_file_control(database(), "main", SQLITE_FCNTL_PERSIST_WAL, &value))
    }

    /// Sets after how many pages in the write-ahead log a commit moves it into the file.
    package func setLogLimit(pages: Int) throws(SQLiteError) {
        try watchLog(limit: pages)
    }

    /// Moves the write-ahead log into the file and empties the log.
    ///
    /// Must be called outside a transaction and while no statement is being stepped.
    package func checkpoint() throws(SQLiteError) {
        try requireOK(
            sqlite3_wal_checkpoint_v2(
                try database(),
                "main",
                SQLITE_CHECKPOINT_TRUNCATE,
                nil,
                nil
            )
        )
    }

    private func status(_ counter: Int32) throws(SQLiteError) -> Int {
        var current: Int32 = 0
        var highest: Int32 = 0
        try requireOK(sqlite3_db_status(database(), counter, &current, &highest, 0))
        return Int(current)
    }
}

/// The version of SQLite in use, such as `3.40.1`.
package var sqliteLibraryVersion: String {
    String(cString: sqlite3_libversion())
}
