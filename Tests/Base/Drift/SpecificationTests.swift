import MockPostlyArchives
import MockPostlyOpenAPI
import Testing

@testable import MockPostlyDrift

@Suite struct SpecificationTests {
    private let specification: DriftSpecification

    init() throws {
        let text = """
            openapi: 3.0.3
            info: {title: Tasks, version: "1"}
            servers: [{url: /v1}]
            paths:
              /tasks/{id}:
                get:
                  operationId: task
                  parameters:
                    - {name: id, in: path, required: true, schema: {type: integer}, example: 7}
                  responses:
                    "200":
                      description: one
                      headers:
                        X-Version: {required: true, schema: {type: string}}
                      content:
                        application/json:
                          schema:
                            type: object
                            required: [id, title]
                            additionalProperties: false
                            properties:
                              id: {type: integer}
                              title: {type: string}
                              state: {type: string, enum: [open, done]}
                              votes: {type: object, additionalProperties: {type: integer}}
                              parts: {type: array, items: {anyOf: [{type: object, properties: {size: {type: integer}}}]}}
                    "404": {description: none}
            """
        specification = DriftSpecification(try Description(Array(text.utf8)))
    }

    @Test func `each operation that reads is called with its examples`() {
        #expect(specification.steps(below: "").map(\.path) == ["/v1/tasks/7"])
        #expect(specification.steps(below: "/v1").map(\.path) == ["/tasks/7"])
    }

    private static func specification(_ paths: String) throws -> DriftSpecification {
        let head = #"{"openapi":"3.0.3","info":{"title":"x","version":"1"},"paths":{"#
        return DriftSpecification(try Description(Array("\(head)\(paths)}}".utf8)))
    }

    private static func read(_ path: String, _ parameter: String, _ status: String) -> String {
        """
        "\(path)":{"get":{"parameters":[{"name":"key","in":"path","required":true,\(parameter)}],
        "responses":{"\(status)":{"description":"x"}}}}
        """
    }

    @Test func `what names an element is in the description, or in the list above it`() throws {
        let schema = #""schema":{"type":"string"}"#
        let specification = try Self.specification(
            [
                Self.read("/notes/{key}", schema, "200"),
                #""/notes":{"get":{"responses":{"200":{"description":"x"}}}}"#,
                Self.read("/notes/{key}/lines", schema, "200"),
                Self.read("/kinds/{key}", #""schema":{"type":"string","enum":["a"]}"#, "200"),
                Self.read("/lost/{key}", schema, "200"), Self.read("/known/{key}", schema, "404"),
            ].joined(separator: ",")
        )
        let steps = specification.steps(below: "")
        var run = DriftRun(variables: [:])
        let body = Array(#"{"meta":{"total":1},"data":[{"id":7,"key":"low/tide"}]}"#.utf8)
        run.keep(DriftAnswer(status: 200, body: body, time: 0), of: steps[1])
        let paths = steps.map { run.request(of: $0)?.path }
        #expect(
            paths.dropLast() == [
                "/notes/low%2Ftide", "/notes", "/notes/low%2Ftide/lines", "/kinds/a", nil,
            ]
        )
        #expect(paths.last??.hasPrefix("/known/") == true)
        #expect(steps[0].path(showingValues: false) == "/notes/{key}")
    }

    @Test(
        arguments: [
            (#"[{"key":"","id":7}]"#, "/notes/7"), (#"[{"key":"..","id":"."}]"#, nil),
            (#"[".."]"#, nil), ("[]", nil), (#"[{"key":{"id":7}}]"#, nil),
            (#"["a?b"]"#, "/notes/a%3Fb"),
        ]
    )
    func `no name of an element leads to another path`(list: String, path: String?) throws {
        let specification = try Self.specification(
            #""/notes":{"get":{"responses":{"200":{"description":"x"}}}},"#
                + Self.read("/notes/{key}", #""schema":{"type":"string"}"#, "200")
        )
        let steps = specification.steps(below: "")
        var run = DriftRun(variables: [:])
        run.keep(DriftAnswer(status: 200, body: Array(list.utf8), time: 0), of: steps[0])
        #expect(run.request(of: steps[1])?.path == path)
    }

    @Test func `a browser's preflights are no operations`() throws {
        let entries = ["OPTIONS", "GET"].map {
            #"{"request":{"method":"\#($0)","url":"https://a.example/v1/x"},"response":{"status":204}}"#
        }
        let text = #"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#
        let archive = try #require(Archive(Array(text.utf8)))
        let outcome = DriftOutcome(specification, recorded: archive.exchanges, below: "")
        #expect(outcome.parts.map(\.step.method) == ["GET"])
    }

    @Test func `what demands a key is left out without one`() throws {
        let specification = try Self.specification(
            #"""
            "/a":{"get":{"security":[{"key":[]}],"responses":{"200":{"description":"x"}}}},
            "/b":{"get":{"responses":{"200":{"description":"x"}}}}},
            "components":{"securitySchemes":{"key":{"type":"apiKey","in":"header","name":"X-Key"}}
            """#
        )
        let refusal = DriftAnswer(status: 401, time: 0)
        let gaps = specification.steps(below: "").map {
            specification.gap(of: $0, refusal, below: "")
        }
        #expect(gaps == [.key, nil])
    }

    @Test(
        arguments: [
            (200, #"{"id":7,"title":"Sweep","state":"open"}"#, []),
            (404, "", []),
            (200, #"{"id":7}"#, ["missing body.title"]),
            (200, #"{"id":"7","title":"Sweep"}"#, ["type body.id"]),
            (200, #"{"id":7,"title":"Sweep","state":"lost"}"#, ["value body.state"]),
            (200, #"{"id":7,"title":"Sweep","owner":1}"#, ["missing body.owner"]),
            (200, #"{"id":7,"title":"Sweep","votes":{"ada":"1"}}"#, ["type body.votes.{…}"]),
            (200, #"{"id":7,"title":"Sweep","ada@byron.example":1}"#, ["missing body.{…}"]),
            (200, "Sweep", ["type body"]), (200, "", ["missing body"]),
            (500, "{}", ["status status"]),
        ] as [(Int, String, [String])]
    )
    func `an answer fits its description`(status: Int, body: String, wanted: [String]) {
        let fields = [
            DriftAnswer.Field("Content-Type", "application/json; charset=utf-8"),
            .init("x-version", "1"),
        ]
        let answer = DriftAnswer(status: status, fields: fields, body: Array(body.utf8), time: 0)
        let step = DriftStep("task", "GET", "/v1/tasks/7?a=b")
        let found = specification.findings(in: answer, to: step, below: "")
        #expect(found.map { "\($0.kind.rawValue) \($0.field)" } == wanted)
    }

    @Test func `headers, types and paths are compared`() {
        let answer = DriftAnswer(
            status: 200,
            fields: [.init("Content-Type", "text/html")],
            body: [60],
            time: 0
        )
        let found = specification.findings(
            in: answer,
            to: DriftStep("task", "GET", "/tasks/7"),
            below: "/v1"
        )
        #expect(found.map(\.field) == ["header x-version", "header content-type"])
        let other = DriftStep("x", "GET", "/v1/others")
        #expect(
            specification.findings(in: answer, to: other, below: "").map(\.field) == ["operation"]
        )
    }
}
