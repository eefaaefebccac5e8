import MockPostlyJSON
import MockPostlyOpenAPI
import MockPostlySchemas
import Testing

@testable import APIDialect

/// What operations are taken for, by their paths and schemas.
struct RecogniserTests {
    /// The roles of a description with these paths, by operation.
    private func roles(_ paths: String) throws -> [String: String] {
        let recognition = try recognise(paths)
        return Dictionary(
            recognition.plans.map { ("\($0.operation.method) \($0.path.text)", $0.role.word) }
        ) { one, _ in one }
    }

    private func recognise(_ paths: String) throws -> Recognition {
        let text = """
            openapi: 3.1.0
            info: {title: T, version: "1"}
            paths:
            \(paths.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
            components:
              schemas:
                Task:
                  type: object
                  properties:
                    id: {type: string}
                    title: {type: string}
                    project: {type: object, properties: {id: {type: string}, name: {type: string}}}
                    tags: {type: array, items: {type: string}}
                    archived: {type: boolean}
                    status: {type: string, enum: [open, cancelled]}
                Project: {type: object, properties: {id: {type: string}, name: {type: string}, owner: {type: string}}}
                Tasks: {type: object, properties: {data: {type: array, items: {$ref: "#/components/schemas/Task"}}}}
                Inner: {type: object, properties: {task: {$ref: "#/components/schemas/Task"}}}
                Nested: {type: object, properties: {data: {$ref: "#/components/schemas/Inner"}}}
                One: {type: object, properties: {data: {$ref: "#/components/schemas/Task"}}}
            """
        let description = try Description(Array(text.utf8))
        var recogniser = Recogniser(description.operations)
        recogniser.recognise()
        return Recognition(homes: recogniser.homes, plans: recogniser.plans)
    }

    /// An operation that answers a schema, as one line of YAML.
    private static func answering(_ method: String, _ schema: String) -> String {
        "  \(method): {responses: {\"200\": {description: x, content: {application/json: {schema:"
            + " {$ref: \"#/components/schemas/\(schema)\"}}}}}}"
    }

    private static func silent(_ method: String) -> String {
        "  \(method): {responses: {\"204\": {description: x}}}"
    }

    @Test func `rows that nothing lists are those of the same component and word`() throws {
        let recognition = try recognise(
            (Self.tasks + [
                "\"/projects/tasks/{task_id}\":", Self.answering("get", "One"),
                Self.silent("delete"),
            ]).joined(separator: "\n")
        )
        #expect(recognition.homes.map(\.path.text) == ["/tasks"])
        let why = recognition.plans.first { $0.path.text == "/projects/tasks/{task_id}" }?.why
        #expect(why == "reads a Task of /tasks by its id alone")
    }

    @Test func `rows with rows below them are found by their whole path`() throws {
        let below = [
            "\"/admin/tasks/{task_id}\":", Self.answering("get", "One"),
            "\"/admin/tasks/{task_id}/projects\":", Self.answering("get", "Tasks"),
            Self.answering("post", "Project"),
            "\"/admin/tasks/{task_id}/projects/{id}\":", Self.answering("get", "Project"),
        ]
        let recognition = try recognise((Self.tasks + below).joined(separator: "\n"))
        #expect(recognition.plans.allSatisfy { !$0.findsAlone })
        let nested = recognition.plans.filter { $0.key.hasPrefix("/admin/tasks/{}/") }
        #expect(nested.map(\.role.word) == ["list", "create", "read"])
    }

    @Test func `an example without a schema is a report`() throws {
        let answer =
            "  get: {responses: {\"200\": {description: x, content: {application/json: {example: {n: 3}}}}}}"
        let recognition = try recognise("/stats:\n" + answer)
        #expect(recognition.plans.first?.why == "a report: nothing writes it")
    }

    private static let tasks = [
        "/tasks:", answering("get", "Tasks"), answering("post", "One"),
        "\"/tasks/{task_id}\":", answering("get", "One"), answering("put", "One"), silent("delete"),
    ]

