import MockPostlyJavaScript
import MockPostlySchemas
import Testing

@Suite struct SchemaCheckTests {
    private func problems(
        _ text: String,
        _ json: String,
        _ strictness: SchemaStrictness = .wholeRow
    ) throws -> [String] {
        try schema(json).violations(of: value(text), strictness).map { $0.sentence() }
    }

    private static let task = """
        {"type": "object", "required": ["data"], "properties": {"data": {
          "type": "object", "required": ["name", "id", "ghost"],
          "properties": {
            "id": {"type": "integer", "readOnly": true},
            "name": {"type": "string", "minLength": 2, "maxLength": 4},
            "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 2},
            "secret": {"type": "string", "writeOnly": true}}}}}
        """

    @Test(
        "messages name the member",
        arguments: [
            (#"{}"#, "data is required"),
            (#"[]"#, "the body must be an object"),
            (#"{"data": 5}"#, "data must be an object"),
            (#"{"data": {}}"#, "data.name is required"),
            (#"{"data": {"name": "a"}}"#, "data.name must have at least 2 characters"),
            (#"{"data": {"name": "äöüßé"}}"#, "data.name must have at most 4 characters"),
            (#"{"data": {"name": "ab", "tags": [1]}}"#, "data.tags[0] must be a string"),
            (
                #"{"data": {"name": "ab", "tags": ["", "", ""]}}"#,
                "data.tags must have at most 2 elements"
            ),
        ]
    )
    func message(text: String, expected: String) throws {
        #expect(try problems(text, Self.task) == [expected])
    }

    @Test func `what only the server writes is not demanded, and not looked at, in a body`() throws
    {
        #expect(try problems(#"{"data": {"name": "ab", "id": "x"}}"#, Self.task).isEmpty)
        #expect(
            try problems(#"{"data": {"name": "ab"}}"#, Self.task, .answer)
                == ["data.id is required", "data.ghost is required"]
        )
    }

    @Test(arguments: [
        ("int32", "2147483647", true), ("int32", "2147483648", false),
        ("int32", "-2147483649", false), ("int64", "9223372036854775807", true),
        ("int64", "9223372036854775808", false), ("int64", "-9223372036854775808", true),
        ("int64", "-9223372036854775809", false), ("float", "1e300", true),
    ])
    func `a number has the bits of its format`(format: String, text: String, fits: Bool) throws {
        let json = #"{"type": "number", "format": "\#(format)"}"#
        let problem = "the body must have the format \(format)"
        #expect(try problems(text, json) == (fits ? [] : [problem]))
    }

    @Test func `a part of a row needs no member`() throws {
        #expect(try problems(#"{"data": {"tags": []}}"#, Self.task, .part).isEmpty)
        #expect(
            try problems(#"{"data": {"name": 1}}"#, Self.task, .part) == [
                "data.name must be a string"
            ]
        )
    }

    @Test(
        "keywords",
        arguments: [
            (#"{"type": ["string", "null"]}"#, "null", nil),
            (#"{"type": "string"}"#, "null", "must be a string"),
            (#"{"type": "string", "nullable": true}"#, "null", nil),
            (#"{"type": "string", "x-nullable": true}"#, "null", nil),
            (#"{"enum": ["a", null]}"#, "null", nil),
            (#"{"oneOf": [{"type": "null"}, {"type": "integer"}]}"#, "null", nil),
            (
                #"{"oneOf": [{"type": "null"}, {"type": "integer"}]}"#, #""a""#,
                "must be an integer or null"
            ),
            (#"{"type": "integer"}"#, "1.5", "must be an integer"),
            (#"{"type": "integer"}"#, "1.0", nil),
            (#"{"type": "number"}"#, "1", nil),
            (#"{"type": "boolean"}"#, #""true""#, "must be true or false"),
            (#"{"enum": ["open", "done"]}"#, #""Open""#, "must be one of open, done"),
            (#"{"const": 7}"#, "8", "must be 7"),
            (#"{"minimum": 3}"#, "2", "must be at least 3"),
            (#"{"maximum": 3}"#, "4", "must be at most 3"),
            (#"{"exclusiveMinimum": 3}"#, "3", "must be more than 3"),
            (#"{"minimum": 3, "exclusiveMinimum": true}"#, "3", "must be more than 3"),
            (#"{"exclusiveMaximum": 3}"#, "3", "must be less than 3"),
            (#"{"maximum": 3, "exclusiveMaximum": false}"#, "3", nil),
            (#"{"multipleOf": 0.1}"#, "0.7", nil),
            (#"{"multipleOf": 5}"#, "7", "must be a multiple of 5"),
            (#"{"pattern": "^a+$"}"#, #""ab""#, "must match ^a+$"),
            (#"{"pattern": "b"}"#, #""abc""#, nil),
            (#"{"pattern": "(?<x"}"#, #""abc""#, nil),
            (#"{"pattern": "^a$"}"#, #""a\n""#, "must match ^a$"),
            (#"{"pattern": "^\\d$"}"#, #""٣""#, #"must match ^\d$"#),
            (#"{"pattern": "^\\u0041$"}"#, #""B""#, #"must match ^\u0041$"#),
            (#"{"uniqueItems": true}"#, "[1, 2, 1]", "must have no element twice"),
            (#"{"minItems": 1}"#, "[]", "must have at least 1 element"),
            (
                #"{"prefixItems": [{"type": "string"}], "items": {"type": "integer"}}"#,
                #"["a", 1]"#, nil
            ),
            (#"{"minProperties": 1}"#, "{}", "must have at least 1 member"),
            (#"{"maxProperties": 1}"#, #"{"a": 1, "b": 2}"#, "must have at most 1 member"),
            (#"{"not": {"type": "string"}}"#, #""a""#, "must not be like that"),
            (#"{"anyOf": [{"type": "string"}, {"type": "integer"}]}"#, "[]", "must be a string"),
            (#"{"oneOf": [{"type": "integer"}, {"type": "number"}]}"#, "1", nil),
            (
                #"{"format": "date-time"}"#, #""2026-02-30T00:00:00Z""#,
                "must have the format date-time"
            ),
            (#"{"format": "date-time"}"#, #""2026-02-28T00:00:00+01:00""#, nil),
            (#"{"format": "date"}"#, #""2026-13-01""#, "must have the format date"),
            (#"{"format": "uuid"}"#, #""x""#, "must have the format uuid"),
            (#"{"format": "email"}"#, #""a b@c""#, "must have the format email"),
            (#"{"format": "ipv4"}"#, #""1.2.3.256""#, "must have the format ipv4"),
            (#"{"format": "ipv6"}"#, #""::1""#, nil),
            (#"{"format": "ipv6"}"#, #""1::2::3""#, "must have the format ipv6"),
            (#"{"format": "ipv6"}"#, #""::ffff:1.2.3.4""#, nil),
            (#"{"format": "uri"}"#, #""no uri at all""#, nil),
        ] as [(String, String, String?)]
    )
    func keyword(rule: String, text: String, expected: String?) throws {
        #expect(try problems(text, rule) == (expected.map { ["the body \($0)"] } ?? []))
    }

    @Test func `unknown members pass but where none is allowed`() throws {
        #expect(try problems(#"{"a": 1}"#, #"{"properties": {}}"#).isEmpty)
        #expect(
            try problems(
                #"{"a": 1, "b": 2}"#,
                #"{"properties": {"b": {}}, "additionalProperties": false}"#
            )
                == ["a is not a known member"]
        )
        #expect(
            try problems(#"{"a": 1}"#, #"{"additionalProperties": {"type": "string"}}"#)
                == ["a must be a string"]
        )
        #expect(
            try problems(
                #"{"x-a": 1}"#,
                #"{"patternProperties": {"^x-": {}}, "additionalProperties": false}"#
            )
            .isEmpty
        )
    }

    @Test func `a choice is told by its discriminator, and else the nearest is`() throws {
        let rule = """
            {"oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}],
             "discriminator": {"propertyName": "kind", "mapping": {"dog": "#/$defs/Dog"}},
             "$defs": {
               "Cat": {"type": "object", "required": ["claws"], "properties": {"claws": {"type": "integer"}}},
               "Dog": {"type": "object", "required": ["bark", "size"], "properties": {}}}}
            """
        let dog = #"{"kind": "dog", "claws": 1}"#
        // What is demanded and not described is not demanded in a body.
        #expect(try problems(dog, rule).isEmpty)
        #expect(try problems(dog, rule, .answer) == ["bark is required", "size is required"])
        #expect(try problems(#"{"kind": "Cat"}"#, rule) == ["claws is required"])
        #expect(try problems("5", rule) == ["the body must be an object"])
    }

    @Test func `an exclusive choice fits alone where that is asked`() throws {
        var strictness = SchemaStrictness.wholeRow
        strictness.isOneOfExclusive = true
        let rule = #"{"oneOf": [{"type": "integer"}, {"type": "number"}]}"#
        #expect(
            try problems("1", rule, strictness) == ["the body must fit one of its choices alone"]
        )
    }

    @Test func `a schema that contains itself is checked as deep as the value is`() throws {
        let rule = """
            {"type": "object", "properties": {"child": {"$ref": "#"}, "n": {"type": "integer"}}}
            """
        #expect(
            try problems(#"{"child": {"child": {"n": "x"}}}"#, rule) == [
                "child.child.n must be an integer"
            ]
        )
        #expect(try problems("1", ##"{"anyOf": [{"$ref": "#"}]}"##).count == 1)
    }

    @Test func `choices inside choices take no time`() throws {
        var rule = #"{"type": "string"}"#
        for _ in 0..<14 {
            rule =
                #"{"type": "object", "properties": {"a": {"anyOf": [\#(rule), {"type": "integer"}]}}}"#
        }
        var text = "true"
        for _ in 0..<14 { text = #"{"a": \#(text)}"# }
        #expect(try !problems(text, rule).isEmpty)
    }
}
