/// How a database in a file is written.
extension Connection {
    /// Has writes go into a log beside the file first (SQLite: "Write-Ahead Logging"), of which at most
    /// so many bytes are left when it has been put into the file.
    package func beginLog(keepingBytes bytes: Int) throws {
        _ = try first("PRAGMA journal_mode = WAL") { $0.text(0) }
        try script("PRAGMA journal_size_limit = \(bytes)")
    }

    /// Whether a commit waits for the disk, so that it outlives a loss of power.
    package func setDurability(survivesPowerLoss: Bool) throws(SQLiteError) {
        try script("PRAGMA synchronous = \(survivesPowerLoss ? "FULL" : "NORMAL")")
    }

    /// How long a statement waits for another connection's lock; not at all unless this is called.
    package func setPatience(milliseconds: Int) throws(SQLiteError) {
        try script("PRAGMA busy_timeout = \(milliseconds)")
    }

    /// Has references be checked at the end of the transaction that is open, not at each statement.
    package func deferReferences() throws(SQLiteError) {
        try script("PRAGMA defer_foreign_keys = ON")
    }

    /// Writes the database to a new file.
    package func copy(to path: String) throws(SQLiteError) {
        try run("VACUUM INTO ?1", [.text(path)])
    }
}
