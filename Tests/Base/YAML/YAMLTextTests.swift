import MockPostlyJSON
import MockPostlyYAML
import Testing

@Suite struct YAMLTextTests {
    private func json(_ yaml: String) throws -> String {
        String(decoding: try YAMLText(parsing: Array(yaml.utf8)).json, as: UTF8.self)
    }

    private func failure(_ yaml: String, _ limits: YAMLText.Limits = .init()) -> String? {
        do throws(YAMLError) {
            _ = try YAMLText(parsing: Array(yaml.utf8), limits)
            return nil
        } catch {
            return "\(error.line):\(error.column): \(error.words)"
        }
    }

    @Test(
        "plain scalars have the types of YAML 1.2",
        arguments: [
            ("yes", #""yes""#), ("no", #""no""#), ("on", #""on""#), ("off", #""off""#),
            ("NO", #""NO""#), ("2026-11-25", #""2026-11-25""#), ("1_000", #""1_000""#),
            ("12:30:45", #""12:30:45""#), ("true", "true"), ("True", "true"), ("FALSE", "false"),
            ("tRUE", #""tRUE""#), ("null", "null"), ("~", "null"), ("", "null"), ("Null", "null"),
            ("0o17", "15"), ("0x1f", "31"), ("017", "17"), ("+5", "5"), ("-0", "-0"),
            ("1.50", "1.50"), (".5", "0.5"), ("5.", "5.0"), ("1e3", "1e3"), ("1e", #""1e""#),
            (".inf", #"".inf""#), ("1.2.3", #""1.2.3""#), ("0x", #""0x""#),
            ("'5'", #""5""#), (#""true""#, #""true""#), ("!!str 5", #""5""#),
        ]
    )
    func scalar(yaml: String, expected: String) throws {
        #expect(try json("[\(yaml)]") == (yaml.isEmpty ? "[]" : "[\(expected)]"))
        #expect(try json("a: \(yaml)") == "{\"a\":\(expected)}")
    }

    @Test func `keys are texts`() throws {
        #expect(try json("200: a\ntrue: b\nnull: c") == #"{"200":"a","true":"b","null":"c"}"#)
    }

    @Test func `texts are escaped`() throws {
        #expect(try json("\"a\\\"\\n\\t\\\\\\0ä\"") == #""a\"\n\t\\\u0000ä""#)
    }

    @Test func `an alias is a copy, and << gives members that are not there`() throws {
        let yaml = """
            base: &base {a: 1, b: 2}
            one: *base
            two:
              <<: *base
              b: 3
            three:
              c: 4
              <<: [{c: 5, d: 6}, *base]
            """
        let expected =
            #"{"base":{"a":1,"b":2},"one":{"a":1,"b":2},"two":{"b":3,"a":1},"#
            + #""three":{"c":4,"d":6,"a":1,"b":2}}"#
        #expect(try json(yaml) == expected)
    }

    @Test func `an anchor within << is known after it`() throws {
        let yaml = "{a: {<<: {x: &x [1, 2]}}, b: *x}"
        #expect(try json(yaml) == #"{"a":{"x":[1,2]},"b":[1,2]}"#)
    }

    @Test func `an empty text is null`() throws {
        #expect(try json("") == "null")
        #expect(try json("# nothing\n") == "null")
    }

    @Test func `values are told with line and column`() throws {
        let text = try YAMLText(parsing: Array("a:\n  b: [1,\n    {c: d}]\ne: f".utf8))
        let root = try JSON(parsing: text.json).root
        func place(_ value: JSONValue?) -> String {
            let (line, column) = text.position(of: value?.offset ?? -1)
            return "\(line):\(column)"
        }
        #expect(place(root) == "1:1")
        #expect(place(root["a"]) == "2:3")
        #expect(place(root["a"]?["b"]?.elements[0]) == "2:7")
        #expect(place(root["a"]?["b"]?.elements[1]["c"]) == "3:9")
        #expect(place(root["e"]) == "4:4")
    }

    @Test(
        "what is refused is told with its place",
        arguments: [
            ("a: 1\nb: 2\na: 3", #"3:1: the key "a" is there twice, first in line 1"#),
            ("a: [1, 2", "2:1: did not find expected ',' or ']'"),
            ("a: b: c", "1:5: mapping values are not allowed in this context"),
            ("? [a]\n: b", "1:3: a key must be a text"),
            ("a: *b", "1:4: there is no anchor &b before this alias"),
            ("a: &a [*a]", "1:8: the alias *a is inside of its own anchor"),
            ("a: 1\n---\nb: 2", "2:1: a second document begins here: one is read"),
            ("<<: 5", "2:1: the value of << must be a mapping, or a list of them"),
        ]
    )
    func refused(yaml: String, expected: String) {
        #expect(failure(yaml) == expected)
    }

    @Test func `bytes that are no UTF-8 are refused with their place`() throws {
        let error = #expect(throws: YAMLError.self) {
            try YAMLText(parsing: [0x61, 0x3A, 0x20, 0xFF])
        }
        #expect(error?.line == 1)
        #expect(error?.column == 4)
    }

    @Test func `aliases that multiply are refused`() {
        var yaml = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...9 {
            let alias = "*a\(level - 1)"
            yaml +=
                "a\(level): &a\(level) [\(Array(repeating: alias, count: 10).joined(separator: ", "))]\n"
        }
        #expect(
            failure(yaml)?.hasSuffix("its aliases make more than 3000000 values of it: use fewer")
                == true
        )
    }

    @Test func `long texts that aliases multiply are refused`() {
        let text = String(repeating: "x", count: 1 << 20)
        let yaml =
            "a: &a \(text)\nb: [\(Array(repeating: "*a", count: 70).joined(separator: ", "))]"
        #expect(failure(yaml) == "2:253: its aliases make it larger than 64 MiB: use fewer")
    }

    @Test func `64 levels are read, by aliases too, and not one more`() {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        #expect(failure(nested(64)) == nil)
        #expect(failure(nested(65)) == "1:65: it is nested deeper than 64 levels")
        #expect(
            failure(
                "a: &a \(nested(40))\nb: \(String(repeating: "[", count: 23))*a\(String(repeating: "]", count: 23))"
            ) == nil
        )
        #expect(
            failure(
                "a: &a \(nested(40))\nb: \(String(repeating: "[", count: 24))*a\(String(repeating: "]", count: 24))"
            ) == "2:28: it is nested deeper than 64 levels"
        )
    }
}
