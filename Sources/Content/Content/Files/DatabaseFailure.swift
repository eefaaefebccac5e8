internal import MockPostlySQLite

/// What SQLite has refused to do, for those who do not know SQLite.
package struct DatabaseFailure: Error, Sendable {
    package var isDiskFull: Bool
    /// SQLite's words.
    package var message: String

    /// Nil for a failure of something else.
    package init?(_ error: any Error) {
        guard let error = error as? SQLiteError else { return nil }
        (isDiskFull, message) = (error.isDiskFull, error.message)
    }
}
