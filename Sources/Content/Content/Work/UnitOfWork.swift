package import MockPostlySQLite

/// The transaction that all requests of one tick of the event loop share.
///
/// The first write begins the transaction; all that follows, reads included, runs inside it. An
/// operation that fails undoes its own writes only. No response may be sent before ``commit()`` has
/// returned.
package final class UnitOfWork {
    package let connection: Connection
    /// The state of the content: what is made of its rows is right as long as this is the same.
    ///
    /// SQLite itself counts the rows, so no store has to announce what it writes.
    package var version: ContentVersion {
        ContentVersion(
            rows: ownRows,
            counts: countedRows + putOffCounts,
            undoings: undoings
        )
    }
    /// Grows whenever the content changes otherwise than by written rows: writes are undone, also
    /// those of a single operation, all of it is replaced, a table is created or dropped.
    package var undoings: Int { ownUndoings + connection.lossesOfPutOff }
    private var ownUndoings = 0
    /// How many commits there were.
    package private(set) var commits = 0
    /// Called before each commit; throws when the writes would be lost after a restart.
    ///
    /// So a data file that was moved away stops commits.
    package var checkPlace: (() throws -> Void)?
    /// Whether a read that counts something, such as a view of a post, writes the count.
    package var countsReads = true
    /// The counts that could not be written while the file was locked; nil when there are none.
    ///
    /// Written at the beginning of the next transaction.
    private var lateCounts: Additions?
    /// Notes what is written; nil when nobody asks.
    private var written: WrittenRows?
    /// What the content was before its last writes; nil when it is not kept.
    package private(set) var history: WriteHistory?
    private var isOpen = false
    private var wasLost = false
    /// How many rows ``count(_:)`` has written.
    private var countedRows: Int64 = 0
    /// How many counts were put off.
    private var putOffCounts: Int64 = 0
    /// More rows than this are counted at once, so that the next use never has to wait for long.
    private static let mostPutOff = 512
    /// Grows whenever the content changes for good otherwise than by written rows.
    private var replacements = 0

    package init(_ connection: Connection) {
        self.connection = connection
    }

    /// Whether there are uncommitted writes, or writes that were lost since the last commit.
    package var isPending: Bool { isOpen || wasLost }

    /// Runs `body` in a savepoint; when it throws, all of its writes are undone.
    package func write<Result>(_ body: () throws -> Result) throws -> Result {
        try open()
        let noted = try written?.begin() ?? 0
        defer { written?.end() }
        let before = (ownChanges, undoings)
        do {
            return try connection.savepoint(body)
        } catch {
            written?.forget(after: noted)
            if before != (ownChanges, undoings) { ownUndoings += 1 }
            noteLoss()
            throw error
        }
    }

    /// Runs `body`, which executes at most one writing statement; so it needs no savepoint.
    ///
    /// SQLite undoes a statement that fails.
    package func writeOnce<Result>(_ body: () throws -> Result) throws -> Result {
        try writeOnce(notes: true, body)
    }

    private func writeOnce<Result>(notes: Bool, _ body: () throws -> Result) throws -> Result {
        try open()
        let written = notes ? written : nil
        let noted = try written?.begin() ?? 0
        defer { written?.end() }
        do {
            return try body()
        } catch {
            written?.forget(after: noted)
            noteLoss()
            throw error
        }
    }

    /// Runs `body`, which executes one writing statement that changes a counter.
    ///
    /// In memory, with nothing uncommitted, the statement commits itself: the answer need not wait
    /// for the end of the tick, and a request alone in its tick saves a quarter of its instructions.
    /// In a file one commit for the whole tick costs less.
    package func count<Result>(_ body: () throws -> Result) throws -> Result {
        let before = ownChanges
        defer { countedRows += ownChanges - before }
        guard isInMemory, !isPending else {
            return try writeOnce(notes: false, body)
        }
        let result = try body()
        commits += 1
        return result
    }

    /// Whether nothing of the content outlives the process.
    var isInMemory: Bool { connection.isInMemory && checkPlace == nil }

    // MARK: Counts of reads

    /// Whether counts may wait for the next use of the database, though not at any time.
    ///
    /// Only in memory, where nothing outlives the process anyway: a client that asks for posts one
    /// after the other then writes no row for each.
    package var putsOffCounts: Bool { isInMemory }

    /// Counts once for the row with `key`, which must exist, when the database is next used; `sql`
    /// is that of ``Additions``.
    ///
    /// Returns false, and has done nothing, when the count has to be written at once. ``version``
    /// changes now and stays the same when it is written.
    package func putOffCount(_ sql: StaticString, _ key: Int64) -> Bool {
        guard isInMemory, !isPending, connection.putOff(sql, key, most: Self.mostPutOff)
        else { return false }
        putOffCounts += 1
        return true
    }

    /// Counts once for the row with `key` with the next transaction, because another program's lock
    /// keeps the count from being written now; `sql` is that of ``Additions``.
    package func countLate(_ sql: StaticString, _ key: Int64) {
        if lateCounts == nil { lateCounts = Additions(sql) }
        lateCounts?.add(key)
    }

    /// From now on, notes the rows of `registry`'s tables that are written; see
    /// ``takeWrittenRows()``.
    package func noteWrittenRows(_ registry: ContentRegistry) {
        written = WrittenRows(registry.parts.flatMap(\.tables), on: connection)
    }

    /// The rows that were written since the last call, but for counts of reads; empty unless they
    /// are noted.
    package func takeWrittenRows() throws -> [WrittenRow] {
        guard let written, written.hasSome else { return [] }
        return try written.take()
    }

    /// Commits the writes; when it throws, all of them are rolled back.
    ///
    /// Throws ``WorkLost`` when SQLite has rolled back earlier.
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

    /// Undoes all writes since the last commit.
    package func rollback() throws {
        isOpen = false
        wasLost = false
        ownUndoings += 1
        try connection.rollback()
    }

    /// Replaces the whole database by `body`, outside a transaction.
    ///
    /// Pending writes are committed first, and the replacement needs no commit. When that commit
    /// fails, nothing is replaced, and the next ``commit()`` throws too.
    package func replaceAll(_ body: (Connection) throws -> Void) throws {
        do {
            try commit()
        } catch {
            wasLost = true
            throw error
        }
        try checkPlace?()
        history?.begin(mark)
        try body(connection)
        commits += 1
        ownUndoings += 1
        replacements += 1
    }

    // MARK: Undoing

    /// Keeps from now on what the content is before it is written, within `budget`; for a content
    /// that does not outlive the process.
    package func keepHistory(_ budget: HistoryBudget) throws {
        guard isInMemory else { return }
        history = try WriteHistory(connection, budget)
    }

    /// How many commits can be undone.
    package var undoable: Int {
        if !isOpen { history?.settle(mark) }
        return history?.count ?? 0
    }

    /// How many commits lead back to before the entry `number` of the journal; nil when it is not known
    /// any more, or has written nothing.
    package func undoable(backTo number: Int) -> Int? {
        if !isOpen { history?.settle(mark) }
        return history?.count(backTo: number)
    }

    /// Undoes the last `count` commits, of which there are so many; pending writes are committed
    /// first.
    ///
    /// As with ``replaceAll(_:)``, this needs no commit.
    package func undo(_ count: Int) throws -> Undone {
        try commit()
        guard let history else { return Undone() }
        // Half of it is a change, too.
        defer { ownUndoings += 1 }
        let undone = try history.undo(count, mark)
        commits += 1
        return undone
    }

    private var mark: WriteHistory.Mark {
        .init(rows: ownRows, replacements: replacements)
    }

    /// How many rows were written, but for counts of reads.
    private var ownRows: Int64 { ownChanges - countedRows }

    /// How many rows were written, but for counts that were put off: any statement writes those first.
    private var ownChanges: Int64 { connection.totalChanges - connection.rowsOfPutOff }

    /// Takes note that another connection has replaced the content of the file; nothing may be
    /// pending.
    package func noteReplacement() {
        ownUndoings += 1
    }

    /// Takes note that a table was created or dropped in the open transaction.
    package func noteTableChange() {
        ownUndoings += 1
        replacements += 1
    }

    private func open() throws {
        noteLoss()
        // No write may follow lost ones before a commit has reported the loss.
        guard !wasLost else { throw WorkLost() }
        guard !isOpen else { return }
        history?.begin(mark)
        try begin()
        isOpen = true
        if let counts = lateCounts {
            lateCounts = nil
            counts.makePossible(on: connection)
        }
    }

    private func begin() throws {
        do throws(SQLiteError) {
            try connection.begin()
        } catch {
            throw error.isBusy ? FileLocked() : error
        }
    }

    /// Throws ``FileLocked`` while another program has the file locked; nothing changes then.
    ///
    /// Otherwise late counts of reads are written, so that what replaces the content replaces them too.
    package func checkWritable() throws {
        guard !isOpen, !isInMemory else { return }
        guard lateCounts == nil else {
            try open()
            return try commit()
        }
        try begin()
        try connection.rollback()
    }

    /// Whether there are counts of reads that could not be written yet.
    package var hasLateCounts: Bool { lateCounts != nil }

    /// Finds out whether SQLite itself has rolled back.
    ///
    /// It does so on some errors, also of reads, such as a full disk. Then the writes of earlier
    /// requests of this tick are lost too.
    private func noteLoss() {
        guard isOpen, !connection.isInTransaction else { return }
        isOpen = false
        wasLost = true
        ownUndoings += 1
    }
}

