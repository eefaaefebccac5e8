import MockPostlyJSON
import MockPostlyYAML
import Testing

@Suite
struct YAMLTests {
    private func json(_ text: String) throws -> String {
        String(decoding: try YAML.json(Array(text.utf8)), as: UTF8.self)
    }

    @Test(arguments: [
        ("a: 1", #"{"a":1}"#),
        (
            "a: 1\nb:\n  c: x\n  d:\n    e: y\nf: z\n",
            #"{"a":1,"b":{"c":"x","d":{"e":"y"}},"f":"z"}"#
        ),
        ("a:\nb:\n", #"{"a":null,"b":null}"#),
        ("# first\na: 1 # one\n\n  # between\nb: x#y\n", #"{"a":1,"b":"x#y"}"#),
        ("\"a b\": 1\n'c''d': 2\n$ref: x\n", #"{"a b":1,"c'd":2,"$ref":"x"}"#),
        ("/posts/{id}:\n  get: x\n", #"{"/posts/{id}":{"get":"x"}}"#),
        ("a: http://x:8080/y?z\n", #"{"a":"http://x:8080/y?z"}"#),
    ])
    func `mappings`(text: String, expected: String) throws {
        #expect(try json(text) == expected)
    }

    @Test(arguments: [
        ("- 1\n- x\n", #"[1,"x"]"#),
        ("a:\n  - 1\n  - 2\nb:\n- 3\n- 4\nc: 5\n", #"{"a":[1,2],"b":[3,4],"c":5}"#),
        ("- a: 1\n  b: 2\n- c: 3\n", #"[{"a":1,"b":2},{"c":3}]"#),
        ("- a:\n    b: 1\n  c:\n  - 2\n-\n  d: 3\n-\n", #"[{"a":{"b":1},"c":[2]},{"d":3},null]"#),
        ("- - 1\n  - 2\n- -\n", "[[1,2],[null]]"),
        ("-   a: 1\n    b: 2\n", #"[{"a":1,"b":2}]"#),
        ("- -1\n- --\n", #"[-1,"--"]"#),
    ])
    func `sequences`(text: String, expected: String) throws {
        #expect(try json(text) == expected)
    }

    @Test(arguments: [
        ("{}", "{}"), ("[]", "[]"), ("[[], {}]", "[[],{}]"),
        ("{a: 1, \"b\": [x, y z], c: {d: e}}", #"{"a":1,"b":["x","y z"],"c":{"d":"e"}}"#),
        ("a: {b: 1,\n  # more\n  c: [2,\n    3, ]}\nd: 4", #"{"a":{"b":1,"c":[2,3]},"d":4}"#),
        (##"{$ref: "#/a/b"}"##, ##"{"$ref":"#/a/b"}"##),
        ("[a:b, http://c]", #"["a:b","http://c"]"#),
        (#"{"a":1}"#, #"{"a":1}"#),
    ])
    func `collections in brackets`(text: String, expected: String) throws {
        #expect(try json(text) == expected)
    }

    @Test(arguments: [
        ("null", "null"), ("true", "true"), ("false", "false"), ("0", "0"), ("-12", "-12"),
        ("1.50", "1.50"), ("1e3", "1e3"), ("yes", #""yes""#), ("3.1.0", #""3.1.0""#),
        ("2026-02-14", #""2026-02-14""#), ("15m", #""15m""#), ("7d", #""7d""#),
        ("1e", #""1e""#), (".a", #"".a""#), ("1.2.3", #""1.2.3""#), ("127.0.0.1", #""127.0.0.1""#),
        ("nullable", #""nullable""#), ("a  b", #""a  b""#), ("-x", #""-x""#),
        ("it's \"so\"", #""it's \"so\"""#),
    ])
    func `plain scalars`(text: String, expected: String) throws {
        #expect(try json("a: " + text) == #"{"a":\#(expected)}"#)
        #expect(try json("[" + text + "]") == "[\(expected)]")
    }

    @Test(arguments: [
        (#""""#, ""), (#""a\nb\t\"\\\/\u00e9""#, "a\nb\t\"\\/é"), ("'a\\n''b'", "a\\n'b"),
        ("\"one  \n   two\"", "one two"), ("\"one\n\n\n two\"", "one\n\ntwo"),
        ("\"# x: y\"", "# x: y"),
        ("\"12\"", "12"),
        ("\"one \\\n    two\\\n three\"", "one twothree"), ("\"🦊\"", "🦊"),
    ])
    func `quoted scalars`(text: String, expected: String) throws {
        let root = try JSON(parsing: YAML.json(Array("a: \(text)\nb: 1\n".utf8))).root
        #expect(root["a"]?.string == expected)
        #expect(root["b"]?.int == 1)
    }

    @Test(arguments: [
        ("a: |\n  one\n  two\n", "one\ntwo\n"), ("a: |\n  one\n\n    two\n\n\n", "one\n\n  two\n"),
        ("a: |\n\n  one", "\none\n"), ("a: |\n  # x: y\n  \"z\n", "# x: y\n\"z\n"), ("a: |\n", ""),
        ("a: |  # why\n  one\n# comment\n", "one\n"),
        ("a: |\n  one\n   \n  two \n", "one\n \ntwo \n"),
    ])
    func `literal scalars`(text: String, expected: String) throws {
        let root = try JSON(parsing: YAML.json(Array((text + "\nb: 1\n").utf8))).root
        #expect(root["a"]?.string == expected)
        #expect(root["b"]?.int == 1)
    }

    @Test(arguments: [
        ("", 1), ("# nothing\n", 2), ("a: &x 1", 1), ("a: *x", 1), ("a: !!str 1", 1),
        ("a: >\n  folded", 1), ("a: |-\n  x", 1), ("a: |2\n  x", 1), ("a: 'x", 1),
        ("a: \"x", 1), ("a: \"\\x41\"", 1), ("a: \"\\ud83d\"", 1), ("a: {b: 1", 1),
        ("a: [1 2", 1), ("a: [1}", 1), ("a: {b}", 1), ("a: 1\n  b: 2", 2),
        ("a:\n    b: 1\n  c: 2", 3),
        ("a: 1\nb", 2), ("a: 1\n- b", 2), ("a: 1\na: 2", 2), ("{a: 1, a: 2}", 1), ("a: \"x\" y", 1),
        ("a:\n\tb: 1", 2), ("---\na: 1\n", 2), ("a: 0x1F", 1), ("a: 007", 1), ("a: +1", 1),
        ("a: .5", 1), ("a: 5.", 1), ("a: 05e+1", 1), ("a: .inf", 1), ("a: ~", 1), ("a: Null", 1),
        ("a: TRUE", 1), ("a: 0o17", 1),
        ("? a\n: b", 1), ("a: b: c", 1), ("%YAML 1.2\na: 1", 1), ("a: @x", 1), ("a: `x", 1),
    ])
    func `what is not known is refused with its line`(text: String, line: Int) {
        let error = #expect(throws: YAMLError.self, "\(text)") { try YAML.json(Array(text.utf8)) }
        #expect(error?.line == line, "\(text): \(String(describing: error))")
    }

    @Test
    func `collections are not too deep`() throws {
        let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(try json(deepest) == deepest)
        let tooDeep = [
            "[\(deepest)]", String(repeating: "- ", count: 100_000) + "1",
            String(repeating: "{a: ", count: 100_000),
        ]
        for text in tooDeep {
            #expect(throws: YAMLError.self) { try YAML.json(Array(text.utf8)) }
        }
    }

    @Test
    func `no text makes it fail in another way`() {
        let pieces = [
            "a", ": ", "- ", "\n", "  ", "{", "}", "[", "]", ",", "\"", "'", "|", "#", "1", "\\",
            "\t",
        ]
        var state: UInt64 = 20_260_214
        for _ in 0..<20_000 {
            var text = ""
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += pieces[Int(state >> 33) % pieces.count]
            }
            guard let json = try? YAML.json(Array(text.utf8)) else { continue }
            #expect(throws: Never.self, "\(text)") { try JSON(parsing: json) }
        }
    }
}
