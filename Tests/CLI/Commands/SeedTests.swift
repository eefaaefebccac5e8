import MockPostlyServer
import MockPostlyTestKit
import Testing

@testable import MockPostlyCLI

@Suite struct SeedTests {
    @Test func `a sound seed is counted`() throws {
        let file = try TemporaryFile(
            """
            {"users": [{"name": "Ada", "email": "ada@example.com"}], "posts": [{
              "author": "ada@example.com", "title": "T", "content": "C",
              "createdAt": "2026-01-01T00:00:00Z", "likes": ["ada@example.com"]
            }]}
            """
        )
        let run = run("seed", "check", file.path)
        #expect(run.code == 0)
        #expect(run.output == "valid: 1 user, 1 post, 0 comments, 1 like\n")
    }

    @Test func `what a seed holds for the community is counted apart`() throws {
        let file = try TemporaryFile(
            """
            {"users": [{"name": "Ada", "email": "ada@example.com"}], "community": {
              "members": ["ada@example.com"], "posts": [{"author": "ada@example.com",
                "content": "C", "createdAt": "2026-01-01T00:00:00Z"}]
            }}
            """
        )
        let run = run("seed", "check", file.path)
        #expect(run.code == 0)
        let counts = "1 member, 1 post, 0 comments, 0 likes, 0 tokens"
        #expect(run.output.hasSuffix("\ncommunity: \(counts)\n"))
    }

    @Test func `each fault is a line with its place`() throws {
        let file = try TemporaryFile("{\n  \"users\": [{\"name\": 7}],\n  \"people\": []\n}")
        let run = run("seed", "check", file.path)
        #expect(run.code == 3)
        #expect(run.output.isEmpty)
        let places = run.errors.split(separator: "\n").filter { $0.hasPrefix(file.path) }
        #expect(places.count == 3)
        #expect(places.last?.contains(":3:3: people: ") == true)
        #expect(run.errors.contains("mockpostly: error: the seed is not valid: 3 faults"))
    }

    @Test func `no fault is left out`() throws {
        let user = "{\"name\": 7, \"email\": \"a@x\"}"
        let users = Array(repeating: user, count: 30).joined(separator: ",\n")
        let file = try TemporaryFile("{\"users\": [\(users)]}")
        let run = run("seed", "check", file.path)
        let names = run.errors.split(separator: "\n").filter { $0.contains("].name: expected") }
        #expect(names.count == 30)
    }

    @Test func `a seed is generated and is sound`() throws {
        let directory = try ScratchDirectory()
        let run = run(
            "seed",
            "gen",
            "--posts",
            "3",
            "--users",
            "2",
            "--comments",
            "4",
            "--out",
            directory.path
        )
        #expect(run.code == 0 && run.errors.isEmpty)
        #expect(run.output == "\(directory.path): 2 users, 3 posts, 4 comments\n")
        let check = MockPostlyCLITests.run("seed", "check", directory.path)
        #expect(check.output.hasPrefix("valid: 2 users, 3 posts, 4 comments, "))
        // What is there is not written over.
        let again = MockPostlyCLITests.run("seed", "gen", "--out", directory.path)
        #expect(again.code == 1 && again.errors.contains("expected an empty directory"))
    }

    @Test func `amounts that do not go together are a wrong usage`() {
        let run = run("seed", "gen", "--users", "0", "--out", "/nowhere/x")
        #expect(run.code == 2)
        #expect(run.errors.contains("posts need at least one user"))
    }

    @Test func `what is for work on the seed itself stands in the help of seed only`() {
        #expect(HelpText.full(Commands.seed).contains("seed compose"))
        #expect(!HelpText.overview(of: .standard).contains("seed compose"))
    }

    @Test func `a path that is not there is named`() {
        let run = run("seed", "check", "/nowhere.json")
        #expect(run.code == 3)
        #expect(run.errors.contains("/nowhere.json: cannot be read"))
    }
}
