import MockPostlyContent
import MockPostlyJSON
import MockPostlyJavaScript
import MockPostlyNouns
import MockPostlyTestKit
import Testing

@testable import APIDialect

/// The JSON Schema beside a file, and the options in it: what they refuse, and what is said of a wrong
/// one.
struct RowSchemaTests {
    private let folder: ScratchDirectory

    init() throws { folder = try ScratchDirectory() }

    /// The settings of a file, with what is said when it cannot be read.
    private func read(_ file: String, schema: String? = nil) throws -> (API.Settings, String?) {
        try SeedFiles.write(Array(file.utf8), to: folder.path + "/db.json")
        if let schema {
            try SeedFiles.write(Array(schema.utf8), to: folder.path + "/db.schema.json")
        }
        var settings = API.Settings()
        settings.path = folder.path + "/db.json"
        do throws(SeedFault) {
            try settings.readFile()
            return (settings, nil)
        } catch {
            return (settings, error.description.replacing(folder.path + "/", with: ""))
        }
    }

    @Test(arguments: [
        (#"{"type": ["string", "null"]}"#, "null", nil),
        (#"{"type": ["string", "null"]}"#, "7", "a: expected string or null"),
        (#"{"enum": ["x", 7]}"#, "7", nil), (#"{"enum": ["x", 7]}"#, "8", #"a: expected "x" or 7"#),
        (#"{"const": {"b": 1}}"#, #"{"b": 1}"#, nil), (#"{"const": 1}"#, "2", "a: expected 1"),
        (#"{"maxLength": 2}"#, #""äö""#, nil),
        (#"{"maxLength": 2}"#, #""abc""#, "a: expected at most 2 characters"),
        (#"{"pattern": "b+"}"#, #""abbc""#, nil),
        (#"{"pattern": "^b"}"#, #""ab""#, "a: expected a text like ^b"),
        (#"{"format": "email"}"#, #""ada@example.com""#, nil),
        (#"{"format": "email"}"#, #""ada""#, "a: expected the format email"),
        (#"{"format": "date"}"#, #""2026-13-01""#, "a: expected the format date"),
        (#"{"format": "date-time"}"#, #""2026-12-01T10:00:00Z""#, nil),
        (#"{"format": "own"}"#, #""x""#, nil),
        (#"{"maximum": 5}"#, "5", nil), (#"{"maximum": 5}"#, "5.5", "a: expected at most 5"),
        (#"{"exclusiveMinimum": 5}"#, "5", "a: expected more than 5"),
        (#"{"multipleOf": 0.1}"#, "0.3", nil),
        (#"{"multipleOf": 2}"#, "3", "a: expected a multiple of 2"),
        (#"{"minItems": 1}"#, "[]", "a: expected at least 1 elements"),
        (#"{"uniqueItems": true}"#, "[1, 2, 1]", "a: expected no element twice"),
        (#"{"uniqueItems": true}"#, "[[1], [2], [1]]", "a: expected no element twice"),
        (#"{"uniqueItems": true}"#, #"[1, "1", null, [1], ["1"]]"#, nil),
        (#"{"minLength": 1e19}"#, #""x""#, "a: expected at least 10000000000000000000 characters"),
        (#"{"items": {"type": "integer"}}"#, "[1, 1.5]", "a.1: expected integer"),
        (#"{"additionalProperties": false}"#, #"{"b": 1}"#, "a.b: it must not be there"),
        (#"{"required": ["b"]}"#, "{}", "a.b: it is missing"),
        (#"{"anyOf": [{"type": "null"}, {"minimum": 3}]}"#, "2", "a: expected at least 3"),
        (#"{"oneOf": [{"minimum": 1}, {"minimum": 3}]}"#, "4", "a: it fits more than one choice"),
        (#"{"not": {"type": "null"}}"#, "null", "a: it must not be like that"),
        (#"{"allOf": [{"minimum": 1}, {"maximum": 3}]}"#, "4", "a: expected at most 3"),
        (
            #"{"prefixItems": [{"type": "null"}], "items": {"type": "string"}}"#, "[null, 1]",
            "a.1: expected string"
        ),
        (
            #"{"patternProperties": {"^x": {"type": "string"}}}"#, #"{"x1": 1, "y": 1}"#,
            "a.x1: expected string"
        ),
        (#"{"allOf": [{"type": "string"}, {"type": "integer"}]}"#, "1", "a: expected string"),
        (#"{"type": "string", "enum": ["x", null]}"#, "null", "a: expected string"),
        (#"{"type": "string", "nullable": true}"#, "null", "a: expected string"),
        (#"{"format": "uri"}"#, #""no uri""#, "a: expected the format uri"),
        (##"{"$ref": "#/$defs/x"}"##, "1", "a: its schema leads to itself"),
        (##"{"$ref": "#/$defs/tree"}"##, #"{"b": {"b": {"c": 1}}}"#, "a.b.b.c: expected string"),
    ])
    func `a row is held against the words of the schema`(
        _ rule: String,
        _ value: String,
        _ problem: String?
    ) throws {
        let definitions = ##"""
            {"x": {"$ref": "#/$defs/x"},
             "tree": {"properties": {"b": {"$ref": "#/$defs/tree"}, "c": {"type": "string"}}}}
            """##
        let schema = """
            {"$defs": \(definitions),
             "properties": {"posts": {"items": {"properties": {"a": \(rule)}}}}}
            """
        let (settings, fault) = try read(#"{"posts": []}"#, schema: schema)
        #expect(fault == nil)
        let row = JSValue(try JSON(parsing: Array("{\"a\": \(value)}".utf8)).root)
        #expect(settings.schemas.problem(with: row, of: "posts") == problem)
    }

    @Test func `choices inside choices end, and take no time that doubles with each level`() throws
    {
        let schema = ##"""
            {"$defs": {"n": {"anyOf": [{"properties": {"l": {"$ref": "#/$defs/n"}, "o": {"const": 1}}},
                                       {"properties": {"l": {"$ref": "#/$defs/n"}, "o": {"const": 2}}}]}},
             "properties": {"posts": {"items": {"$ref": "#/$defs/n"}}}}
            """##
        let (settings, fault) = try read(#"{"posts": []}"#, schema: schema)
        #expect(fault == nil)
        let ends = String(repeating: "}", count: 40)
        let text = String(repeating: #"{"o": 2, "l": "#, count: 40) + "{}" + ends
        let row = JSValue(try JSON(parsing: Array(text.utf8)).root)
        _ = settings.schemas.problem(with: row, of: "posts")
        let wrong = text.replacing("{}", with: #"{"o": 3}"#)
        let other = JSValue(try JSON(parsing: Array(wrong.utf8)).root)
        #expect(settings.schemas.problem(with: other, of: "posts") != nil)
    }

    @Test(arguments: [
        (
            ##"{"properties": {"posts": {"items": {"$ref": "#/$defs/none"}}}}"##,
            "db.schema.json:1:45: $ref: expected a place in this file, such as #/$defs/name"
        ),
        (
            #"{"properties": {"posts": {"items": {"pattern": "("}}}}"#,
            "db.schema.json:1:48: pattern: no regular expression: missing closing parenthesis"
        ),
        (
            #"{"properties": {"posts": {"items": {"type": "text"}}}}"#,
            "db.schema.json:1:45: type: expected one of null, boolean, object, array, number, string,"
                + " integer, or a list of them"
        ),
        ("{", "db.schema.json:1:2: the document ends too early"),
        (
            #"{"properties": {"posts": {"items": {"required": ["title"]}}}}"#,
            "db.json:1:12: posts: title: it is missing"
        ),
    ])
    func `a wrong schema, and a row that does not fit, are told with their places`(
        _ schema: String,
        _ words: String
    ) throws {
        #expect(try read(#"{"posts": [{"id": 1}]}"#, schema: schema).1 == words)
    }

    @Test(arguments: [
        (
            #"{"colour": 1}"#,
            "db.json:1:28: $mockpostly.colour: there is no such option; they are prefix, envelope,"
                + " error, id, foreignKey, auth, guards, query, like, writes, dates,"
                + " relativeDates"
        ),
        (
            #"{"query": "v9"}"#,
            "db.json:1:27: $mockpostly.query: expected v0 or v1"
        ),
        (
            #"{"prefix": ["/a", "/b"]}"#,
            "db.json:1:28: $mockpostly.prefix: expected a path such as /api, of letters, digits,"
                + " dots, dashes and underscores"
        ),
        (#"{"id": {"a": 1}}"#, "db.json:1:24: $mockpostly.id: expected a text that is not empty"),
        (
            #"{"dates": ["at", 5]}"#,
            "db.json:1:27: $mockpostly.dates: expected a text that is not empty"
        ),
        (
            #"{"relativeDates": "no"}"#,
            "db.json:1:35: $mockpostly.relativeDates: expected true or false"
        ),
        (#"{"auth": 7}"#, "db.json:1:26: $mockpostly.auth: expected true or false"),
        ("[]", "db.json:1:17: $mockpostly: expected an object of options, found an array"),
    ])
    func `a wrong option in the file is told with its place`(
        _ options: String,
        _ words: String
    ) throws {
        #expect(try read("{\"$mockpostly\": \(options)}").1 == words)
    }

    @Test
    func `a flag wins over the option in the file`() throws {
        try SeedFiles.write(
            Array(#"{"$mockpostly": {"id": "slug", "guards": {"posts": 640}}}"#.utf8),
            to: folder.path + "/db.json"
        )
        var settings = API.Settings()
        settings.path = folder.path + "/db.json"
        settings.id = "key"
        try settings.readFile { $0 == "api-id" }
        #expect(settings.id == "key")
        #expect(settings.authenticates && settings.guards["posts"]?.digits == "640")
    }
}
