import MockPostlyJSON
import MockPostlyServer
import MockPostlyWorlds
import Testing

@testable import MockPostlyCLI

@Suite struct WorldTests {
    private let server: LiveServer

    init() throws { server = try LiveServer() }

    private func json(_ run: CapturedRun) throws -> JSONValue {
        try #require(run.code == 0, "\(run.errors)")
        return try JSON(parsing: Array(run.output.utf8)).root
    }

    /// The output with one space between columns, whose widths depend on what is served.
    private func columns(_ run: CapturedRun) -> String {
        run.output.replacing(/[ ]+/, with: " ")
    }

    @Test func `a world is made, shown, listed, reset and deleted`() throws {
        let made = server.run("world", "create", "a", "--from", "empty", "--ttl", "10m")
        #expect(made.code == 0 && made.errors.isEmpty)
        #expect(columns(made).hasPrefix("world a\nfrom empty\n"))
        #expect(made.output.contains("0 users, 0 posts, 0 published, 0 drafts, 0 comments\n"))
        #expect(made.output.contains("10m after its last use"))
        #expect(made.output.contains("\(server.url)/w/a/api\n"))
        #expect(columns(server.run("world", "show", "a")).hasPrefix("world a\n"))
        let lines = server.run("world", "list").output.split(separator: "\n")
        #expect(lines.count == 3 && lines[1].hasPrefix("default  ") && lines[2].hasPrefix("a  "))
        let reset = server.run("world", "reset", "a")
        #expect(reset.output.hasPrefix("a: 0 users, 0 posts, "))
        #expect(server.run("world", "delete", "a").output == "a: deleted\n")
        let gone = server.run("world", "show", "a")
        #expect(gone.code == 1 && gone.errors.contains("There is no world 'a'."))
    }

    @Test func `a world is made as it was asked for`() throws {
        let run = server.run(
            "world",
            "create",
            "--clock",
            "2026-01-01",
            "--clock-frozen",
            "--random-seed",
            "18446744073709551615",
            "--ttl",
            "never",
            "--json"
        )
        let world = try json(run)
        #expect(world["clock"]?["mode"]?.string == "freeze")
        #expect(world["clock"]?["now"]?.string?.hasPrefix("2026-01-01T00:00:00") == true)
        let seed = world["randomSeed"].map { String(decoding: $0.rawText, as: UTF8.self) }
        #expect(seed == "18446744073709551615")
        #expect(world["ttl"]?.isNull == true)
        let fast = try json(server.run("world", "create", "--clock-rate", "60", "-o", "json"))
        #expect(fast["clock"]?["rate"]?.double == 60)
    }

