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
        {"name":"b","world":"default","bytes":4096,"rows":7,\
        "createdAt":"2026-01-01T00:00:00.000000Z","file":"/tmp/b.sqlite"}
        """

    @Test
    func `the snapshots, and one of them`() throws {
        let list = try control.answer("GET", "/snapshots")
        #expect(list.text == "{\"snapshots\":[\(Self.inMemory),\(Self.inFile)]}\n")
        #expect(try control.answer("GET", "/snapshots/b").text == Self.inFile + "\n")
        let missing = SnapshotName("x", of: "default")
        server.failure = HostError.noSuchSnapshot(missing, known: ["a", "b"], owners: [])
        try expectProblem(
            control.answer("GET", "/snapshots/x"),
            404,
            "Unknown snapshot",
            naming: "'x'",
            hinting: "'a', 'b'."
        )
        server.failure = HostError.noSuchSnapshot(missing, known: [], owners: [])
        #expect(try control.answer("GET", "/snapshots/x").text.contains("It has no snapshots"))
        server.failure = HostError.noSuchSnapshot(missing, known: ["a"], owners: ["w1", "w2"])
        try expectProblem(
            control.answer("GET", "/snapshots/x"),
            404,
            "Unknown snapshot",
            naming: "'default' has no snapshot 'x'",
            hinting: "'w1', 'w2'."
        )
    }

    @Test
    func `the snapshots of another world, and of all`() throws {
        let other = Self.inMemory.replacing("\"a\"", with: "\"c\"").replacing("default", with: "w1")
        let list = "{\"snapshots\":[\(other)]}\n"
        #expect(try control.answer("GET", "/snapshots?world=w1").text == list)
        #expect(try control.answer("GET", "/snapshots", world: "w1").text == list)
        let all = "{\"snapshots\":[\(Self.inMemory),\(Self.inFile),\(other)]}\n"
        #expect(try control.answer("GET", "/snapshots?all=true").text == all)
        #expect(try control.answer("GET", "/snapshots/c?world=w1").text == other + "\n")
        try expectProblem(
            control.answer("GET", "/snapshots?all=yes"),
            400,
            "Bad value",
            naming: "'all' is 'yes'"
        )
        try expectProblem(
            control.answer("GET", "/snapshots?all=true&world=w1"),
            400,
            "Conflicting values",
            naming: "'all' and 'world'"
        )
        server.isReady = false
        #expect(try control.answer("GET", "/snapshots?all=true").status == 503)
    }

    @Test
    func `a snapshot is saved, over another only when told so`() throws {
        let response = try control.answer("POST", "/snapshots", body: "{\"name\":\"a\"}")
        #expect(response.status == 201 && response.text == Self.inMemory + "\n")
        #expect(response["Location"] == "/__mockpostly/v1/snapshots/a?world=default")
        let body = "{\"name\":\"x.1\",\"world\":\"w1\",\"overwrite\":true}"
        let other = try control.answer("POST", "/snapshots", body: body)
        #expect(other["Location"] == "/__mockpostly/v1/snapshots/x.1?world=w1")
        _ = try control.answer("POST", "/snapshots", body: "{\"name\":\"a\"}", world: "w1")
        let shared = "{\"name\":\"a\",\"of\":\"default\"}"
        _ = try control.answer("POST", "/snapshots", body: shared, world: "w1")
        let own = SnapshotName("a", of: "w1")
        let common = SnapshotName("a", of: "default")
        #expect(
            server.orders == [
                .save(common, world: "default", overwriting: false),
                .save(SnapshotName("x.1", of: "w1"), world: "w1", overwriting: true),
                .save(own, world: "w1", overwriting: false),
                .save(common, world: "w1", overwriting: false),
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
        Refusal("{\"name\":\"a\",\"of\":\"x\"}", "Unknown world", "'x'", status: 404),
        Refusal("{\"name\":\"w1/a\"}", "Bad name", "has a '/'"),
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
        #expect(try control.answer("DELETE", "/snapshots/a?world=w1").status == 204)
        let names = ["default", "w1"].map { SnapshotName("a", of: $0) }
        #expect(server.orders == names.map { .deleteSnapshot($0) })
    }

    @Test
    func `a snapshot is restored`() throws {
        let response = try control.answer("POST", "/snapshots/a/restore")
        let expected = """
            {"world":"default","posts":1,"users":2,"comments":3,\
            "counts":{"shop":{"items":4}},"milliseconds":4.25}

            """
        #expect(response.status == 200 && response.text == expected)
        let body = "{\"world\":\"w1\",\"disconnect\":true}"
        _ = try control.answer("POST", "/snapshots/b/restore", body: body)
        let other = "{\"world\":\"w1\",\"of\":\"default\"}"
        _ = try control.answer("POST", "/snapshots/b/restore", body: other)
        let names = [("a", "default"), ("b", "w1"), ("b", "default")].map {
            SnapshotName($0.0, of: $0.1)
        }
        #expect(
            server.orders == [
                .restore(names[0], world: "default", disconnects: false),
                .restore(names[1], world: "w1", disconnects: true),
                .restore(names[2], world: "w1", disconnects: false),
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
            {"from":"snapshot:default/a","to":"world:default","tables":[{"table":"post",\
            "added":1,"changed":2,"removed":0,\
            "keys":{"added":["x"],"changed":["y","z"],"removed":[]}}],"truncated":false}

            """
        #expect(try control.answer("GET", "/snapshots/a/diff").text == expected)
        let own = try control.answer("GET", "/snapshots/a/diff?world=w1")
        #expect(own.text.hasPrefix("{\"from\":\"snapshot:w1/a\",\"to\":\"world:w1\""))
        _ = try control.answer("GET", "/snapshots/a/diff?world=w1&of=default")
        let other = try control.answer("GET", "/snapshots/a/diff?snapshot=b")
        #expect(
            other.text.hasPrefix("{\"from\":\"snapshot:default/a\",\"to\":\"snapshot:default/b\"")
        )
        _ = try control.answer("GET", "/snapshots/a/diff?of=w1&snapshot=default/b")
        let common = ContentName.snapshot(SnapshotName("a", of: "default"))
        let ofOther = ContentName.snapshot(SnapshotName("a", of: "w1"))
        let second = ContentName.snapshot(SnapshotName("b", of: "default"))
        #expect(
            server.orders == [
                .compare(common, .world("default")), .compare(ofOther, .world("w1")),
                .compare(common, .world("w1")), .compare(common, second),
                .compare(ofOther, second),
            ]
        )
    }

    @Test(arguments: [(1, 2, true), (3, 3, false), (1_000_000, 3, false)])
    func `a list has as many keys as the request wants`(
        limit: Int,
        count: Int,
        isTruncated: Bool
    ) throws {
        let keys = (0..<count).map { "\($0)" }
        server.differences = [TableDifference(table: "t", added: keys, changed: [], removed: [])]
        let response = try control.answer("GET", "/snapshots/a/diff?limit=\(limit)")
        let root = try JSON(parsing: response.body).root
        let table = root["tables"]?.elements.first
        #expect(table?["keys"]?["added"]?.count == min(limit, count))
        #expect(root["truncated"]?.bool == isTruncated)
    }

    @Test(arguments: ["0", "1000001", "x"])
    func `a limit that cannot be is refused`(_ limit: String) throws {
        let response = try control.answer("GET", "/snapshots/a/diff?limit=\(limit)")
        #expect(response.status == 400)
        #expect(response.text.contains("The parameter 'limit' is '\(limit)'."))
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
