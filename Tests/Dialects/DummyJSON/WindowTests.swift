import MockPostlyJavaScript
import MockPostlyWorld
import Testing

@testable import DummyJSONDialect

/// Which part of a list `limit` and `skip` ask for, by JavaScript's rules for numbers.
@Suite
struct WindowTests {
    private static func window(_ query: String) -> Window {
        Window(CommonOptions(parseQueryString(Array(query.utf8))))
    }

    @Test(
        arguments: [
            ("", 30), ("limit=2.9", 2), ("limit=1e1", 1), ("limit=0x10", 0), ("limit=%2B7", 7),
            ("limit=%20%0912%20", 12), ("limit=-5", -5), ("limit=-0", 0), ("limit=007", 7),
            ("limit[]=3", 3), ("limit=5&limit[]=6", 5), ("Limit=1", 30), ("limit=12abc", 12),
            ("limit=%C2%A08", 8), ("limit=%EF%BB%BF9", 9), ("limit=1e400", 1),
        ]
    )
    func `a limit is read as an integer to base ten`(query: String, limit: Double) {
        #expect(Self.window(query).limit == limit)
    }

    @Test(arguments: ["limit=", "limit=Infinity", "limit=-Infinity", "limit=.5", "limit[]="])
    func `a limit without a digit in front is none`(query: String) {
        #expect(Self.window(query).limit.isNaN)
    }

    @Test(
        "of ten records",
        arguments: [
            ("", 0..<10), ("limit=3", 0..<3), ("limit=3&skip=8", 8..<10), ("limit=0", 0..<10),
            ("limit=0&skip=4", 4..<10), ("limit=-0", 0..<10), ("limit=-3", 0..<7),
            ("limit=-3&skip=5", 5..<7), ("limit=-5&skip=5", 5..<5), ("limit=-10", 0..<0),
            ("limit=-99", 0..<0), ("limit=99999999999999999999", 0..<10),
            ("limit=-99999999999999999999", 0..<0), ("skip=-3", 0..<10), ("skip=10", 10..<10),
            ("skip=11", 10..<10), ("skip=99999999999999999999", 10..<10), ("skip=", 0..<10),
            ("skip=Infinity", 0..<10), ("skip=2.9", 2..<10), ("limit=", 0..<0),
            ("limit=&skip=4", 4..<4), ("limit=0x10&skip=0x10", 0..<10),
        ]
    )
    func range(query: String, expected: Range<Int>) {
        #expect(Self.window(query).range(10) == expected)
    }

    @Test(arguments: ["", "limit=0", "limit=-2&skip=3", "limit=5&skip=1", "limit="])
    func `of no records there are none`(query: String) {
        #expect(Self.window(query).range(0) == 0..<0)
    }

    @Test
    func `any window of any list is what a plain model cuts out`() {
        var random = RandomSource(seed: 3)
        for _ in 0..<5000 {
            let skip = random.below(50) - 15
            let limit = random.below(50) - 15
            let count = random.below(30)
            let rest = Array((0..<count).dropFirst(max(skip, 0)))
            let wanted =
                limit == 0
                ? rest : limit > 0 ? Array(rest.prefix(limit)) : Array(rest.dropLast(-limit))
            let range = Self.window("skip=\(skip)&limit=\(limit)").range(count)
            #expect(Array((0..<count)[range]) == wanted, "\(skip) \(limit) of \(count)")
        }
    }
}
