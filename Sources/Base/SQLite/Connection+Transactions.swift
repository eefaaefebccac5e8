internal import CMockPostlySQLite

extension Connection {
    /// Whether a transaction is open; a savepoint outside of a transaction counts.
    ///
    /// SQLite itself rolls back the whole transaction on some failures, such as a full disk, an I/O
    /// error or a lack of memory. So after an error this tells whether the transaction still
    /// exists; if it does not, the next write is committed at once.
    package var isInTransaction: Bool {
        guard let database = try? database() else { return false }
        return sqlite3_get_autocommit(database) == 0
    }

    /// Opens a transaction with the write lock (`BEGIN IMMEDIATE`).
    package func begin() throws(SQLiteError) {
        try run("BEGIN IMMEDIATE", integer: nil)
    }

    /// Commits everything since ``begin()``.
    ///
    /// If it throws, nothing of the transaction is committed. If ``isInTransaction`` is still true,
    /// call ``rollback()``, which is always safe.
    package func commit() throws(SQLiteError) {
        try run("COMMIT", integer: nil)
    }

    /// Undoes everything since ``begin()``; does nothing when no transaction is open.
    package func rollback() throws(SQLiteError) {
        guard isInTransaction else { return }
        try run("ROLLBACK")
    }

    /// Runs `body` in a savepoint: all its writes stay or, if it throws, none of them.
    ///
    /// Earlier writes of the same transaction are kept in both cases. Savepoints may be nested. Two
    /// failures end the whole transaction, after which ``isInTransaction`` is false: one on which
    /// SQLite rolls back by itself (the error of `body` is thrown), and a savepoint that cannot be
    /// undone (SQLite's error is thrown).
    @inlinable
    package func savepoint<T>(_ body: () throws -> T) throws -> T {
        try openSavepoint()
        do {
            let result = try body()
            try keepSavepoint()
            return result
        } catch {
            try undoSavepoint()
            throw error
        }
    }

    /// Opens a savepoint; a part of ``savepoint(_:)``, which inlines it.
    @usableFromInline
    package func openSavepoint() throws(SQLiteError) {
        try run("SAVEPOINT mockpostly", integer: nil)
    }

    /// Releases the innermost savepoint and keeps its writes.
    @usableFromInline
    package func keepSavepoint() throws(SQLiteError) {
        try run("RELEASE mockpostly", integer: nil)
    }

    /// Rolls back to the innermost savepoint and releases it.
    ///
    /// If that fails, the whole transaction is rolled back and the error is thrown.
    @usableFromInline
    package func undoSavepoint() throws(SQLiteError) {
        guard isInTransaction else { return }
        do {
            try run("ROLLBACK TO mockpostly")
            try run("RELEASE mockpostly")
        } catch {
            try rollback()
            throw error
        }
    }
}
