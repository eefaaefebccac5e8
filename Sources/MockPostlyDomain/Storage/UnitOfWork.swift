package import MockPostlySQLite

/// The writes that become permanent together: those of all requests of one tick of the loop.
///
/// The first write opens a transaction; what follows, reads included, works inside it. One
/// operation that fails undoes its own writes only. Nothing may be told to a client before
/// ``commit()`` has returned.
package final class UnitOfWork {
    package let connection: Connection
    /// Grows with every rollback: what was remembered of the database before is worth nothing.
    package private(set) var rollbacks = 0
    private var isOpen = false
    private var wasLost = false

    package init(_ connection: Connection) {
        self.connection = connection
    }

    /// Whether there are writes that are not permanent yet, or that were lost.
    package var isPending: Bool { isOpen || wasLost }

    /// Runs `body`, which writes with more than one statement; all of it stays, or nothing.
    func write<Result>(_ body: () throws -> Result) throws -> Result {
        try open()
        do {
            return try connection.savepoint(body)
        } catch {
            noteLoss()
            throw error
        }
    }

    /// Runs `body`, which writes with one statement at the most; a statement undoes itself.
    func writeOnce<Result>(_ body: () throws -> Result) throws -> Result {
        try open()
        do {
            return try body()
        } catch {
            noteLoss()
            throw error
        }
    }

    /// Makes the writes permanent. When it throws they are undone, all of them.
    package func commit() throws {
        if wasLost {
            try rollback()
            throw WorkLost()
        }
        guard isOpen else { return }
        do {
            try connection.commit()
            isOpen = false
        } catch {
            try rollback()
            throw error
        }
    }

    /// Undoes the writes since the last commit.
    package func rollback() throws {
        isOpen = false
        wasLost = false
        rollbacks += 1
        try connection.rollback()
    }

    private func open() throws {
        // Until the commit that tells of the loss, nothing may be added to what is left.
        guard !wasLost else { throw WorkLost() }
        guard !isOpen else { return }
        try connection.begin()
        isOpen = true
    }

    /// SQLite itself rolls back on some failures, a full disk among them; then the writes of
    /// earlier requests of the tick are gone as well.
    private func noteLoss() {
        guard isOpen, !connection.isInTransaction else { return }
        isOpen = false
        wasLost = true
        rollbacks += 1
    }
}

/// The transaction was rolled back by SQLite after an earlier failure.
package struct WorkLost: Error {}
