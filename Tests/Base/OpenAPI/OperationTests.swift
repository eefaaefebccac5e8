import MockPostlyJavaScript
import MockPostlyOpenAPI
import MockPostlySchemas
import Testing

@Suite struct OperationTests {
    @Test func `operations are in the order of the file, with what they are called`() throws {
        let read = try description(
            """
              /b:
                post: {operationId: makeB, summary: Makes, tags: [x], deprecated: true}
                get: {description: Lists}
              /a: {delete: {}, x-note: {get: {}}}
            """
        )
        #expect(
            read.operations.map { "\($0.method) \($0.path)" } == ["POST /b", "GET /b", "DELETE /a"]
        )
        #expect(read.operations[0].operationID == "makeB")
        #expect(read.operations.map(\.summary) == ["Makes", "Lists", nil])
        #expect(read.operations[0].tags == ["x"])
        #expect(read.operations.map(\.isDeprecated) == [true, false, false])
        #expect(read.operations.map(\.line) == [6, 7, 8])
    }

    @Test func `parameters of the path are taken, and replaced by those of the operation`() throws {
        let read = try description(
            """
              /a/{id}:
                parameters:
                  - {name: id, in: path, schema: {type: integer}}
                  - {$ref: '#/components/parameters/Page'}
                get:
                  parameters:
                    - {name: page, in: query, required: true, schema: {type: string}}
                    - {name: Authorization, in: header, schema: {type: string}}
                    - {name: ids, in: query, style: pipeDelimited, explode: false, example: [1]}
                    - {name: filter, in: query, content: {application/json: {schema: {type: object}}}}
            """,
            "components: {parameters: {Page: {name: page, in: query, schema: {type: integer}}}}"
        )
        let parameters = read.operations[0].parameters
        #expect(parameters.map(\.name) == ["id", "page", "ids", "filter"])
        #expect(parameters.map(\.isRequired) == [true, true, false, false])
        #expect(parameters.map { $0.schema?.rules.types } == [.integer, .string, nil, .object])
        #expect(parameters.map(\.style) == [.simple, .form, .pipeDelimited, .form])
        #expect(parameters.map(\.isExploded) == [false, true, false, true])
        #expect(parameters.map(\.isJSON) == [false, false, false, true])
        #expect(parameters[2].example.map(json) == "[1]")
    }

    @Test func `bodies and answers have contents, examples and headers`() throws {
        let read = try description(
            """
              /a:
                post:
                  requestBody:
                    required: true
                    content:
                      Application/JSON; charset=utf-8: {schema: {type: object}}
                      application/x-www-form-urlencoded: {}
                  responses:
                    4xx: {$ref: '#/components/responses/Bad'}
                    201:
                      headers: {X-Rate: {schema: {type: integer}, example: 5}, Content-Type: {}}
                      content:
                        application/hal+json:
                          example: {a: 1}
                          examples: {more: {value: {a: 2}}, same: {$ref: '#/components/examples/E'}}
                    default: {description: d}
            """,
            """
            components:
              examples: {E: {value: 3}}
              responses: {Bad: {content: {text/plain: {example: no}}}}
            """
        )
        let operation = read.operations[0]
        let body = try #require(operation.body)
        #expect(body.isRequired)
        #expect(
            body.contents.map(\.type) == ["application/json", "application/x-www-form-urlencoded"]
        )
        #expect(operation.responses.map(\.status) == ["4XX", "201", "default"])
        let made = try #require(operation.response("201"))
        #expect(made.headers.map(\.name) == ["X-Rate"])
        #expect(made.headers[0].example.map(json) == "5")
        #expect(made.json?.examples.map(json) == [#"{"a":1}"#, #"{"a":2}"#, "3"])
        #expect(operation.response(for: 404)?.contents[0].examples.map(json) == [#""no""#])
        #expect(operation.response(for: 500)?.description == "d")
        #expect(operation.response(for: 404)?.json == nil)
    }

    @Test func `a path with # is a variant, whose body is one of the choices`() throws {
        let read = try description(
            """
              /f/{id}: {put: {requestBody: {content: {application/json: {schema: {required: [a], properties: {a: {}}}}}}}}
              /f/{id}#link: {put: {requestBody: {content: {application/json: {schema: {required: [b], properties: {b: {}}}}}}}}
              /f/{id}#third: {put: {requestBody: {content: {application/json: {schema: {required: [c], properties: {c: {}}}}}}}}
              /f/{id}#only: {post: {}}
            """
        )
        #expect(
            read.operations.map { "\($0.method) \($0.path)" } == ["PUT /f/{id}", "POST /f/{id}"]
        )
        #expect(read.operations.map(\.variants) == [["link", "third"], ["only"]])
        let schema = try #require(read.operations[0].body?.contents[0].schema)
        #expect(schema.choices.count == 3)
        #expect(schema.violations(of: .object(.init())).map { $0.sentence() } == ["a is required"])
    }

    @Test func `a query in a path is demanded`() throws {
        let read = try description("  /a?kind=b&c: {get: {}}\n  /a?kind=d: {get: {}}")
        #expect(read.operations.map(\.path) == ["/a", "/a"])
        #expect(read.operations[0].query.map { "\($0.name)=\($0.value)" } == ["kind=b", "c="])
    }

    @Test func `security is that of the operation, else that of the description`() throws {
        let read = try description(
            """
              /a: {get: {}, put: {security: []}, post: {security: [{}, {key: []}]}}
              /b: {get: {security: [{o: [read], key: []}]}}
            """,
            """
            security: [{b: []}]
            components:
              securitySchemes:
                b: {type: http, scheme: Bearer}
                c: {type: http, scheme: basic}
                key: {type: apiKey, in: query, name: k}
                o: {type: oauth2, flows: {clientCredentials: {tokenUrl: https://a.example/token}}}
                i: {type: openIdConnect}
                d: {type: http, scheme: digest}
            """
        )
        #expect(
            read.operations.map { $0.security.map { $0.schemes.map(\.name) } } == [
                [["b"]], [], [], [["o", "key"]],
            ]
        )
        #expect(read.operations[3].security[0].schemes[0].scopes == ["read"])
        #expect(
            read.securitySchemes.map(\.kind) == [
                .bearer, .basic, .apiKey(name: "k", place: .query),
                .oauth2(tokenURLs: ["https://a.example/token"]), .openIDConnect, .other("digest"),
            ]
        )
    }

    @Test func `components are found by name`() throws {
        let read = try description(
            "  /a: {get: {}}",
            "components: {schemas: {B: {type: integer}, A: {}}}"
        )
        #expect(read.componentNames == ["B", "A"])
        #expect(read.component("B")?.rules.types == .integer)
        #expect(read.component("C") == nil)
    }
}
