import MockPostlyNouns
import MockPostlyOptions
import Testing

@testable import MockPostlyCLI

@Suite struct ConfigurationFileTests {
    private func refusal(_ text: String) -> Failure? {
        do throws(Failure) {
            _ = try ConfigurationFile(path: "c.json", bytes: Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test func `members become texts for their options`() throws {
        let text = """
            {"port": 9000, "max-body": "1MiB", "no-cache": true, "quiet": false,
             "seed": ["a", "b"], "systems": "postly"}
            """
        let file = try ConfigurationFile(path: "c.json", bytes: Array(text.utf8))
        let found = file.entries.map { "\($0.option.name): \($0.texts.joined(separator: " "))" }
        #expect(
            found == [
                "port: 9000", "max-body: 1MiB", "cache: false", "quiet: false", "seed: a b",
                "systems: postly",
            ]
        )
    }

    @Test(arguments: [
        ("", "c.json:1:1: the document is empty"),
        ("{\n  \"port\": 1", "c.json:2:12: the document ends too early"),
        ("[]", "c.json:1:1: expected an object with a value for each option"),
        ("{\n  \"prot\": 1}", "c.json:2:3: unknown option \"prot\""),
        ("{\n  \"config\": \"x\"}", "c.json:2:3: unknown option \"config\""),
        ("{\"json\": true}", "c.json:1:2: unknown option \"json\""),
        (
            "{\"dialects\": \"postly\", \"systems\": \"postly\"}",
            "c.json:1:14: \"dialects\" and \"systems\" are the same option"
        ),
        ("{\"quiet\": 1}", "c.json:1:11: quiet: expected true or false, found 1"),
        (
            "{\"port\": null}",
            "c.json:1:10: port: expected a number from 0 to 65535, found null"
        ),
        (
            "{\"port\": [1]}",
            "c.json:1:10: port: expected a number from 0 to 65535, found an array"
        ),
    ])
    func `what is wrong is told with its place`(text: String, expected: String) throws {
        let failure = try #require(refusal(text))
        #expect(failure.words == expected)
        #expect(failure.exitCode == .configuration)
    }

    @Test func `an option has its former name as well`() throws {
        let text = Array("{\"dialects\": \"postly\"}".utf8)
        let file = try ConfigurationFile(path: "c.json", bytes: text)
        #expect(file.entries.map(\.option.name) == ["systems"])
    }

    @Test func `an unknown option gets a hint`() {
        #expect(refusal("{\"prot\": 1}")?.hint == "did you mean \"port\"?")
    }

    @Test func `a bad value is told with its place`() throws {
        let file = try TemporaryFile("{\n  \"port\": \"abc\"\n}")
        let run = run("config", "--config", file.path)
        #expect(run.code == 3)
        let place = "\(file.path):2:11"
        #expect(
            run.errors.contains("\(place): port: expected a number from 0 to 65535, found \"abc\"")
        )
    }

    @Test func `a file that is not there is named`() {
        let run = run("config", environment: ["MOCKPOSTLY_CONFIG": "/nowhere/c.json"])
        #expect(run.code == 3)
        #expect(run.errors.contains("/nowhere/c.json: no such file or directory"))
    }

    @Test func `a secret with a wrong value is not repeated`() throws {
        let file = try TemporaryFile(#"{"jwt-secret": ""}"#)
        #expect(run("config", "--config", file.path).code == 3)
    }
}
