import MockPostlyJavaScript
import MockPostlySchemas
import Testing

@Suite struct SchemaMergingTests {
    @Test func `parts of allOf make one schema, in the order of the members`() throws {
        let rules = try schema(
            """
            {"allOf": [
               {"$ref": "#/$defs/Base"},
               {"type": "object", "required": ["b"], "properties": {
                 "b": {"type": "string"}, "a": {"maxLength": 5}}}],
             "description": "own",
             "$defs": {"Base": {"type": "object", "required": ["a"], "description": "base",
               "properties": {"a": {"type": "string", "minLength": 2}}}}}
            """
        ).rules
        #expect(rules.properties.map(\.name) == ["a", "b"])
        #expect(rules.required == ["a", "b"])
        #expect(rules.types == .object)
        #expect(rules.description == "own")
        let length = try #require(rules.property("a")).rules.length
        #expect(length.least == 2)
        #expect(length.most == 5)
    }

    @Test func `a member of several parts is null where all of them allow it`() throws {
        let merged = try schema(
            """
            {"allOf": [
              {"properties": {"a": {"type": "integer", "nullable": true}, "b": {"type": "integer", "nullable": true}}},
              {"properties": {"a": {"type": "integer"}, "b": {"nullable": true}}}
            ]}
            """
        )
        #expect(merged.rules.property("a")?.rules.isNullable == false)
        #expect(merged.rules.property("b")?.rules.isNullable == true)
    }

    @Test func `types, words and lengths of allOf hold together`() throws {
        let list = try schema(
            #"{"allOf": [{"type": "array", "minItems": 1}, {"description": "d"}]}"#
        ).rules
        #expect(list.types == .array)
        #expect(list.count.least == 1)
        let word = try schema(#"{"allOf": [{"enum": ["a", "b"]}, {"enum": ["b", "c"]}]}"#).rules
        #expect(word.choices == [.string("b")])
        #expect(
            try schema(#"{"allOf": [{"type": "number"}, {"type": "integer"}]}"#).rules.types
                == .integer
        )
    }

    @Test func `beside a reference 3.1 reads everything, 3.0 only notes`() throws {
        let text = """
            {"$ref": "#/$defs/A", "maxLength": 3, "nullable": true, "description": "d",
             "$defs": {"A": {"type": "string"}}}
            """
        let new = try schema(text).rules
        #expect(new.length.most == 3)
        #expect(new.component == "A")
        let old = try schema(text, .openAPI30).rules
        #expect(old.length.most == nil)
        #expect(old.isNullable)
        #expect(old.description == "d")
        #expect(old.component == "A")
    }

    @Test func `a choice of null makes the other one nullable`() throws {
        let rules = try schema(
            ##"{"anyOf": [{"$ref": "#/$defs/A"}, {"type": "null"}], "$defs": {"A": {"type": "object", "properties": {"x": {}}}}}"##
        ).rules
        #expect(rules.isNullable)
        #expect(rules.types == .object)
        #expect(rules.component == "A")
        #expect(rules.alternatives.isEmpty)
        #expect(rules.property("x") != nil)
    }

    @Test(
        "the name of a component is that of a reference, alone or as what allOf describes",
        arguments: [
            (##"{"$ref": "#/$defs/A"}"##, "A"),
            (##"{"allOf": [{"$ref": "#/$defs/A"}], "nullable": true}"##, "A"),
            (##"{"allOf": [{"$ref": "#/$defs/A"}, {"description": "x"}]}"##, "A"),
            (##"{"allOf": [{"$ref": "#/$defs/A"}, {"properties": {"y": {}}}]}"##, nil),
            (##"{"allOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]}"##, nil),
            (#"{"type": "object"}"#, nil),
        ] as [(String, String?)]
    )
    func component(text: String, expected: String?) throws {
        let all =
            #"{"x": \#(text), "$defs": {"A": {"properties": {"a": {}}}, "B": {"properties": {"b": {}}}}}"#
        #expect(try schema(all, at: "#/x").component == expected)
    }

    @Test func `a map may be a reference, and a member may be called $ref`() throws {
        let rules = try schema(
            """
            {"properties": {"$ref": "#/$defs/Members"},
             "$defs": {"Members": {"$ref": {"type": "string"}, "n": {"type": "integer"}}}}
            """
        ).rules
        #expect(rules.properties.map(\.name) == ["$ref", "n"])
    }

    @Test(
        "schemas that lead to themselves are read",
        arguments: [
            ##"{"allOf": [{"$ref": "#"}], "type": "string"}"##,
            ##"{"oneOf": [{"$ref": "#"}, {"type": "null"}]}"##,
            ##"{"oneOf": [{"allOf": [{"$ref": "#"}]}, {"type": "null"}]}"##,
            ##"{"items": {"$ref": "#"}}"##,
        ]
    )
    func loop(text: String) throws {
        #expect(try schema(text).rules.refusesAll == false)
    }

    @Test func `pointers have their escapes`() throws {
        let text = #"{"a/b": {"m~n": {"x y": {"type": "string"}}}}"#
        #expect(try schema(text, at: "#/a~1b/m~0n/x%20y").rules.types == .string)
    }
}
