/// The memory limit of all caches together: when it is reached, entries that were not used lately
/// are evicted.
///
/// A cache registers each of its entries with its size and a key, keeps the returned place, and
/// reports each use. It is told when an entry must be removed.
///
/// The clock algorithm chooses which: entries form a ring, and when room is needed a hand moves
/// over them. An entry that was used since the hand last passed stays, any other is evicted. So
/// recording a use costs one byte store, and making room takes constant time on average.
///
/// Belongs to the loop's thread.
package final class CacheBudget {
    /// The index of an entry, by which its cache refers to it.
    ///
    /// Valid from ``insert(_:_:of:_:)`` until ``remove(_:)`` or ``CacheOwner/evict(_:)``; after that
    /// the number may name another entry.
    package typealias Place = Int32

    private struct Entry {
        /// 0 for a free place.
        var size = 0
        var key: UInt64 = 0
        /// Nil for a free place: a cache removes its entries before it is deallocated.
        unowned var owner: (any CacheOwner)?
        var statistics: CacheStatistics?
        /// Whether it was used since the hand passed; a new one survives the first pass.
        var isUsed = true
    }

    /// The limit in bytes.
    package let limit: Int
    /// Bytes of all entries, their overhead included.
    package private(set) var bytes = 0
    /// How many entries have been evicted so far.
    package private(set) var evictions = 0

    private var entries: [Entry] = []
    private var freePlaces: [Place] = []
    private var hand = 0

    /// A budget of `limit` bytes, by default 32 MiB.
    package init(limit: Int = 32 << 20) {
        self.limit = limit
    }

    /// How many entries there are, of all caches.
    package var count: Int { entries.count - freePlaces.count }

    /// Registers an entry of `owner`, which is not retained, with its size in bytes and the key that
    /// is passed to ``CacheOwner/evict(_:)``, and counts it in `statistics` as long as it is there.
    ///
    /// Others are evicted for it, maybe of the same cache. Nil when it is larger than a quarter of the
    /// limit.
    package func insert(
        _ size: Int,
        _ key: UInt64,
        of owner: any CacheOwner,
        _ statistics: CacheStatistics? = nil
    ) -> Place? {
        let size = size + Self.overhead
        guard size <= limit / 4 else { return nil }
        makeRoom(size)
        let place = freePlaces.popLast() ?? append()
        entries[Int(place)] = Entry(key: key, owner: owner, statistics: statistics)
        statistics?.entries += 1
        count(size, at: place)
        return place
    }

    /// Records that an entry was used.
    ///
    /// Costs one byte store; `place` must be valid.
    package func touch(_ place: Place) {
        entries[Int(place)].isUsed = true
    }

    /// Records that an entry takes `more` bytes than before; the entry itself may be evicted for
    /// that.
    package func grow(_ place: Place, by more: Int) {
        count(more, at: place)
        makeRoom(0)
    }

    /// Unregisters an entry that its cache has removed.
    ///
    /// The place may be given to the next entry at once.
    package func remove(_ place: Place) {
        let entry = entries[Int(place)]
        count(-entry.size, at: place)
        entry.statistics?.entries -= 1
        entries[Int(place)] = Entry()
        freePlaces.append(place)
    }

    /// About the size of an entry in the cache's tables and in this object.
    private static let overhead = 160

    private func count(_ size: Int, at place: Place) {
        bytes += size
        entries[Int(place)].size += size
        entries[Int(place)].statistics?.bytes += size
    }

    private func append() -> Place {
        entries.append(Entry())
        return Place(entries.count - 1)
    }

    private func makeRoom(_ size: Int) {
        while bytes > limit - size, count > 0 { evictOne() }
    }

    /// Evicts the next entry that was not used since the hand last passed.
    private func evictOne() {
        while true {
            if hand >= entries.count { hand = 0 }
            let place = hand
            hand += 1
            guard entries[place].size > 0 else { continue }
            guard !entries[place].isUsed else {
                entries[place].isUsed = false
                continue
            }
            let entry = entries[place]
            entry.owner?.evict(entry.key)
            evictions += 1
            return remove(Place(place))
        }
    }
}

/// A cache whose entries a ``CacheBudget`` may evict.
package protocol CacheOwner: AnyObject {
    /// Removes the entry with this key; the budget unregisters it.
    ///
    /// Called during ``CacheBudget/insert(_:_:of:_:)`` or ``CacheBudget/grow(_:by:)`` on the loop's
    /// thread. It must not call ``CacheBudget/remove(_:)`` for this entry.
    func evict(_ key: UInt64)
}

/// What caches have done for one dialect of a world, for metrics.
///
/// Belongs to the loop's thread.
package final class CacheStatistics {
    /// How often something was found.
    package var hits = 0
    /// How often something was made anew, to be found later.
    package var misses = 0
    /// How much is kept now.
    package fileprivate(set) var entries = 0
    /// Bytes of the entries, their overhead included; part of the shared ``CacheBudget``.
    package fileprivate(set) var bytes = 0

    package init() {}
}

extension [UInt8] {
    /// Bytes that the array takes in memory, its header and the allocator's overhead included.
    package var bufferedBytes: Int { capacity + 48 }
}
