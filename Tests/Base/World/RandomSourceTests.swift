import MockPostlyWorld
import Testing

@Suite
struct RandomSourceTests {
    @Test
    func `the numbers are those of the published generators`() {
        // The first numbers of xoshiro256** with the state that SplitMix64 makes of 0.
        var random = RandomSource(seed: 0)
        let expected: [UInt64] = [
            0x99EC_5F36_CB75_F2B4, 0xBF6E_1F78_4956_452A, 0x1A5F_849D_4933_E6E0,
        ]
        #expect(expected == (0..<3).map { _ in random.next() })
    }

    @Test(arguments: [0, 1, 42, UInt64.max])
    func `the same seed gives the same bytes`(seed: UInt64) {
        var (first, second) = (RandomSource(seed: seed), RandomSource(seed: seed))
        var other = RandomSource(seed: seed ^ 1)
        #expect(first.bytes(100) == second.bytes(100))
        #expect(first.uuid4() == second.uuid4())
        #expect(first.next() == second.next())
        #expect(first.bytes(16) != other.bytes(16))
    }

    @Test
    func `bytes are as many as asked for and start the same`() {
        let long = sample { $0.bytes(64) }
        #expect(long.count == 64)
        for count in 0..<64 {
            #expect(sample { $0.bytes(count) } == Array(long.prefix(count)))
        }
    }

    @Test
    func `every byte value comes about equally often`() {
        var counts = Array(repeating: 0, count: 256)
        for byte in sample({ $0.bytes(256_000) }) { counts[Int(byte)] += 1 }
        #expect(counts.allSatisfy { 800...1_200 ~= $0 })
    }

    @Test
    func `a UUID has its version and variant, and no two are equal`() {
        var random = RandomSource(seed: 9)
        var seen: Set<String> = []
        for _ in 0..<1_000 {
            let uuid = random.uuid4()
            let parts = uuid.split(separator: "-", omittingEmptySubsequences: false)
            #expect(parts.map(\.count) == [8, 4, 4, 4, 12])
            #expect(uuid.utf8.allSatisfy { "0123456789abcdef-".utf8.contains($0) })
            #expect(parts[2].first == "4")
            #expect(parts[3].first.map("89ab".contains) == true)
            seen.insert(uuid)
        }
        #expect(seen.count == 1_000)
    }

    @Test
    func `seeds from the system differ`() {
        let seeds = Set((0..<16).map { _ in RandomSource.entropySeed() })
        #expect(seeds.count == 16)
    }

    private func sample(_ draw: (inout RandomSource) -> [UInt8]) -> [UInt8] {
        var random = RandomSource(seed: 5)
        return draw(&random)
    }
}
