import Testing

@testable import WreelyDialect

@Suite
struct PagingTests {
    private func paging(_ text: String, of total: Int64) -> [Int64] {
        let paging = Paging(PathValues(Array(text.utf8)[...]), total: total)
        return [paging.limit, paging.offset]
    }

    @Test(
        arguments: [
            // What the app always asks for is everything.
            ("per_page=10&page_number=1", 40, [40, 0]), ("per_page=10", 2040, [2040, 0]),
            ("page_number=1", 40, [40, 0]), ("", 40, [40, 0]), ("", 0, [0, 0]),
            ("per_page=10&page_number=4", 40, [10, 30]),
            ("page_number=2", 40, [10, 10]), ("per_page=20&page_number=1", 40, [20, 0]),
            // Beyond the last page, the first one.
            ("per_page=10&page_number=5", 40, [40, 0]),
            ("per_page=50&page_number=10", 40, [50, 0]),
            ("per_page=10&page_number=2", 0, [0, 0]), ("per_page=10&page_number=0", 40, [40, 0]),
            ("per_page=10&page_number=-1", 40, [40, 0]),
            ("per_page=0&page_number=2", 40, [10, 10]),
            ("per_page=-3", 40, [40, 0]), ("per_page=5)&page_number=2x", 40, [5, 5]),
            ("per_page=1&page_number=10", 40, [1, 9]), ("per_page=5000", 40, [1000, 0]),
            ("per_page=9223372036854775808&page_number=9223372036854775808", 40, [1000, 0]),
            ("per_page=1000&page_number=3", 2001, [1000, 2000]),
        ] as [(String, Int64, [Int64])]
    )
    func `the part of a list`(text: String, total: Int64, expected: [Int64]) {
        #expect(paging(text, of: total) == expected)
    }
}
