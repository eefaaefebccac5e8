import MockPostlyServer
import Testing

@testable import MockPostlyCLI

@Suite struct CommandLineToolTests {
    @Test func `a command is listed under its own name`() {
        for entry in Commands.entries {
            #expect(entry.describe(.standard).name == entry.word)
        }
    }

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
        (["serve", "x", "y"], "`mockpostly serve` does not take \"y\"", "usage: mockpostly serve"),
        (["seed", "check"], "`mockpostly seed check` needs PATH…", "usage: "),
        (["token", "google"], "needs --email ADDRESS", "--help"),
        (["token"], "`mockpostly token` needs one more word: postly, dummyjson", "--help"),
        (["import"], "`mockpostly import` needs FILE|DIR|-", "usage: "),
        (["import", "a", "b"], "`mockpostly import` does not take \"b\"", "usage: "),
        (["world"], "`mockpostly world` needs one more word: list, create, show", "--help"),
        (
            ["world", "creat"], "unknown command \"world creat\"",
            "did you mean `mockpostly world create`?"
        ),
        (["world", "delete"], "there is no world to delete", "--all"),
        (["world", "create", "--ttl", "soon"], "--ttl: expected a duration", "--help"),
        (["world", "create", "-o", "xml"], "-o: expected text or json or env", "--help"),
        (
            ["world", "create", "--clock-rate", "2", "--clock-frozen", "--url", "http://[::1]:1"],
            "--clock-rate and --clock-frozen do not go together", "one of them"
        ),
        (
            ["exec", "ls", "-la", "a b"], "unknown option \"-l\" for `mockpostly exec`",
            "`mockpostly exec -- ls -la 'a b'`"
        ),
        (
            ["exec", "pytest", "--tb=short"], "unknown option",
            "`mockpostly exec -- pytest --tb=short`"
        ),
        (["exec", "--prot", "1", "--", "ls"], "unknown option", "did you mean --port?"),
        (["clock", "-o", "json"], "unknown option \"-o\" for `mockpostly clock`", "use --json"),
        (["snapshot", "sav", "a"], "unknown command \"snapshot sav\"", "snapshot save"),
        (["snapshot", "save"], "`mockpostly snapshot save` needs [WORLD/]NAME", "usage: "),
        (["clock", "frezee"], "unknown command \"clock frezee\"", "clock freeze"),
        (["clock", "freeze", "noon"], "expected a date such as", "clock --help"),
        (["clock", "scale", "0"], "expected a number above 0, up to 1000000, found", "--help"),
        (["clock", "advance", "5"], "expected a duration such as 500ms", "clock --help"),
        (["clock", "advance"], "`mockpostly clock advance` needs DURATION", "usage: "),
        (["reset", "--scope", "postly,x"], "--scope: expected postly, dummyjson", "--help"),
        (["reset", "--url", "ftp://x"], "--url: expected http://HOST:PORT", "127.0.0.1"),
        (["export"], "`mockpostly export` needs FILE|DIR|-", "usage: "),
        (["token", "dummyjson"], "needs --user USER", "--help"),
        (
            ["token", "postly", "--email", "a@b", "--break", "signature", "--seed", "empty"],
            "--break asks a server for the token, and --seed is for making it here", "leave one"
        ),
        (
            ["token", "dummyjson", "--user", "x", "--expires-in", "1h", "--expired-for", "1h"],
            "--expires-in and --expired-for do not go together", "one of them"
        ),
        (
            ["token", "google", "--email", "a@b", "--claims", "[]"], "--claims: expected a",
            "--help"
        ),
        (
            ["reset", "--admin-token", "a", "--admin-token-file", "b", "--url", "http://[::1]:1"],
            "--admin-token and --admin-token-file are both given", "give one of them"
        ),
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
        (["healthcheck", "--url", "ftp://x"], "expected http://HOST:PORT", "127.0.0.1"),
        (["routes", "--quiet"], "unknown option \"--quiet\"", "belongs to `mockpostly serve`"),
        (["version", "--jsn"], "unknown option \"--jsn\"", "did you mean --json?"),
        (["requests", "verify", "--times", "3"], "unknown option \"--times\"", "mean --count?"),
        (["requests", "wait", "--times", "3"], "unknown option \"--times\"", "mean --count?"),
        (["fault", "add", "reset", "--count", "3"], "option \"--count\"", "mean --times?"),
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
        let postly = run("routes", "--systems", "postly", "--json").output
        #expect(!postly.contains("dummyjson") && postly.contains("\"control\""))
        #expect(text.contains("GET     /community/websocket "))
        #expect(text.contains("GET     /v1/search "))
        #expect(json.hasSuffix("}\n"))
    }
}
