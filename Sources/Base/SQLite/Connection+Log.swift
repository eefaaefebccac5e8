/// Settings for how a database in a file is written.
extension Connection {
    /// Turns on the write-ahead log (SQLite: "Write-Ahead Logging"), in a file beside the database.
    ///
    /// After the log was moved into the database, at most `bytes` bytes of its file are kept.
    package func beginLog(keepingBytes bytes: Int) throws {
        _ = try first("PRAGMA journal_mode = WAL") { $0.text(0) }
        try script("PRAGMA journal_size_limit = \(bytes)")
    }

    /// Sets whether a commit waits for the disk, so that it survives a loss of power.
    package func setDurability(survivesPowerLoss: Bool) throws(SQLiteError) {
        try script("PRAGMA synchronous = \(survivesPowerLoss ? "FULL" : "NORMAL")")
    }

    /// Makes every later write on this connection fail, even one to a file opened for writing.
    package func refuseWrites() throws(SQLiteError) {
        try script("PRAGMA query_only = ON")
    }

    /// Sets how long a statement waits for another connection's lock; by default it does not wait.
    package func setBusyTimeout(milliseconds: Int) throws(SQLiteError) {
        try script("PRAGMA busy_timeout = \(milliseconds)")
    }

    /// Checks foreign keys at the end of the open transaction instead of after each statement.
    package func deferReferences() throws(SQLiteError) {
        try script("PRAGMA defer_foreign_keys = ON")
    }

    /// Writes the database to a new file at `path`; throws when a file is there that is not empty.
    package func copy(to path: String) throws(SQLiteError) {
        try run("VACUUM INTO ?1", [.text(path)])
    }
}
