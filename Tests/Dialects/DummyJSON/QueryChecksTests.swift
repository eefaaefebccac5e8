import MockPostlyJavaScript
import Testing

@testable import DummyJSONDialect

/// What every route checks of its query.
@Suite
struct QueryChecksTests {
    private static func checks(_ query: String, isLegacy: Bool = false) throws -> QueryChecks {
        try QueryChecks(CommonOptions(parseQueryString(Array(query.utf8))), isLegacy: isLegacy)
    }

    @Test(
        arguments: [
            "", "limit=5&skip=5", "limit=&skip=", "limit=Infinity", "limit=-Infinity", "limit=0x10",
            "limit=1e3", "limit=%20%2012%0A", "limit[]=3", "limit[]=", "limit=.5", "limit=5.",
            "limit=0b11", "skip=-3", "Limit=abc", "limits=abc", "q=x", "q=", "q[valueSearch]=x",
            "delay=", "delay=0", "delay=-0", "delay=5000", "delay=5e3", "delay[]=10",
            "order=up", "order=asc&order=desc", "order=up&sortBy=", "sortBy=id", "order=&sortBy=id",
            "sortBy=id&order=ASC", "sortBy=id&order=dEsC", "sortBy[]=id&order=desc",
        ]
    )
    func `what is right`(query: String) {
        #expect(throws: Never.self) { try Self.checks(query) }
    }

    private static let limit = Failure(400, "Invalid 'limit' - must be a number")
    private static let skip = Failure(400, "Invalid 'skip' - must be a number")
    private static let search = Failure(400, "Invalid 'q' - must be a string")
    private static let delay = Failure(400, "Delay must be a number in milliseconds")
    private static let long = Failure(400, "Delay cannot be greater than 5 seconds")
    private static let short = Failure(400, "Delay cannot be less than 0")
    private static let order = Failure(400, "Order can be: 'asc' or 'desc'")
    private static let twice = Failure(500, "order.toLowerCase is not a function")

    @Test(
        arguments: [
            ("limit=abc", limit), ("limit=10abc", limit), ("limit=true", limit),
            ("limit=null", limit), ("limit=1&limit=2", limit), ("limit[a]=1", limit),
            ("limit=infinity", limit), ("limit=1_0", limit), ("limit=NaN", limit),
            ("limit=0x", limit), ("limit=1,5", limit), ("limit[]=abc", limit), ("limit=%00", limit),
            ("skip=abc", skip), ("skip=1&skip=2", skip), ("skip[]=1&skip[]=2", skip),
            ("q=a&q=b", search), ("q[]=a", search), ("q[a]=b", search),
            ("q[valueSearch][]=a", search), ("q[valueSearch]=a&q[valueSearch]=b", search),
            ("delay=abc", delay), ("delay=1&delay=2", delay), ("delay[a]=1", delay),
            ("delay=5001", long), ("delay=5000.1", long), ("delay=Infinity", long),
            ("delay=0x1389", long), ("delay=-1", short), ("delay=-0.5", short),
            ("delay=-Infinity", short),
            ("sortBy=id&order=up", order), ("sortBy=id&order=%20asc", order),
            ("sortBy=id&order=ascending", order),
            ("sortBy=id&order=asc&order=asc", twice), ("sortBy=id&order[a]=asc", twice),
        ]
    )
    func `what is wrong`(query: String, failure: Failure) {
        #expect(refusal { try Self.checks(query) } == failure)
    }

    @Test(
        arguments: [
            ("order=up&sortBy=id&delay=x&q[]=x&skip=x&limit=x", limit),
            ("order=up&sortBy=id&delay=x&q[]=x&skip=x", skip),
            ("order=up&sortBy=id&delay=x&q[]=x", search), ("order=up&sortBy=id&delay=x", delay),
            ("order=up&sortBy=id&delay=10", order),
        ]
    )
    func `what is wrong first is told`(query: String, failure: Failure) {
        #expect(refusal { try Self.checks(query) } == failure)
    }

    @Test(
        arguments: [
            ("", 0), ("delay=", 0), ("delay=0", 0), ("delay=1", 1), ("delay=1500.9", 1500),
            ("delay=5000", 5000), ("delay=5e3", 5), ("delay=0x10", 0), ("delay=.5", 0),
            ("delay=%20250%20", 250), ("delay[]=7", 7), ("delay=-0", 0),
        ]
    )
    func `how long the answer waits`(query: String, milliseconds: Int) throws {
        #expect(try Self.checks(query).delay == milliseconds)
    }

    @Test
    func `in the legacy era there were fewer checks and other words`() throws {
        #expect(
            refusal { try Self.checks("limit=x", isLegacy: true) } == Failure(400, "Invalid limit")
        )
        #expect(
            refusal { try Self.checks("skip=x", isLegacy: true) }
                == Failure(400, "Invalid skip limit")
        )
        let checks = try Self.checks("q[]=a&delay=9999&sortBy=id&order=up", isLegacy: true)
        #expect(checks.delay == 0)
    }

    @Test(
        arguments: [
            ("", ""), ("q=", ""), ("q=Love", "love"), ("q=%20%09Two%20Words%0A", "two words"),
            ("q=well-known", "well known"), ("q=-a-", " a "), ("q=a+b", "a b"),
            ("q[valueSearch]=X-Y", "x y"), ("q=%C3%84pfel", "äpfel"), ("q=%EF%BB%BFa%C2%A0", "a"),
            ("q=%E2%80%A8a%E3%80%80", "a"), ("q=%C2%85a", "\u{85}a"), ("q=%20%20", ""),
            ("q=%C4%B0", "i\u{307}"),
        ]
    )
    func `what is searched for`(query: String, text: String) throws {
        let found = try CommonOptions(parseQueryString(Array(query.utf8))).searchText()
        #expect(found.utf8.elementsEqual(text.utf8))
    }
}
