/// Values by numbers, which a ``CacheBudget`` may evict.
///
/// Belongs to the loop's thread.
package final class KeptValues<Value: AnyObject>: CacheOwner {
    private let budget: CacheBudget
    private let statistics: CacheStatistics?
    private(set) var values: [KeptNumber: KeptObject] = [:]

    /// No values; those to come are counted in `statistics` too, unless they have others.
    package init(_ budget: CacheBudget, _ statistics: CacheStatistics? = nil) {
        (self.budget, self.statistics) = (budget, statistics)
    }

    deinit { removeAll() }

    package var isEmpty: Bool { values.isEmpty }
    package var count: Int { values.count }

    /// The value with this number, recorded as used.
    package func find(_ number: Int64) -> Value? {
        guard let kept = values[KeptNumber(value: number)] else { return nil }
        budget.touch(kept.place)
        return unsafeDowncast(kept.object, to: Value.self)
    }

    /// Keeps a value of `size` bytes in place of that with its number, unless it is too large.
    package func keep(
        _ value: Value,
        as number: Int64,
        size: Int,
        _ others: CacheStatistics? = nil
    ) {
        let key = KeptNumber(value: number)
        if let old = values.removeValue(forKey: key) { budget.remove(old.place) }
        let budgetKey = UInt64(bitPattern: number)
        guard let place = budget.insert(size, budgetKey, of: self, others ?? statistics)
        else { return }
        values[key] = KeptObject(object: value, place: place)
    }

    /// Takes note that a value takes `more` bytes than before, if it is kept.
    package func grow(_ number: Int64, by more: Int) {
        guard more > 0, let kept = values[KeptNumber(value: number)] else { return }
        budget.grow(kept.place, by: more)
    }

    /// Removes the values of which `isGone` is true; by default all.
    package func removeAll(where isGone: (Value) -> Bool = { _ in true }) {
        values = values.filter { _, kept in
            guard isGone(unsafeDowncast(kept.object, to: Value.self)) else { return true }
            budget.remove(kept.place)
            return false
        }
    }

    package func evict(_ key: UInt64) {
        values[KeptNumber(value: Int64(bitPattern: key))] = nil
        guard values.capacity > 64, values.count < values.capacity / 8 else { return }
        values = Dictionary(uniqueKeysWithValues: values.map { $0 })
    }
}

/// Numbers of records and hashes are spread anyway, so a lookup need not hash them by SipHash, which
/// would be a fiftieth of a short request.
struct KeptNumber: Hashable {
    let value: Int64

    // The standard library calls it so.
    // swift-format-ignore: NoLeadingUnderscores
    func _rawHashValue(seed: Int) -> Int {
        Int(truncatingIfNeeded: UInt64(bitPattern: value) &* 0x9E37_79B9_7F4A_7C15 >> 16)
    }
}

/// Not generic, because a table of such costs a request thousands of instructions less.
struct KeptObject {
    let object: AnyObject
    let place: CacheBudget.Place
}