    @Test func `a path and that of its rows are a collection`() throws {
        let recognition = try recognise(Self.tasks.joined(separator: "\n"))
        #expect(
            recognition.plans.map(\.role.word) == ["list", "create", "read", "replace", "delete"]
        )
        let home = try #require(recognition.homes.first)
        #expect(home.name == "tasks" && home.id == "id" && home.row?.component == "Task")
        #expect(recognition.plans[0].array == ["data"] && recognition.plans[2].wrapper == ["data"])
    }

    @Test func `a row may be two members deep`() throws {
        let paths = [
            "/tasks:", Self.answering("post", "Task"), "\"/tasks/{id}\":",
            Self.answering("get", "Nested"),
        ]
        let recognition = try recognise(paths.joined(separator: "\n"))
        #expect(recognition.plans[1].wrapper == ["data", "task"])
        #expect(recognition.homes.first?.row?.component == "Task")
    }

    @Test func `rows of a list may be named by their id alone`() throws {
        let whole = [
            "\"/projects/{project}/tasks\":", Self.answering("get", "Tasks"),
            Self.answering("post", "One"),
            "\"/projects/{project}/tasks/{task}\":", Self.answering("get", "One"),
        ]
        let alone = [
            "\"/tasks/{id}\":", Self.answering("patch", "Task"), Self.silent("delete"),
            "\"/tasks/{id}/archive\":", Self.answering("post", "Task"),
        ]
        let recognition = try recognise((alone + whole).joined(separator: "\n"))
        #expect(recognition.homes.map(\.name) == ["projects-tasks"])
        #expect(recognition.homes[0].isFoundAlone)
        #expect(recognition.plans.map(\.home) == [0, 0, 0, 0, 0, 0])
        #expect(recognition.plans.map(\.findsAlone) == [true, true, true, false, false, false])
        // Where rows are made there too, it is a collection of its own.
        let own = ["/tasks:", Self.answering("post", "One")]
        #expect(try recognise((own + alone + whole).joined(separator: "\n")).homes.count == 2)
    }

    @Test(arguments: [
        ("/projects/{project_id}/tasks", "get", "Tasks", "view"),
        ("/tasks/search", "get", "Tasks", "view"),
        ("/projects/{project_id}/dependents", "get", "Tasks", "none"),
        ("/tasks/current", "get", "One", "alias"),
        ("/tasks/by_title/{title}", "get", "One", "lookup"),
        ("/tasks/{task_id}/archive", "post", "One", "action"),
        ("/tasks/{task_id}/unarchive", "post", "One", "toggle"),
        ("/tasks/{task_id}/cancel", "post", "One", "action"),
        ("/tasks/{task_id}/duplicate", "post", "One", "copy"),
        ("/tasks/{task_id}/addTag", "post", "Project", "link"),
        ("/tasks/{task_id}/mail", "post", "Project", "none"),
        ("/tasks/search", "post", "Tasks", "none"),
    ])
    func `an operation beside a collection`(
        _ path: String,
        _ method: String,
        _ schema: String,
        _ role: String
    ) throws {
        let paths = Self.tasks + ["\"\(path)\":", Self.answering(method, schema)]
        let roles = try roles(paths.joined(separator: "\n"))
        #expect(roles["\(method.uppercased()) \(path)"] == role)
    }

    @Test func `a document has one path, and a list that grows none of its rows`() throws {
        let paths = [
            "/settings:", Self.answering("get", "Project"), Self.answering("patch", "Project"),
            "/notes:", Self.answering("get", "Tasks"), Self.answering("post", "One"),
            "/report:", Self.answering("get", "Project"),
        ]
        let roles = try roles(paths.joined(separator: "\n"))
        #expect(roles["GET /settings"] == "singleton" && roles["PATCH /settings"] == "singleton")
        #expect(roles["GET /notes"] == "append" && roles["POST /notes"] == "append")
        #expect(roles["GET /report"] == "none")
    }

    @Test(arguments: [
        ("id", "id"), ("taskId", "id"), ("task_id", "id"), ("title", "title"), ("x", "id"),
    ])
    func `the parameter of a path names the id`(_ parameter: String, _ id: String) throws {
        let recognition = try recognise(Self.tasks.joined(separator: "\n"))
        let row = try #require(recognition.homes.first?.row)
        #expect(Shapes.id(of: row, parameter: parameter, singular: "task") == id)
    }

    @Test(arguments: [
        ("/a/{x}", "/a/b", ["b"]), ("/a/{x}.json", "/a/b.json", ["b"]),
        ("/{x}-{y}", "/1-2", ["1", "2"]),
        ("/a/{x}:cancel", "/a/7:cancel", ["7"]), ("/a/b#c", "/a/b", []),
    ])
    func `paths match within their segments`(
        _ template: String,
        _ path: String,
        _ values: [String]
    ) {
        let segments = path.split(separator: "/").map(String.init)
        #expect(PathTemplate(template).values(in: segments[...]) == values)
        #expect(PathTemplate(template).values(in: (segments + ["more"])[...]) == nil)
    }

    @Test(arguments: [
        ("total_count", EnvelopeMember.total), ("hasMore", .hasMore), ("next_page_uri", .next),
        ("previousPage", .previous), ("per_page", .size), ("offset", .offset),
    ])
    func `members around a list are known by their names`(_ name: String, _ member: EnvelopeMember)
    {
        #expect(EnvelopeMember(name) == member)
        #expect(EnvelopeMember("colour") == nil)
    }
}
