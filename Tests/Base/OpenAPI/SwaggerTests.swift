import MockPostlyJavaScript
import MockPostlyOpenAPI
import MockPostlySchemas
import Testing

@Suite struct SwaggerTests {
    private func read(_ paths: String, _ rest: String = "") throws -> Description {
        try description(paths, rest, version: "swagger: '2.0'")
    }

    @Test func `host and basePath are the server`() throws {
        let read = try read("  /a: {get: {}}", "host: a.example\nbasePath: /api/v1/")
        #expect(read.basePaths == ["/api/v1"])
    }

    @Test func `a parameter in body is the body, in the types that it consumes`() throws {
        let read = try read(
            """
              /a:
                post:
                  consumes: [application/json, application/xml]
                  parameters: [{name: b, in: body, required: true, schema: {$ref: '#/definitions/A'}}]
                put:
                  parameters: [{$ref: '#/parameters/B'}]
            """,
            "definitions: {A: {type: object}}\nparameters: {B: {name: b, in: body, schema: {type: array}}}"
        )
        let body = try #require(read.operations[0].body)
        #expect(body.isRequired)
        #expect(body.contents.map(\.type) == ["application/json", "application/xml"])
        #expect(body.contents[0].schema?.component == "A")
        #expect(read.operations[0].parameters.isEmpty)
        #expect(read.operations[1].body?.contents.map(\.type) == ["application/json"])
        #expect(read.componentNames == ["A"])
    }

    @Test func `form parameters are the members of one object`() throws {
        let read = try read(
            """
              /a:
                post:
                  parameters:
                    - {name: f, in: formData, type: file, required: true}
                    - {name: n, in: formData, type: integer, minimum: 3}
                put:
                  parameters: [{name: n, in: formData, type: string}]
            """
        )
        let body = try #require(read.operations[0].body)
        #expect(body.contents.map(\.type) == ["multipart/form-data"])
        let rules = try #require(body.contents[0].schema?.rules)
        #expect(rules.required == ["f"])
        #expect(rules.property("f")?.rules.format == "binary")
        #expect(rules.property("n")?.rules.number.least == 3)
        #expect(
            read.operations[1].body?.contents.map(\.type) == ["application/x-www-form-urlencoded"]
        )
    }

    @Test func `what stands beside in is the schema of a parameter`() throws {
        let read = try read(
            """
              /a:
                get:
                  parameters:
                    - {name: q, in: query, type: array, items: {type: string}, collectionFormat: multi}
                    - {name: p, in: query, type: array, items: {type: string}, collectionFormat: pipes}
                    - {name: r, in: query, type: string, enum: [a], required: true}
            """
        )
        let parameters = read.operations[0].parameters
        #expect(parameters.map(\.isExploded) == [true, false, false])
        #expect(parameters[1].style == .pipeDelimited)
        #expect(parameters[2].schema?.rules.choices == [.string("a")])
        #expect(parameters[2].isRequired)
    }

    @Test func `answers are in the types that it produces, with the example of each`() throws {
        let read = try read(
            """
              /a:
                get:
                  responses:
                    200:
                      schema: {type: array}
                      examples: {application/json: [1]}
                      headers: {X-A: {type: integer}}
                    204: {description: none}
            """,
            "produces: [application/json, text/csv]"
        )
        let response = try #require(read.operations[0].response("200"))
        #expect(response.contents.map(\.type) == ["application/json", "text/csv"])
        #expect(response.json?.examples.map(json) == ["[1]"])
        #expect(response.headers[0].schema?.rules.types == .integer)
        #expect(read.operations[0].response("204")?.contents.isEmpty == true)
    }

    @Test func `security definitions are schemes`() throws {
        let read = try read(
            "  /a: {get: {security: [{t: []}]}}",
            "securityDefinitions: {t: {type: apiKey, in: header, name: X-T}, b: {type: basic}, o: {type: oauth2, tokenUrl: /t}}"
        )
        #expect(
            read.securitySchemes.map(\.kind) == [
                .apiKey(name: "X-T", place: .header), .basic, .oauth2(tokenURLs: ["/t"]),
            ]
        )
        #expect(read.operations[0].security.map { $0.schemes.map(\.name) } == [["t"]])
    }
}
