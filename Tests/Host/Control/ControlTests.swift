import MockPostlyAssets
import MockPostlyHTTP
import MockPostlyTestKit
import Testing

@testable import MockPostlyControl

@Suite
struct ControlTests {
    private struct Broken: Error {}

    private let server: TestServer

    init() throws { server = try TestServer() }

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
        let live = try server.control.respond(
            to: .asking("GET", "/__mockpostly/v1/live"),
            of: server
        )
        #expect(live.route.map { Control.routes[$0].pattern } == "/__mockpostly/v1/live")
        let none = try Request.asking("GET", "/__mockpostly/v1/x")
        #expect(try server.control.respond(to: none, of: server).route == nil)
    }

    // MARK: Health

    @Test
    func `alive and ready`() throws {
        let live = try server.answer("GET", "/live")
        #expect(live.status == 200 && live.text == "{\"status\":\"live\"}\n")
        #expect(live["Content-Type"] == "application/json")
        #expect(try server.answer("GET", "/ready").text == "{\"status\":\"ready\"}\n")
        let unready = try TestServer(isLoaded: false)
        try expectProblem(unready.answer("GET", "/ready"), 503, "Not ready")
        #expect(try unready.answer("GET", "/live").status == 200)
    }

    @Test
    func `version, metrics and descriptions`() throws {
        let version = try server.answer("GET", "/version")
        #expect(version.text == "{\"name\":\"mockpostly\",\"version\":\"1.2.3\"}\n")
        let metrics = try server.answer("GET", "/metrics")
        #expect(metrics["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(metrics.text == "# HELP x\n")
        let description = try server.answer("GET", "/openapi.yaml")
        #expect(description["Content-Type"] == "application/yaml")
        #expect(description.body == Assets.openAPI)
        let own = try server.answer("GET", "/openapi-control.yaml")
        #expect(own["Content-Type"] == "application/yaml")
        #expect(own.body == Assets.openAPIOfControl)
    }

    @Test
    func `the schema of seeds is served`() throws {
        let schema = try server.answer("GET", "/seed/schema")
        #expect(schema["Content-Type"] == "application/schema+json")
        #expect(schema["Access-Control-Allow-Origin"] == "*")
        #expect(schema.text.contains("\"https://json-schema.org/draft/2020-12/schema\""))
    }

    @Test(arguments: [
        ("/openapi.json", Assets.openAPIInJSON),
        ("/openapi-control.json", Assets.openAPIOfControlInJSON),
    ])
    func `descriptions in JSON are there in a build that has them`(
        path: String,
        description: [UInt8]?
    ) throws {
        let response = try server.answer("GET", path)
        guard let description else { return try expectProblem(response, 404, "No JSON") }
        #expect(response["Content-Type"] == "application/json" && response.body == description)
    }

    @Test
    func `HEAD is looked up as GET`() throws {
        #expect(try server.answer("HEAD", "/live").status == 200)
        #expect(try server.answer("HEAD", "/worlds/default").status == 200)
        #expect(try server.answer("HEAD", "/reset").status == 405)
    }

    // MARK: What comes from the worlds

    @Test(arguments: [false, true])
    func `what a world refuses is the answer, at once or later`(isLater: Bool) throws {
        server.shop.shelf.refusesLater = isLater
        server.shop.shelf.refusal = Problem(409, "Sold out", detail: "shelf 3", hint: "Wait.")
        let refused = try server.answer("POST", "/data/things", body: #"{"name":"cup"}"#)
        try expectProblem(refused, 409, "Sold out", naming: "shelf 3")
        server.shop.shelf.refusal = Broken()
        #expect(throws: Broken.self) {
            try server.answer("POST", "/data/things", body: #"{"name":"cup"}"#)
        }
    }

    @Test
    func `an answer that comes later is the same`() throws {
        let order = #"{"id":"w2","seed":\#(TestServer.seed)}"#
        let later = try server.answer("POST", "/worlds", body: order)
        #expect(later.status == 201 && later.text.contains(#""counts":{"guestbook":{"lines":1}}"#))
        let broken = #"{"seed":{"guestbook":[{"guest":"Ada"}]}}"#
        let refused = try server.answer("POST", "/worlds", body: broken)
        try expectProblem(refused, 400, "Invalid seed", naming: "text")
    }

    // MARK: Refusals

    @Test(arguments: [
        ("POST", "/live", "GET, HEAD"), ("GET", "/reset", "POST"),
        ("OPTIONS", "/live", "GET, HEAD"), ("PUT", "/worlds", "GET, POST, DELETE, HEAD"),
        ("FOO", "/reset", "POST"), ("TRACE", "/live", "GET, HEAD"),
        ("POST", "/clock", "GET, PUT, HEAD"), ("PATCH", "/worlds/w1", "GET, DELETE, HEAD"),
        ("GET", "/tokens", "POST"), ("POST", "/export", "GET, HEAD"),
    ])
    func `another method is told which there are`(
        method: String,
        path: String,
        allow: String
    ) throws {
        let response = try server.answer(method, path)
        try expectProblem(response, 405, "Method not allowed", naming: method)
        #expect(response["Allow"] == allow)
        #expect(server.isUntouched)
    }

    @Test(arguments: [
        "", "/", "/nope", "/live/", "/Live", "//live", "/live/x", "/worlds/w1/x", "/worlds/",
        "/worlds/a%2Fb/c", "/snapshots/a/b/diff",
    ])
    func `an unknown path is told which there are`(path: String) throws {
        let response = try server.answer("GET", path)
        try expectProblem(response, 404, "Not found")
        for route in Control.routes {
            #expect(response.text.contains("\(route.method.name) \(route.pattern)"))
        }
    }

    @Test
    func `a parameter that is not known is refused by name, everywhere`() throws {
        for route in Control.routes {
            let path = String(route.pattern.dropFirst(Control.prefix.count))
                .replacing("{id}", with: "w1").replacing("{name}", with: "a")
            let body = Requests.mutating.first { $0.1 == path }?.2 ?? ""
            let response = try server.answer(route.method.name, path + "?wrold=w1", body: body)
            try expectProblem(response, 400, "Unknown parameter", naming: "'wrold'")
        }
        #expect(server.isUntouched)
    }

    @Test
    func `the hint lists the parameters there are`() throws {
        let live = try server.answer("GET", "/live?x=1")
        #expect(live.text.contains("This request has no parameters."))
        let export = try server.answer("GET", "/export?x=1")
        #expect(export.text.contains("The parameters are: 'world', 'format'."))
    }

    @Test
    func `a parameter that stands twice is refused`() throws {
        let response = try server.answer("GET", "/clock?world=w1&&world=w1")
        try expectProblem(response, 400, "Repeated parameter", naming: "'world'")
    }
}

