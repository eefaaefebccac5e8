import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@testable import MockPostlyControl

@Suite
struct SnapshotsTests {
    private let server = FakeServer()
    private let control: Control

    init() {
        control = Control(of: server)
    }

    private static let inMemory = """
        {"name":"a","world":"default","bytes":4096,"rows":7,\
        "createdAt":"2026-01-01T00:00:00.000000Z","file":null}
        """
    private static let inFile = """
        {"name":"b","world":null,"bytes":4096,"rows":7,\
        "createdAt":"2026-01-01T00:00:00.000000Z","file":"/tmp/b.sqlite"}
        """

    @Test
    func `the snapshots, and one of them`() throws {
        let list = try control.answer("GET", "/snapshots")
        #expect(list.text == "{\"snapshots\":[\(Self.inMemory),\(Self.inFile)]}\n")
        #expect(try control.answer("GET", "/snapshots/b").text == Self.inFile + "\n")
        server.failure = HostError.noSuchSnapshot("x", known: ["a", "b"])
        try expectProblem(
            control.answer("GET", "/snapshots/x"),
            404,
            "Unknown snapshot",
            naming: "'x'",
            hinting: "'a', 'b'."
        )
        server.failure = HostError.noSuchSnapshot("x", known: [])
        #expect(try control.answer("GET", "/snapshots/x").text.contains("There are no snapshots"))
    }

    @Test
    func `a snapshot is saved, over another only when told so`() throws {
        let response = try control.answer("POST", "/snapshots", body: "{\"name\":\"a\"}")
        #expect(response.status == 201 && response.text == Self.inMemory + "\n")
        #expect(response["Location"] == "/__mockpostly/v1/snapshots/a")
        let body = "{\"name\":\"x.1\",\"world\":\"w1\",\"overwrite\":true}"
        #expect(try control.answer("POST", "/snapshots", body: body).status == 201)
        _ = try control.answer("POST", "/snapshots", body: "{\"name\":\"a\"}", world: "w1")
        #expect(
            server.orders == [
                .save("a", world: "default", overwriting: false),
                .save("x.1", world: "w1", overwriting: true),
                .save("a", world: "w1", overwriting: false),
            ]
        )
    }

    @Test(arguments: [
        Refusal("", "Missing member", "'name'"), Refusal("{}", "Missing member", "'name'"),
        Refusal("{\"name\":null}", "Wrong type", "'name' is null"),
        Refusal("{\"name\":\"\"}", "Bad name", "is empty"),
        Refusal("{\"name\":\"../../etc\"}", "Bad name", "'../../etc'"),
        Refusal("{\"name\":\"a\\\\b\"}", "Bad name", "has a '\\'"),
        Refusal("{\"name\":\"a\\u0000\"}", "Bad name", "has a '\u{0}'"),
        Refusal("{\"name\":\".hidden\"}", "Bad name", "begins with a dot"),
        Refusal("{\"name\":\"a\",\"overwrite\":\"no\"}", "Wrong type", "'overwrite'"),
        Refusal("{\"name\":\"a\",\"world\":\"x\"}", "Unknown world", "'x'", status: 404),
        Refusal("{\"name\":\"a\",\"file\":\"b\"}", "Unknown member", "'file'", hint: "'overwrite'"),
    ])
    func `a snapshot that is refused is not saved`(refusal: Refusal) throws {
        try refusal.hold(control, "POST", "/snapshots")
        #expect(server.orders.isEmpty)
    }

    @Test
    func `a snapshot is deleted`() throws {
        let response = try control.answer("DELETE", "/snapshots/a")
        #expect(response.status == 204 && response.body.isEmpty)
        #expect(server.orders == [.deleteSnapshot("a")])
    }

    @Test
    func `a snapshot is restored`() throws {
        let response = try control.answer("POST", "/snapshots/a/restore")
        let expected = """
            {"world":"default","posts":1,"users":2,"comments":3,"milliseconds":4.25}

            """
        #expect(response.status == 200 && response.text == expected)
        let body = "{\"world\":\"w1\",\"disconnect\":true}"
        _ = try control.answer("POST", "/snapshots/b/restore", body: body)
        #expect(
            server.orders == [
                .restore("a", world: "default", disconnects: false),
                .restore("b", world: "w1", disconnects: true),
            ]
        )
    }

    @Test(arguments: [
        Refusal("{\"world\":\"x\"}", "Unknown world", "'x'", status: 404),
        Refusal("{\"disconnect\":0}", "Wrong type", "'disconnect'"),
        Refusal("{\"scope\":[]}", "Unknown member", "'scope'"),
    ])
    func `a restore that is refused has no effect`(refusal: Refusal) throws {
        try refusal.hold(control, "POST", "/snapshots/a/restore")
        #expect(server.orders.isEmpty)
    }

    // MARK: Differences

    @Test
    func `rows that differ, by table and key`() throws {
        server.differences = [
            TableDifference(table: "post", added: ["x"], changed: ["y", "z"], removed: []),
            TableDifference(table: "user", added: [], changed: [], removed: []),
        ]
        let expected = """
            {"from":"snapshot:a","to":"world:default","tables":[{"table":"post",\
            "added":1,"changed":2,"removed":0,\
            "keys":{"added":["x"],"changed":["y","z"],"removed":[]}}],"truncated":false}

            """
        #expect(try control.answer("GET", "/snapshots/a/diff").text == expected)
        _ = try control.answer("GET", "/snapshots/a/diff?world=w1")
        let other = try control.answer("GET", "/snapshots/a/diff?snapshot=b", world: "gone")
        #expect(other.text.hasPrefix("{\"from\":\"snapshot:a\",\"to\":\"snapshot:b\""))
        #expect(
            server.orders == [
                .compare(.snapshot("a"), .world("default")), .compare(.snapshot("a"), .world("w1")),
                .compare(.snapshot("a"), .snapshot("b")),
            ]
        )
    }

    @Test(arguments: [(100, false), (101, true)])
    func `a list has at most a hundred keys, a number is of all`(
        count: Int,
        isTruncated: Bool
    ) throws {
        let keys = (0..<count).map { "\($0)" }
        server.differences = [TableDifference(table: "t", added: [], changed: [], removed: keys)]
        let response = try control.answer("GET", "/snapshots/a/diff")
        let root = try JSON(parsing: response.body).root
        #expect(root["tables"]?.elements.first?["removed"]?.int == Int64(count))
        #expect(root["tables"]?.elements.first?["keys"]?["removed"]?.count == 100)
        #expect(root["truncated"]?.bool == isTruncated)
    }

    @Test
    func `a comparison with two things, or with none there is, is refused`() throws {
        let both = try control.answer("GET", "/snapshots/a/diff?world=w1&snapshot=b")
        try expectProblem(both, 400, "Conflicting values", naming: "'world' and 'snapshot'")
        let bad = try control.answer("GET", "/snapshots/a/diff?snapshot=..")
        try expectProblem(bad, 400, "Bad name", naming: "the parameter 'snapshot'")
        let unknown = try control.answer("GET", "/snapshots/a/diff?world=x")
        try expectProblem(unknown, 404, "Unknown world", naming: "'x'")
        #expect(server.orders.isEmpty)
    }
}
