import Testing

@testable import MockPostlyCLI

@Suite struct CommandLineToolTests {
    @Test(arguments: [
        (["sevre"], "unknown command \"sevre\"", "did you mean `mockpostly serve`?"),
        (
            ["seed", "chekc", "."], "unknown command \"seed chekc\"",
            "did you mean `mockpostly seed check`?"
        ),
        (
            ["token", "gogle"], "unknown command \"token gogle\"",
            "did you mean `mockpostly token google`?"
        ),
        (["--port", "1"], "unknown option \"--port\"", "--port belongs to `mockpostly serve`"),
        (["serve", "x"], "`mockpostly serve` does not take \"x\"", "usage: mockpostly serve"),
        (["seed", "check"], "`mockpostly seed check` needs PATH…", "usage: "),
        (["token", "google"], "needs --email ADDRESS", "--help"),
        (["token"], "`mockpostly token` needs one more word: google, postly", "--help"),
        (["import"], "`mockpostly import` needs one more word: dummyjson", "--help"),
        (["import", "dummyjson", "--data", "x"], "needs DIR", "usage: "),
        (["import", "dummyjson", "x"], "needs --data FILE", "--help"),
        (
            ["token", "google", "--email", "ada"], "--email: expected an address with an @",
            "mira.sol@example.com"
        ),
        (
            ["token", "google", "--email", "a@b", "--sub", "x"],
            "--sub: expected decimal digits, found \"x\"", "numbers"
        ),
        (["healthcheck", "--url", "ftp://x"], "expected http://ADDRESS:PORT", "127.0.0.1"),
        (["routes", "--quiet"], "unknown option \"--quiet\"", "belongs to `mockpostly serve`"),
        (["version", "--jsn"], "unknown option \"--jsn\"", "did you mean --json?"),
    ])
    func `a wrong usage is two lines and exit code 2`(
        arguments: [String],
        words: String,
        hint: String
    ) {
        let run = run(arguments)
        #expect(run.code == 2)
        #expect(run.output.isEmpty)
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("mockpostly: error: ") == true)
        #expect(run.errors.contains(words))
        #expect(lines.last?.hasPrefix("hint: ") == true)
        #expect(lines.last?.contains(hint) == true)
    }

    @Test func `the version is told in two ways`() {
        let run = run("--version")
        #expect(run.code == 0)
        #expect(run.output.hasPrefix("mockpostly 0."))
        #expect(MockPostlyCLITests.run("version").output == run.output)
        let json = MockPostlyCLITests.run("version", "--json").output
        #expect(json.hasPrefix("{\n  \"name\": \"mockpostly\",\n  \"version\": \"0."))
    }

    @Test func `routes are a table or JSON`() {
        let text = run("routes").output
        #expect(text.contains("GET     /api/posts "))
        let json = run("routes", "--json").output
        #expect(json.contains("\"path\": \"/api/posts\""))
        #expect(json.contains("\"dialect\": \"dummyjson\""))
        let postly = run("routes", "--dialects", "postly", "--json").output
        #expect(!postly.contains("dummyjson") && postly.contains("\"control\""))
        #expect(text.contains("GET     /community/websocket "))
        #expect(text.contains("GET     /v1/search "))
        #expect(json.hasSuffix("}\n"))
    }
}
