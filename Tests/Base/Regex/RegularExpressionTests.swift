import MockPostlyRegex
import Testing

@Suite
struct RegularExpressionTests {
    @Test(arguments: [
        (#"\d+"#, "123", true, true),
        (#"\d+"#, "a1", false, true),
        ("a|ab", "ab", true, true),
        ("^/api/posts/[^/]+$", "/api/posts/one", true, true),
        ("(?i)MIRA", "mira", true, true),
        (".", "é", true, true),
        ("x", "", false, false),
        (#".*"title".*"#, "{\r\n  \"title\": 1\n}\u{2028}", true, true),
        ("(?-s)a.b", "a\nb", false, false),
    ])
    func `the whole of a text, or a part of it`(
        text: String,
        subject: String,
        whole: Bool,
        part: Bool
    ) throws {
        let budget = MatchBudget(.rules)
        let expression = try RegularExpression(text)
        #expect(expression.matchesWhole(subject.utf8, budget) == whole)
        let inside = try RegularExpression("(?:.*(?:\(text)).*)")
        #expect(inside.matchesWhole(subject.utf8, budget) == part)
    }

    @Test
    func `bytes that are no UTF-8 match nothing`() throws {
        let expression = try RegularExpression("b+")
        let budget = MatchBudget(.rules)
        #expect(expression.matchesWhole([0x62], budget) == true)
        #expect(expression.matchesWhole([0xFF, 0x62], budget) == false)
        #expect(expression.matchesWhole([0x62, 0xFF], budget) == false)
    }

    @Test
    func `an error says what is wrong, and where`() {
        let fault = #expect(throws: RegularExpression.Fault.self) { try RegularExpression("a(b") }
        #expect(fault?.words == "missing closing parenthesis" && fault?.offset == 3)
        #expect(throws: RegularExpression.Fault.self) {
            try RegularExpression(String(repeating: "a", count: 4097))
        }
    }

    @Test
    func `an expression that would search for years is given up`() throws {
        let budget = MatchBudget(.init(text: 1000, total: 1_000_000))
        let expression = try RegularExpression("(x+x+)+[yz]")
        let text = Array(repeating: UInt8(ascii: "x"), count: 3000) + [UInt8(ascii: "!")]
        #expect(expression.matchesWhole(text + [UInt8(ascii: "y")], budget) == nil)
        #expect(budget.exceeded == "(x+x+)+[yz]")
        #expect((1000...2000).contains(budget.steps))
        // Others go on.
        #expect(try RegularExpression("x+!").matchesWhole("xx!".utf8, budget) == true)
    }

    @Test
    func `all texts of a request share a budget`() throws {
        let budget = MatchBudget(.init(text: 1000, total: 5000))
        let expression = try RegularExpression(".*b.*")
        let text = Array(repeating: UInt8(ascii: "a"), count: 100) + [UInt8(ascii: "b")]
        let results = (0..<100).map { _ in expression.matchesWhole(text, budget) }
        let known = try #require(results.firstIndex { $0 == nil })
        #expect(known > 2 && results[..<known].allSatisfy { $0 == true })
        #expect(results[known...].allSatisfy { $0 == nil })
        #expect(budget.steps <= 5000 && budget.exceeded == expression.text)
    }

    @Test
    func `the steps of a usual expression grow as its text does`() throws {
        let expression = try RegularExpression(#".*"title": *"[^"]*".*"#)
        func steps(_ count: Int) throws -> Int {
            let budget = MatchBudget(.search)
            let text = String(repeating: "{} ", count: count) + #""title": "a""#
            #expect(expression.matchesWhole(text.utf8, budget) == true)
            return budget.steps
        }
        let (short, long) = (try steps(1000), try steps(10_000))
        #expect(long > 5 * short && long < 20 * short && long < MatchBudget.Limits.rules.text)
    }
}
