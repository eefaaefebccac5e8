internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyJournal
internal import MockPostlyNouns
internal import MockPostlySockets
internal import MockPostlyStubs
internal import MockPostlyWorld

/// The use, the upkeep and the end of a world.
extension World {
    /// Marks the world as used by a request.
    package func touch() {
        isUsed = true
    }

    /// Sets ``lastUse`` to `now` when ``touch()`` was called since the last time.
    func noteUse(at now: UInt64) {
        guard isUsed else { return }
        isUsed = false
        lastUse = now
    }

    /// Whether the world was unused for its whole time to live.
    ///
    /// An open WebSocket and a waiting request count as use.
    func isExpired(at now: UInt64) -> Bool {
        guard remainingTime(at: now) == .zero else { return false }
        guard waitingRequests == 0, connectedClients == 0 else {
            lastUse = now
            return false
        }
        return true
    }

    /// How long it stays if it is not used again; nil when it has no time to live.
    func remainingTime(at now: UInt64) -> Duration? {
        guard let limit = plan.timeToLive else { return nil }
        return max(.zero, limit - idleTime(at: now))
    }

    func idleTime(at now: UInt64) -> Duration {
        .nanoseconds(Int64(clamping: now >= lastUse ? now - lastUse : 0))
    }

    /// Begins to keep what happens in the world.
    func openJournal(_ journals: JournalHub) {
        let journal = Journal(journals)
        self.journal = journal
        domain.work.noteWrittenRows(domain.registry)
        notes.journal = journal
    }

    /// Ends all WebSockets and long-poll sessions of the world.
    func disconnectAll() {
        for one in served { one.dialect.disconnectAll() }
    }

    /// Empties the write-ahead log of a data file without commits since the last call.
    ///
    /// On a small disk the log would take the space that the next writes need.
    func tidy() throws {
        let work = domain.work
        // While the world is held, another thread writes to the file.
        guard let file, file.fault == nil, !work.isPending, !isHeld else { return }
        try file.boundLog()
        defer { countedCommits = work.commits }
        guard work.commits == countedCommits, work.commits != emptiedCommits else { return }
        emptiedCommits = work.commits
        try file.emptyLog(from: Self.leastLog)
    }

    /// A write-ahead log below this size, in bytes, is not emptied.
    private static let leastLog = 1024 * 1024

    /// Commits what is pending and closes the database.
    func close() throws {
        sockets?.close()
        // A tap may keep frames that keep their clients.
        context.frameTap = nil
        notes.journal = nil
        if domain.work.hasLateCounts { try? domain.work.write {} }
        try domain.work.commit()
        try domain.close()
    }

    /// Marks the world as deleted, ends its connections and closes its database.
    func delete() {
        isDeleted = true
        sockets?.close()
        disconnectAll()
        context.frameTap = nil
        notes.journal = nil
        // Requests that still run keep this object alive, so the caches are emptied now.
        for one in served { one.dialect.forgetAnswers() }
        context.pictures.forgetAll()
        snapshots.forget()
        stubs.removeAll()
        // Uncommitted writes of a deleted world are of no use.
        attempt("its writes could not be rolled back") { try domain.work.rollback() }
        attempt("its database could not be closed") { try domain.close() }
    }
}
