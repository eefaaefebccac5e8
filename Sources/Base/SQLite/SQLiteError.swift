internal import CMockPostlySQLite
internal import MockPostlyPlatform

/// The error of a failed call to SQLite.
///
/// Bound values are never part of it, so it may be logged. It is not meant for clients: message and
/// SQL contain names of tables and columns.
@usableFromInline
package struct SQLiteError: Error, Sendable, Equatable {
    /// SQLite's extended result code, such as 2067 for a violated unique constraint.
    package let extendedCode: Int32

    /// SQLite's message, in English.
    package let message: String

    /// The statement or script that failed, without values; nil when there was none.
    package let sql: String?

    /// The system's `errno` when opening, reading or writing a file failed; 0 otherwise.
    package let systemCode: Int32

    /// An error with these parts, also for failures that are found before SQLite is called.
    package init(
        extendedCode: Int32,
        message: String,
        sql: String? = nil,
        systemCode: Int32 = 0
    ) {
        self.extendedCode = extendedCode
        self.message = message
        self.sql = sql
        self.systemCode = systemCode
    }

    /// The last failure on `database`; to be read before another call is made on it.
    init(on database: OpaquePointer?, sql: String?) {
        let message = sqlite3_errmsg(database).map { String(cString: $0) } ?? "out of memory"
        let code = sqlite3_extended_errcode(database)
        // For other failures the system error would be that of an earlier call.
        let isOfSystem = [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xff)
        self.init(
            extendedCode: code,
            message: message,
            sql: sql,
            systemCode: isOfSystem ? sqlite3_system_errno(database) : 0
        )
    }

    /// A wrong use of the library, found before SQLite was called.
    static func misuse(_ message: String, sql: String? = nil) -> SQLiteError {
        SQLiteError(extendedCode: SQLITE_MISUSE, message: message, sql: sql)
    }

    /// The primary result code, the low byte of the extended one.
    package var code: Int32 { extendedCode & 0xff }

    /// The disk is full, or the database has reached its maximum size.
    package var isDiskFull: Bool {
        code == SQLITE_FULL || systemCode == ENOSPC || systemCode == EDQUOT
    }

    /// Reading or writing a file failed.
    package var isIO: Bool { code == SQLITE_IOERR }

    /// The file is a damaged database.
    package var isCorrupt: Bool { code == SQLITE_CORRUPT }

    /// The file is not a database.
    package var isNotADatabase: Bool { code == SQLITE_NOTADB }

    /// The database cannot be written.
    package var isReadOnly: Bool { code == SQLITE_READONLY }

    /// Another connection holds the lock.
    package var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }

    /// The statement took more steps than the limit.
    package var isInterrupted: Bool { code == SQLITE_INTERRUPT }

    /// A constraint of the schema was violated.
    package var isConstraint: Bool { code == SQLITE_CONSTRAINT }
}

extension SQLiteError {
    /// An allocation failed.
    static var outOfMemory: SQLiteError {
        SQLiteError(extendedCode: SQLITE_NOMEM, message: "out of memory")
    }
}

extension SQLiteError: CustomStringConvertible {
    /// One line with code, message and the first 200 characters of the SQL; never a bound value.
    @usableFromInline
    package var description: String {
        var text = "SQLite error \(extendedCode): \(message)"
        guard let sql else { return text }
        let words = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        text += words.count > 200 ? " (\(words.prefix(200))…)" : " (\(words))"
        return text
    }
}
