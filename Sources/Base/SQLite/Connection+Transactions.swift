internal import CMockPostlySQLite

extension Connection {
    /// Whether a transaction is open; a savepoint outside of one counts.
    ///
    /// SQLite itself rolls the whole transaction back on some failures: a full disk, an I/O error
    /// and want of memory may do it. After an error this tells whether the transaction still
    /// stands; if it does not, what is run next is permanent at once.
    package var isInTransaction: Bool {
        guard let database = try? database() else { return false }
        return sqlite3_get_autocommit(database) == 0
    }

    /// Opens a transaction that may write at once.
    package func begin() throws(SQLiteError) {
        try run("BEGIN IMMEDIATE")
    }

    /// Makes everything since ``begin()`` permanent.
    ///
    /// When it throws, nothing of the transaction is: if ``isInTransaction`` still holds, only
    /// ``rollback()`` remains to be called, which is always safe.
    package func commit() throws(SQLiteError) {
        try run("COMMIT")
    }

    /// Undoes everything since ``begin()``; does nothing when no transaction is open.
    package func rollback() throws(SQLiteError) {
        guard isInTransaction else { return }
        try run("ROLLBACK")
    }

    /// Runs `body` so that all its writes stay or, when it throws, none of them.
    ///
    /// What was written before in the same transaction is kept in both cases. Savepoints nest.
    /// Two failures take the whole transaction with them, after which ``isInTransaction`` is
    /// false: those on which SQLite rolls back by itself (`body`'s error is thrown), and a
    /// savepoint that cannot be undone (SQLite's error is thrown).
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

    @usableFromInline
    package func openSavepoint() throws(SQLiteError) {
        try run("SAVEPOINT mockpostly")
    }

    @usableFromInline
    package func keepSavepoint() throws(SQLiteError) {
        try run("RELEASE mockpostly")
    }

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
