import MockPostlyHTTP
import MockPostlyTestKit
import MockPostlyWorlds
import Testing

@testable import MockPostlyControl

@Suite
struct TransferTests {
    private let server: TestServer

    init() throws { server = try TestServer() }

    @Test(arguments: [
        ("", ExportFormat.seed, "application/json", "default.json"),
        ("?format=seed&world=w1", .seed, "application/json", "w1.json"),
        ("?format=sqlite", .sqlite, "application/vnd.sqlite3", "default.sqlite"),
    ])
    func `an export is a file`(
        query: String,
        format: ExportFormat,
        type: String,
        name: String
    ) throws {
        let response = try server.answer("GET", "/export" + query)
        #expect(response.status == 200)
        #expect(response["Content-Type"] == type)
        #expect(response["Content-Disposition"] == "attachment; filename=\"\(name)\"")
        switch format {
        case .seed: #expect(response.text.contains("A fine place."))
        case .sqlite: #expect(response.body.starts(with: "SQLite format 3\0".utf8))
        }
        #expect(server.isUntouched)
    }

    @Test(arguments: [
        ("?format=xml", 400, "Bad value", "'format' is 'xml'", "'seed', 'api'."),
        ("?format=", 400, "Bad value", "'format' is ''", ""),
        ("?format=api", 409, "Not served", "'api'", "serve db.json"),
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
        let response = try server.answer("GET", "/export" + query)
        try expectProblem(response, status, title, naming: word, hinting: hint)
        #expect(server.isUntouched)
    }

    @Test
    func `an import replaces the content of one world`() throws {
        try server.write("Another.", in: "w1")
        for format in ["seed", "sqlite"] {
            let exported = try server.answer("GET", "/export?world=w1&format=" + format).body
            #expect(try server.answer("POST", "/import?world=w1", body: "{}").status == 200)
            let request = try Request.asking(
                "POST",
                Control.prefix + "/import?world=w1",
                body: exported
            )
            let response = try server.answer(to: request)
            #expect(response.status == 200)
            #expect(response.text.contains(#""counts":{"guestbook":{"lines":2}}"#))
        }
        let other = try server.answer("GET", "/worlds/default").text
        #expect(other.contains(#""counts":{"guestbook":{"lines":1}}"#))
    }

    @Test(arguments: [
        ("SQLite format 3\0 or whatever", 409, "Database unusable"),
        ("{\"guestbook\":5}", 400, "Invalid seed"),
    ])
    func `what is no content is refused`(body: String, status: Int, title: String) throws {
        try expectProblem(server.answer("POST", "/import", body: body), status, title)
        #expect(server.isUntouched)
    }

    @Test
    func `an import of nothing, or into nothing, is refused`() throws {
        try expectProblem(server.answer("POST", "/import"), 400, "No content", naming: "empty")
        let response = try server.answer("POST", "/import?world=x", body: "{}")
        try expectProblem(response, 404, "Unknown world", naming: "'x'")
        #expect(server.isUntouched)
    }
}
