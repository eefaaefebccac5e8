import Foundation
import MockPostlyJSON
import MockPostlyServer
import MockPostlyWorld
import MockPostlyWorlds
import Testing

@testable import MockPostlyCLI

@Suite struct TokenTests {
    private func claims(_ run: CapturedRun) throws -> JSONValue {
        try #require(run.code == 0 && run.output.hasSuffix("\n"))
        let parts = run.output.dropLast().split(separator: ".")
        try #require(parts.count == 3)
        let alphabet: [Character: Character] = ["-": "+", "_": "/"]
        let text = String(parts[1].map { alphabet[$0] ?? $0 })
        let padded = text + String(repeating: "=", count: (4 - text.count % 4) % 4)
        let payload = try #require(Data(base64Encoded: padded))
        return try JSON(parsing: Array(payload)).root
    }

    @Test func `a Google token says what was asked for`() throws {
        let claims = try claims(
            run(
                "token",
                "google",
                "--email",
                "a@b.c",
                "--name",
                "Zoë",
                "--sub",
                "12",
                "--expires-in",
                "10m",
                environment: ["GOOGLE_CLIENT_ID": "mine"]
            )
        )
        #expect(claims["email"]?.string == "a@b.c")
        #expect(claims["name"]?.string == "Zoë")
        #expect(claims["sub"]?.string == "12")
        #expect(claims["aud"]?.string == "mine")
        let lifetime = try #require(claims["exp"]?.int) - (claims["iat"]?.int ?? 0)
        #expect(lifetime == 600)
    }

    @Test func `a Google token has a name without being told one`() throws {
        let claims = try claims(run("token", "google", "--email", "ada@b.c"))
        #expect(claims["name"]?.string == "ada")
    }

    @Test func `a Postly token is for somebody of the seed`() throws {
        let claims = try claims(run("token", "postly", "--email", "mira.sol@example.com"))
        let lifetime = try #require(claims["exp"]?.int) - (claims["iat"]?.int ?? 0)
        #expect(lifetime == 7 * 86_400)
    }

    @Test func `a community token is the same each time, and another with another secret`() {
        let words = ["token", "community", "--email", "mira.sol@example.com"]
        let runs = [words, words, words + ["--jwt-secret", "mine"]].map { run($0) }
        #expect(runs.allSatisfy { $0.code == 0 && $0.output.utf8.count == 44 })
        #expect(runs[0].output == runs[1].output && runs[1].output != runs[2].output)
    }

    @Test func `nobody gets no token`() {
        let run = run("token", "postly", "--email", "nobody@example.com", "--seed", "empty")
        #expect(run.code == 1 && run.output.isEmpty)
        #expect(run.errors.contains("nobody@example.com"))
    }

    @Test func `a fault that the tokens of a system cannot have is no value`() {
        let words = ["token", "community", "--email", "mira.sol@example.com", "--break"]
        let run = run(words + ["algorithm"])
        #expect(run.code == 2 && run.errors.contains("--break: expected signature or format"))
    }

    // MARK: By a server

    @Test func `a server that is named makes the token`() throws {
        let server = try LiveServer { $0.jwtSecret = "its own" }
        let mira = ["--email", "mira.sol@example.com"]
        let run = server.run("token", "postly", mira[0], mira[1], "--expires-in", "1m")
        let claims = try claims(run)
        #expect(try #require(claims["exp"]?.int) - (claims["iat"]?.int ?? 0) == 60)
        let env = server.run("token", "community", mira[0], mira[1], "-o", "env")
        #expect(env.code == 0 && env.output.hasPrefix("export TOKEN="))
        let json = server.run("token", "postly", mira[0], mira[1], "--json")
        #expect(json.output.contains("\"header\": \"Authorization: Bearer ey"))
        #expect(json.output.contains("\"authorization\": \"Bearer ey"))
        let nobody = server.run("token", "postly", "--email", "nobody@example.com")
        #expect(nobody.code == 1 && nobody.output.isEmpty && nobody.errors.contains("hint: "))
        #expect(nobody.errors.contains("such as 'mira.sol@example.com'"))
    }

