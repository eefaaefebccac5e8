import MockPostlyFaults
import Testing

@Suite struct FaultTests {
    private let server: LiveServer

    init() throws { server = try LiveServer() }

    @Test func `a fault is added, listed, shown and deleted`() {
        let added = server.run(
            "fault",
            "add",
            "reset",
            "--name",
            "bad-wifi",
            "--method",
            "post",
            "--path",
            "/api/**",
            "--user",
            "mira.sol@example.com",
            "--rate",
            "0.5",
            "--times",
            "3",
            "--after",
            "1",
            "--per",
            "user",
            "--ttl",
            "10m",
            "--script",
            "down"
        )
        #expect(added.code == 0 && added.errors.isEmpty)
        #expect(added.output.hasPrefix("1  bad-wifi  active  0 of 0"))
        #expect(added.output.contains(#""path":"/api/**""#))
        let shown = server.run("fault", "show", "bad-wifi", "--json").output
        #expect(shown.contains(#""POST""#) && shown.contains(#""user""#))
        let lines = server.run("fault", "list").output.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasPrefix("ID  SHOWS"))
        #expect(server.run("fault", "delete", "1").output == "1: deleted\n")
        let gone = server.run("fault", "show", "1")
        #expect(gone.code == 1 && gone.errors.contains("has no fault '1'"))
    }

    @Test func `a fault can be an object, and further conditions are JSON`() {
        let fault = #"{"connection":"reset","write":"saved"}"#
        let match = #"{"header":{"X-Device":"phone"}}"#
        let added = server.run("fault", "add", fault, "--match", match, "--path", "/posts/1")
        #expect(added.code == 0 && added.output.contains("reset+after-write"))
        #expect(added.output.contains(#"{"header":{"X-Device":"phone"},"path":"/posts/1"}"#))
        let short = server.run("fault", "add", fault, "--match", "GET /posts/*").output
        #expect(short.contains(#"{"method":"GET","path":"/posts/*"}"#))
    }

    @Test func `all faults of a world are cleared`() {
        _ = server.run("world", "create", "e", "--from", "empty")
        for world in ["default", "e", "e"] {
            #expect(server.run("fault", "add", "close", "-w", world).code == 0)
        }
        #expect(server.run("fault", "clear", "-w", "e").output == "e: 2 faults deleted\n")
        #expect(server.run("fault", "list").output.contains("close  active"))
        #expect(server.run("fault", "clear").output == "default: 1 fault deleted\n")
    }

    @Test func `the presets need no server`() {
        let output = server.run("fault", "presets").output
        for name in Fault.presets.map(\.name) + ["status-NNN", "delay-TIME"] {
            #expect(output.contains("\(name) "), "\(name)")
        }
    }

    @Test func `what cannot be is refused`() {
        let wrong = server.run("fault", "add", "flakey")
        #expect(wrong.code == 1 && wrong.errors.contains("Did you mean 'flaky'?"))
        #expect(server.run("fault", "add", "reset", "--rate", "2").code == 2)
        #expect(server.run("fault", "add", "reset", "--match", "[]").code == 2)
        #expect(server.run("fault", "add").code == 2)
    }
}
