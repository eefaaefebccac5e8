internal import CMockPostlySQLite

extension Connection {
    /// Sizes of a database and of what its connection keeps in memory.
    package struct Statistics: Sendable, Equatable {
        /// Pages of the database, and the bytes of each.
        package var pageCount: Int
        package var pageSize: Int

        /// Bytes of pages, of the schema and of compiled statements in memory.
        package var cacheBytes: Int
        package var schemaBytes: Int
        package var statementBytes: Int
    }

    package func statistics() throws(SQLiteError) -> Statistics {
        Statistics(
            pageCount: Int(try integer("PRAGMA page_count")),
            pageSize: Int(try integer("PRAGMA page_size")),
            cacheBytes: try status(SQLITE_DBSTATUS_CACHE_USED),
            schemaBytes: try status(SQLITE_DBSTATUS_SCHEMA_USED),
            statementBytes: try status(SQLITE_DBSTATUS_STMT_USED)
        )
    }

    /// How many steps of SQLite's virtual machine the statements in memory have taken: how much work
    /// was done, however fast the machine is (SQLite: "SQLITE_STMTSTATUS_VM_STEP").
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

    /// What is wrong with the content, one finding a line, at most 20; nil when nothing is.
    ///
    /// `quick` leaves out whether indexes agree with their tables, which takes most of the time.
    package func integrityCheck(quick: Bool = false) throws -> String? {
        do {
            let findings =
                quick
                ? try all("PRAGMA quick_check(20)") { row in row.text(0) }
                : try all("PRAGMA integrity_check(20)") { row in row.text(0) }
            return findings == ["ok"] ? nil : findings.joined(separator: "\n")
        } catch let failure as SQLiteError where failure.isCorrupt {
            // The damage is such that not even the check can be made.
            return failure.message
        }
    }

    /// As ``integrityCheck(quick:)``, quickly, of one table and its indexes alone.
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

    /// The version number of the schema, kept in the database's header; 0 at first.
    package func userVersion() throws(SQLiteError) -> Int {
        Int(try integer("PRAGMA user_version"))
    }

    package func setUserVersion(_ version: Int32) throws(SQLiteError) {
        try script("PRAGMA user_version = \(version)")
    }

    /// The number in the header that says which application's file this is; 0 at first.
    package func applicationID() throws(SQLiteError) -> Int32 {
        Int32(truncatingIfNeeded: try integer("PRAGMA application_id"))
    }

    package func setApplicationID(_ id: Int32) throws(SQLiteError) {
        try script("PRAGMA application_id = \(id)")
    }

    /// Chooses whether closing the last connection to a file leaves its write-ahead log, and so
    /// the file, as they are; at first it moves the log into the file.
    package func setKeepsLogOnClose(_ keeps: Bool) throws(SQLiteError) {
        try check(
            mockpostly_sqlite_db_config_int(
                try database(),
                SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE,
                keeps ? 1 : 0
            )
        )
    }

    /// Chooses whether the write-ahead log stays, empty, when it is no longer needed; at first its
    /// name is removed then, whatever file has it.
    package func setKeepsLogFile(_ keeps: Bool) throws(SQLiteError) {
        var value: Int32 = keeps ? 1 : 0
        try check(sqlite3_file_control(database(), "main", SQLITE_FCNTL_PERSIST_WAL, &value))
    }

    /// Chooses after how many pages a commit moves the write-ahead log into the file.
    package func setLogLimit(pages: Int) throws(SQLiteError) {
        try check(sqlite3_wal_autocheckpoint(database(), Int32(clamping: pages)))
    }

    /// Moves the write-ahead log into the file, and empties it.
    ///
    /// Must be called outside a transaction, while no statement is stepped.
    package func checkpoint() throws(SQLiteError) {
        try check(
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
        try check(sqlite3_db_status(database(), counter, &current, &highest, 0))
        return Int(current)
    }
}

/// The version of SQLite in use, such as `3.40.1`.
package var sqliteLibraryVersion: String {
    String(cString: sqlite3_libversion())
}