    @Test func `a world begins with a file, and goes back to it`() throws {
        let user = #"{"name":"A","email":"mine@example.com","password":"p"}"#
        let file = try TemporaryFile(#"{"users":[\#(user)]}"#)
        let world = try json(server.run("world", "create", "m", "--from", file.path, "--json"))
        #expect(world["from"]?.string == "inline" && world["users"]?.int == 1)
        let reset = server.run("world", "reset", "m")
        #expect(reset.output.hasPrefix("m: 1 user, 0 posts, 0 published, 0 drafts, 0 comments in "))
        let broken = try TemporaryFile("{")
        let refused = server.run("world", "create", "--from", broken.path)
        #expect(refused.code == 1 && refused.errors.contains("\(broken.path):1:2: "))
        let unknown = server.run("world", "create", "--from", "sede")
        #expect(unknown.code == 1 && unknown.errors.contains("sede"))
        #expect(unknown.errors.contains("'seed'"), "\(unknown.errors)")
    }

    @Test func `the server's address leads to a chosen world, until all are deleted`() {
        _ = server.run("world", "create", "a", "--from", "empty")
        _ = server.run("world", "create", "b", "--from", "empty")
        #expect(server.run("world", "use").output == "default\n")
        #expect(server.run("world", "use", "a").output == "a\n")
        #expect(columns(server.run("world", "show")).hasPrefix("world a\n"))
        #expect(server.run("world", "use", "nope").code == 1)
        for (bad, words) in [
            (["delete"], "there is no world to delete"),
            (["delete", "a", "--all"], "--all and names do not go together"),
        ] {
            let run = run(["world"] + bad + ["--url", server.url])
            #expect(run.code == 2 && run.errors.contains(words), "\(run.errors)")
        }
        #expect(server.run("world", "delete", "--all").output == "a: deleted\nb: deleted\n")
        #expect(server.run("world", "use", "--json").output.contains("\"world\": \"default\""))
    }

    @Test func `a world has settings of its own`() throws {
        let limited = server.run(
            "world",
            "create",
            "l",
            "--pexels-limit",
            "3",
            "--pexels-key",
            "a",
            "--pexels-key",
            "b",
            "--dummyjson-rate-limit",
            "--links",
            "upstream"
        )
        #expect(columns(limited).contains("\npexels-limit 3\n"))
        #expect(columns(limited).contains("\npexels-key …\n"))
        #expect(columns(limited).contains("\ndummyjson-rate-limit true\n"))
        #expect(!columns(limited).contains("dummyjson-writes"))
        let made = server.run("world", "create", "k", "--dummyjson-writes", "keep")
        #expect(columns(made).contains("\ndummyjson-writes keep\n"))
        #expect(columns(made).contains("\nin postly 40 users, 156 posts, "))
        let world = try json(server.run("world", "fork", "k", "--json"))
        #expect(world["settings"]?["dummyjson-writes"]?.string == "keep")
        let other = try json(
            server.run("world", "fork", "k", "--dummyjson-writes", "echo", "--json")
        )
        #expect(other["settings"]?["dummyjson-writes"]?.string == "echo")
        #expect(server.run("world", "create", "--dummyjson-writes", "x").code == 2)
    }

    @Test func `a fork has a name of its own`() throws {
        let world = try json(server.run("world", "fork", "default", "copy", "--json"))
        #expect(world["id"]?.string == "copy" && world["posts"]?.int == 156)
        let refused = server.run("world", "fork", "default", "copy")
        #expect(refused.code == 1 && refused.output.isEmpty)
    }

    @Test func `a shell gets variables`() {
        let run = server.run("world", "create", "e", "-o", "env")
        #expect(run.code == 0)
        let lines = run.output.split(separator: "\n")
        let first = ["MOCKPOSTLY_WORLD=e", "MOCKPOSTLY_URL=\(server.url)"]
        #expect(lines.prefix(2).map(String.init) == first.map { "export \($0)" })
        #expect(lines.contains("export BASE_URL=\(server.url)/w/e/api"))
        #expect(lines.contains { $0.hasPrefix("export MOCKPOSTLY_WS_URL=ws://") })
        let file = server.run("world", "show", "e", "-o", "dotenv").output
        let exported = file.split(separator: "\n").map { "export \($0)" }
        #expect(exported == lines.map(String.init))
    }

    @Test func `a shell that evaluates a failure fails`() {
        for form in [["-o", "env"], ["-oenv"], ["--output=env"], ["--output", "env"]] {
            let failed = run(["world", "show", "nowhere", "--url", server.url] + form)
            #expect(failed.code == 1 && failed.output == "false\n")
            #expect(failed.errors.contains("nowhere"))
        }
        #expect(run("world", "crate", "-o", "env").output == "false\n")
        #expect(server.run("world", "show", "nowhere", "-o", "dotenv").output.isEmpty)
    }

    @Test func `the world to show is the one that is named anywhere`() throws {
        _ = server.run("world", "create", "n")
        let variable = ["MOCKPOSTLY_WORLD": "n"]
        #expect(columns(server.run("world", "show", environment: variable)).hasPrefix("world n\n"))
        let url = ["MOCKPOSTLY_URL": server.url + "/w/n"]
        #expect(columns(run("world", "show", environment: url)).hasPrefix("world n\n"))
        #expect(columns(server.run("world", "show")).hasPrefix("world default\n"))
    }

    @Test func `scenarios are listed and begun with`() throws {
        let list = server.run("scenarios")
        for name in Scenarios.names { #expect(list.output.contains("\(name) "), "\(name)") }
        let world = try json(server.run("world", "create", "--scenario", "unicode", "--json"))
        #expect(world["scenario"]?.string == "unicode")
        let known = try json(server.run("scenarios", "--json"))["scenarios"]?.elements ?? []
        #expect(known.compactMap { $0["name"]?.string } == Scenarios.names)
    }

    @Test func `a token opens the control plane`() throws {
        let server = try LiveServer { $0.adminToken = "hunter2" }
        let refused = server.run("world", "list")
        #expect(refused.code == 1 && refused.errors.contains("--admin-token"))
        let variable = ["MOCKPOSTLY_ADMIN_TOKEN": "hunter2"]
        #expect(server.run("world", "list", environment: variable).code == 0)
        let file = try TemporaryFile("hunter2\n")
        #expect(server.run("world", "list", "--admin-token-file", file.path).code == 0)
        let wrong = server.run("world", "list", "--admin-token", "hunter3")
        #expect(wrong.code == 1 && !wrong.errors.contains("hunter"))
    }
}
