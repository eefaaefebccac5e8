import MockPostlyDialect
import MockPostlyOptions
import Testing

@testable import MockPostlyCLI

@Suite struct ArgumentParserTests {
    private let options =
        [
            ServerOptions.port, ServerOptions.seed, ServerOptions.jwtSecret, CommandOptions.json,
        ] + ServerOptions.all.filter { ["cache", "quiet", "verbose"].contains($0.name) }

    private func parse(_ arguments: [String]) throws(Failure) -> ParsedArguments {
        var parser = ArgumentParser(command: "test", options: options)
        return try parser.parse(arguments)
    }

    private func uses(_ arguments: [String]) throws(Failure) -> [String] {
        try parse(arguments).uses.map { "\($0.option.name)=\($0.text) by \($0.flag)" }
    }

    private func words(_ arguments: [String]) -> String {
        do throws(Failure) {
            _ = try parse(arguments)
            return "no failure"
        } catch {
            return error.words
        }
    }

    @Test(arguments: [
        (["--port", "80"], ["port=80 by --port"]),
        (["--port=80"], ["port=80 by --port"]),
        (["--port="], ["port= by --port"]),
        (["--jwt-secret=a=b"], ["jwt-secret=a=b by --jwt-secret"]),
        (["-p", "80"], ["port=80 by -p"]),
        (["-p80"], ["port=80 by -p"]),
        (["-p=80"], ["port=80 by -p"]),
        (["--port", "80", "--port", "81"], ["port=80 by --port", "port=81 by --port"]),
        (["--cache"], ["cache=true by --cache"]),
        (["--no-cache"], ["cache=false by --no-cache"]),
        (["--cache=false"], ["cache=false by --cache"]),
        (["--no-quiet"], ["quiet=false by --no-quiet"]),
        (["-qv"], ["quiet=true by -q", "verbose=true by -v"]),
        (["-vp", "80"], ["verbose=true by -v", "port=80 by -p"]),
        (["--json"], ["json=true by --json"]),
        (["--seed", "a", "--seed=b"], ["seed=a by --seed", "seed=b by --seed"]),
        (["--seed", "-"], ["seed=- by --seed"]),
    ])
    func `every form of a flag is read`(arguments: [String], expected: [String]) throws {
        #expect(try uses(arguments) == expected)
    }

    @Test func `operands and options mix`() throws {
        let parsed = try parse(["a", "--port", "80", "b", "-"])
        #expect(parsed.operands == ["a", "b", "-"])
        #expect(parsed.uses.count == 1)
    }

    @Test func `a minus with a digit begins an operand`() throws {
        let parsed = try parse(["-15m", "--port", "80", "-1"])
        #expect(parsed.operands == ["-15m", "-1"])
        #expect(parsed.uses.count == 1)
    }

    @Test func `after two dashes everything is an operand`() throws {
        let parsed = try parse(["--json", "--", "--port", "-q", "--"])
        #expect(parsed.operands == ["--port", "-q", "--"])
        #expect(parsed.uses.count == 1)
    }

    @Test(arguments: [
        (["--port"], "--port needs a value: a number from 0 to 65535"),
        (["-p"], "-p needs a value: a number from 0 to 65535"),
        (
            ["--port", "--json"],
            "--port needs a value: a number from 0 to 65535; found \"--json\""
        ),
        (["--json=yes"], "--json takes no value, found \"yes\""),
        (["--no-cache=1"], "--no-cache takes no value, found \"1\""),
        (["--prot", "80"], "unknown option \"--prot\" for `mockpostly test`"),
        (["--prot=80"], "unknown option \"--prot\" for `mockpostly test`"),
        (["--no-port"], "unknown option \"--no-port\" for `mockpostly test`"),
        (["--no-json"], "unknown option \"--no-json\" for `mockpostly test`"),
        (["-x"], "unknown option \"-x\" for `mockpostly test`"),
        (["-qx"], "unknown option \"-x\" for `mockpostly test`"),
        (["--Port"], "unknown option \"--Port\" for `mockpostly test`"),
        (["--\u{1B}[31m"], "unknown option \"--\\u{1b}[31m\" for `mockpostly test`"),
    ])
    func `what cannot be read is named`(arguments: [String], expected: String) {
        #expect(words(arguments) == expected)
    }

    @Test func `a secret is not repeated`() {
        #expect(!words(["--jwt-secret", "-hunter2"]).contains("hunter2"))
    }

    @Test(arguments: [(["-h"], ParsedArguments.Help.short), (["--help"], .long), (["-qh"], .short)])
    func `a wish for help ends the reading`(
        arguments: [String],
        help: ParsedArguments.Help
    ) throws {
        #expect(try parse(arguments + ["--unknown"]).help == help)
    }

    @Test func `an unknown option gets a hint`() {
        func hint(_ flag: String) -> String? {
            do throws(Failure) {
                var parser = ArgumentParser(
                    command: "test",
                    options: options,
                    elsewhere: { [("token", TokenOptions.user(.email)[0])] }
                )
                _ = try parser.parse([flag])
                return nil
            } catch {
                return error.hint
            }
        }
        #expect(hint("--prot") == "did you mean --port?")
        #expect(hint("--no-cahce") == "did you mean --no-cache?")
        #expect(hint("--jwt") == "did you mean --jwt-secret?")
        #expect(hint("--email") == "--email belongs to `mockpostly token`")
        #expect(hint("--qqqqqqqqq") == "`mockpostly test --help` lists the options")
    }
}
