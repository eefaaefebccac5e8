import MockPostlyContent
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@testable import MockPostlyControl
@testable import MockPostlyWorlds

@Suite
struct SnapshotsTests {
    private let server: TestServer

    init() throws { server = try TestServer() }

    private static let inMemory = """
        {"name":"a","world":"default","bytes":4096,"rows":7,\
        "createdAt":"2026-01-01T00:00:00.000000Z","file":null}
        """
    private static let inFile = """
        {"name":"b","world":"default","bytes":4096,"rows":7,\
        "createdAt":"2026-01-01T00:00:00.000000Z","file":"/tmp/b.sqlite"}
        """

    @Test
    func `a description has its file, or null`() {
        var info = SnapshotInfo(
            name: "b",
            world: "default",
            bytes: 4096,
            rows: 7,
            createdAt: .sample,
            file: "/tmp/b.sqlite"
        )
        #expect(Response.json { info.write(&$0) }.text == Self.inFile + "\n")
        (info.name, info.file) = ("a", nil)
        #expect(Response.json { info.write(&$0) }.text == Self.inMemory + "\n")
    }

    private func save(_ name: String, _ members: String = "", in world: String = "default") throws {
        let body = "{\"name\":\"\(name)\"\(members)}"
        let response = try server.answer("POST", "/snapshots", body: body, world: world)
        #expect(response.status == 201, "\(response.text)")
    }

    /// The snapshots in the answer to a GET request, as `world/name`.
    private func names(_ query: String = "", world: String = "default") throws -> [String] {
        let root = try server.answer("GET", "/snapshots" + query, world: world).json
        return root["snapshots"]?.elements.map { one in
            "\(one["world"]?.string ?? "")/\(one["name"]?.string ?? "")"
        } ?? []
    }

    @Test
    func `the snapshots, and one of them`() throws {
        for name in ["b", "a"] { try save(name) }
        #expect(try names() == ["default/a", "default/b"])
        let one = try server.answer("GET", "/snapshots/b").json
        #expect(one["name"]?.string == "b" && one["file"]?.isNull == true)
        #expect((one["bytes"]?.int ?? 0) > 0 && (one["rows"]?.int ?? 0) > 0)
        try expectProblem(
            server.answer("GET", "/snapshots/x"),
            404,
            "Unknown snapshot",
            naming: "'x'",
            hinting: "'a', 'b'."
        )
        let none = try server.answer("GET", "/snapshots/x?world=w1")
        #expect(none.text.contains("It has no snapshots"))
        try server.add("w2")
        for world in ["w1", "w2"] { try save("x", in: world) }
        try expectProblem(
            server.answer("GET", "/snapshots/x"),
            404,
            "Unknown snapshot",
            naming: "'default' has no snapshot 'x'",
            hinting: "'w1', 'w2'."
        )
    }

    @Test
    func `the snapshots of another world, and of all`() throws {
        try save("a")
        try save("c", in: "w1")
        #expect(try names("?world=w1") == ["w1/c"])
        #expect(try names(world: "w1") == ["w1/c"])
        #expect(try names("?all=true") == ["default/a", "w1/c"])
        #expect(try server.answer("GET", "/snapshots/c?world=w1").status == 200)
        try expectProblem(
            server.answer("GET", "/snapshots?all=yes"),
            400,
            "Bad value",
            naming: "'all' is 'yes'"
        )
        try expectProblem(
            server.answer("GET", "/snapshots?all=true&world=w1"),
            400,
            "Conflicting values",
            naming: "'all' and 'world'"
        )
        let unready = try TestServer(isLoaded: false)
        #expect(try unready.answer("GET", "/snapshots?all=true").status == 503)
    }

    @Test
    func `a snapshot is saved, over another only when told so`() throws {
        let response = try server.answer("POST", "/snapshots", body: "{\"name\":\"a\"}")
        #expect(response.status == 201)
        #expect(try response.text == server.answer("GET", "/snapshots/a").text)
        #expect(response["Location"] == "/__mockpostly/v1/snapshots/a?world=default")
        try Refusal("{\"name\":\"a\"}", "Snapshot exists", "'a'", status: 409)
            .hold(server, "POST", "/snapshots")
        let body = "{\"name\":\"x.1\",\"world\":\"w1\",\"overwrite\":true}"
        for _ in 1...2 {
            let other = try server.answer("POST", "/snapshots", body: body)
            #expect(other["Location"] == "/__mockpostly/v1/snapshots/x.1?world=w1")
        }
        try save("a", in: "w1")
        try save("shared", ",\"of\":\"default\"", in: "w1")
        #expect(try names() == ["default/a", "default/shared"])
        #expect(try names("?world=w1") == ["w1/a", "w1/x.1"])
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
        try refusal.hold(server, "POST", "/snapshots")
        #expect(server.isUntouched)
    }

    @Test
    func `a snapshot is deleted`() throws {
        for (name, world) in [("a", "default"), ("b", "default"), ("a", "w1")] {
            try save(name, in: world)
        }
        let response = try server.answer("DELETE", "/snapshots/a")
        #expect(response.status == 204 && response.body.isEmpty)
        #expect(try names("?all=true") == ["default/b", "w1/a"])
        #expect(try server.answer("DELETE", "/snapshots/a?world=w1").status == 204)
        #expect(try server.answer("DELETE", "/snapshots/a?world=w1").status == 404)
    }

