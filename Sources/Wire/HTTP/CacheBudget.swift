/// The memory of all caches together: when there would be too much, what was used least goes.
///
/// A cache says what each of its entries takes, with its key and its place in tables, and when one
/// is used; it is told when an entry has to go. Entries stand in a ring. A hand passes over them when
/// room is needed: one that was used since the hand was there last stays for another turn, the others
/// go (the clock algorithm). So a use costs the store of one byte, and making room for an entry a
/// constant time on average.
///
/// Belongs to the loop's thread.
package final class CacheBudget {
    /// The place of an entry, by which its cache speaks of it.
    package typealias Place = Int32

    private enum State {
        static let unused: UInt8 = 0
        static let used: UInt8 = 1
        static let free: UInt8 = 2
    }

    private struct Entry {
        var size: Int
        var key: UInt64
        var owner: Int32
    }

    private struct Owner {
        unowned let cache: any CacheOwner
        var bytes = 0
    }

    /// Bytes that there may be.
    package let limit: Int
    /// Bytes that there are.
    package private(set) var bytes = 0
    /// How many entries have had to go for others.
    package private(set) var evictions = 0

    private var entries: [Entry] = []
    /// The state of each entry; apart, so that a use is the store of one byte.
    private var states: UnsafeMutablePointer<UInt8>
    private var capacity = 64
    private var freePlaces: [Place] = []
    private var hand = 0
    private var owners: [Int32: Owner] = [:]
    private var nextOwner: Int32 = 0

    /// A budget of `limit` bytes, 64 MiB unless somebody says otherwise.
    package init(limit: Int = 64 << 20) {
        self.limit = limit
        states = .allocate(capacity: capacity)
    }

    deinit { states.deallocate() }

    /// How many entries there are.
    package var count: Int { entries.count - freePlaces.count }

    // MARK: Caches

    /// Takes in a cache, which is not kept alive; returns what it speaks of itself by.
    package func join(_ cache: any CacheOwner) -> Int32 {
        nextOwner &+= 1
        owners[nextOwner] = Owner(cache: cache)
        return nextOwner
    }

    /// Lets go of a cache that has no entries any more.
    package func leave(_ owner: Int32) {
        owners[owner] = nil
    }

    /// Bytes of the entries of a cache.
    package func bytes(of owner: Int32) -> Int { owners[owner]?.bytes ?? 0 }

    // MARK: Entries

    /// Makes room for an entry of a cache; nil when it is larger than a quarter of what there may be,
    /// which would leave too little for the others.
    ///
    /// `size` is what it takes itself, `key` what the cache is told when the entry has to go. Entries
    /// of the same cache may go for it.
    package func insert(_ size: Int, _ key: UInt64, of owner: Int32) -> Place? {
        let size = size + Self.overhead
        guard size <= limit / 4 else { return nil }
        makeRoom(size)
        let place = freePlaces.popLast() ?? append()
        entries[Int(place)] = Entry(size: size, key: key, owner: owner)
        // The first turn of the hand passes over what is new.
        states[Int(place)] = State.used
        count(size, of: owner)
        return place
    }

    /// Notes that an entry is used.
    package func touch(_ place: Place) {
        states[Int(place)] = State.used
    }

    /// Notes that an entry takes `more` bytes than before; it may have to go for that itself.
    package func grow(_ place: Place, by more: Int) {
        entries[Int(place)].size += more
        count(more, of: entries[Int(place)].owner)
        makeRoom(0)
    }

    /// Takes out an entry, which its cache has forgotten.
    package func remove(_ place: Place) {
        let entry = entries[Int(place)]
        count(-entry.size, of: entry.owner)
        states[Int(place)] = State.free
        freePlaces.append(place)
    }

    /// About what a cache's tables, and this object's, take for an entry.
    private static let overhead = 160

    private func count(_ size: Int, of owner: Int32) {
        bytes += size
        owners[owner]?.bytes += size
    }

    private func append() -> Place {
        if entries.count == capacity {
            let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
            larger.update(from: states, count: capacity)
            states.deallocate()
            states = larger
            capacity *= 2
        }
        entries.append(Entry(size: 0, key: 0, owner: 0))
        return Place(entries.count - 1)
    }

    // MARK: Room

    private func makeRoom(_ size: Int) {
        while bytes > limit - size, count > 0 { evictOne() }
    }

    /// Lets the next entry go that was not used since the hand was there last.
    private func evictOne() {
        while true {
            if hand >= entries.count { hand = 0 }
            let place = hand
            hand += 1
            switch states[place] {
            case State.used: states[place] = State.unused
            case State.unused:
                let entry = entries[place]
                owners[entry.owner]?.cache.evict(entry.key)
                remove(Place(place))
                evictions += 1
                return
            default: break
            }
        }
    }
}

/// A cache that a ``CacheBudget`` may take entries from.
package protocol CacheOwner: AnyObject {
    /// Forgets the entry with this key; the budget has taken it out itself.
    func evict(_ key: UInt64)
}

extension [UInt8] {
    /// Bytes that the array holds in memory, with what stands before them.
    package var heldBytes: Int { capacity + 48 }
}

extension Dictionary {
    /// Gives memory back when most of it is empty.
    package mutating func shrinkIfSparse() {
        guard capacity > 64, count < capacity / 8 else { return }
        var smaller = Dictionary(minimumCapacity: count * 2)
        for (key, value) in self { smaller[key] = value }
        self = smaller
    }
}
