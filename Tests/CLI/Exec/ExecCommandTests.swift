import MockPostlyOptions
import Testing

@testable import MockPostlyCLI

@Suite struct ExecCommandTests {
    @Test(arguments: [[], ["--"], ["--quiet", "--"]])
    func `a command is needed`(arguments: [String]) {
        let run = run(["exec"] + arguments)
        #expect(run.code == 2)
        #expect(run.errors.contains("needs -- CMD…"))
        #expect(run.errors.contains("usage: mockpostly exec [OPTIONS] -- CMD…"))
    }

    @Test(arguments: [["--world", "a"], ["--scenario", "unicode"]])
    func `a world needs a control plane`(option: [String]) {
        let run = run(["exec"] + option + ["--no-control", "--", "true"])
        #expect(run.code == 2)
        #expect(run.errors.contains("--no-control"))
    }

    @Test func `a dashboard is opened for serve alone`() {
        let refused = run("exec", "--open", "--", "true")
        #expect(refused.code == 2 && refused.errors.contains("--open cannot be had with exec"))
    }

    @Test func `its help tells of the variables, and nobody's of the guard`() {
        let help = run("exec", "--help").output
        for name in ["BASE_URL", "MOCKPOSTLY_URL", "MOCKPOSTLY_WS_URL", "MOCKPOSTLY_WORLD"] {
            #expect(help.contains(name))
        }
        #expect(help.contains("--seed SEED"))
        #expect(!run("--help").output.contains("exec-guard"))
    }

    @Test func `the variable for commands that ask a server is not the name of a new world`() {
        #expect(ExecOptions.world.variable == nil)
        #expect(ExecOptions.scenario.variable == nil)
    }
}
