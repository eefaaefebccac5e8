import MockPostlyJavaScript
import Testing

@Suite struct SortTests {
    @Test(arguments: checksums)
    func `elements are compared and left as by V8`(
        _ order: String,
        _ input: String,
        _ small: UInt32,
        _ large: UInt32
    ) throws {
        let compare = try #require(orders[order])
        let draw = input == "drawn" ? drawn : steps
        #expect(checksum(Array(0..<140), draw, compare) == small)
        #expect(checksum([255, 256, 257, 500, 777, 1000], draw, compare) == large)
    }

    @Test func `equal elements keep their order`() {
        let elements = (0..<500).map { (key: $0 * 7 % 10, place: $0) }
        let sorted = sortedAsV8(elements) { $0.key - $1.key }
        for (left, right) in zip(sorted, sorted.dropFirst()) {
            #expect(left.key < right.key || left.key == right.key && left.place < right.place)
        }
    }

    @Test func `a comparison that is never 0 turns equal elements round`() {
        #expect(sortedAsV8([1, 2, 3, 4]) { _, _ in -1 } == [4, 3, 2, 1])
        #expect(sortedAsV8([1, 2, 3, 4]) { _, _ in 1 } == [1, 2, 3, 4])
        #expect(sortedAsV8([Int]()) { _, _ in -1 } == [] && sortedAsV8([1]) { _, _ in -1 } == [1])
    }

    /// A checksum of the sorted elements and of all comparisons, for lists of these sizes.
    private func checksum(
        _ sizes: [Int],
        _ draw: (Int) -> [UInt32],
        _ compare: (UInt32, UInt32) -> Int
    ) -> UInt32 {
        var sum: UInt32 = 0
        for size in sizes {
            var calls: UInt32 = 0
            let sorted = sortedAsV8(draw(size)) { a, b in
                calls = calls &* 31 &+ (a &* 3 &+ b)
                return compare(a, b)
            }
            for element in sorted { sum = sum &* 31 &+ element }
            sum = sum &* 31 &+ calls
        }
        return sum
    }
}

private func drawn(_ count: Int) -> [UInt32] {
    var state = UInt32(count) * 7 + 1
    return (0..<count).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return state >> 16
    }
}

private func steps(_ count: Int) -> [UInt32] {
    (0..<UInt32(count)).map { $0 % 97 * 40 + $0 }
}

private func mixed(_ a: UInt32, _ b: UInt32) -> UInt32 {
    (a &* 2_654_435_761 ^ b) &* 2_246_822_519
}

/// Orders, most of which contradict themselves.
private let orders: [String: @Sendable (UInt32, UInt32) -> Int] = [
    "tiesAndNumbers": { a, b in Int(a % 100) - Int(b % 100) },
    "neverZero": { a, b in a % 100 > b % 100 ? 1 : -1 },
    "below": { _, _ in -1 },
    "above": { _, _ in 1 },
    "gaps": { a, b in a % 3 == 0 || b % 3 == 0 ? -1 : (a % 50 > b % 50 ? 1 : -1) },
    "hash": { a, b in Int(mixed(a, b) % 3) - 1 },
    "noisy": { a, b in mixed(a, b) % 20 == 0 ? -1 : Int(a) - Int(b) },
    "runs": { a, b in Int(a / 300) - Int(b / 300) },
]

/// An order, an input, and the checksums of many small and of some large lists, made by Node.
private let checksums: [(String, String, UInt32, UInt32)] = [
    ("tiesAndNumbers", "drawn", 1_069_774_445, 2_722_332_604),
    ("tiesAndNumbers", "steps", 1_455_960_777, 1_057_319_875),
    ("neverZero", "drawn", 517_376_860, 1_476_822_643),
    ("neverZero", "steps", 1_470_021_043, 1_478_812_772),
    ("below", "drawn", 3_428_087_574, 267_474_979),
    ("below", "steps", 1_206_129_735, 1_619_547_384),
    ("above", "drawn", 591_419_936, 643_251_427),
    ("above", "steps", 1_200_897_281, 2_316_875_156),
    ("gaps", "drawn", 3_849_045_753, 1_756_159_410),
    ("gaps", "steps", 346_132_587, 1_595_724_814),
    ("hash", "drawn", 1_660_362_298, 448_602_215),
    ("hash", "steps", 770_295_069, 464_673_449),
    ("noisy", "drawn", 473_696_244, 2_786_697_931),
    ("noisy", "steps", 4_165_182_835, 3_225_497_389),
    ("runs", "drawn", 1_787_039_736, 3_442_748_221),
    ("runs", "steps", 2_832_507_528, 127_783_493),
]
