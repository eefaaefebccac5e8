internal import CMockPostlyPages
internal import CMockPostlySQLite

/// An open database with its compiled statements and its transaction.
///
/// A connection belongs to one thread at a time, because SQLite is used without its mutexes.
/// Statements are compiled once and cached by the address of their literal, so running the same
/// literal again costs one table look-up. A statement is reset when its use ends, even by an error;
/// the same SQL run again while it is being stepped uses a second statement.
@usableFromInline
package final class Connection {
    /// Where the database is.
    package enum Location: Sendable {
        /// In memory, private to the connection, and deleted with it.
        case memory

        /// A path of the file system; never a URI.
        case file(String)

        /// In memory, starting with an image whose pages are shared until written; nil starts
        /// empty.
        case pages(PageImage?)
    }

    /// The access to the file.
    package enum Access: Sendable, Equatable {
        case readWriteCreate
        case readWrite
        case readOnly
    }

    private var handle: OpaquePointer?
    private var statements = StatementTable()
    /// Cached statements of SQL that is derived from a table's description.
    private var derivedStatements: [DerivedSQL: Statement] = [:]
    /// The pages of a database with location ``Location/pages(_:)``; nil for others.
    let pages: PageFile?
    /// The pages of a database with location ``Location/file(_:)``, once they are asked for.
    var file: FilePages?
    /// Whether the database is in memory, so that nothing of it outlives the connection.
    package let isInMemory: Bool
    private let budget: StepBudget
    /// What is written before the database is next used; nil for nothing.
    var putOff: Additions?
    /// The rows that were written so, undone ones included; see ``totalChanges``.
    package internal(set) var rowsOfPutOff: Int64 = 0
    /// How often what was put off could not be written, and was lost.
    package internal(set) var lossesOfPutOff = 0

    /// The default limit of virtual machine steps for one use of a statement, about ten seconds.
    ///
    /// The most expensive statement over 100,000 posts takes a hundredth of it.
    package static let usualStepLimit = 500_000_000

    /// Opens the database; a missing file is created at the first write, not here.
    ///
    /// Foreign keys are enforced, the schema is not trusted, triggers and views are off,
    /// double-quoted text is never a string, and no statement waits for a lock. A statement that
    /// takes more than `stepLimit` steps fails with ``SQLiteError/isInterrupted``. The content is
    /// not read here: a file that is not a database fails at its first statement. A file that
    /// cannot be written fails here unless `access` is `readOnly`.
    package init(
        _ location: Location,
        access: Access = .readWriteCreate,
        stepLimit: Int = usualStepLimit
    ) throws(SQLiteError) {
        // A failure means that other code in the process has initialised SQLite before, with
        // settings that also work.
        _ = configured
        var pages: PageFile?
        if case .pages(let image) = location { pages = try PageFile(image) }
        self.pages = pages
        isInMemory = if case .file = location { false } else { true }
        budget = StepBudget(limit: stepLimit)
        let path = if let pages { pages.name } else { try Connection.path(of: location) }
        let flags =
            switch access {
            case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .readWrite: SQLITE_OPEN_READWRITE
            case .readOnly: SQLITE_OPEN_READONLY
            }
        var opened: OpaquePointer?
        let system = pages == nil ? nil : mockpostly_pages_vfs()
        let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, system)
        // Set before anything can throw, so that deinit closes the handle of a failed open.
        handle = opened
        guard code == SQLITE_OK else { throw SQLiteError(on: opened, sql: nil) }
        let database = try database()
        try requireOK(sqlite3_extended_result_codes(database, 1))
        for (option, value) in Connection.options {
            try requireOK(mockpostly_sqlite_db_config_int(database, option, value))
        }
        budget.count(stepsOf: database)
        // SQLite silently opens a file read-only if it cannot write it.
        if access != .readOnly, sqlite3_db_readonly(database, "main") == 1 {
            throw SQLiteError(
                extendedCode: SQLITE_READONLY,
                message: "the file cannot be written to"
            )
        }
        if pages != nil { try preparePages() }
    }

    deinit {
        statements = StatementTable()
        derivedStatements.removeAll()
        file = nil
        // A statement that is still in use keeps the database open until it is finalized.
        sqlite3_close_v2(handle)
    }

    /// Closes the database; every later call throws.
    ///
    /// Throws and stays open while a statement is being stepped. Closing again does nothing.
    package func close() throws(SQLiteError) {
        guard let handle else { return }
        guard !isStepping else { throw .misuse("a statement is being stepped") }
        statements = StatementTable()
        derivedStatements.removeAll()
        file = nil
        try requireOK(sqlite3_close(handle))
        self.handle = nil
        // Put off is only what is lost with the content.
        putOff = nil
    }

    // MARK: Running

    /// Runs a statement to its end and returns the number of rows that it wrote.
    ///
    /// These are rows inserted, updated or deleted by the statement itself, not by triggers or
    /// foreign key actions; for other statements it is 0.
    @discardableResult
    package func run(_ sql: StaticString, _ values: [Value] = []) throws(SQLiteError) -> Int {
        try run(lend(sql, values))
    }

    /// Runs a statement with one parameter, or without any for nil; as ``run(_:_:)``.
    ///
    /// For what every request runs: no array of values is made, which saves 250 instructions.
    @discardableResult
    package func run(_ sql: StaticString, integer: Int64?) throws(SQLiteError) -> Int {
        let statement = try statement(for: sql)
        if statement.isLent { return try run(sql, integer.map { [.integer($0)] } ?? []) }
        try statement.lend(binding: integer)
        return try run(statement)
    }

    /// Runs a lent statement to its end and returns it to the cache.
    func run(_ statement: Statement) throws(SQLiteError) -> Int {
        defer { statement.giveBack() }
        let database = try database()
        let before = sqlite3_total_changes(database)
        try statement.runToEnd()
        return sqlite3_total_changes(database) == before ? 0 : Int(sqlite3_changes(database))
    }

    /// The first row of a statement, read by `body`; nil when there is none.
    ///
    /// A statement that writes is run to its end. If `body` throws, its writes stay until the
    /// surrounding transaction or savepoint is rolled back.
    @inlinable
    package func first<T>(
        _ sql: StaticString,
        _ values: [Value] = [],
        _ body: (borrowing Row) throws -> T
    ) throws -> T? {
        let statement = try lend(sql, values)
        defer { statement.giveBack() }
        guard try statement.step() else { return nil }
        let result = try body(statement.row)
        if statement.writes {
            try statement.runToEnd()
        }
        return result
    }

    /// All rows of a statement in order, read by `body`.
    @inlinable
    package func all<T>(
        _ sql: StaticString,
        _ values: [Value] = [],
        _ body: (borrowing Row) throws -> T
    ) throws -> [T] {
        var results: [T] = []
        try forEach(sql, values) { row in
            results.append(try body(row))
        }
        return results
    }

    /// Calls `body` with each row of a statement, in order; an error of `body` ends the statement.
    @inlinable
    package func forEach(
        _ sql: StaticString,
        _ values: [Value] = [],
        _ body: (borrowing Row) throws -> Void
    ) throws {
        let statement = try lend(sql, values)
        defer { statement.giveBack() }
        while try statement.step() {
            try body(statement.row)
        }
    }

    /// Runs several statements, for migrations and pragmas; rows are ignored.
    ///
    /// Stops at the first failure. The statements before it stay in effect unless a surrounding
    /// transaction is rolled back.
    package func script(_ sql: String) throws(SQLiteError) {
        // SQLite would read only up to a NUL and ignore the rest.
        guard !sql.utf8.contains(0) else { throw .misuse("the script contains a NUL") }
        let database = try database()
        budget.refill()
        guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else {
            throw budget.words(SQLiteError(on: database, sql: sql))
        }
    }

    /// The integer in the first column of the first row; 0 when there is no row.
    func integer(_ sql: StaticString) throws(SQLiteError) -> Int64 {
        let statement = try lend(sql, [])
        defer { statement.giveBack() }
        return try statement.step() ? statement.row.int(0) : 0
    }

    /// The row id of the last row that was inserted on this connection.
    package var lastInsertRowID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// The rows that the last INSERT, UPDATE or DELETE wrote itself.
    package var changes: Int { Int(sqlite3_changes(handle)) }

    /// How many rows were inserted, changed or deleted since the connection was opened.
    ///
    /// Writes that were undone count as well.
    package var totalChanges: Int64 { sqlite3_total_changes64(handle) }

    // MARK: For the extensions

    var isStepping: Bool {
        statements.contains(where: \.isBusy)
            || derivedStatements.values.contains(where: \.isBusy)
    }

    /// Writes what was put off; every use of the database comes through here first.
    @inline(__always) private func catchUp() {
        if putOff != nil { makePutOff() }
    }

    /// The open handle; throws after ``close()``.
    func database() throws(SQLiteError) -> OpaquePointer {
        catchUp()
        guard let handle else { throw .misuse("the connection is closed") }
        return handle
    }

    /// Throws the connection's last error unless `code` is `SQLITE_OK`.
    func requireOK(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw SQLiteError(on: handle, sql: nil) }
    }

    /// A statement for `sql` with `values` bound; to be returned with `giveBack()`.
    @usableFromInline
    package func lend(_ sql: StaticString, _ values: [Value]) throws(SQLiteError) -> Statement {
        try lend(statement(for: sql), values) { database throws(SQLiteError) in
            try Statement(sql, on: database, budget)
        }
    }

    /// Lends as ``lend(_:_:)-(StaticString,_)``, with statements cached by their text.
    package func lend(_ sql: DerivedSQL, _ values: [Value] = []) throws(SQLiteError) -> Statement {
        try lend(statement(for: sql), values) { database throws(SQLiteError) in
            try Statement(sql, on: database, budget)
        }
    }

    /// Lends `statement`, or a spare of it when it is in use; `compile` makes one more spare.
    private func lend(
        _ statement: Statement,
        _ values: [Value],
        compile: (OpaquePointer) throws(SQLiteError) -> Statement
    ) throws(SQLiteError) -> Statement {
        var statement = statement
        while statement.isLent {
            if let spare = statement.spare {
                statement = spare
            } else {
                let spare = try compile(database())
                statement.spare = spare
                statement = spare
            }
        }
        try statement.lend(values)
        return statement
    }

    private func statement(for sql: DerivedSQL) throws(SQLiteError) -> Statement {
        catchUp()
        if let statement = derivedStatements[sql] { return statement }
        let statement = try Statement(sql, on: database(), budget)
        derivedStatements[sql] = statement
        return statement
    }

    private func statement(for sql: StaticString) throws(SQLiteError) -> Statement {
        catchUp()
        let key = UnsafeRawPointer(sql.utf8Start)
        if let statement = statements.statement(at: key) { return statement }
        let statement = try Statement(sql, on: database(), budget)
        statements.insert(statement, at: key)
        return statement
    }

    private static let options: [(option: Int32, value: Int32)] = [
        (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
        // A database file may come from anybody. So nothing in its schema but tables and indexes
        // takes effect, and no statement can change the schema itself or the tables behind a search
        // index. Every SQLite with STRICT tables, which are required, has these options.
        (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
        (SQLITE_DBCONFIG_DEFENSIVE, 1),
        (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
        (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
        (SQLITE_DBCONFIG_DQS_DML, 0),
        (SQLITE_DBCONFIG_DQS_DDL, 0),
        // Query plans do not depend on bound values, so binding never recompiles a statement.
        (SQLITE_DBCONFIG_ENABLE_QPSG, 1),
    ]

    private static func path(of location: Location) throws(SQLiteError) -> String {
        switch location {
        case .memory, .pages:
            return ":memory:"
        case .file(let path):
            guard !path.isEmpty, !path.utf8.contains(0) else {
                throw SQLiteError(
                    extendedCode: SQLITE_CANTOPEN,
                    message: "the path is empty or contains a NUL"
                )
            }
            // Else SQLite could read a relative path as a URI or as a special name.
            return path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
        }
    }
}

/// SQLite's settings for the whole process, made once before the first connection.
///
/// Each connection is used by one thread at a time, so only the library's own state needs locks.
/// The count of memory in use, which takes a lock at every allocation, is off.
private let configured: Bool = {
    let threading = mockpostly_sqlite_config_none(SQLITE_CONFIG_MULTITHREAD)
    let memory = mockpostly_sqlite_config_int(SQLITE_CONFIG_MEMSTATUS, 0)
    let pages = mockpostly_pages_register()
    return threading == SQLITE_OK && memory == SQLITE_OK && pages == SQLITE_OK
}()
