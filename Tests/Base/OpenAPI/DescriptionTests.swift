import MockPostlyOpenAPI
import MockPostlyTestKit
import Testing

@Suite struct DescriptionTests {
    private static let head = "openapi: 3.0.3\ninfo: {title: T, version: '1'}\n"

    @Test(
        "versions",
        arguments: [
            ("openapi: 3.0.3", "openAPI30", 0), ("openapi: 3.1.1", "openAPI31", 0),
            ("openapi: 3.1", "openAPI31", 0), ("openapi: 3.2.0", "openAPI31", 1),
            ("swagger: '2.0'", "swagger20", 0), ("swagger: 2.0", "swagger20", 0),
        ]
    )
    func version(text: String, expected: String, warnings: Int) throws {
        let read = try description("  /a: {get: {responses: {}}}", version: text)
        #expect("\(read.version)" == expected)
        #expect(read.warnings.count == warnings)
        #expect(read.title == "T")
        #expect(read.apiVersion == "1")
    }

    @Test func `a later version is read as 3.1, which is said once`() throws {
        let read = try description("  /a: {}", version: "openapi: 3.2.0")
        #expect(read.warnings.map(\.words) == ["OpenAPI 3.2.0 is read as 3.1"])
        #expect(read.warnings.map(\.line) == [1])
    }

