package import MockPostlySQLite

/// Counts of reads, such as the views of posts, that are written when the database is next used.
///
/// Only in memory, where nothing outlives the process anyway: a client that asks for posts one after
/// the other then writes no row for each. Nobody can see the difference, because every use of the
/// database writes them first. Belongs to the loop's thread.
package final class DeferredCounts {
    /// More rows than this are written at once, so that the next use never has to wait for long.
    private static let mostRows = 512

    private let work: UnitOfWork
    private let write: (Connection, _ key: Int64, _ count: Int64) throws -> Void
    private var counts: [Int64: Int64] = [:]

    /// No counts; `write` adds a count to the row with a key, by one statement.
    package init(
        _ work: UnitOfWork,
        _ write: @escaping (Connection, _ key: Int64, _ count: Int64) throws -> Void
    ) {
        (self.work, self.write) = (work, write)
    }

    deinit {
        if !counts.isEmpty { work.connection.beforeUse = nil }
    }

    /// Whether there is a content whose counts can be deferred, though not at any time.
    package var isPossible: Bool { work.isInMemory }

    /// Counts once for the row with `key`, which must exist.
    ///
    /// Returns false, and has done nothing, when the count has to be written at once.
    package func add(_ key: Int64) -> Bool {
        guard work.isInMemory, !work.isPending, counts.count < Self.mostRows else { return false }
        if counts.isEmpty {
            work.connection.beforeUse = { [unowned self] in writeAll() }
        }
        counts[key, default: 0] += 1
        work.noteDeferredCount()
        return true
    }

    private func writeAll() {
        let counts = self.counts
        self.counts.removeAll(keepingCapacity: true)
        work.writeDeferred { connection in
            for (key, count) in counts { try write(connection, key, count) }
        }
    }
}
