internal import MockPostlySQLite

/// An error of SQLite, for code that does not import SQLite.
package struct DatabaseFailure: Error, Sendable {
    package var isDiskFull: Bool
    /// Another program holds a lock on the database.
    package var isBusy: Bool
    /// SQLite's message.
    package var message: String

    /// Nil when `error` is not an error of SQLite.
    package init?(_ error: any Error) {
        if let error = error as? FileLocked {
            (isDiskFull, isBusy, message) = (false, true, error.description)
            return
        }
        guard let error = error as? SQLiteError else { return nil }
        (isDiskFull, isBusy, message) = (error.isDiskFull, error.isBusy, error.message)
    }
}
