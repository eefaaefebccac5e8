import Testing

@testable import MockPostlyCLI

@Suite struct HealthcheckTests {
    @Test(arguments: [
        ("http://localhost", ProbeTarget.network(host: "localhost", port: 80)),
        ("http://127.0.0.1:8080", .network(host: "127.0.0.1", port: 8080)),
        ("http://127.0.0.1:8080/api/", .network(host: "127.0.0.1", port: 8080)),
        ("HTTP://[::1]:9", .network(host: "::1", port: 9)),
        ("http://[::1]", .network(host: "::1", port: 80)),
        ("unix:///run/m.sock", .unix("/run/m.sock")),
        ("unix:/run/m.sock", .unix("/run/m.sock")),
        ("unix://m.sock", .unix("m.sock")),
    ])
    func `addresses are read`(url: String, expected: ProbeTarget) {
        #expect(ProbeTarget(url: url) == expected)
    }

    @Test(arguments: [
        "", "localhost:8080", "https://localhost", "http://", "http://:80", "http://a:b",
        "http://127.0.0.1:99999", "http://example.com", "unix://", "http://u@h:1", "unix:",
    ])
    func `what is no address is refused`(url: String) {
        #expect(ProbeTarget(url: url) == nil)
    }

    @Test func `an answer is taken apart`() throws {
        let text = "HTTP/1.1 503 Service Unavailable\r\nA: b\r\n\r\n{}"
        let answer = try #require(ProbeAnswer(Array(text.utf8)))
        #expect(answer.status == 503)
        #expect(answer.body == Array("{}".utf8))
        #expect(ProbeAnswer(Array("SSH-2.0-x\r\n".utf8)) == nil)
        #expect(ProbeAnswer([]) == nil)
    }

    @Test func `a server that is not there is exit code 1`() {
        let run = run("healthcheck", "--url", "unix:///nowhere/m.sock")
        #expect(run.code == 1)
        #expect(run.errors.contains("unix:///nowhere/m.sock: no such file or directory"))
    }

    @Test func `a flag for the port wins over a variable with a URL`() {
        let variables = ["MOCKPOSTLY_URL": "unix:///nowhere/m.sock"]
        #expect(run("healthcheck", environment: variables).errors.contains("/nowhere/"))
        let run = run("healthcheck", "--port", "1", environment: variables)
        #expect(run.errors.contains("http://127.0.0.1:1: "))
    }
}
