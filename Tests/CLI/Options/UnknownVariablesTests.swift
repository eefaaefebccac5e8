import MockPostlyDialect
import MockPostlyServer
import Testing

@testable import MockPostlyCLI

@Suite struct UnknownVariablesTests {
    private func warnings(_ names: String...) -> [String] {
        UnknownVariables(Commands.all, .standard).warnings(for: names)
    }

    @Test func `a variable that nothing reads is named with the one that was meant`() {
        #expect(
            warnings(
                "PATH",
                "MOCKPOSTLY_PROT",
                "MOCKPOSTLY_Port",
                "MOCKPOSTLY_IMAGINARY",
                "MOCKPOSTLY_PEXELS_KEYS"
            )
                == [
                    "unknown variable \"MOCKPOSTLY_IMAGINARY\"",
                    "unknown variable \"MOCKPOSTLY_PEXELS_KEYS\"; did you mean MOCKPOSTLY_PEXELS_KEY?",
                    "unknown variable \"MOCKPOSTLY_PROT\"; did you mean MOCKPOSTLY_PORT?",
                    "unknown variable \"MOCKPOSTLY_Port\"; did you mean MOCKPOSTLY_PORT?",
                ]
        )
    }

    @Test func `all that options, exec and Kubernetes set is known`() {
        let environment = ExecEnvironment(
            url: "http://localhost:1",
            world: "default",
            dialects: DialectRegistry.standard.names,
            adminToken: "t",
            mark: "m"
        )
        var names = environment.variables(in: []).map(\.name)
        names += Commands.all.visible.flatMap(\.options).compactMap {
            HelpText.variables(of: $0)
        }
        .flatMap { $0.split(separator: ",").map { String($0.drop { $0 == " " }) } }
        names += [
            "MOCKPOSTLY_NO_QUIET", "MOCKPOSTLY_SERVICE_HOST", "MOCKPOSTLY_PORT_8080_TCP",
            "MOCKPOSTLY_DIALECTS",
        ]
        #expect(
            UnknownVariables(Commands.all, .standard).warnings(for: names).isEmpty
        )
    }

    @Test func `a command warns, and does what it is told`() {
        let done = run("config", environment: ["MOCKPOSTLY_MAX_BODYS": "1KiB"])
        #expect(done.code == 0)
        #expect(
            done.errors == "mockpostly: warning: unknown variable \"MOCKPOSTLY_MAX_BODYS\"; "
                + "did you mean MOCKPOSTLY_MAX_BODY?\n"
        )
        #expect(run(["version"], environment: ["MOCKPOSTLY_X": "1"]).errors.isEmpty)
    }
}