    @Test func `what is served though it breaks the rules is told with its line`() throws {
        let read = try description(
            """
              /a:
                get:
                  responses:
                    200: {content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}
            """,
            """
            components:
              schemas:
                A:
                  type: object
                  required: [a, ghost]
                  properties:
                    a: {type: text}
                    b: {pattern: '('}
                    c: {if: {type: string}, items: {$ref: '#/components/schemas/A'}}
                B: {allOf: [{$ref: '#/components/schemas/A'}, {properties: {ghost: {}}}]}
            """
        )
        #expect(
            read.warnings.map { "\($0.line): \($0.words)" } == [
                "7: \"ghost\" is required and not described: it is null",
                "9: there is no type \"text\": any value fits",
                "10: the pattern ( cannot be read: any text fits",
                "11: the word \"if\" of schemas is not read",
            ]
        )
    }

    @Test func `an example that its own schema refuses is told with its line`() throws {
        let read = try description(
            """
              /a:
                get:
                  responses:
                    200: {content: {application/json: {schema: {$ref: '#/components/schemas/A'}, example: {id: 1, word: c}}}}
            """,
            """
            components:
              schemas:
                A:
                  type: object
                  required: [id, link]
                  example: {id: x}
                  properties:
                    id: {type: integer, default: -1, minimum: 0}
                    link: {type: string, format: uri, examples: ['http://a.example/1', '/a/1']}
                    word: {enum: [a, b], example: a}
            """
        )
        #expect(read.warnings.filter(\.isOfExample) == read.warnings)
        #expect(
            read.warnings.map { "\($0.line): \($0.words)" } == [
                "8: the example is not used: id must be an integer",
                "10: the default is not used: it must be at least 0",
                "11: the example is not used: it must have the format uri",
                "16: GET /a: the example of 200 is not used as it is: word must be one of a, b",
            ]
        )
    }

    @Test func `JSON is told from YAML by what is in it`() throws {
        let text = #"{"openapi": "3.0.0", "paths": {"/a": {"get": {}}}}"#
        #expect(try Description(Array(text.utf8), named: "a.txt").operations.count == 1)
        let flow = "{openapi: 3.0.0, paths: {/a: {get: {}}}}"
        #expect(try Description(Array(flow.utf8), named: "a.yaml").operations.count == 1)
    }

    @Test(
        "what is refused, with its place and what to do",
        arguments: [
            (
                "",
                "openapi.yaml: the file is empty\nan OpenAPI description begins with its version, such as: openapi: 3.1.0"
            ),
            (
                " \n\n",
                "openapi.yaml: the file is empty\nan OpenAPI description begins with its version, such as: openapi: 3.1.0"
            ),
            (
                "title: x",
                "openapi.yaml:1:1: no \"openapi\" or \"swagger\" member: not an OpenAPI description\na JSON file with collections is served too: its members are arrays"
            ),
            (
                "[1]",
                "openapi.yaml:1:1: no \"openapi\" or \"swagger\" member: not an OpenAPI description\na JSON file with collections is served too: its members are arrays"
            ),
            (
                "openapi: 9.0.0\npaths: {/a: {}}",
                "openapi.yaml:1:10: OpenAPI 9.0.0: 3.0, 3.1 and Swagger 2.0 are read\nconvert it to OpenAPI 3.1, and say so in its first line"
            ),
            (
                "swagger: '1.2'\npaths: {/a: {}}",
                "openapi.yaml:1:10: Swagger 1.2: 3.0, 3.1 and Swagger 2.0 are read\nconvert it to OpenAPI 3.1, and say so in its first line"
            ),
            (
                head,
                "openapi.yaml:1:1: it has no paths\ndescribe one below \"paths\", such as /items with get"
            ),
            (
                head + "paths: {}",
                "openapi.yaml:3:8: it has no paths\ndescribe one below \"paths\", such as /items with get"
            ),
            (head + "paths: {/a: [", "openapi.yaml:4:1: did not find expected node content"),
            (
                head + "paths:\n  /a: {}\n  /a: {}",
                "openapi.yaml:5:3: the key \"/a\" is there twice, first in line 4"
            ),
            (
                head + "paths:\n  /a/{b}: {get: {}}\n  /a/{c}: {get: {}}",
                "openapi.yaml:5:11: the path /a/{c} is the same as /a/{b} in line 4\nnames of parameters tell no paths apart: make one path of both"
            ),
        ]
    )
    func refused(text: String, expected: String) {
        #expect(refusal(text) == expected)
    }

    @Test func `faults of JSON are told with line and column`() {
        #expect(
            refusal("{\"openapi\": \"3.0.0\",\n \"paths\": {\"/a\": }}", named: "a.json")
                == "a.json:2:18: expected a value"
        )
        #expect(
            refusal("{\"openapi\": \"3.0.0\", \"info\": 1,\n  \"info\": 2}", named: "a.json")
                == "a.json:2:11: the key \"info\" is there twice, first in line 1"
        )
    }

    @Test func `a file that is not there is told`() {
        let fault = #expect(throws: DescriptionFault.self) {
            try Description(file: "/nowhere/openapi.yaml")
        }
        #expect(fault?.description == "/nowhere/openapi.yaml: no such file or directory")
    }

    @Test func `a file above 16 MiB is refused`() throws {
        let folder = try ScratchDirectory()
        try folder.write([UInt8](repeating: 0x20, count: 16 << 20 + 1), to: "a.yaml")
        let fault = #expect(throws: DescriptionFault.self) {
            try Description(file: folder.file("a.yaml"))
        }
        #expect(fault?.words == "it is larger than 16 MiB")
    }

    @Test func `paths with other methods may differ in the names of parameters alone`() throws {
        let read = try description("  /a/{b}: {get: {}}\n  /a/{c}: {post: {}}")
        #expect(read.operations.map(\.path) == ["/a/{b}", "/a/{c}"])
    }

    @Test func `more than 20000 operations are refused`() {
        var text = "openapi: 3.1.0\npaths:\n"
        for number in 0...5_000 {
            text += "  /p\(number): {get: {}, put: {}, post: {}, delete: {}}\n"
        }
        #expect(refusal(text) == "openapi.yaml:5003:17: it has more than 20000 operations")
    }

    @Test(
        "base paths",
        arguments: [
            ("servers: [{url: 'https://a.example/api/v3/'}]", ["/api/v3"]),
            (
                "servers: [{url: 'https://{r}.a.example/{v}', variables: {r: {default: eu}, v: {default: v2}}}]",
                ["/v2"]
            ),
            (
                "servers: [{url: '/a'}, {url: 'https://b.example'}, {url: 'http://c.example/a'}]",
                ["/a", ""]
            ),
            ("servers: [{url: 'api'}]", ["/api"]), ("servers: [{url: '//a.example/b?c'}]", ["/b"]),
            ("", [""]),
        ]
    )
    func base(servers: String, expected: [String]) throws {
        let read = try description("  /a: {get: {}}", servers)
        #expect(read.basePaths == expected)
        #expect(read.operations[0].basePaths == expected)
    }

    @Test func `servers of a path and of an operation replace those of the description`() throws {
        let read = try description(
            """
              /a:
                servers: [{url: /of-path}]
                get: {}
                put: {servers: [{url: /own}]}
              /b: {get: {}}
            """,
            "servers: [{url: /all}]"
        )
        #expect(read.operations.map(\.basePaths) == [["/of-path"], ["/own"], ["/all"]])
    }
}
