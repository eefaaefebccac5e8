import MockPostlyHTTP
import MockPostlyJSON
import Testing

@testable import MockPostlyControl

@Suite
struct ControlTests {
    private struct Broken: Error {}

    private let server = FakeServer()
    private let control: Control

    init() {
        control = Control(of: server)
    }

    private func hold(
        _ response: Response,
        _ status: Int,
        _ title: String,
        naming word: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(response.status == status, sourceLocation: sourceLocation)
        #expect(response["Content-Type"] == "application/problem+json")
        let root = try JSON(parsing: response.body).root
        #expect(root["title"]?.string == title, sourceLocation: sourceLocation)
        #expect(root["status"]?.int == Int64(status), sourceLocation: sourceLocation)
        let detail = root["detail"]?.string ?? ""
        #expect(detail.contains(word), sourceLocation: sourceLocation)
        #expect(root["hint"]?.string?.isEmpty == false, sourceLocation: sourceLocation)
    }

    // MARK: Which requests are its own

    @Test(arguments: [
        ("/__mockpostly", true), ("/__mockpostly/", true), ("/__mockpostly/v1/live", true),
        ("/__mockpostly/v2", true), ("/__mockpostlyx", false), ("/__mockpostl", false),
        ("/", false), ("", false), ("/api/__mockpostly", false), ("/__MOCKPOSTLY/v1", false),
    ])
    func `its paths`(path: String, isOwned: Bool) {
        #expect(Control.owns(Array(path.utf8)[...]) == isOwned)
        // The place of the path in what was received must not matter.
        #expect(Control.owns(Array("GET \(path)".utf8)[4...]) == isOwned)
    }

    // MARK: Health

    @Test
    func `alive and ready`() throws {
        let live = try control.answer("GET", "/live")
        #expect(live.status == 200 && live.text == "{\"status\":\"live\"}\n")
        #expect(live["Content-Type"] == "application/json")
        #expect(try control.answer("GET", "/ready").text == "{\"status\":\"ready\"}\n")
        server.isReady = false
        try hold(control.answer("GET", "/ready"), 503, "Not ready")
        #expect(try control.answer("GET", "/live").status == 200)
    }

    @Test
    func `version, metrics and description`() throws {
        let version = try control.answer("GET", "/version")
        #expect(version.text == "{\"name\":\"mockpostly\",\"version\":\"1.2.3\"}\n")
        let metrics = try control.answer("GET", "/metrics")
        #expect(metrics["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(metrics.text == "# HELP x\n")
        let description = try control.answer("GET", "/openapi.yaml")
        #expect(description["Content-Type"] == "application/yaml")
        #expect(description.text == "openapi: 3.1.0\n")
    }

    @Test
    func `HEAD is looked up as GET`() throws {
        #expect(try control.answer("HEAD", "/live").status == 200)
        #expect(try control.answer("HEAD", "/reset").status == 405)
    }

    // MARK: Worlds

    @Test
    func `the worlds are counted`() throws {
        let expected = """
            {"worlds":[{"id":"default","posts":120,"users":40,"comments":500},\
            {"id":"other","posts":0,"users":0,"comments":0}]}

            """
        #expect(try control.answer("GET", "/worlds").text == expected)
    }

    @Test(arguments: [
        ("", "default"), ("{}", "default"), (" {} \n", "default"),
        ("{\"world\":\"other\"}", "other"),
        ("{\"world\":\"default\"}", "default"), ("{\"world\":\"x\",\"world\":\"other\"}", "other"),
    ])
    func `a reset tells what there is now`(body: String, world: String) throws {
        let response = try control.answer("POST", "/reset", body: body)
        #expect(response.status == 200)
        #expect(server.resets == [world])
        let expected = """
            {"world":"\(world)","posts":1,"users":2,"comments":3,"milliseconds":4.25}

            """
        #expect(response.text == expected)
    }

