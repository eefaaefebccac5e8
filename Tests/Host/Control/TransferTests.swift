import MockPostlyHTTP
import MockPostlyTestKit
import Testing

@testable import MockPostlyControl

@Suite
struct TransferTests {
    private let server = FakeServer()
    private let control: Control

    init() {
        control = Control(of: server)
    }

    @Test(arguments: [
        ("", ExportFormat.seed, "default", "application/json", "default.json"),
        ("?format=seed&world=w1", .seed, "w1", "application/json", "w1.json"),
        ("?format=sqlite", .sqlite, "default", "application/vnd.sqlite3", "default.sqlite"),
    ])
    func `an export is a file`(
        query: String,
        format: ExportFormat,
        world: String,
        type: String,
        name: String
    ) throws {
        let response = try control.answer("GET", "/export" + query)
        #expect(response.status == 200 && response.text == "{\"posts\":[]}\n")
        #expect(response["Content-Type"] == type)
        #expect(response["Content-Disposition"] == "attachment; filename=\"\(name)\"")
        #expect(server.orders == [.export(world, format)])
    }

    @Test(arguments: [
        ("?format=xml", 400, "Bad value", "'format' is 'xml'", "'sqlite', 'seed'."),
        ("?format=", 400, "Bad value", "'format' is ''", ""),
        ("?world=x", 404, "Unknown world", "'x'", "'w1'"),
        ("?world", 400, "Bad name", "is empty", ""),
    ])
    func `an export that is refused`(
        query: String,
        status: Int,
        title: String,
        word: String,
        hint: String
    ) throws {
        let response = try control.answer("GET", "/export" + query)
        try expectProblem(response, status, title, naming: word, hinting: hint)
        #expect(server.orders.isEmpty)
    }

    @Test
    func `an import gets the bytes as they are`() throws {
        let body = "SQLite format 3\0 or whatever"
        let response = try control.answer("POST", "/import?world=w1", body: body)
        let expected = """
            {"world":"w1","posts":1,"users":2,"comments":3,\
            "counts":{"shop":{"items":4}},"milliseconds":4.25}

            """
        #expect(response.status == 200 && response.text == expected)
        #expect(server.orders == [.importContent(Array(body.utf8), world: "w1")])
    }

    @Test
    func `an import of nothing, or into nothing, is refused`() throws {
        try expectProblem(control.answer("POST", "/import"), 400, "No content", naming: "empty")
        let response = try control.answer("POST", "/import?world=x", body: "{}")
        try expectProblem(response, 404, "Unknown world", naming: "'x'")
        #expect(server.orders.isEmpty)
    }
}
