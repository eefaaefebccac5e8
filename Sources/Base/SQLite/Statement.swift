internal import CMockPostlySQLite

/// A compiled statement, owned by its connection and lent for one use at a time.
@usableFromInline
package final class Statement {
    private let handle: OpaquePointer
    private let parameters: Int
    private let budget: StepBudget

    /// Whether running it can change the database.
    @usableFromInline
    package let writes: Bool

    /// Whether it is in use.
    private(set) var isLent = false

    /// Whether this statement or one of its spares is in use.
    var isBusy: Bool { isLent || spare?.isBusy == true }

    /// Another statement for the same SQL, for use while this one is lent.
    var spare: Statement?

    /// Compiles `sql`, which must be a single statement.
    init(
        _ sql: StaticString,
        on database: OpaquePointer,
        _ budget: StepBudget
    ) throws(SQLiteError) {
        self.budget = budget
        // The length includes the final NUL, which saves SQLite a copy.
        handle = try Statement.compile(
            UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self),
            count: Int32(sql.utf8CodeUnitCount + 1),
            on: database
        )
        parameters = Int(sqlite3_bind_parameter_count(handle))
        writes = sqlite3_stmt_readonly(handle) == 0
    }

    /// Compiles `sql`, which must be a single statement.
    init(
        _ sql: DerivedSQL,
        on database: OpaquePointer,
        _ budget: StepBudget
    ) throws(SQLiteError) {
        self.budget = budget
        var text = sql.text.utf8CString
        handle = try text.withUnsafeMutableBufferPointer { text throws(SQLiteError) in
            guard let start = text.baseAddress else { throw .misuse("there is no statement") }
            return try Statement.compile(start, count: Int32(text.count), on: database)
        }
        parameters = Int(sqlite3_bind_parameter_count(handle))
        writes = sqlite3_stmt_readonly(handle) == 0
    }

    deinit {
        // The result only repeats an error of the last step, which was thrown then.
        sqlite3_finalize(handle)
    }

    /// The current row; only to be passed to a closure.
    @usableFromInline
    package var row: Row { Row(of: handle, columns: sqlite3_data_count(handle)) }

    /// Runs to the next row; returns whether there is one.
    @usableFromInline
    package func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw failure()
        }
    }

    /// Runs to the end and ignores the remaining rows.
    @usableFromInline
    package func runToEnd() throws(SQLiteError) {
        while try step() {}
    }

    /// Binds every parameter and lends the statement until ``giveBack()``; throws with nothing
    /// bound.
    func lend(_ values: [Value]) throws(SQLiteError) {
        guard values.count == parameters else {
            throw .misuse("\(parameters) values are needed, \(values.count) given", sql: sql)
        }
        var parameter: Int32 = 0
        for value in values {
            parameter += 1
            guard bind(value, to: parameter) == SQLITE_OK else {
                let failure = failure()
                sqlite3_clear_bindings(handle)  // always SQLITE_OK
                throw failure
            }
        }
        budget.refill()
        isLent = true
    }

    /// Binds the only parameter, or none for nil, and lends the statement as ``lend(_:)``.
    func lend(binding number: Int64?) throws(SQLiteError) {
        guard parameters == (number == nil ? 0 : 1) else { return try lend(valuesOf(number)) }
        if let number, sqlite3_bind_int64(handle, 1, number) != SQLITE_OK { throw failure() }
        budget.refill()
        isLent = true
    }

    private func valuesOf(_ number: Int64?) -> [Value] { number.map { [.integer($0)] } ?? [] }

    /// Ends the use: the statement is reset and its values are released.
    @usableFromInline
    package func giveBack() {
        // The result repeats the failure of the last step, which was thrown then. A statement that
        // writes has run to its end, and stopping one that reads early loses nothing.
        sqlite3_reset(handle)
        if parameters > 0 {
            sqlite3_clear_bindings(handle)  // always SQLITE_OK
        }
        isLent = false
    }

    private var sql: String? {
        sqlite3_sql(handle).map { String(cString: $0) }
    }

    private func failure() -> SQLiteError {
        budget.words(SQLiteError(on: sqlite3_db_handle(handle), sql: sql))
    }

    private func bind(_ value: Value, to parameter: Int32) -> Int32 {
        switch value {
        case .null:
            return sqlite3_bind_null(handle, parameter)
        case .integer(let number):
            return sqlite3_bind_int64(handle, parameter, number)
        case .real(let number):
            return sqlite3_bind_double(handle, parameter, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                // SQLite takes a nil pointer for NULL, but an empty text is not NULL.
                guard let start = bytes.baseAddress else {
                    return sqlite3_bind_text(handle, parameter, "", 0, transient)
                }
                return sqlite3_bind_text64(
                    handle,
                    parameter,
                    UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self),
                    UInt64(bytes.count),
                    transient,
                    UInt8(SQLITE_UTF8)
                )
            }
        case .blob(let bytes):
            guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, parameter, 0) }
            return bytes.withUnsafeBytes { bytes in
                sqlite3_bind_blob64(
                    handle,
                    parameter,
                    bytes.baseAddress,
                    UInt64(bytes.count),
                    transient
                )
            }
        }
    }

    /// Tells SQLite to copy the bytes during the call.
    private var transient: sqlite3_destructor_type { mockpostly_sqlite_transient() }

    private static func compile(
        _ sql: UnsafePointer<CChar>,
        count: Int32,
        on database: OpaquePointer
    ) throws(SQLiteError) -> OpaquePointer {
        var handle: OpaquePointer?
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v3(
            database,
            sql,
            count,
            UInt32(SQLITE_PREPARE_PERSISTENT),
            &handle,
            &tail
        )
        guard code == SQLITE_OK else { throw SQLiteError(on: database, sql: String(cString: sql)) }
        guard let handle else {
            throw .misuse("there is no statement", sql: String(cString: sql))
        }
        // Only white space and comments may follow the statement; they compile to no statement.
        guard let tail, tail.pointee != 0 else { return handle }
        var second: OpaquePointer?
        let rest = sqlite3_prepare_v2(database, tail, -1, &second, nil)
        sqlite3_finalize(second)  // never ran, so there is no failure to repeat
        guard rest == SQLITE_OK, second == nil else {
            sqlite3_finalize(handle)  // as above
            throw .misuse("there is more than one statement", sql: String(cString: sql))
        }
        return handle
    }
}