    @Test(arguments: [
        ("{\"world\":\"nope\"}", 404, "Unknown world", "'nope'"),
        ("{\"World\":\"default\"}", 400, "Unknown member", "'World'"),
        ("{\"world\":\"default\",\"seed\":1}", 400, "Unknown member", "'seed'"),
        ("{\"worl\\u0064s\":1}", 400, "Unknown member", "'worlds'"),
        ("{\"world\":5}", 400, "Wrong type", "'world'"),
        ("{\"world\":null}", 400, "Wrong type", "'world'"),
        ("[]", 400, "Not an object", ""), ("null", 400, "Not an object", ""),
        ("\"default\"", 400, "Not an object", ""),
        ("{\n\"world\" 1}", 400, "Malformed JSON", "Line 2, column 9"),
        ("{", 400, "Malformed JSON", "Line 1"), (" ", 400, "Malformed JSON", "Line 1"),
        ("{\"world\":\"\u{0}\"}", 400, "Malformed JSON", "Line 1, column 11"),
    ])
    func `a reset that is refused has no effect`(
        body: String,
        status: Int,
        title: String,
        word: String
    ) throws {
        try hold(control.answer("POST", "/reset", body: body), status, title, naming: word)
        #expect(server.resets.isEmpty)
    }

    @Test
    func `what a reset throws is a problem, or the server's affair`() throws {
        server.failure = Problem(409, "Seed at fault", detail: "line 3", hint: "Mend it.")
        try hold(control.answer("POST", "/reset"), 409, "Seed at fault", naming: "line 3")
        server.failure = Broken()
        #expect(throws: Broken.self) { try control.answer("POST", "/reset") }
    }

    // MARK: Refusals

    @Test(arguments: [
        ("POST", "/live", "GET, HEAD"), ("GET", "/reset", "POST"),
        ("OPTIONS", "/live", "GET, HEAD"),
        ("DELETE", "/worlds", "GET, HEAD"), ("FOO", "/reset", "POST"),
        ("TRACE", "/live", "GET, HEAD"),
    ])
    func `another method is told which there are`(
        method: String,
        path: String,
        allow: String
    ) throws {
        let response = try control.answer(method, path)
        try hold(response, 405, "Method not allowed", naming: method)
        #expect(response["Allow"] == allow)
        #expect(server.resets.isEmpty)
    }

    @Test(arguments: ["", "/", "/nope", "/live/", "/Live", "//live", "/live/x"])
    func `an unknown path is told which there are`(path: String) throws {
        let response = try control.answer("GET", path)
        try hold(response, 404, "Not found")
        for route in Control.routes { #expect(response.text.contains(route.pattern)) }
    }

    @Test(arguments: [
        [("Origin", "https://evil.example")], [("Origin", "null")],
        [("Sec-Fetch-Site", "cross-site")], [("Sec-Fetch-Site", "same-site")],
    ])
    func `a foreign page gets nothing done and learns nothing`(
        fields: [(String, String)]
    ) throws {
        for (method, path) in [
            ("POST", "/reset"), ("GET", "/metrics"), ("GET", "/nope"), ("PUT", "/live"),
            ("OPTIONS", "/reset"),
        ] {
            let response = try control.answer(method, path, fields)
            #expect(response.status == 403)
            #expect(response["Allow"] == nil)
            #expect(response["Access-Control-Allow-Origin"] == nil)
        }
        #expect(server.resets.isEmpty)
        #expect(try control.answer("POST", "/reset", host: "evil.example").status == 403)
        #expect(try control.answer("POST", "/reset", host: nil).status == 403)
        #expect(server.resets.isEmpty)
    }

    @Test
    func `no path is shadowed by another, and all are under the prefix`() {
        let router = Router(Control.routes)
        for (index, route) in Control.routes.enumerated() {
            #expect(route.pattern.hasPrefix(Control.prefix + "/"))
            #expect(Control.owns(Array(route.pattern.utf8)[...]))
            guard case .route(index, _) = router.match(route.method, Array(route.pattern.utf8)[...])
            else {
                Issue.record("\(route.pattern) is not reached")
                continue
            }
        }
    }

    @Test
    func `the answer says which route it took`() throws {
        let live = try control.respond(to: .asking("GET", "/__mockpostly/v1/live"))
        #expect(live.route.map { Control.routes[$0].pattern } == "/__mockpostly/v1/live")
        #expect(try control.respond(to: .asking("GET", "/__mockpostly/v1/x")).route == nil)
    }
}
