import MockPostlyFaults
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyMatching
import MockPostlyTestKit
import Testing

@testable import MockPostlyControl

@Suite struct SocketsTests {
    private let server: TestServer

    init() throws { server = try TestServer() }

    private func root(_ method: String, _ path: String, _ body: String = "") throws -> JSONValue {
        try JSON(parsing: server.answer(method, path, body: body).body).root
    }

    // MARK: Faults

    @Test(arguments: [
        "\"socket-refuse-join\"", "\"socket-delay-2s\"", #"{"socket":"drop"}"#,
        #"{"socket":"refuse-join","reason":"full"}"#, #"{"socket":"reorder","within":"5s"}"#,
        #"{"socket":"delay","delay":{"lognormal":{"median":"1s","sigma":0.5}}}"#,
        #"{"socket":"phx-error"}"#, #"{"socket":"half-open"}"#, #"{"socket":"close"}"#,
    ])
    func `faults of sockets stand in the list of all faults`(fault: String) throws {
        let added = try root("POST", "/faults", "{\"fault\":\(fault),\"per\":\"socket\"}")
        #expect(added["fault"].map { String(decoding: $0.rawText, as: UTF8.self) } == fault)
        #expect(added["shows"]?.string?.hasPrefix("socket-") == true)
        #expect(server.faults.isEmpty && server.faults.hasSocketRules)
        #expect(try root("GET", "/faults")["faults"]?.count == 1)
    }

    @Test func `a topic may end in a star`() throws {
        let order = #"{"fault":"socket-drop","match":{"topic":"a.b:*"}}"#
        #expect(try server.answer("POST", "/faults", body: order).status == 201)
        let pattern = server.faults.entries[0].rule.messages.topic
        #expect(pattern?.accepts("a.b:") == true && pattern?.accepts("a.b:1\n2") == true)
        #expect(pattern?.accepts("a-b:1") == false)
    }

    @Test func `a change of sort needs another match`() throws {
        _ = try root("POST", "/faults", #"{"fault":"reset","match":{"path":"/a"}}"#)
        let refused = try server.answer("PATCH", "/faults/1", body: #"{"fault":"socket-drop"}"#)
        try expectProblem(refused, 400, "Bad value", naming: "'match'")
        let changed = #"{"fault":"socket-drop","match":{},"per":"socket"}"#
        #expect(try server.answer("PATCH", "/faults/1", body: changed).status == 200)
        let back = try server.answer("PATCH", "/faults/1", body: #"{"fault":"reset"}"#)
        try expectProblem(back, 400, "Bad value", naming: "'per'")
    }

    @Test func `the names are listed`() throws {
        let names = try root("GET", "/fault-presets")["sockets"]?.elements ?? []
        // A change has no name of its own: it says nothing without its values.
        #expect(names.count == SocketFault.Kind.allCases.count { $0 != .patch })
    }

    // MARK: Events

    @Test func `an event is sent now, or by the clock`() throws {
        let now = try server.answer(
            "POST",
            "/sockets/events",
            body: #"{"topic":"t","event":"e","in":"0s"}"#
        )
        #expect(now.status == 200 && now.text.contains("\"sockets\":[]"))
        let later = try server.answer(
            "POST",
            "/sockets/events",
            body:
                #"{"topic":"t","event":"e","payload":[1.0],"at":"2026-01-02","match":{"user":"7"}}"#
        )
        #expect(later.status == 201)
        #expect(later["Location"] == "/__mockpostly/v1/sockets/events/1?world=default")
        #expect(
            later.text == """
                {"id":1,"at":"2026-01-02T00:00:00.000000Z","topic":"t","event":"e",\
                "payload":[1.0],"match":{"user":"7"}}

                """
        )
        #expect(try root("GET", "/sockets/events")["events"]?.count == 1)
        #expect(try server.answer("DELETE", "/sockets/events/1").status == 204)
        try expectProblem(server.answer("DELETE", "/sockets/events/1"), 404, "Unknown event")
    }

    @Test func `beyond the limit it is refused`() throws {
        let order = #"{"topic":"t","event":"e","in":"1h"}"#
        for _ in 0..<1000 { _ = try server.answer("POST", "/sockets/events", body: order) }
        let refused = try server.answer("POST", "/sockets/events", body: order)
        try expectProblem(refused, 429, "Too many events", naming: "1000")
    }

    // MARK: Scenarios

    @Test func `a scenario has a verdict`() throws {
        let order = #"{"name":"queued-joins","hold":"1s"}"#
        let begun = try server.answer("POST", "/socket-scenarios", body: order)
        #expect(begun.status == 201)
        #expect(begun["Location"] == "/__mockpostly/v1/socket-scenarios/1?world=default")
        let scenario = try JSON(parsing: begun.body).root
        #expect(scenario["passed"]?.isNull == true && scenario["holdsJoins"]?.bool == true)
        #expect(scenario["within"]?.string == "30s" && scenario["timeout"]?.string == "30s")
        let other = try server.answer("POST", "/socket-scenarios", body: order)
        try expectProblem(other, 409, "Scenario runs")
        let wait = try server.answer(
            "POST",
            "/socket-scenarios/1/wait",
            body: #"{"timeout":"1ms"}"#
        )
        #expect(wait.status == 422 && wait.text.contains("Not in time"))
        #expect(try root("POST", "/socket-scenarios/1/release")["holdsJoins"]?.bool == false)
        #expect(try server.answer("DELETE", "/socket-scenarios/1").status == 204)
        try expectProblem(
            server.answer("GET", "/socket-scenarios/1"),
            404,
            "Unknown scenario"
        )
    }
}
