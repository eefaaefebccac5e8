import MockPostlyJSON
import Testing

@Suite
struct JSONWriterValuesTests {
    @Test
    func `a parsed value is written without white space, its numbers as they were`() throws {
        let text = #" { "a" : [ 1.50 , -0 , 1E9 ] , "é" : "\u00e9\/" , "a" : null } "#
        let document = try JSON(parsing: Array(text.utf8))
        #expect(written(document.root, .ascii) == #"{"a":null,"\u00e9":"\u00e9/"}"#)
        #expect(written(document.root, .utf8) == #"{"a":null,"é":"é/"}"#)
    }

    @Test(arguments: [
        ("{}", "{}"), ("[]", "[]"), ("1", "1"), (" \"a\\u00e9\" ", "\"aé\""),
        ("[1,[],{}]", "[\n  1,\n  [],\n  {}\n]"),
        (
            #"{"a":[1,2],"b":{"c":null},"d":"x\ny"}"#,
            """
            {
              "a": [
                1,
                2
              ],
              "b": {
                "c": null
              },
              "d": "x\\ny"
            }
            """
        ),
        ("[[[1]]]", "[\n  [\n    [\n      1\n    ]\n  ]\n]"),
        ("not JSON", "not JSON"),
    ])
    func `pretty lays a document out for people`(text: String, expected: String) {
        let pretty = JSONWriter.pretty(Array(text.utf8))
        #expect(String(decoding: pretty, as: UTF8.self) == expected)
    }

    private func written(_ value: JSONValue, _ escaping: JSONWriter.Escaping) -> String {
        var writer = JSONWriter(escaping: escaping)
        writer.value(value)
        return String(decoding: writer.finish(), as: UTF8.self)
    }
}