    @Test
    func `a snapshot is restored`() throws {
        try save("a")
        for name in ["default", "w1"] { try server.write("Another.", in: name) }
        try save("b", in: "w1")
        let response = try server.answer("POST", "/snapshots/a/restore")
        let expected = #"{"world":"default","posts":0,"users":0,"comments":0,"counts":"#
        #expect(response.status == 200 && response.text.hasPrefix(expected))
        #expect(response.text.contains(#"{"guestbook":{"lines":1}}"#))
        #expect(server.shop(in: "w1").endings == 0)
        let own = "{\"world\":\"w1\",\"disconnect\":true}"
        let second = try server.answer("POST", "/snapshots/b/restore", body: own)
        #expect(second.text.contains(#"{"guestbook":{"lines":2}}"#))
        #expect(server.shop(in: "w1").endings == 1 && server.shop.endings == 0)
        let other = "{\"world\":\"w1\",\"of\":\"default\"}"
        let third = try server.answer("POST", "/snapshots/a/restore", body: other)
        #expect(third.text.contains(#""world":"w1""#))
        #expect(third.text.contains(#"{"guestbook":{"lines":1}}"#))
    }

    @Test(arguments: [
        Refusal("{\"world\":\"x\"}", "Unknown world", "'x'", status: 404),
        Refusal("{\"disconnect\":0}", "Wrong type", "'disconnect'"),
        Refusal("{\"scope\":[]}", "Unknown member", "'scope'"),
    ])
    func `a restore that is refused has no effect`(refusal: Refusal) throws {
        try refusal.hold(server, "POST", "/snapshots/a/restore")
        #expect(server.isUntouched)
    }

    // MARK: Differences

    @Test
    func `rows that differ, by table and key`() throws {
        for world in ["default", "w1"] { try save("a", in: world) }
        try server.write("Another.")
        try save("b")
        let changes = """
            "tables":[{"table":"guestbook_line","added":1,"changed":0,"removed":0,\
            "keys":{"added":["2"],"changed":[],"removed":[]}}],"truncated":false}

            """
        let common = "{\"from\":\"snapshot:default/a\",\"to\":"
        let none = "\"tables\":[],\"truncated\":false}\n"
        for (path, expected) in [
            ("a/diff", common + "\"world:default\"," + changes),
            ("a/diff?world=w1", "{\"from\":\"snapshot:w1/a\",\"to\":\"world:w1\"," + none),
            ("a/diff?world=w1&of=default", common + "\"world:w1\"," + none),
            ("a/diff?snapshot=b", common + "\"snapshot:default/b\"," + changes),
            (
                "a/diff?of=w1&snapshot=default/b",
                "{\"from\":\"snapshot:w1/a\",\"to\":\"snapshot:default/b\"," + changes
            ),
        ] {
            #expect(try server.answer("GET", "/snapshots/" + path).text == expected)
        }
    }

    private static func difference(_ tables: [TableChanges], limit: Int) -> Response {
        Snapshots.response(from: .world("a"), to: .world("b"), tables, limit: limit)
    }

    @Test(arguments: [(1, 2, true), (3, 3, false), (1_000_000, 3, false), (100, 101, true)])
    func `a list has as many keys as are wanted, a number is of all`(
        limit: Int,
        count: Int,
        isTruncated: Bool
    ) throws {
        let keys = (0..<count).map { "\($0)" }
        for table in [TableChanges(table: "t", added: keys), .init(table: "t", removed: keys)] {
            let root = try Self.difference([table], limit: limit).json
            let shown = root["tables"]?.elements.first
            let lists = ["added", "removed"].map { shown?["keys"]?[$0]?.count ?? 0 }
            #expect(lists.max() == min(limit, count))
            let numbers = ["added", "removed"].compactMap { shown?[$0]?.int }
            #expect(numbers.max() == Int64(count))
            #expect(root["truncated"]?.bool == isTruncated)
        }
    }

    @Test
    func `unless the request wants more, a list has a hundred keys`() throws {
        try save("a")
        for line in 0..<101 { try server.write("\(line)") }
        for (query, count) in [("", 100), ("?limit=101", 101)] {
            let root = try server.answer("GET", "/snapshots/a/diff" + query).json
            #expect(root["tables"]?.elements.first?["keys"]?["added"]?.count == count)
            #expect(root["truncated"]?.bool == (count == 100))
        }
    }

    @Test(arguments: ["0", "1000001", "x"])
    func `a limit that cannot be is refused`(_ limit: String) throws {
        let response = try server.answer("GET", "/snapshots/a/diff?limit=\(limit)")
        #expect(response.status == 400)
        #expect(response.text.contains("The parameter 'limit' is '\(limit)'."))
    }

    @Test
    func `a comparison with two things, or with none there is, is refused`() throws {
        let both = try server.answer("GET", "/snapshots/a/diff?world=w1&snapshot=b")
        try expectProblem(both, 400, "Conflicting values", naming: "'world' and 'snapshot'")
        let bad = try server.answer("GET", "/snapshots/a/diff?snapshot=..")
        try expectProblem(bad, 400, "Bad name", naming: "the parameter 'snapshot'")
        let unknown = try server.answer("GET", "/snapshots/a/diff?world=x")
        try expectProblem(unknown, 404, "Unknown world", naming: "'x'")
        #expect(server.isUntouched)
    }
}
