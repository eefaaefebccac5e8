/// Values by numbers, which a ``CacheBudget`` may evict.
///
/// Belongs to the loop's thread.
package final class KeptValues<Value: AnyObject>: CacheOwner {
    private let budget: CacheBudget
    private let statistics: CacheStatistics?
    private(set) var values: [Int64: KeptObject] = [:]

    /// No values; those to come are counted in `statistics` too, unless they have others.
    package init(_ budget: CacheBudget, _ statistics: CacheStatistics? = nil) {
        (self.budget, self.statistics) = (budget, statistics)
    }

    deinit { removeAll() }

    package var isEmpty: Bool { values.isEmpty }
    package var count: Int { values.count }

    /// The value with this number, recorded as used.
    package func find(_ number: Int64) -> Value? {
        guard let kept = values[number] else { return nil }
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
        let key = UInt64(bitPattern: number)
        if let old = values.removeValue(forKey: number) { budget.remove(old.place) }
        guard let place = budget.insert(size, key, of: self, others ?? statistics)
        else { return }
        values[number] = KeptObject(object: value, place: place)
    }

    /// Takes note that a value takes `more` bytes than before, if it is kept.
    package func grow(_ number: Int64, by more: Int) {
        if more > 0, let place = values[number]?.place { budget.grow(place, by: more) }
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
        values[Int64(bitPattern: key)] = nil
        guard values.capacity > 64, values.count < values.capacity / 8 else { return }
        values = Dictionary(uniqueKeysWithValues: values.map { $0 })
    }
}

/// Not generic, because a table of such costs a request thousands of instructions less.
struct KeptObject {
    let object: AnyObject
    let place: CacheBudget.Place
}
