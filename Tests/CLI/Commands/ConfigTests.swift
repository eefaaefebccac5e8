import MockPostlyJSON
import MockPostlyOptions
import Testing

@testable import MockPostlyCLI

@Suite struct ConfigTests {
    private func entry(
        _ name: String,
        _ arguments: [String] = [],
        _ environment: [String: String] = [:]
    ) throws -> (value: String, source: String) {
        let run = run(["config", "--json"] + arguments, environment: environment)
        try #require(run.code == 0)
        let document = try JSON(parsing: Array(run.output.utf8))
        let option = try #require(document.root[name])
        let value = try #require(option["value"])
        let source = try #require(option["source"]?.string)
        return (String(decoding: value.rawText, as: UTF8.self), source)
    }

    @Test(
        arguments: [
            ("port", [], [:], "8080", "default"),
            ("port", ["-p", "1"], [:], "1", "flag -p"),
            ("port", ["--port=1"], [:], "1", "flag --port"),
            ("port", [], ["MOCKPOSTLY_PORT": "1"], "1", "environment variable MOCKPOSTLY_PORT"),
            ("port", [], ["PORT": "1"], "1", "environment variable PORT"),
            ("cache", ["--no-cache"], [:], "false", "flag --no-cache"),
            ("idle-timeout", [], [:], "\"75s\"", "default"),
            ("max-body", [], [:], "\"8MiB\"", "default"),
            ("data", [], [:], "null", "default"),
            ("seed", ["--seed", "empty"], [:], "[\n      \"empty\"\n    ]", "flag --seed"),
        ] as [(String, [String], [String: String], String, String)]
    )
    func `each value is told with its source`(
        name: String,
        arguments: [String],
        environment: [String: String],
        value: String,
        source: String
    ) throws {
        let found = try entry(name, arguments, environment)
        #expect(found.value == value)
        #expect(found.source == source)
    }

    @Test func `every option is there`() throws {
        let run = run("config")
        let names = run.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
        #expect(names.map(String.init) == ServerOptions.all.map(\.name))
    }

    @Test func `a secret is shown only where everybody knows it`() throws {
        #expect(try entry("jwt-secret").value == "\"your-secret-key\"")
        let set = run("config", environment: ["JWT_SECRET_KEY": "hunter2"])
        #expect(!set.output.contains("hunter2") && set.output.contains("(set)"))
        let flag = run("config", "--json", "--jwt-secret", "hunter2")
        #expect(!flag.output.contains("hunter2"))
    }

    @Test func `quiet that a flag has undone comes from that flag`() throws {
        let variables = ["MOCKPOSTLY_QUIET": "1"]
        #expect(try entry("quiet", [], variables).value == "true")
        let undone = try entry("quiet", ["-v"], variables)
        #expect(undone.value == "false" && undone.source == "flag -v")
    }
}
