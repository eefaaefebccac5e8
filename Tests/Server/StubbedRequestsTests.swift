import MockPostlyContent
import MockPostlyHTTP
import MockPostlyLog
import MockPostlyTestKit
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer
@testable import MockPostlyStubs
@testable import MockPostlyWorlds

/// Stubs in the course of requests.
@Suite(.timeLimit(.minutes(15)))
struct StubbedRequestsTests {
    private let host: TestHost

    init() throws {
        host = try TestHost.serving(.standard)
    }

    private func order(_ body: String, prefix: String = "") throws {
        let answer = try host.post(prefix + "/__mockpostly/v1/stubs", body)
        try #require(answer.status == 201, "\(answer.text)")
    }

    @Test
    func `a stub answers in place of the dialect, and is named`() throws {
        try order(#"{"match":{"path":"/api/posts"},"response":{"status":503,"json":{"a":1}}}"#)
        let answer = try host.answer("GET", "/api/posts?limit=1")
        #expect(answer.status == 503 && answer.text == #"{"a":1}"#)
        #expect(answer["Content-Type"] == "application/json")
        #expect(answer["X-Mockpostly-Stub"] == "1" && answer.mark == AnswerMark(stub: 1))
        #expect(answer["Access-Control-Allow-Origin"] == nil)
        #expect(try host.answer("GET", "/api/posts/x")["X-Mockpostly-Stub"] == nil)
        #expect(try host.answer("GET", "/__mockpostly/v1/stubs").text.contains(#""used":1"#))
    }

    @Test
    func `each response is given as often as ordered, then the real one`() throws {
        try order(
            #"""
            {"id":"flaky","match":{"method":"GET","path":"/api/posts"},
             "sequence":[{"status":500,"times":2},{"status":429}]}
            """#
        )
        let statuses = try (0..<5).map { _ in try host.answer("GET", "/api/posts").status }
        #expect(statuses == [500, 500, 429, 200, 200])
        let list = try host.answer("GET", "/__mockpostly/v1/stubs/flaky").text
        #expect(list.contains(#""used":3,"left":0"#))
    }

    @Test
    func `a request that came often before is stubbed as well, and real again afterwards`() throws {
        let before = try (0..<4).map { _ in try host.answer("GET", "/api/posts?limit=2").status }
        #expect(before == [200, 200, 200, 200])
        try order(#"{"response":{"status":418}}"#)
        #expect(try host.answer("GET", "/api/posts?limit=2").status == 418)
        #expect(try host.answer("DELETE", "/__mockpostly/v1/stubs").status == 204)
        #expect(try host.answer("GET", "/api/posts?limit=2").status == 200)
    }

    @Test
    func `stubs belong to one world, and a fork has them unused`() throws {
        let made = try host.post("/__mockpostly/v1/worlds", #"{"id":"a"}"#)
        #expect(made.status == 201)
        try order(#"{"sequence":[{"status":418}]}"#, prefix: "/w/a")
        #expect(try host.answer("GET", "/api/posts").status == 200)
        #expect(try host.answer("GET", "/w/a/api/posts").status == 418)
        #expect(try host.answer("GET", "/w/a/api/posts").status == 200)
        #expect(try host.post("/__mockpostly/v1/worlds/a/fork", #"{"id":"b"}"#).status == 201)
        #expect(try host.answer("GET", "/w/b/api/posts").status == 418)
        #expect(try host.answer("POST", "/w/b/__mockpostly/v1/reset").status == 200)
        #expect(try host.answer("GET", "/w/b/__mockpostly/v1/stubs").text.contains(#""used":1"#))
        #expect(try host.answer("DELETE", "/__mockpostly/v1/worlds/b").status == 204)
    }

    @Test
    func `the control plane is never stubbed, and stands behind WireMock's paths as well`() throws {
        try order(#"{"response":{"status":418}}"#)
        #expect(try host.answer("GET", "/__mockpostly/v1/live").status == 200)
        #expect(try host.answer("GET", "/__admin/mappings").status == 200)
        #expect(try host.answer("POST", "/w/default/__admin/reset").status == 200)
        #expect(try host.answer("GET", "/api/posts").status == 200)
        let closed = try TestHost.serving(.empty) { $0.hasControl = false }
        #expect(try closed.answer("GET", "/__admin/mappings").status == 404)
    }

    @Test
    func `a page can read a stub's answer, and ask whether it may send the request`() throws {
        try order(#"{"match":{"method":"PUT","path":"/api/new"},"response":{"body":"x"}}"#)
        let page = [("Origin", "http://a.test")]
        let answer = try host.answer("PUT", "/api/new", page)
        #expect(answer["Access-Control-Allow-Origin"] == "*")
        #expect(answer["Access-Control-Expose-Headers"] == "X-Mockpostly-Stub")
        let asking =
            page + [
                ("Access-Control-Request-Method", "PUT"), ("Access-Control-Request-Headers", "x-a"),
            ]
        let allowed = try host.answer("OPTIONS", "/api/new", asking)
        #expect(allowed.status == 204 && allowed["Access-Control-Allow-Methods"] == "PUT")
        #expect(allowed["Access-Control-Allow-Headers"] == "x-a")
        #expect(allowed["X-Mockpostly-Stub"] == nil)
        // Of another path, the dialect's own.
        #expect(try host.answer("OPTIONS", "/api/posts", asking).status == 200)
        try order(
            #"""
            {"match":{"method":"OPTIONS"},
             "response":{"status":403,"headers":{"Access-Control-Allow-Origin":"http://b.test"}}}
            """#
        )
        let refused = try host.answer("OPTIONS", "/api/new", asking)
        #expect(refused.status == 403)
        #expect(refused["Access-Control-Allow-Origin"] == "http://b.test")
    }

    @Test
    func `HEAD is for a stub that names it`() throws {
        try order(#"{"match":{"method":"GET","path":"/api/posts"},"response":{"status":418}}"#)
        #expect(try host.answer("HEAD", "/api/posts").status == 200)
        try order(
            #"{"match":{"method":["GET","HEAD"],"path":"/api/posts"},"response":{"status":418}}"#
        )
        #expect(try host.answer("HEAD", "/api/posts").status == 418)
    }

    @Test
    func `a delayed answer waits for a timer`() throws {
        try order(#"{"response":{"body":"x","delay":"10m"}}"#)
        #expect(try host.answer("GET", "/api/posts").status == 599)
    }

    @Test
    func `a fault is done to the stub's answer`() throws {
        try order(#"{"response":{"status":418,"body":"{}"}}"#)
        let response = try host.answer("GET", "/f/invalid-json/api/posts")
        #expect(response.status == 418)
        #expect(response["X-Mockpostly-Stub"] == "1")
        #expect(response["X-Mockpostly-Fault"] == "invalid-json")
        #expect(response.mark == AnswerMark(fault: "invalid-json", stub: 1))
    }

    @Test(arguments: [
        ("/stubs", #"{"match":{"path":{"matches":"/(x+x+)+[yz]"}},"response":{"status":418}}"#),
        ("/faults", #"{"match":{"path":{"matches":"/(x+x+)+[yz]"}},"fault":{"status":418}}"#),
    ])
    func `an expression without an end is not met, and a quiet log says so once`(
        path: String,
        order: String
    ) throws {
        let captured = try CapturedLog(.text, .quiet)
        let host = try TestHost.serving(.empty, log: captured.log)
        #expect(try host.post("/__mockpostly/v1" + path, order).status == 201)
        let long = "/" + String(repeating: "x", count: 2000) + "!y"
        for _ in 1...2 { #expect(try host.answer("GET", long).status == 404) }
        let lines = try captured.text().split(separator: "\n")
        #expect(lines.count == 1, "\(lines)")
        #expect(lines.first?.contains("'/(x+x+)+[yz]' takes too many steps") == true)
        // Others are as before.
        #expect(try host.answer("GET", "/xxy").status == 418)
    }
}
