import MockPostlyJSON
import Testing

@Suite
struct MergingTests {
    private func merged(_ base: String, _ changes: String?) throws -> String {
        var json = JSONWriter(escaping: .utf8)
        json.object(
            try JSON(parsing: Array(base.utf8)).root,
            changedBy: try changes.map { try JSON(parsing: Array($0.utf8)).root }
        )
        return String(decoding: json.finish(), as: UTF8.self)
    }

    @Test(
        arguments: [
            (#"{"a":1,"b":2}"#, nil, #"{"a":1,"b":2}"#),
            (#"{"a":1,"b":2}"#, "{}", #"{"a":1,"b":2}"#),
            (#"{"a":1,"b":2}"#, #"{"c":3,"a":null}"#, #"{"a":null,"b":2,"c":3}"#),
            (#"{"a":{"x":1}}"#, #"{"a":{"y":2}}"#, #"{"a":{"y":2}}"#),
            ("{}", #"{"a":[1, 2],"a":1.50}"#, #"{"a":1.50}"#),
            // Two spellings of one letter are two names.
            ("{\"\u{e9}\":1}", "{\"e\u{301}\":2}", "{\"\u{e9}\":1,\"e\u{301}\":2}"),
            (#"{"a":1}"#, "[]", #"{"a":1}"#),
        ] as [(String, String?, String)]
    )
    func `changes take the place of members, and new ones come last`(
        base: String,
        changes: String?,
        expected: String
    ) throws {
        #expect(try merged(base, changes).utf8.elementsEqual(expected.utf8))
    }
}
