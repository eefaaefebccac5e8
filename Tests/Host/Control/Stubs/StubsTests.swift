import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyMatching
import MockPostlyTestKit
import Testing

@testable import MockPostlyControl
@testable import MockPostlyStubs

@Suite
struct StubsTests {
    private let server: TestServer

    init() throws { server = try TestServer() }

    private func root(_ response: Response) throws -> JSONValue {
        try JSON(parsing: response.body).root
    }

    @Test
    func `a stub is added, shown, replaced and deleted`() throws {
        let added = try server.answer(
            "POST",
            "/stubs",
            body: #"""
                {"id": "busy", "match": {"path": "/api/**"}, "times": 3, "priority": 1,
                 "response": {"status": 503, "headers": {"Retry-After": "1", "X": ["a", "b"]},
                              "json": {"error": "busy"}, "delay": "2s"}}
                """#
        )
        #expect(added.status == 201)
        #expect(added["Location"] == "/__mockpostly/v1/stubs/busy?world=default")
        let shown = try server.answer("GET", "/stubs/1")
        #expect(shown.body == added.body)
        #expect(
            shown.text == #"""
                {"number":1,"id":"busy","priority":1,"match":{"path":"/api/**"},"response":\#
                {"status":503,"headers":{"Retry-After":"1","X":["a","b"]},"json":\#
                {"error":"busy"},"delay":"2s"},"times":3,"used":0,"left":3}

                """#
        )
        let response = server.stubs.entries[0].stub.responses[0]
        #expect(response.status == 503 && response.delay == .seconds(2))
        #expect(String(decoding: response.body, as: UTF8.self) == #"{"error":"busy"}"#)
        #expect(
            response.fields == [
                .init("Retry-After", "1"), .init("X", "a"), .init("X", "b"),
                .init("Content-Type", "application/json"),
            ]
        )
        let replaced = try server.answer("PUT", "/stubs/busy", body: #"{"response":{"body":"x"}}"#)
        #expect(try root(replaced)["id"]?.string == "busy")
        #expect(try root(replaced)["left"]?.isNull == true)
        let list = try root(try server.answer("GET", "/stubs"))
        #expect(list["world"]?.string == "default" && list["stubs"]?.elements.count == 1)
        #expect(try server.answer("DELETE", "/stubs/busy").status == 204)
        try expectProblem(
            try server.answer("DELETE", "/stubs/busy"),
            404,
            "Unknown stub",
            naming: "'busy'",
            hinting: "It has no stubs."
        )
    }

    @Test
    func `a sequence and a scenario are read`() throws {
        let added = try server.answer(
            "POST",
            "/stubs",
            body: #"""
                {"sequence": [{"status": 500, "times": 2}, {"base64": "AAEC"}], "repeat": "last",
                 "state": {"scenario": "cart", "requires": "Started", "becomes": "full"}}
                """#
        )
        #expect(added.status == 201, "\(added.text)")
        let stub = server.stubs.entries[0].stub
        #expect(stub.responses.map(\.times) == [2, 1] && stub.repetition == .last)
        #expect(stub.responses[1].body == [0, 1, 2] && stub.id == nil)
        #expect(stub.step == .init(scenario: "cart", requires: "Started", becomes: "full"))
        let states = try server.answer("GET", "/stub-states")
        #expect(
            states.text == #"""
                {"world":"default","scenarios":[{"scenario":"cart","state":"Started",\#
                "states":["Started","full"]}]}

                """#
        )
        let set = try server.answer(
            "PUT",
            "/stub-states",
            body: #"{"scenario":"cart","state":"full"}"#
        )
        #expect(set.text.contains(#""state":"full""#))
        #expect(try server.answer("DELETE", "/stub-states").status == 204)
        #expect(server.stubs.scenarios.map(\.state) == ["Started"])
    }

    @Test(arguments: [
        Refusal("{}", "Missing member", "'response'"),
        Refusal(#"{"respons":{}}"#, "Unknown member", "'respons'", hint: "'response'"),
        Refusal(#"{"response":{"statu":200}}"#, "Unknown member", "'response.statu'"),
        Refusal(#"{"response":{"status":101}}"#, "Bad value", "'response.status'"),
        Refusal(#"{"response":{"status":"200"}}"#, "Wrong type", "'response.status'"),
        Refusal(#"{"response":{},"sequence":[{}]}"#, "Conflicting members", "'sequence'"),
        Refusal(#"{"response":{"body":"","json":1}}"#, "Conflicting members", "'response.json'"),
        Refusal(#"{"response":{"status":204,"body":"x"}}"#, "Bad value", "'response.body'"),
        Refusal(#"{"response":{"base64":"A"}}"#, "Bad value", "'response.base64'"),
        Refusal(#"{"response":{"headers":{"a b":"c"}}}"#, "Bad value", "'response.headers.a b'"),
        Refusal(#"{"response":{"headers":{"a":"\n"}}}"#, "Bad value", "'response.headers.a'"),
        Refusal(#"{"response":{"headers":{"a":1}}}"#, "Wrong type", "'response.headers.a'"),
        Refusal(#"{"response":{"headers":{"Content-Length":"1"}}}"#, "Bad value", "itself"),
        Refusal(#"{"response":{"headers":{"transfer-encoding":"x"}}}"#, "Bad value", "itself"),
        Refusal(#"{"response":{"delay":"2h"}}"#, "Bad value", "'response.delay'", hint: "1h"),
        Refusal(#"{"response":{"delay":5}}"#, "Wrong type", "'response.delay'"),
        Refusal(#"{"response":{"times":1}}"#, "Unknown member", "'response.times'"),
        Refusal(#"{"sequence":[]}"#, "Bad value", "'sequence' has 0 elements"),
        Refusal(#"{"sequence":[{},1]}"#, "Wrong type", "'sequence[1]'"),
        Refusal(#"{"sequence":[{"times":0}]}"#, "Bad value", "'sequence[0].times'"),
        Refusal(
            #"{"sequence":[{}],"repeat":"lats"}"#,
            "Bad value",
            "'repeat'",
            hint: "mean 'last'"
        ),
        Refusal(#"{"response":{},"repeat":"last"}"#, "Bad value", "'repeat'"),
        Refusal(#"{"response":{},"times":0}"#, "Bad value", "'times'"),
        Refusal(#"{"response":{},"priority":0}"#, "Bad value", "'priority'"),
        Refusal(#"{"response":{},"id":"12"}"#, "Bad value", "'id'"),
        Refusal(#"{"response":{},"id":"a/b"}"#, "Bad name", "'id'"),
        Refusal(#"{"response":{},"state":{"scenario":"a"}}"#, "Missing member", "'state.requires'"),
        Refusal(#"{"response":{},"state":{"becomes":"a"}}"#, "Missing member", "'state.scenario'"),
        Refusal(#"{"response":{},"match":{"pth":"/a"}}"#, "Unknown member", "'match.pth'"),
        Refusal(#"{"response":{},"world":"w9"}"#, "Unknown world", "'w9'", status: 404),
    ])
    func `an order that cannot be is refused, naming the member`(refusal: Refusal) throws {
        try refusal.hold(server, "POST", "/stubs")
        #expect(server.stubs.isEmpty)
    }

    @Test
    func `an id is taken once, and a state must be one that is named`() throws {
        let order = #"{"id":"a","response":{},"state":{"scenario":"s","becomes":"b"}}"#
        #expect(try server.answer("POST", "/stubs", body: order).status == 201)
        try Refusal(order, "Stub exists", "'a'", status: 409).hold(server, "POST", "/stubs")
        for (body, status, title) in [
            (#"{"state":"b"}"#, 400, "Missing member"),
            (#"{"scenario":"s"}"#, 400, "Missing member"),
            (#"{"scenario":"t","state":"b"}"#, 404, "Unknown scenario"),
            (#"{"scenario":"s","state":"c"}"#, 400, "Bad value"),
        ] {
            try expectProblem(
                try server.answer("PUT", "/stub-states", body: body),
                status,
                title
            )
        }
    }

    @Test
    func `a request and its answer become a stub`() throws {
        let request = try Request.asking("POST", "/w/a/api/x%20y?b=1&c=%C3%A4")
        var local = request
        local.dropPathPrefix(4)
        var answer = Response(status: 201, contentType: "text/html", body: Array("<p>é".utf8))
        answer.fields += [.init("Set-Cookie", "a"), .init("set-cookie", "b"), .init("Date", "x")]
        answer.fields.append(.init("X-Mockpostly-Stub", "1"))
        let plain = try ControlBody(text: [], members: [])
        let stub = try Stub(repeating: answer, to: local, plain, dialects: [])
        #expect(
            String(decoding: stub.definition.text, as: UTF8.self) == #"""
                {"match":{"method":"POST","path":{"equals":"/api/x y"},"query":{"b":"1","c":"ä"}},\#
                "response":{"status":201,"headers":{"Content-Type":["text/html"],\#
                "Set-Cookie":["a","b"]},"body":"<p>é"}}
                """#
        )
        #expect(stub.responses[0].body == answer.body && stub.capacity == nil)
        let bytes = Response(body: [0xff, 0])
        let binary = try Stub(repeating: bytes, to: local, plain, dialects: [])
        #expect(binary.responses[0].body == [0xff, 0])
        let own = try ControlBody(
            text: Array(#"{"id":"mine","times":2,"response":{"status":500}}"#.utf8),
            members: Stub.members
        )
        let failing = try Stub(repeating: answer, to: local, own, dialects: [])
        #expect(failing.id == "mine" && failing.capacity == 2)
        #expect(failing.responses[0].status == 500 && failing.pattern.methods == ["POST"])
    }
}
