internal import CMockPostlyPages
internal import CMockPostlySQLite

/// One open database, its compiled statements and its transaction.
///
/// A connection belongs to one thread at a time: SQLite runs without locks of its own. Statements
/// are compiled once and found again by the address of their literal, so the same literal at the
/// same place costs a table look-up. A statement is reset when its use ends, whatever happens
/// inside; the same SQL used again while it is being stepped gets a second statement.
@usableFromInline
package final class Connection {
    /// Where the database is.
    package enum Location: Sendable {
        /// Private to the connection and gone with it.
        case memory

        /// A path as the operating system reads it; never a URI.
        case file(String)

        /// In memory, with the content of an image that is shared until it is written; nil for
        /// nothing.
        case pages(PageImage?)
    }

    /// What may be done with the file.
    package enum Access: Sendable, Equatable {
        case readWriteCreate
        case readWrite
        case readOnly
    }

    private var handle: OpaquePointer?
    private var statements: [UnsafeRawPointer: Statement] = [:]
    /// Those of SQL that follows from the description of a table.
    private var derivedStatements: [DerivedSQL: Statement] = [:]
    /// Where the database is when its pages are shared.
    let pages: PageFile?
    private let budget: StepBudget

    /// Steps of SQLite's machine that one use of a statement may take: some ten seconds of them.
    ///
    /// The largest statement over 100,000 posts takes a hundredth.
    package static let usualStepLimit = 500_000_000

    /// Opens the database; a file is created at the first write, not here.
    ///
    /// Foreign keys are enforced, the schema is not trusted, its triggers and views are off,
    /// double-quoted text is no string, and nothing waits for a lock. A statement that takes more
    /// than `stepLimit` steps fails. What the file holds is not looked at: a file that is no
    /// database fails at its first statement. A file that cannot be written fails here unless
    /// `access` is `readOnly`.
    package init(
        _ location: Location,
        access: Access = .readWriteCreate,
        stepLimit: Int = usualStepLimit
    ) throws(SQLiteError) {
        // A refusal means that something else in the process has started SQLite already, with
        // settings that serve as well.
        _ = configured
        var pages: PageFile?
        if case .pages(let image) = location { pages = try PageFile(image) }
        self.pages = pages
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
        // Set before anything can throw, so that deinit closes what a failure leaves behind.
        handle = opened
        guard code == SQLITE_OK else { throw SQLiteError(on: opened, sql: nil) }
        let database = try database()
        try check(sqlite3_extended_result_codes(database, 1))
        for (option, value) in Connection.options {
            try check(mockpostly_sqlite_db_config_int(database, option, value))
        }
        budget.count(stepsOf: database)
        // SQLite opens a file it cannot write as a read-only one and says nothing.
        if access != .readOnly, sqlite3_db_readonly(database, "main") == 1 {
            throw SQLiteError(
                extendedCode: SQLITE_READONLY,
                message: "the file cannot be written to"
            )
        }
        if pages != nil { try preparePages() }
    }

    deinit {
        statements.removeAll()
        derivedStatements.removeAll()
        // A use that is still going on keeps the database open until its statement goes.
        sqlite3_close_v2(handle)
    }

    /// Closes the database; nothing can be run on it afterwards.
    ///
    /// Throws, and stays open, while a statement is being stepped. Closing twice does nothing.
    package func close() throws(SQLiteError) {
        guard let handle else { return }
        guard !isStepping else { throw .misuse("a statement is being stepped") }
        statements.removeAll()
        derivedStatements.removeAll()
        try check(sqlite3_close(handle))
        self.handle = nil
    }

    // MARK: Running

    /// Runs one statement to its end and returns the number of rows it wrote.
    ///
    /// The number is of rows inserted, updated or deleted by the statement itself, without those
    /// that triggers and foreign keys touched; other statements give 0.
    @discardableResult
    package func run(_ sql: StaticString, _ values: [Value] = []) throws(SQLiteError) -> Int {
        try run(lend(sql, values))
    }

    /// Runs a statement that is lent to its end, and gives it back.
    func run(_ statement: Statement) throws(SQLiteError) -> Int {
        defer { statement.giveBack() }
        let database = try database()
        let before = sqlite3_total_changes(database)
        try statement.finish()
        return sqlite3_total_changes(database) == before ? 0 : Int(sqlite3_changes(database))
    }

    /// The first row of a statement, read by `body`; nil when there is none.
    ///
    /// A statement that writes always runs to its end. If `body` throws, what the statement has
    /// written stays: undo it with the transaction or the savepoint around it.
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
            try statement.finish()
        }
        return result
    }

    /// Every row of a statement, read by `body`, in order.
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

    /// Gives every row of a statement to `body`, in order.
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

    /// Runs several statements, for migrations and pragmas; rows are dropped.
    ///
    /// It stops at the first failure; what ran before that stays, unless a transaction around it
    /// is rolled back.
    package func script(_ sql: String) throws(SQLiteError) {
        // SQLite reads up to a NUL and would take the rest for done.
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

    /// The row id of the last row inserted.
    package var lastInsertRowID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// The rows that the last INSERT, UPDATE or DELETE wrote itself.
    package var changes: Int { Int(sqlite3_changes(handle)) }

    // MARK: What the extensions share

    var isStepping: Bool {
        statements.values.contains(where: \.isBusy)
            || derivedStatements.values.contains(where: \.isBusy)
    }

    /// The open database; throws once it is closed.
    func database() throws(SQLiteError) -> OpaquePointer {
        guard let handle else { throw .misuse("the connection is closed") }
        return handle
    }

    /// Throws unless `code` is SQLite's OK.
    func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw SQLiteError(on: handle, sql: nil) }
    }

    /// A statement for `sql` with `values` bound, for a use that `giveBack()` ends.
    @usableFromInline
    package func lend(_ sql: StaticString, _ values: [Value]) throws(SQLiteError) -> Statement {
        var statement = try statement(for: sql)
        while statement.isLent {
            if let spare = statement.spare {
                statement = spare
            } else {
                let spare = try Statement(sql, on: database(), budget)
                statement.spare = spare
                statement = spare
            }
        }
        try statement.lend(values)
        return statement
    }

    /// As ``lend(_:_:)-(StaticString,_)``, of SQL that is found again by its text.
    package func lend(_ sql: DerivedSQL, _ values: [Value] = []) throws(SQLiteError) -> Statement {
        var statement = try statement(for: sql)
        while statement.isLent {
            if let spare = statement.spare {
                statement = spare
            } else {
                let spare = try Statement(sql, on: database(), budget)
                statement.spare = spare
                statement = spare
            }
        }
        try statement.lend(values)
        return statement
    }

    private func statement(for sql: DerivedSQL) throws(SQLiteError) -> Statement {
        if let statement = derivedStatements[sql] { return statement }
        let statement = try Statement(sql, on: database(), budget)
        derivedStatements[sql] = statement
        return statement
    }

    private func statement(for sql: StaticString) throws(SQLiteError) -> Statement {
        let key = UnsafeRawPointer(sql.utf8Start)
        if let statement = statements[key] { return statement }
        let statement = try Statement(sql, on: database(), budget)
        statements[key] = statement
        return statement
    }

    private static let options: [(option: Int32, value: Int32)] = [
        (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
        // A database may come from outside: what its schema has besides tables and indexes does
        // not run, and no statement can alter the schema itself, nor the tables beneath a search
        // index. Tables of the kind STRICT, without which nothing works, are newer than these.
        (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
        (SQLITE_DBCONFIG_DEFENSIVE, 1),
        (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
        (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
        (SQLITE_DBCONFIG_DQS_DML, 0),
        (SQLITE_DBCONFIG_DQS_DDL, 0),
        // Plans do not depend on bound values, so binding never compiles a statement again.
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
            // A relative path could read as a URI or as one of SQLite's own names.
            return path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
        }
    }
}

/// SQLite's settings for the whole process, made once and before the first connection.
///
/// Connections are used by one thread each, so only the library's own state is locked; its count
/// of memory in use, which takes a lock at every allocation, is off.
private let configured: Bool = {
    let threading = mockpostly_sqlite_config_none(SQLITE_CONFIG_MULTITHREAD)
    let memory = mockpostly_sqlite_config_int(SQLITE_CONFIG_MEMSTATUS, 0)
    let pages = mockpostly_pages_register()
    return threading == SQLITE_OK && memory == SQLITE_OK && pages == SQLITE_OK
}()