    @Test func `the hint for an unknown user does not name that user`() throws {
        let server = try LiveServer()
        _ = server.run("world", "create", "e", "--from", "empty")
        let run = server.run("token", "postly", "-w", "e", "--email", "mira.sol@example.com")
        #expect(run.errors.contains("hint: Name a person by e-mail or id."), "\(run.errors)")
    }

    @Test func `the client id is described as what the token says`() {
        let help = run("token", "google", "--help").output
        #expect(help.contains("client id that the token is for"))
        #expect(!help.contains("accept only"))
    }

    @Test func `a server makes tokens that are bad, and those of its other systems`() throws {
        let start = Instant(seconds: 1_767_225_600)
        let server = try LiveServer { $0.clock = .frozen(start) }
        let expired = server.run(
            "token",
            "dummyjson",
            "--user",
            "emilys",
            "--kind",
            "refresh",
            "--expired-for",
            "1h"
        )
        let claims = try claims(expired)
        #expect(claims["exp"]?.int == start.seconds - 3_600)
        let broken = server.run(
            "token",
            "postly",
            "--email",
            "mira.sol@example.com",
            "--break",
            "format"
        )
        #expect(broken.code == 0)
        let google = server.run(
            "token",
            "google",
            "--email",
            "a@b.c",
            "--name",
            "Zoë",
            "--claims",
            #"{"hd":"b.c","name":"Wins"}"#
        )
        let said = try self.claims(google)
        #expect(said["email"]?.string == "a@b.c" && said["hd"]?.string == "b.c")
        #expect(said["name"]?.string == "Wins")
    }

    @Test func `flags for making it here win over variables that name a server`() {
        let variables = ["MOCKPOSTLY_URL": "unix:///nowhere", "MOCKPOSTLY_WORLD": "w1"]
        let words = ["token", "postly", "--email", "mira.sol@example.com"]
        #expect(run(words, environment: variables).errors.contains("unix:///nowhere"))
        #expect(run(words + ["--seed", "standard"], environment: variables).code == 0)
        #expect(run(words).code == 0)
    }

    @Test func `a token that is made here comes in four forms`() {
        let words = ["token", "community", "--email", "mira.sol@example.com"]
        let token = run(words).output.dropLast()
        #expect(run(words + ["-o", "env"]).output == "export TOKEN=\(token)\n")
        #expect(run(words + ["-o", "dotenv"]).output == "TOKEN=\(token)\n")
        let json = run(words + ["--json"]).output
        #expect(json.hasPrefix("{\n  \"token\": \"\(token)\",\n  \"system\": \"community\","))
    }

    @Test func `no server is chosen for a token that it would keep`() throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        let folder = place.appending(path: "mockpostly")
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(at: place) }
        // Two servers that nobody reaches: a file of a living process, which is locked.
        var locks: [Int32] = []
        defer { for lock in locks { close(lock) } }
        for (port, process) in [(1, 1), (2, Int(getpid()))] {
            let file = folder.appending(path: "\(process).json")
            let text = """
                {"port":\(port),"url":"http://127.0.0.1:\(port)",\
                "startedAt":"2026-01-01T00:00:0\(port)Z"}
                """
            try Data(text.utf8).write(to: file)
            locks.append(open(file.path, O_RDONLY | O_CLOEXEC))
            try #require(flock(locks.last ?? -1, LOCK_EX) == 0)
        }
        let variables = ["XDG_RUNTIME_DIR": place.path]
        let community = ["token", "community", "--email", "mira.sol@example.com"]
        let kept = run(community, environment: variables)
        #expect(kept.code == 2 && kept.output.isEmpty)
        #expect(kept.errors.contains("2 servers of yours run, and this would change one of them"))
        // What is computed, and what is not kept, changes nothing.
        let postly = ["token", "postly", "--email", "mira.sol@example.com"]
        for words in [postly, community + ["--break", "signature"]] {
            let errors = run(words, environment: variables).errors
            #expect(errors.contains("asking http://127.0.0.1:2, the newest of 2 servers"))
        }
        #expect(run(community + ["--seed", "standard"], environment: variables).code == 0)
    }
}
