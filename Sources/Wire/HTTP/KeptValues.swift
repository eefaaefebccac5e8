/// Values by numbers, which a ``CacheBudget`` may evict.
///
/// Belongs to the loop's thread.
package final class KeptValues<Value: AnyObject>: CacheOwner {
    private let budget: CacheBudget
    private let statistics: CacheStatistics?
    private(set) var values = NumberTable()

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
        if let old = values.remove(number) { budget.remove(old.place) }
        let key = UInt64(bitPattern: number)
        guard let place = budget.insert(size, key, of: self, others ?? statistics) else { return }
        values.insert(NumberTable.Entry(object: value, place: place), as: number)
    }

    /// Takes note that a value takes `more` bytes than before, if it is kept.
    package func grow(_ number: Int64, by more: Int) {
        guard more > 0, let kept = values[number] else { return }
        budget.grow(kept.place, by: more)
    }

    /// Removes the values of which `isGone` is true; by default all.
    package func removeAll(where isGone: (Value) -> Bool = { _ in true }) {
        values.removeAll { kept in
            guard isGone(unsafeDowncast(kept.object, to: Value.self)) else { return false }
            budget.remove(kept.place)
            return true
        }
    }

    package func evict(_ key: UInt64) { values.remove(Int64(bitPattern: key)) }
}
