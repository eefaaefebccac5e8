import Testing

@testable import MockPostlyCLI

@Suite struct HealthcheckTests {
    @Test func `a server that is not there is exit code 1`() {
        let run = run("healthcheck", "--url", "unix:///nowhere/m.sock")
        #expect(run.code == 1)
        #expect(run.errors.contains("unix:///nowhere/m.sock: no such file or directory"))
    }

    @Test func `its options are those of who asks`() {
        let help = run("healthcheck", "--help").output
        #expect(help.contains("port to ask") && !help.contains("to listen on;"))
    }

    @Test func `a flag for the port wins over a variable with a URL`() {
        let variables = ["MOCKPOSTLY_URL": "unix:///nowhere/m.sock"]
        #expect(run("healthcheck", environment: variables).errors.contains("/nowhere/"))
        let run = run("healthcheck", "--port", "1", environment: variables)
        #expect(run.errors.contains("http://127.0.0.1:1: "))
    }
}
