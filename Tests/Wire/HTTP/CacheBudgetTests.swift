import Testing

@testable import MockPostlyHTTP

/// Memory that caches share.
@Suite
struct CacheBudgetTests {
    /// A cache of numbers that take room, as the budget lets it.
    private final class Numbers: CacheOwner {
        let budget: CacheBudget
        let statistics = CacheStatistics()
        var places: [UInt64: CacheBudget.Place] = [:]

        init(_ budget: CacheBudget) {
            self.budget = budget
        }

        deinit { for place in places.values { budget.remove(place) } }

        func add(_ number: UInt64, _ size: Int) {
            places[number] = budget.insert(size, number, of: self, statistics)
        }

        func use(_ number: UInt64) {
            if let place = places[number] { budget.touch(place) }
        }

        func evict(_ key: UInt64) {
            #expect(places.removeValue(forKey: key) != nil)
        }
    }

    @Test
    func `there is never more than the limit, and what goes is counted`() {
        let budget = CacheBudget(limit: 100_000)
        let (one, other) = (Numbers(budget), Numbers(budget))
        for number in 0..<500 {
            (number % 2 == 0 ? one : other).add(UInt64(number), 1000)
            #expect(budget.bytes <= budget.limit)
        }
        #expect(one.places.count + other.places.count == budget.count)
        #expect(budget.evictions == 500 - budget.count)
        #expect(budget.count > 80)
        #expect(budget.bytes == one.statistics.bytes + other.statistics.bytes)
        #expect(one.statistics.entries == one.places.count)
    }

    @Test
    func `what is used stays, and what is not goes first, whoever has it`() {
        let budget = CacheBudget(limit: 100_000)
        let (one, other) = (Numbers(budget), Numbers(budget))
        for number in 0..<10 { one.add(UInt64(number), 1000) }
        for number in 100..<2000 {
            for used in 0..<10 { one.use(UInt64(used)) }
            other.add(UInt64(number), 1000)
        }
        // The first turn of the hand, when all are new, may cost one.
        #expect(one.places.count >= 9)
        // Nobody uses them any more.
        for number in 2000..<2200 { other.add(UInt64(number), 1000) }
        #expect(one.places.isEmpty)
    }

    @Test
    func `an entry that is too large is refused, and changes nothing`() {
        let budget = CacheBudget(limit: 100_000)
        let cache = Numbers(budget)
        for number in 0..<50 { cache.add(UInt64(number), 1000) }
        let before = budget.bytes
        #expect(budget.insert(25_000, 99, of: cache) == nil)
        #expect(budget.bytes == before && budget.evictions == 0)
        #expect(budget.insert(20_000, 99, of: cache) != nil)
        let nothing = CacheBudget(limit: 0)
        #expect(nothing.insert(0, 1, of: cache) == nil)
    }

    @Test
    func `an entry that grows makes others go, and itself where it must`() {
        let budget = CacheBudget(limit: 100_000)
        let cache = Numbers(budget)
        for number in 0..<80 { cache.add(UInt64(number), 1000) }
        if let place = cache.places[79] { budget.grow(place, by: 50_000) }
        #expect(budget.bytes <= budget.limit && budget.evictions > 0)
        for number in 100..<110 {
            cache.add(UInt64(number), 1000)
            if let place = cache.places[UInt64(number)] { budget.grow(place, by: 200_000) }
            #expect(budget.bytes <= budget.limit)
        }
        #expect(cache.places.count == budget.count)
    }

    @Test
    func `a cache that is gone has given its memory back`() {
        let budget = CacheBudget()
        var cache: Numbers? = Numbers(budget)
        for number in 0..<1000 { cache?.add(UInt64(number), 100) }
        cache = nil
        #expect(budget.bytes == 0 && budget.count == 0)
    }

    @Test
    func `any order of events keeps the sums right`() {
        var random = SystemRandomNumberGenerator()
        let seed = random.next()
        var state = seed
        func below(_ limit: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % limit
        }
        let budget = CacheBudget(limit: 200_000)
        var caches = (0..<4).map { _ in Numbers(budget) }
        for _ in 0..<20_000 {
            let cache = caches[Int(below(4))]
            let number = below(300)
            switch below(10) {
            case 0: caches[Int(below(4))] = Numbers(budget)
            case 1...2:
                if let place = cache.places.removeValue(forKey: number) { budget.remove(place) }
            case 3: if let place = cache.places[number] { budget.grow(place, by: Int(below(900))) }
            case 4...6: cache.use(number)
            default: if cache.places[number] == nil { cache.add(number, Int(below(3000))) }
            }
            #expect(budget.bytes <= budget.limit, "seed \(seed)")
        }
        #expect(caches.reduce(0) { $0 + $1.places.count } == budget.count, "seed \(seed)")
        #expect(
            caches.reduce(0) { $0 + $1.statistics.bytes } == budget.bytes,
            "seed \(seed)"
        )
    }

    @Test
    func `values that were evicted give the memory of their table back`() {
        let budget = CacheBudget(limit: 4 << 20)
        let value = CacheStatistics()
        let small = KeptValues<CacheStatistics>(budget)
        let large = KeptValues<CacheStatistics>(budget)
        for number: Int64 in 0..<10_000 { small.keep(value, as: number, size: 100) }
        #expect(small.values.count == 10_000)
        for number: Int64 in 0..<4 { large.keep(value, as: number, size: 1_000_000) }
        #expect(small.values.count < 1000 && small.values.capacity <= 4096)
        #expect(small.values.numbers.allSatisfy { small.find($0) === value })
        #expect(budget.count == small.values.count + 4)
    }
}
