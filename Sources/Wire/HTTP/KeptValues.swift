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

/// What ``KeptValues`` keep, by numbers: of records, of which many are one after the other, and hashes.
///
/// An open table: an entry has the first free slot from the one on that its number names. A lookup
/// by a dictionary, which hashes by SipHash, takes 150 instructions more, a thirtieth of a short
/// request. Not generic, which would cost a request thousands.
struct NumberTable {
    struct Entry {
        let object: AnyObject
        let place: CacheBudget.Place
    }

    private struct Slot {
        var number: Int64 = 0
        var entry: Entry?
    }

    private static let smallest = 16

    /// None, or a power of two of them, of which at most half are taken.
    private var slots: [Slot] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }
    /// How many slots it has.
    var capacity: Int { slots.count }
    /// The numbers of all entries, in no particular order.
    var numbers: [Int64] { slots.compactMap { $0.entry == nil ? nil : $0.number } }

    subscript(_ number: Int64) -> Entry? {
        count == 0 ? nil : slots[place(of: number)].entry
    }

    /// Adds an entry under a number that has none.
    mutating func insert(_ entry: Entry, as number: Int64) {
        if count * 2 >= slots.count { resize(to: max(Self.smallest, slots.count * 2)) }
        slots[place(of: number)] = Slot(number: number, entry: entry)
        count += 1
    }

    /// Removes the entry with a number, if there is one, and returns it.
    @discardableResult
    mutating func remove(_ number: Int64) -> Entry? {
        guard count > 0 else { return nil }
        var free = place(of: number)
        guard let entry = slots[free].entry else { return nil }
        // Those behind it that would not be found across a free slot move up.
        var next = following(free)
        while slots[next].entry != nil {
            if distance(start(of: slots[next].number), next) >= distance(free, next) {
                slots[free] = slots[next]
                free = next
            }
            next = following(next)
        }
        slots[free] = Slot()
        count -= 1
        if slots.count > Self.smallest, count < slots.count / 8 { resize(to: slots.count / 2) }
        return entry
    }

    /// Removes the entries of which `isGone` is true.
    mutating func removeAll(where isGone: (Entry) -> Bool) {
        let old = slots
        (slots, count) = ([], 0)
        for slot in old {
            if let entry = slot.entry, !isGone(entry) { insert(entry, as: slot.number) }
        }
    }

    private mutating func resize(to length: Int) {
        let old = slots
        slots = Array(repeating: Slot(), count: length)
        for slot in old where slot.entry != nil { slots[place(of: slot.number)] = slot }
    }

    /// The slot that has this number, or the free one where it belongs.
    private func place(of number: Int64) -> Int {
        var place = start(of: number)
        while slots[place].entry != nil, slots[place].number != number { place = following(place) }
        return place
    }

    /// The slot from which on a number is looked for: the highest bits of a product, which depend on
    /// all bits of the number.
    private func start(of number: Int64) -> Int {
        let product = UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15
        return Int(product >> (64 - UInt64(slots.count.trailingZeroBitCount)))
    }

    private func following(_ place: Int) -> Int { (place + 1) & (slots.count - 1) }

    /// How many slots on `other` is from `place`.
    private func distance(_ place: Int, _ other: Int) -> Int {
        (other - place) & (slots.count - 1)
    }
}
