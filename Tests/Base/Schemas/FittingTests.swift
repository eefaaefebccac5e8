import MockPostlyJavaScript
import MockPostlySchemas
import Testing

@Suite struct FittingTests {
    @Test(
        "the nearest value",
        arguments: [
            (#"{"type": "string"}"#, #""a""#, #""a""#),
            (#"{"enum": ["in_progress", "done"]}"#, #""In Progress""#, #""in_progress""#),
            (#"{"enum": ["open"]}"#, #""shut""#, nil),
            (#"{"type": "integer"}"#, #""12""#, "12"), (#"{"type": "integer"}"#, #""a""#, nil),
            (#"{"type": "integer"}"#, "1.6", "2"), (#"{"type": "string"}"#, "12", #""12""#),
            (#"{"type": "string"}"#, "true", #""true""#),
            (#"{"type": "boolean"}"#, #""true""#, "true"),
            (#"{"type": "boolean"}"#, "0", "false"),
            (#"{"type": "integer", "maximum": 5}"#, "9", "5"),
            (#"{"type": "string", "maxLength": 2}"#, #""abc""#, #""ab""#),
            (#"{"type": "string", "minLength": 3}"#, #""ab""#, #""aba""#),
            (#"{"type": "string", "pattern": "^x"}"#, #""ab""#, nil),
            (
                #"{"type": "string", "format": "date-time"}"#, #""2026-11-25""#,
                #""2026-11-25T00:00:00Z""#
            ),
            (
                #"{"type": "string", "format": "date"}"#, #""2026-11-25T10:00:00Z""#,
                #""2026-11-25""#
            ),
            (
                #"{"type": "string", "format": "date-time"}"#, "1767225600",
                #""2026-01-01T00:00:00Z""#
            ),
            (#"{"type": "array", "items": {"type": "integer"}}"#, #""3""#, "[3]"),
            (#"{"type": "array", "items": {"type": "integer"}}"#, #"[1, "2", "x"]"#, "[1,2]"),
            (#"{"type": "string"}"#, "null", nil),
            (#"{"type": ["string", "null"]}"#, "null", "null"),
            (#"{"type": "string"}"#, "{}", nil),
            (
                #"{"type": "object", "properties": {"gid": {"type": "string"}}}"#, #""1""#,
                #"{"gid":"1"}"#
            ),
            (
                #"{"type": "object", "properties": {"id": {"type": "integer"}, "slug": {"type": "string"}}}"#,
                #""debian-12""#, #"{"slug":"debian-12"}"#
            ),
            (
                #"{"type": "object", "properties": {"type": {"enum": ["service"]}, "n": {"type": "integer"}}}"#,
                #"{"type": "Service", "n": "4", "other": 1}"#,
                #"{"type":"service","n":4,"other":1}"#
            ),
            (#"{"oneOf": [{"type": "integer"}, {"enum": ["auto"]}]}"#, #""AUTO""#, #""auto""#),
        ] as [(String, String, String?)]
    )
    func nearest(rule: String, text: String, expected: String?) throws {
        let fitted = try schema(rule).fitted(value(text))
        #expect(fitted.map(json) == expected)
    }

    @Test func `members that must be there are drawn when there is a drawing`() throws {
        let rule = try schema(
            """
            {"type": "object", "required": ["gid", "name", "ghost"],
             "properties": {"gid": {"type": "string"}, "name": {"type": "string", "example": "n"}}}
            """
        )
        #expect(rule.fitted(.string("7")) == nil)
        let fitted = rule.fitted(.string("7"), Drawing(seed: 1, path: "/a"))
        #expect(fitted.map(json) == #"{"gid":"7","name":"n","ghost":null}"#)
    }
}
