import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import Testing

@testable import DummyJSONDialect

/// The order of records by one of their members, against what Node's sort gives.
@Suite
struct SortingTests {
    @Test(arguments: SortingCase.all)
    func `the order is V8's`(_ wanted: SortingCase) {
        let order = { (count: Int) in
            sorted(wanted.member.records(count), by: "v", isDescending: wanted.isDescending)
                .map(\.id)
        }
        #expect(order(20) == wanted.order)
        #expect([90, 200].map { fingerprint(order($0)) } == wanted.fingerprints)
    }

    private func fingerprint(_ ids: [Int64]) -> UInt32 {
        ids.reduce(0) { $0 &* 31 &+ UInt32($1) }
    }

    @Test
    func `a field inside another is no field`() {
        let records = SortingCase.Member.objects.records(20)
        #expect(sorted(records, by: "v.n", isDescending: true).map(\.id) == Array(1...20))
        #expect(sorted([], by: "v", isDescending: true).isEmpty)
    }

    private static let five = (1...5).map { #"{"id":\#($0),"title":"\#($0 % 2)"}"# }
        .joined(separator: ",")

    @Test(
        arguments: [
            ("sortBy=title", [2, 4, 1, 3, 5]), ("sortBy=title&order=DESC", [1, 3, 5, 2, 4]),
            ("sortBy=title&order=", [2, 4, 1, 3, 5]), ("order=desc", [1, 2, 3, 4, 5]),
            ("sortBy=&order=desc", [1, 2, 3, 4, 5]), ("sortBy=nope&order=desc", [1, 2, 3, 4, 5]),
            ("sortBy[]=title&order=desc", [1, 3, 5, 2, 4]),
            ("sortBy=id&order=desc", [5, 4, 3, 2, 1]), ("sortBy=title&skip=1&limit=2", [4, 1]),
            ("sortBy=id&order=desc&select=id", [5, 4, 3, 2, 1]),
        ] as [(String, [Int64])]
    )
    func `sorting comes before paging and selecting`(query: String, ids: [Int64]) throws {
        let api = try DummyJSON.fresh([.posts: Self.five, .comments: Self.five])
        #expect(try order(api.get("/posts?\(query)").json["posts"]) == ids)
        // Comments are not sorted.
        let plain: [Int64] = query.contains("skip") ? [2, 3] : [1, 2, 3, 4, 5]
        #expect(try order(api.get("/comments?\(query)").json["comments"]) == plain)
    }

    private func order(_ records: JSONValue?) -> [Int64] {
        records?.elements.compactMap { $0["id"]?.int } ?? []
    }
}
