package import MockPostlySQLite

/// Counts of reads, such as the views of posts, that another program's lock kept from being written.
///
/// They are written with the next transaction. Belongs to the loop's thread.
package final class LateCounts {
    private let work: UnitOfWork
    private let write: (Connection, _ key: Int64, _ count: Int64) throws -> Void
    private var counts: [Int64: Int64] = [:]

    /// No counts; `write` adds a count to the row with a key.
    package init(
        _ work: UnitOfWork,
        _ write: @escaping (Connection, _ key: Int64, _ count: Int64) throws -> Void
    ) {
        (self.work, self.write) = (work, write)
    }

    /// Counts once for the row with `key`, later.
    package func add(_ key: Int64) {
        counts[key, default: 0] += 1
        work.writeLateCounts = { [weak self] in self?.writeAll($0) }
    }

    private func writeAll(_ connection: Connection) {
        let counts = self.counts
        self.counts = [:]
        for (key, count) in counts {
            // A post that is gone has no views, and a full disk has no room for them.
            try? write(connection, key, count)
        }
    }
}
