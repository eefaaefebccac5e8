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
        let expression = try RegularExpression(text)
        #expect(expression.matchesWhole(subject.utf8) == whole)
        #expect(expression.isFound(in: subject.utf8) == part)
    }

    @Test
    func `bytes that are no UTF-8 are passed over`() throws {
        let expression = try RegularExpression("b+")
        #expect(expression.isFound(in: [0xFF, 0x62]))
        #expect(!expression.matchesWhole([0xFF, 0x62]))
    }

    @Test
    func `an error says what is wrong, and where`() {
        let fault = #expect(throws: RegularExpression.Fault.self) { try RegularExpression("a(b") }
        #expect(fault?.words == "missing closing parenthesis" && fault?.offset == 3)
        #expect(throws: RegularExpression.Fault.self) {
            try RegularExpression(String(repeating: "a", count: 4097))
        }
    }

    @Test(.timeLimit(.minutes(15)))
    func `an expression that would search for years finds nothing`() throws {
        let expression = try RegularExpression("(a+)+(b+)+c")
        #expect(!expression.isFound(in: Array(repeating: UInt8(ascii: "a"), count: 5000)))
    }
}
