import Testing

@testable import MockPostlyCLI

@Suite struct StubTests {
    private let server: LiveServer

    init() throws { server = try LiveServer() }

    @Test func `a stub is added by options, listed and deleted`() {
        let added = server.run(
            "stub",
            "add",
            "--match",
            "GET /api/posts",
            "--id",
            "busy",
            "--status",
            "503",
            "--body",
            #"{"error": "busy"}"#,
            "--times",
            "2",
            "--after",
            "1"
        )
        #expect(added.code == 0 && added.errors.isEmpty)
        let row = #"{"method":"GET","path":"/api/posts"}  503"#
        #expect(added.output == "busy  5  0  2  \(row)\n")
        #expect(server.run("stub", "add", "--match", "/api/**").output.hasPrefix("2  5  0  no end"))
        let lines = server.run("stub", "list").output.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].hasPrefix("STUB  PRIORITY  USED  LEFT"))
        #expect(lines[2].hasPrefix("busy  5"))
        let json = server.run("stub", "list", "--json").output
        #expect(json.contains(#""error": "busy""#) && json.contains(#""after": 1"#))
        #expect(server.run("stub", "delete", "2").output == "2: deleted\n")
        #expect(server.run("stub", "clear").output == "default: no stubs\n")
        #expect(server.run("stub", "list").errors == "no stubs in the world default\n")
        let gone = server.run("stub", "delete", "busy")
        #expect(gone.code == 1 && gone.errors.contains("no stub 'busy'"))
    }

    @Test func `a stub is added as a file says, in a world`() throws {
        _ = server.run("world", "create", "w1")
        let file = try TemporaryFile(#"{"sequence": [{"status": 500}, {"status": 429}]}"#)
        let added = server.run("stub", "add", file.path, "-w", "w1")
        #expect(added.output == "1  5  0  2  all  500, 429\n")
        #expect(server.run("stub", "list").errors == "no stubs in the world default\n")
        #expect(server.run("stub", "list", "-w", "w1").output.split(separator: "\n").count == 2)
    }

    @Test(arguments: [
        (["stub", "add"], 2, "needs a file or --match"),
        (["stub", "add", "x.json", "--match", "/a"], 2, "do not go together"),
        (["stub", "add", "--match", "get /a"], 2, "a method and a path"),
        (["stub", "add", "--match", "/a", "--status", "99"], 2, "--status"),
        (["stub", "add", "nosuch.json"], 1, "nosuch.json"),
        (["stub", "add", "--match", #"{"methd":"GET"}"#], 1, "'match.methd'"),
        (["stub", "add", "--match", "/a", "--id", "1"], 1, "'id'"),
    ])
    func `a bad order is refused`(arguments: [String], code: Int32, words: String) {
        let run = run(arguments, environment: ["MOCKPOSTLY_URL": server.url])
        #expect(run.code == code && run.errors.contains(words), "\(run.errors)")
    }
}
