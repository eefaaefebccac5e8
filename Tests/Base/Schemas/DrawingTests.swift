import MockPostlyJavaScript
import MockPostlySchemas
import Testing

@Suite struct DrawingTests {
    private func drawn(
        _ text: String,
        seed: UInt64 = 1,
        row: Int = 0,
        isFull: Bool = false
    ) throws -> String {
        let schema = try schema(text)
        let value = schema.draw(Drawing(seed: seed, path: "/things", row: row, isFull: isFull))
        let problems = schema.violations(of: value, .answer)
        #expect(problems.isEmpty, "\(problems.map { $0.sentence() })")
        return json(value)
    }

    private func member(_ name: String, _ rule: String, row: Int = 0) throws -> String {
        try drawn(#"{"required": ["\#(name)"], "properties": {"\#(name)": \#(rule)}}"#, row: row)
    }

    @Test(
        "what the description says comes first",
        arguments: [
            (#"{"const": "c", "example": "e"}"#, #""c""#),
            (#"{"type": "string", "example": "e", "default": "d"}"#, #""e""#),
            (#"{"type": "string", "examples": ["e", "f"]}"#, #""e""#),
            (#"{"type": "string", "example": 5, "default": "d"}"#, #""d""#),
            (#"{"type": "string", "maxLength": 1, "example": "long", "enum": ["a"]}"#, #""a""#),
            (#"{"type": "string", "pattern": "^b$", "example": "a"}"#, #""b""#),
            (
                #"{"type": "object", "required": ["n"], "properties": {"n": {"type": "integer", "example": 7}, "o": {"example": 1}}}"#,
                #"{"n":7}"#
            ),
            (
                #"{"type": "object", "properties": {"n": {"type": "integer"}}, "example": {"n": 3, "m": 1}}"#,
                #"{"n":3}"#
            ),
            (
                #"{"type": "object", "properties": {"n": {"type": "integer"}, "s": {"type": "string"}}, "example": {"n": "x", "s": "y"}}"#,
                #"{"s":"y"}"#
            ),
            (#"{"type": "array", "items": {"type": "integer"}, "example": [1, "x", 2]}"#, "[1,2]"),
            (
                #"{"type": "string", "format": "uri", "example": "/a/1.json"}"#,
                #""https://example.com/a/1.json""#
            ),
            (
                #"{"type": "string", "format": "uri", "example": "a b", "default": "urn:a:b"}"#,
                #""urn:a:b""#
            ),
            (
                #"{"type": "string", "format": "uri", "example": "asana.example"}"#,
                #""https://example.com/amber/1""#
            ),
        ]
    )
    func order(text: String, expected: String) throws {
        #expect(try drawn(text) == expected)
    }

    @Test func `rows take one word after the other`() throws {
        let rule = #"{"enum": ["a", "b", null]}"#
        #expect(try (0..<3).map { try drawn(rule, row: $0) } == [#""a""#, #""b""#, #""a""#])
    }

    @Test func `the same seed, path and row give the same`() throws {
        let rule = #"{"type": "string", "format": "uuid"}"#
        #expect(try drawn(rule) == drawn(rule))
        #expect(try drawn(rule) != drawn(rule, seed: 2))
        #expect(try drawn(rule) != drawn(rule, row: 1))
        let first = try drawn(rule)
        #expect(first == #""122e23ce-06fd-4f00-a7dd-ed4bd50e654a""#)
    }

    @Test(
        "formats",
        arguments: [
            ("email", #""mira.sol@example.com""#), ("ipv4", #""192.0.2.1""#),
            ("ipv6", #""2001:db8::1""#), ("hostname", #""amber.example.com""#),
            ("uri", #""https://example.com/amber/1""#), ("byte", #""bW9jaw==""#),
            ("phone-number", #""+12025550100""#), ("http-method", #""GET""#),
            ("iso-country-code", #""PT""#), ("currency", #""EUR""#),
        ]
    )
    func format(name: String, expected: String) throws {
        #expect(try drawn(#"{"type": "string", "format": "\#(name)"}"#) == expected)
    }

    @Test func `times are those before that of the drawing`() throws {
        let schema = try schema(#"{"type": "string", "format": "date-time"}"#)
        let times = (0..<3).map {
            schema.draw(Drawing(seed: 1, path: "/a", row: $0)).string ?? ""
        }
        #expect(times.allSatisfy { $0 < "2026-01-01T00:00:00Z" && $0.count == 20 })
        #expect(times == times.sorted().reversed())
        #expect(
            try drawn(#"{"type": "string", "format": "date-time-rfc-2822"}"#).hasSuffix(#" +0000""#)
        )
    }

    @Test(
        "names",
        arguments: [
            ("firstName", #""Mira""#), ("last_name", #""Sol""#), ("fullName", #""Mira Sol""#),
            ("username", #""mira.sol""#), ("title", #""Autumn plan""#), ("city", #""Lisbon""#),
            ("country_code", #""PT""#),
            ("avatar_url", #""https://example.com/pictures/400/2f6fab""#),
            ("color", ##""#2f6fab""##),
            ("description", #""A short note about what was decided and why.""#),
            ("user_id", #""1000001""#), ("phone", #""+12025550100""#),
        ]
    )
    func name(name: String, expected: String) throws {
        #expect(try member(name, #"{"type": "string"}"#) == #"{"\#(name)":\#(expected)}"#)
    }

    @Test(
        "numbers keep to their bounds",
        arguments: [
            ("count", #"{"type": "integer"}"#, "0"), ("price", #"{"type": "number"}"#, "9.9"),
            ("done", #"{"type": "boolean"}"#, "false"), ("id", #"{"type": "integer"}"#, "1"),
            ("id", #"{"type": "integer", "minimum": 9}"#, "9"),
            ("count", #"{"type": "integer", "minimum": 0, "exclusiveMinimum": true}"#, "1"),
            ("count", #"{"type": "integer", "exclusiveMinimum": 4, "multipleOf": 5}"#, "5"),
            ("count", #"{"type": "number", "minimum": 1, "maximum": 1}"#, "1"),
        ]
    )
    func number(name: String, rule: String, expected: String) throws {
        #expect(try member(name, rule) == #"{"\#(name)":\#(expected)}"#)
    }

    @Test(
        "patterns",
        arguments: [
            "^AC[0-9a-f]{32}$", "^[A-Z]{2}-\\d{3,5}$", "^(https?)://[^\\s/]+$",
            "^\\w+([.-]?\\w+)*$",
            "^(?:a|b)+c?$", "^[^a-z]{3}$", "^\\+[1-9]\\d{1,14}$", "[\\w\\-]{8}", "^\\p{L}+$",
            "^#[0-9A-F]{6}$", "^(?<year>\\d{4})\\x2d\\u0041$", "^.{5}$", "^[\\]\\[]{2}$",
            "^a{2}b{1,}$",
        ]
    )
    func pattern(text: String) throws {
        let escaped = text.split(separator: "\\", omittingEmptySubsequences: false).joined(
            separator: "\\\\"
        )
        _ = try drawn(#"{"type": "string", "pattern": "\#(escaped)"}"#)
        _ = try drawn(#"{"type": "string", "pattern": "\#(escaped)", "maxLength": 60}"#, row: 3)
    }

    @Test func `a pattern that cannot be made is free text`() throws {
        let value = try schema(#"{"type": "string", "pattern": "^(?=a)(?!b).*$"}"#).draw(
            Drawing(seed: 1, path: "")
        )
        #expect(value.string?.isEmpty == false)
    }

    @Test func `lengths are kept`() throws {
        #expect(try drawn(#"{"type": "string", "maxLength": 3}"#) == #""amb""#)
        #expect(try drawn(#"{"type": "string", "minLength": 12}"#) == #""amberamberam""#)
        _ = try drawn(
            #"{"type": "string", "pattern": "^[a-z]*$", "minLength": 70, "maxLength": 72}"#
        )
    }

    @Test func `lists have what they must, and one element in a first row`() throws {
        let rule = #"{"type": "array", "items": {"type": "string"}}"#
        #expect(try drawn(rule) == "[]")
        #expect(try drawn(rule, isFull: true) == #"["amber"]"#)
        #expect(
            try drawn(
                #"{"type": "array", "minItems": 3, "uniqueItems": true, "items": {"type": "string", "example": "x"}}"#
            )
                == #"["x","x2","x3"]"#
        )
        #expect(
            try drawn(
                #"{"type": "array", "minItems": 2, "uniqueItems": true, "items": {"enum": ["a", "b"]}}"#
            )
                == #"["a","b"]"#
        )
    }

    @Test func `first rows have all members to level 2, and below it those that are no objects`()
        throws
    {
        let rule = """
            {"type": "object", "required": ["a"], "properties": {
              "a": {"type": "integer", "example": 1},
              "b": {"type": "object", "properties": {"c": {"type": "object", "properties": {
                "d": {"type": "object", "properties": {
                  "e": {"example": 2}, "f": {"type": "object", "properties": {"g": {"example": 3}}}}},
                "h": {"type": "object", "required": ["i"], "properties": {
                  "i": {"example": 4}, "j": {"example": 5}}}}}}},
              "w": {"type": "string", "writeOnly": true}}}
            """
        #expect(try drawn(rule) == #"{"a":1}"#)
        #expect(try drawn(rule, isFull: true) == #"{"a":1,"b":{"c":{"d":{"e":2},"h":{"i":4}}}}"#)
    }

    @Test func `a body has what is only written and lacks what is only read`() throws {
        let rule = """
            {"required": ["r", "w"], "properties": {"r": {"readOnly": true, "example": 1},
             "w": {"writeOnly": true, "example": 2}}}
            """
        var drawing = Drawing(seed: 1, path: "/a")
        #expect(try json(schema(rule).draw(drawing)) == #"{"r":1}"#)
        drawing.isAnswer = false
        #expect(try json(schema(rule).draw(drawing)) == #"{"w":2}"#)
    }

    @Test func `a member that is demanded and not described is null`() throws {
        #expect(
            try drawn(#"{"type": "object", "required": ["ghost"], "properties": {}}"#)
                == #"{"ghost":null}"#
        )
    }

    @Test func `the first choice that is not null is taken, with its name`() throws {
        let rule = """
            {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}},
             "oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}],
             "discriminator": {"propertyName": "kind", "mapping": {"cat": "#/$defs/Cat"}},
             "$defs": {"Cat": {"type": "object", "required": ["claws"], "properties": {"claws": {"example": 4}}},
                       "Dog": {"type": "object"}}}
            """
        #expect(try drawn(rule) == #"{"kind":"cat","claws":4}"#)
        #expect(
            try drawn(
                #"{"anyOf": [{"type": "null"}, {"type": "string", "enum": ["x"]}, {"type": "integer"}]}"#
            ) == #""x""#
        )
        #expect(
            try drawn(
                #"{"type": "object", "properties": {"a": {"example": 1}, "b": {"example": 2}}, "anyOf": [{"required": ["b"]}, {"required": ["a"]}]}"#
            )
                == #"{"b":2}"#
        )
    }

    @Test func `a choice that fits alone comes before one that others fit too`() throws {
        let rule = """
            {"oneOf": [{"type": "object", "required": ["id"], "properties": {"id": {"example": 1}}},
                       {"type": "object", "properties": {"n": {"type": "integer"}}}]}
            """
        #expect(try drawn(rule) == "{}")
        #expect(try drawn(#"{"oneOf": [{"type": "integer"}, {"type": "number"}]}"#).hasSuffix(".5"))
    }

    @Test(
        "a schema that contains itself ends",
        arguments: [
            (
                ##"{"type": "object", "required": ["n"], "properties": {"n": {"example": 1}, "child": {"$ref": "#"}}}"##,
                ##"{"n":1}"##
            ),
            (
                ##"{"type": "object", "required": ["list"], "properties": {"list": {"type": "array", "items": {"$ref": "#"}}}}"##,
                ##"{"list":[]}"##
            ),
            (
                ##"{"type": ["object", "null"], "required": ["next"], "properties": {"next": {"$ref": "#"}}}"##,
                #"{"next":{"next":{"next":{"next":{"next":{"next":null}}}}}}"#
            ),
        ]
    )
    func loop(text: String, expected: String) throws {
        #expect(try drawn(text) == expected)
    }

    @Test func `a schema that must contain itself without end gives null`() throws {
        let rule =
            ##"{"type": "object", "required": ["next"], "properties": {"next": {"$ref": "#"}}}"##
        #expect(try schema(rule).draw(Drawing(seed: 1, path: "")) == .null)
        let wide = ##"{"type": "array", "minItems": 9, "items": {"$ref": "#"}}"##
        #expect(try schema(wide).draw(Drawing(seed: 1, path: "")) == .null)
    }
}
