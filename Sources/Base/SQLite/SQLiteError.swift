internal import CMockPostlySQLite
internal import MockPostlyPlatform

/// What SQLite said when a call failed.
///
/// The bound values are never part of it, so it can be logged. It is not meant for clients: the
/// message and the SQL name tables and columns.
@usableFromInline
package struct SQLiteError: Error, Sendable, Equatable {
    /// SQLite's extended result code, such as 2067 for a broken unique constraint.
    package let extendedCode: Int32

    /// SQLite's own words, in English.
    package let message: String

    /// The statement or script at fault, as it was given; nil when there was none.
    package let sql: String?

    /// The system's `errno` when it failed to open, read or write a file; 0 otherwise.
    package let systemCode: Int32

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

    /// The last failure on `database`, which must be read before another call is made on it.
    init(on database: OpaquePointer?, sql: String?) {
        let message = sqlite3_errmsg(database).map { String(cString: $0) } ?? "out of memory"
        let code = sqlite3_extended_errcode(database)
        // Of other failures it is of an earlier one.
        let isOfSystem = [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xff)
        self.init(
            extendedCode: code,
            message: message,
            sql: sql,
            systemCode: isOfSystem ? sqlite3_system_errno(database) : 0
        )
    }

    /// A call that SQLite would not take, found before it was made.
    static func misuse(_ message: String, sql: String? = nil) -> SQLiteError {
        SQLiteError(extendedCode: SQLITE_MISUSE, message: message, sql: sql)
    }

    /// The primary result code: the low byte of the extended one.
    package var code: Int32 { extendedCode & 0xff }

    /// No room on the disk, or the database has reached its greatest size.
    package var isDiskFull: Bool {
        code == SQLITE_FULL || systemCode == ENOSPC || systemCode == EDQUOT
    }

    /// The operating system failed to read or write.
    package var isIO: Bool { code == SQLITE_IOERR }

    /// The file is a database with damage in it.
    package var isCorrupt: Bool { code == SQLITE_CORRUPT }

    /// The file is something else than a database.
    package var isNotADatabase: Bool { code == SQLITE_NOTADB }

    /// The database cannot be written to.
    package var isReadOnly: Bool { code == SQLITE_READONLY }

    /// Another connection holds the lock that is needed.
    package var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }

    /// The statement took more steps than one may.
    package var isInterrupted: Bool { code == SQLITE_INTERRUPT }

    /// A constraint of the schema does not hold.
    package var isConstraint: Bool { code == SQLITE_CONSTRAINT }
}

extension SQLiteError {
    /// There is no memory for what was wanted.
    static var outOfMemory: SQLiteError {
        SQLiteError(extendedCode: SQLITE_NOMEM, message: "out of memory")
    }
}

extension SQLiteError: CustomStringConvertible {
    /// One line with code, message and the start of the SQL; never a bound value.
    @usableFromInline
    package var description: String {
        var text = "SQLite error \(extendedCode): \(message)"
        guard let sql else { return text }
        let words = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        text += words.count > 200 ? " (\(words.prefix(200))…)" : " (\(words))"
        return text
    }
}
