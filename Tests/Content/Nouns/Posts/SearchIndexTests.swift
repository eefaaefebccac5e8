import Testing

@testable import MockPostlyNouns

@Suite
struct SearchIndexTests {
    private func query(_ text: String) -> String? {
        let trigrams = SearchIndex.trigrams(of: Array(text.utf8))
        return trigrams.isEmpty ? nil : trigrams.joined(separator: " AND ")
    }

    @Test(arguments: [
        ("", nil), ("ab", nil), ("猫猫", nil), ("abc", #""abc""#), ("a\"b", #""a""b""#),
        ("\"\"\"", #""""""""""#), ("abcd", #""bcd" AND "abc""#), ("aaaa", #""aaa""#),
        ("a\u{0}b", "\"a\u{1}b\""), ("\u{0}\u{0}", nil), ("é猫🦊", #""é猫🦊""#),
        ("x\"\u{301}", "\"x\"\"\u{301}\""),
    ])
    func `the query for a folded text`(text: String, expected: String?) {
        #expect(query(text).map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }

    @Test
    func `the rarest trigrams are asked for`() {
        #expect(query("the quokka") == #""okk" AND "kka""#)
        #expect(query("quillmarrow") == #""llm" AND "qui""#)
    }

    @Test
    func `a long text has a query of bounded length`() throws {
        let text = (0..<10_000).map { String($0) }.joined(separator: " ")
        let long = try #require(query(text))
        #expect(long.split(separator: " AND ").count == 2)
    }
}