/// A state of a world's content, for caches; see ``UnitOfWork/version``.
package struct ContentVersion: Equatable, Sendable {
    /// How many rows were written, but for counts of reads.
    @usableFromInline fileprivate(set) var rows: Int64
    /// How many reads were counted, such as views of posts.
    @usableFromInline fileprivate(set) var counts: Int64
    @usableFromInline fileprivate(set) var undoings: Int

    /// Written out, so that other modules need no call for it: every request compares.
    @inlinable package static func == (_ one: Self, _ other: Self) -> Bool {
        one.rows == other.rows && one.counts == other.counts && one.undoings == other.undoings
    }

    /// The state of all but the counts of reads: the same after any number of them.
    package var withoutCounts: ContentVersion {
        ContentVersion(rows: rows, counts: 0, undoings: undoings)
    }

    /// Whether one read that was counted is all that has happened since `other`.
    package func isOneCount(after other: ContentVersion) -> Bool {
        counts == other.counts + 1 && withoutCounts == other.withoutCounts
    }
}

/// Another program has the data file locked, as for a backup; nothing was written.
///
/// Whoever gets this can try again: the lock is mostly for a moment.
package struct FileLocked: Error, CustomStringConvertible {
    package init() {}

    package var description: String { "another program has locked the data file" }
}

/// SQLite has rolled back the transaction after an earlier error.
package struct WorkLost: Error {}
