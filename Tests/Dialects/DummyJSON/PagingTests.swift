import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import DummyJSONDialect

/// Pages of records, against a plain model.
@Suite
struct PagingTests {
    /// Lists, what they list, and whether they sort and select.
    private static let lists: [(path: String, kind: String, sorts: Bool, selects: Bool)] = [
        ("/posts", "posts", true, true), ("/posts/search", "posts", true, true),
        ("/posts/tag/odd", "posts", true, true), ("/posts/user/1", "posts", true, true),
        ("/users/1/posts", "posts", false, true), ("/users", "users", true, true),
        ("/users/search", "users", true, true),
        ("/users/filter?key=n&value=1", "users", true, true),
        ("/products", "products", true, true), ("/products/search", "products", true, true),
        ("/products/category/Odd", "products", true, true), ("/recipes", "recipes", true, true),
        ("/recipes/search", "recipes", true, true), ("/recipes/tag/ODD", "recipes", true, true),
        ("/recipes/meal-type/odd", "recipes", true, true), ("/users/1/todos", "todos", false, true),
        ("/todos/user/1", "todos", false, true), ("/todos", "todos", false, false),
        ("/comments", "comments", false, false), ("/comments/post/1", "comments", false, false),
        ("/posts/1/comments", "comments", false, false), ("/quotes", "quotes", false, false),
        ("/carts", "carts", false, false), ("/carts/user/1", "carts", false, false),
        ("/users/1/carts", "carts", false, false),
    ]

    /// Record `id` of any kind; the odd ones are those that narrower lists have.
    private static func record(_ id: Int) -> String {
        let isOdd = id % 2 == 1
        let word = isOdd ? "odd" : "even"
        return #"""
            {"id":\#(id),"n":\#(id % 2),"title":"\#(word)","userId":\#(2 - id % 2),\#
            "postId":\#(2 - id % 2),"tags":["\#(word)"],"mealType":["\#(word)"],\#
            "category":"\#(word)"}
            """#
    }

    private static func isNarrow(_ path: String) -> Bool {
        path.contains("1") || path.lowercased().contains("odd")
    }

    private static func api(_ count: Int) throws -> DummyJSON {
        let text = count == 0 ? "" : (1...count).map(record).joined(separator: ",")
        return try .fresh(
            Dictionary(uniqueKeysWithValues: DocumentKind.allCases.map { ($0, text) })
        )
    }

    /// The ids of a page of `ids`, the records being sorted by `title`, if at all.
    private static func model(
        _ ids: [Int],
        _ skip: Int?,
        _ limit: Int?,
        order: String?
    ) -> [Int] {
        var ids = ids
        if let order {
            let (even, odd) = (ids.filter { $0 % 2 == 0 }, ids.filter { $0 % 2 == 1 })
            ids = order == "asc" ? even + odd : odd + even
        }
        let rest = Array(ids.dropFirst(max(0, skip ?? 0)))
        switch limit ?? 30 {
        case 0: return rest
        case let limit where limit > 0: return Array(rest.prefix(limit))
        case let limit: return Array(rest.dropLast(-limit))
        }
    }

    @Test(arguments: [0, 1, 2, 29, 30, 31, 64])
    func `total, skip, limit and records of any page of any list`(count: Int) throws {
        let api = try Self.api(count)
        var random = RandomSource(seed: UInt64(count))
        // Lists of one's own need the one.
        for list in Self.lists where count > 0 || !list.path.contains("1") {
            let ids = (0..<count).map { $0 + 1 }.filter { !Self.isNarrow(list.path) || $0 % 2 == 1 }
            for _ in 0..<20 {
                let skip = random.below(4) == 0 ? nil : random.below(80) - 20
                let limit = random.below(4) == 0 ? nil : random.below(80) - 20
                let order = random.below(2) == 0 ? nil : random.pick(["asc", "desc"])
                let isSelected = random.below(2) == 0
                var options: [String] = []
                if let skip { options.append("skip=\(skip)") }
                if let limit { options.append("limit=\(limit)") }
                if let order { options.append("sortBy=title&order=\(order)") }
                if isSelected { options.append("select=title") }
                let mark = list.path.contains("?") ? "&" : "?"
                let target = list.path + mark + options.joined(separator: "&")
                let wanted = Self.model(ids, skip, limit, order: list.sorts ? order : nil)
                let records = wanted.map { id in
                    guard isSelected, list.selects else { return Self.record(id) }
                    return #"{"id":\#(id),"title":"\#(id % 2 == 1 ? "odd" : "even")"}"#
                }
                let page =
                    #"{"\#(list.kind)":[\#(records.joined(separator: ","))],"total":\#(ids.count),"#
                    + #""skip":\#(skip ?? 0),"limit":\#(wanted.count)}"#
                #expect(try api.get(target).text == page, "\(target)")
            }
        }
    }

    @Test(
        "what is no number in the answer",
        arguments: [
            ("limit=&skip=", "null", 0), ("skip=Infinity", "null", 30), ("limit=Infinity", "0", 0),
            ("skip=-0", "0", 30), ("skip=1e1&limit=3", "1", 3), ("skip=0x10", "0", 30),
            ("skip=99999999999999999999&limit=3", "100000000000000000000", 0),
        ]
    )
    func odd(query: String, skip: String, limit: Int) throws {
        let text = try Self.api(40).get("/comments?\(query)").text
        #expect(text.hasSuffix(#""total":40,"skip":\#(skip),"limit":\#(limit)}"#))
    }

    @Test
    func `in the legacy era a limit of 0 was none`() throws {
        let api = try DummyJSON.fresh([.quotes: #"{"id":1},{"id":2}"#]) { $0.era = .legacy }
        let page = try api.get("/quotes?limit=0&skip=1").text
        #expect(page == #"{"quotes":[],"total":2,"skip":1,"limit":0}"#)
        #expect(try api.get("/quotes?limit=1").json["limit"]?.int == 1)
    }
}
