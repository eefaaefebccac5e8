import Testing

@testable import MockPostlyHTTP

/// The table of kept values, beside a dictionary.
@Suite
struct KeptValuesTests {
    private final class Object {}

    /// Numbers of records, as hashes, and such as differ in few bits, at either end.
    @Test(
        arguments: [1, 4, 1 << 16, 1 << 48, 1 << 58, -1, 0x1234_5678_9ABC_DEF1] as [Int64]
    )
    func `what was put in is found, whatever the numbers are`(step: Int64) {
        var random = SystemRandomNumberGenerator()
        var (table, expected) = (NumberTable(), [Int64: Object]())
        for round in 0..<20_000 {
            // It grows to a few hundred, and shrinks to nothing.
            let grows = round % 4000 < 2000
            let number = Int64.random(in: -300..<300, using: &random) &* step
            #expect(table[number]?.object === expected[number])
            if expected[number] != nil {
                guard !grows || round % 3 == 0 else { continue }
                #expect(table.remove(number)?.object === expected.removeValue(forKey: number))
                #expect(table.remove(number) == nil)
            } else if grows {
                let object = Object()
                table.insert(.init(object: object, place: 0), as: number)
                expected[number] = object
            }
            #expect(table.count == expected.count)
        }
        #expect(table.numbers.sorted() == expected.keys.sorted())
        table.removeAll { $0.object === expected.values.first }
        #expect(table.count == max(0, expected.count - 1))
        #expect(table.numbers.allSatisfy { table[$0]?.object === expected[$0] })
        table.removeAll { _ in true }
        #expect(table.isEmpty && table.capacity == 0 && table[step] == nil)
    }
}
