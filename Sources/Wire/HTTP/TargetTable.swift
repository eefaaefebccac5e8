/// A cache of values by request target, within a ``CacheBudget``.
///
/// Belongs to the loop's thread, as its budget does.
package final class TargetTable<Value>: CacheOwner {
    private struct Entry {
        var target: [UInt8]
        var value: Value
        var place: CacheBudget.Place
    }

    private let budget: CacheBudget
    private var owner: Int32 = 0
    private var entries: [UInt64: Entry] = [:]

    /// An empty table that counts its entries in `budget`.
    package init(_ budget: CacheBudget) {
        self.budget = budget
        owner = budget.join(self)
    }

    deinit {
        for entry in entries.values { budget.remove(entry.place) }
        budget.leave(owner)
    }

    /// How many values are cached.
    package var count: Int { entries.count }

    /// Bytes of the entries, their overhead included.
    package var size: Int { budget.bytes(of: owner) }

    /// The value cached for `target`, recorded as used; nil when there is none.
    package func find(_ target: ArraySlice<UInt8>) -> Value? {
        guard let entry = entries[Self.hash(target)], Self.isSame(entry.target, target) else {
            return nil
        }
        budget.touch(entry.place)
        return entry.value
    }

    /// Caches a value of `size` bytes for `target`, unless it is too large for the budget.
    ///
    /// Replaces the value cached for the same target; other entries may be evicted.
    package func insert(_ value: Value, size: Int, for target: ArraySlice<UInt8>) {
        let hash = Self.hash(target)
        if let old = entries.removeValue(forKey: hash) { budget.remove(old.place) }
        let target = Array(target)
        guard let place = budget.insert(size + target.bufferedBytes, hash, of: owner) else {
            return
        }
        entries[hash] = Entry(target: target, value: value, place: place)
    }

    /// Records that the value for `target` takes `more` bytes than before; it may be evicted.
    package func grow(_ target: ArraySlice<UInt8>, by more: Int) {
        guard let entry = entries[Self.hash(target)] else { return }
        budget.grow(entry.place, by: more)
    }

    /// Removes all entries and frees their bytes in the budget.
    package func removeAll() {
        for entry in entries.values { budget.remove(entry.place) }
        entries = [:]
    }

    package func evict(_ key: UInt64) {
        entries[key] = nil
        entries.shrinkIfSparse()
    }

    /// A variant of FNV-1a over eight bytes at a time; targets are compared as well.
    private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.withUnsafeBytes { bytes in
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            var index = 0
            while index + 8 <= bytes.count {
                hash ^= bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                hash = (hash &* 0x0000_0100_0000_01B3) ^ (hash >> 29)
                index += 8
            }
            while index < bytes.count {
                hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3
                index += 1
            }
            return hash
        }
    }

    private static func isSame(_ kept: [UInt8], _ target: ArraySlice<UInt8>) -> Bool {
        guard kept.count == target.count else { return false }
        return kept.withUnsafeBytes { kept in
            target.withUnsafeBytes { target in
                var index = 0
                while index + 8 <= kept.count {
                    let word = kept.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    guard word == target.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    else { return false }
                    index += 8
                }
                return kept[index...].elementsEqual(target[index...])
            }
        }
    }
}
