import MockPostlyOpenAPI
import MockPostlySchemas
import MockPostlyTestKit
import Testing

@Suite struct ReferenceTests {
    private let folder: ScratchDirectory

    init() throws { folder = try ScratchDirectory() }

    private func read(_ files: (String, String)...) throws -> Description {
        for (name, text) in files {
            try folder.write(text, to: name)
        }
        return try Description(file: folder.file(files[0].0))
    }

    private func refusal(_ files: (String, String)...) -> String? {
        do {
            for (name, text) in files { try folder.write(text, to: name) }
            _ = try Description(file: folder.file(files[0].0))
            return nil
        } catch let fault as DescriptionFault {
            let text =
                fault.hint.isEmpty ? fault.description : "\(fault.description)\n\(fault.hint)"
            return text.replacing(folder.path + "/", with: "")
        } catch {
            return "\(error)"
        }
    }

    private static let head = "openapi: 3.1.0\npaths:\n"

    @Test(
        "a reference that cannot be followed is refused",
        arguments: [
            (
                "'#/components/schemas/X'",
                "openapi.yaml:4:35: /paths/~1a/get/responses/200: $ref #/components/schemas/X points to nothing\ndescribe what it names there, or correct the reference"
            ),
            (
                "'#/paths/~1a/get/responses/200'",
                "openapi.yaml:4:35: /paths/~1a/get/responses/200: $ref #/paths/~1a/get/responses/200 leads to itself\nlet one of these references be a schema instead"
            ),
            (
                "'../x.yaml'",
                "openapi.yaml:4:35: /paths/~1a/get/responses/200: $ref ../x.yaml is outside the folder of the description\nfiles are read from the folder of the description and below it"
            ),
            (
                "'/etc/x.yaml'",
                "openapi.yaml:4:35: /paths/~1a/get/responses/200: $ref /etc/x.yaml is outside the folder of the description\nfiles are read from the folder of the description and below it"
            ),
            (
                "'https://a.example/x.yaml#/A'",
                "openapi.yaml:4:35: /paths/~1a/get/responses/200: $ref https://a.example/x.yaml#/A nothing is fetched from the network\nsave that file beside the description and refer to it there"
            ),
            (
                "'x.txt'",
                "openapi.yaml:4:35: /paths/~1a/get/responses/200: $ref x.txt points to nothing\nfiles *.yaml, *.yml and *.json are read"
            ),
            (
                "'none.yaml'",
                "openapi.yaml:4:35: /paths/~1a/get/responses/200: $ref none.yaml points to nothing\nnone.yaml: no such file or directory"
            ),
        ]
    )
    func refused(reference: String, expected: String) {
        let text = Self.head + "  /a:\n    get: {responses: {200: {$ref: \(reference)}}}"
        #expect(refusal(("openapi.yaml", text)) == expected)
    }

    @Test func `other files are read, each with references of its own`() throws {
        let read = try read(
            (
                "openapi.yaml",
                Self.head + """
                      /pets:
                        $ref: 'paths.json#/pets'
                    """
            ),
            (
                "paths.json",
                ##"{"pets": {"get": {"responses": {"200": {"content": {"application/json": {"schema": {"$ref": "./pet.yaml"}}}}}}}}"##
            ),
            ("pet.yaml", "type: object\nproperties:\n  tag: {$ref: '#/Tag'}\nTag: {type: string}")
        )
        let schema = try #require(read.operations[0].response("200")?.json?.schema)
        #expect(schema.component == "pet")
        #expect(schema.property("tag")?.rules.types == .string)
        #expect(schema.property("tag")?.component == "Tag")
        #expect(
            read.files.map { $0.split(separator: "/").last } == [
                "openapi.yaml", "paths.json", "pet.yaml",
            ]
        )
    }

    @Test func `a fault of another file is told with that file`() {
        #expect(
            refusal(("openapi.yaml", Self.head + "  /a: {$ref: b.yaml}"), ("b.yaml", "get: ["))
                == "b.yaml:2:1: did not find expected node content"
        )
    }

    @Test func `what is data, or an extension, has no references`() throws {
        let text = """
              /a:
                get:
                  x-own: {$ref: '#/nowhere'}
                  responses:
                    200:
                      content:
                        application/json:
                          example: {$ref: '#/nowhere'}
                          schema:
                            default: {$ref: '#/nowhere'}
                            enum: [{$ref: '#/nowhere'}]
                            properties:
                              example: {type: string}
                              x-b: {$ref: '#/components/schemas/B'}
            """
        let read = try description(text, "components: {schemas: {B: {type: integer}}}")
        let rules = try #require(read.operations[0].response("200")?.json?.schema?.rules)
        #expect(rules.property("x-b")?.rules.types == .integer)
    }

    @Test func `a member is looked for in properties of any name`() {
        let text =
            Self.head + """
                  /a: {get: {responses: {200: {content: {j: {schema: {properties: {example: {$ref: '#/none'}}}}}}}}}
                """
        #expect(
            refusal(("openapi.yaml", text))?.contains(
                "properties/example: $ref #/none points to nothing\n"
            ) == true
        )
    }
}