/// Requests that the server does something for.
enum Requests {
    private static let stub =
        #"{"id":"one","response":{},"state":{"scenario":"s","becomes":"b"}}"#

    private static let report = #"""
        {"scenario":"shop","server":"https://shop.example","drift":false,"compared":1,\#
        "differences":0,"undecided":0,\#
        "steps":[{"name":"all","method":"GET","path":"/","result":"same"}]}
        """#

    /// All that change something, with what they need, in an order in which each can be done.
    static let mutating =
        [
            ("POST", "/worlds", ""), ("POST", "/worlds/w1/fork", ""),
            ("POST", "/worlds/w1/reset", ""), ("POST", "/reset", ""), ("POST", "/undo", ""),
            ("POST", "/snapshots", "{\"name\":\"a\"}"), ("POST", "/snapshots/a/restore", ""),
            ("POST", "/import", "{}"),
            ("POST", "/tokens", "{\"dialect\":\"shop\",\"user\":\"7\"}"),
            ("PUT", "/home", "{\"world\":\"w1\"}"), ("DELETE", "/worlds/w1", ""),
            ("DELETE", "/worlds", ""), ("DELETE", "/snapshots/a", ""),
            ("PUT", "/clock", "{\"mode\":\"run\"}"), ("POST", "/clock/advance", "{\"by\":\"1m\"}"),
            ("POST", "/drift", report), ("DELETE", "/drift/1", ""),
            ("POST", "/stubs", stub), ("PUT", "/stubs/one", stub),
            ("PUT", "/stub-states", "{\"scenario\":\"s\",\"state\":\"b\"}"),
            ("DELETE", "/stub-states", ""), ("DELETE", "/stubs/one", ""), ("DELETE", "/stubs", ""),
            ("POST", "/faults", "{\"fault\":\"reset\"}"), ("PATCH", "/faults/1", "{\"rate\":0.5}"),
            ("DELETE", "/faults/1", ""), ("DELETE", "/faults", ""),
            ("POST", "/data/things", #"{"name":"cup"}"#),
            ("PATCH", "/data/things/1", #"{"name":"jug"}"#), ("DELETE", "/data/things/1", ""),
            ("POST", "/sockets/disconnect", ""),
            ("POST", "/sockets/events", #"{"topic":"t","event":"e","in":"1h"}"#),
            ("DELETE", "/sockets/events/1", ""), ("DELETE", "/sockets/events", ""),
            ("POST", "/socket-scenarios", #"{"name":"queued-joins"}"#),
            ("POST", "/socket-scenarios/1/release", ""),
            ("POST", "/socket-scenarios/1/wait", #"{"timeout":"1ms"}"#),
            ("DELETE", "/socket-scenarios/1", ""),
            // Asking for more than a page of the same origin may read counts as well.
            ("POST", "/requests", "{\"path\":\"/posts/1\"}"),
            ("DELETE", "/requests", ""), ("POST", "/requests/find", ""),
            ("POST", "/requests/verify", ""), ("POST", "/requests/wait", ""),
            ("POST", "/messages/verify", ""), ("POST", "/messages/wait", ""),
            ("POST", "/state/wait", "{\"get\":\"/posts/1\"}"),
        ]
}
