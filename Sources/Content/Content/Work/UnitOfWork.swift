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
    /// Grows whenever writes are undone, be it those of one operation.
    package private(set) var undoings = 0
    /// Grows whenever a table is made or dropped.
    package private(set) var tableChanges = 0
    /// How often writes have become permanent.
    package private(set) var commits = 0
    /// Throws when what is written would not be there after a restart; is asked before each commit.
    package var checkPlace: (() throws -> Void)?
    /// Whether a read that is counted writes that down; otherwise it is only answered.
    package var countsReads = true
    private var isOpen = false
    private var wasLost = false

    package init(_ connection: Connection) {
        self.connection = connection
    }

    /// Whether there are writes that are not permanent yet, or that were lost.
    package var isPending: Bool { isOpen || wasLost }

    /// Runs `body`, which writes with more than one statement; all of it stays, or nothing.
    package func write<Result>(_ body: () throws -> Result) throws -> Result {
        try open()
        do {
            return try connection.savepoint(body)
        } catch {
            undoings += 1
            noteLoss()
            throw error
        }
    }

    /// Runs `body`, which writes with one statement at the most; a statement undoes itself.
    package func writeOnce<Result>(_ body: () throws -> Result) throws -> Result {
        try open()
        do {
            return try body()
        } catch {
            noteLoss()
            throw error
        }
    }

    /// Makes the writes permanent.
    ///
    /// When it throws they are undone, all of them.
    package func commit() throws {
        noteLoss()
        if wasLost {
            try rollback()
            throw WorkLost()
        }
        guard isOpen else { return }
        do {
            try checkPlace?()
            try connection.commit()
            isOpen = false
            commits += 1
        } catch {
            try rollback()
            throw error
        }
    }

    /// Undoes the writes since the last commit.
    package func rollback() throws {
        isOpen = false
        wasLost = false
        countRollback()
        try connection.rollback()
    }

    /// Replaces the whole database by `body`, which is no part of a transaction: what is pending
    /// becomes permanent first, and what `body` does is so at once.
    ///
    /// When what is pending cannot be made permanent, nothing is replaced, and the next
    /// ``commit()`` tells of the loss too.
    package func replaceAll(_ body: (Connection) throws -> Void) throws {
        do {
            try commit()
        } catch {
            wasLost = true
            throw error
        }
        try checkPlace?()
        try body(connection)
        commits += 1
        countRollback()
    }

    /// Notes that another connection has replaced what is in the file; nothing is pending here.
    package func noteReplacement() {
        countRollback()
    }

    /// Notes that a table was made or dropped within the transaction that is open.
    package func noteTableChange() {
        tableChanges += 1
    }

    private func open() throws {
        noteLoss()
        // Until the commit that tells of the loss, nothing may be added to what is left.
        guard !wasLost else { throw WorkLost() }
        guard !isOpen else { return }
        try connection.begin()
        isOpen = true
    }

    /// SQLite itself rolls back on some failures, of reads too, a full disk among them; then the
    /// writes of earlier requests of the tick are gone as well.
    private func noteLoss() {
        guard isOpen, !connection.isInTransaction else { return }
        isOpen = false
        wasLost = true
        countRollback()
    }

    private func countRollback() {
        rollbacks += 1
        undoings += 1
    }
}

/// The transaction was rolled back by SQLite after an earlier failure.
package struct WorkLost: Error {}
