import MockPostlyControlClient
import MockPostlyHTTPClient
import MockPostlyJSON
import MockPostlyServer
import MockPostlyTestKit
import MockPostlyText
import Testing

@testable import MockPostlyCLI

@Suite struct CommandClientTests {
    private func client(_ server: LiveServer, token: String? = nil) throws -> CommandClient {
        CommandClient(try #require(HTTPTarget(url: server.url)), adminToken: token)
    }

    @Test func `an answer is JSON`() throws {
        let server = try LiveServer()
        let worlds = try client(server).get(["worlds"], []).root["worlds"]
        #expect(worlds?.elements.first?["id"]?.string == "default")
    }

    @Test func `a refusal is told in the server's words`() throws {
        let server = try LiveServer()
        let run = server.run("reset", "--world", "nowhere")
        #expect(run.code == 1 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("mockpostly: error: There is no world 'nowhere'."))
        #expect(run.errors.contains("\nhint: ") && run.errors.contains("default"))
    }

    @Test func `a large body goes both ways`() throws {
        let server = try LiveServer()
        let client = try client(server)
        let content = try client.answer("GET", ["export"], [("format", "sqlite")]).body
        #expect(content.count > 100_000)
        let answer = try client.json("POST", ["import"], body: .bytes(content))
        #expect(answer.root["posts"]?.int == 156)
    }

    @Test func `a body that is too large is refused while it is sent`() throws {
        let server = try LiveServer()
        let client = try client(server)
        #expect(throws: Failure.self) {
            try client.send("POST", ["reset"]) {
                $0.field("world", String(repeating: "x", count: 1 << 24))
            }
        }
    }

    @Test func `a Unix socket does as well`() throws {
        let directory = try ScratchDirectory()
        let path = "\(directory.path)/m.sock"
        let server = try LiveServer { $0.unixSocket = path }
        let run = server.run("reset", "--url", "unix://\(path)")
        #expect(run.code == 0 && run.errors.isEmpty)
        #expect(
            run.output.hasPrefix(
                "default: 40 users, 156 posts, 144 published, 12 drafts, 551 comments in "
            )
        )
    }

    @Test func `a server without a control plane is told from one with another`() throws {
        let target = HTTPTarget.network(host: "localhost", port: 80)
        func hint(_ status: Int, _ body: String) -> String? {
            let answer = HTTPAnswer(status: status, body: Array(body.utf8))
            return Failure(ControlRefusal(answer), by: target).hint
        }
        #expect(hint(404, "<p>no</p>")?.contains("--no-control") == true)
        #expect(hint(500, "{}") == "is it a mockpostly server?")
        #expect(hint(401, #"{"detail":"No.","hint":"h"}"#)?.contains("--admin-token") == true)
        #expect(hint(404, #"{"detail":"No.","hint":"h"}"#) == "h")
    }

    @Test func `hints are of the command line`() throws {
        let server = try LiveServer()
        #expect(server.run("world", "delete", "default").errors.contains("`mockpostly reset`"))
        #expect(server.run("snapshot", "save", "s").code == 0)
        #expect(server.run("snapshot", "save", "s").errors.contains("--overwrite"))
        let url = run("reset", environment: ["MOCKPOSTLY_URL": "ftp://x"])
        #expect(url.code == 2)
        #expect(url.errors.contains("environment variable MOCKPOSTLY_URL: expected http://"))
    }

    @Test func `a server's words are said in terms of the command line`() throws {
        let server = try LiveServer()
        let stub = #"{"match":{"pth":"/a"},"response":{"status":200}}"#
        let files = try [stub, #"{"response":{"status":1}}"#, "{}", "[]"].map {
            try TemporaryFile($0)
        }
        var commands = [
            ["world", "delete", "default"], ["snapshot", "diff", "none"],
            ["snapshot", "restore", "none"], ["world", "create", "--from", "seed:none.json"],
            ["requests", "--match", #"{"pth":"/a"}"#],
            ["requests", "verify", "--match", #"{"path":"/a?b=1"}"#],
            ["requests", "wait", "--match", #"{"body":[]}"#], ["requests", "wait", "--count", "0"],
            ["fault", "add", "none"], ["fault", "add", #"{"status":1}"#],
            ["fault", "add", "offline", "--match", #"{"pth":1}"#], ["world", "create", "a b"],
            ["socket", "scenario", "none"], ["socket", "drop", "--how", "none"],
        ]
        commands += files.map { ["stub", "add", $0.path] }
        if let list = files.last { commands.append(["import", list.path]) }
        for command in commands {
            let run = server.run(command)
            #expect(run.code != 0 && !run.errors.isEmpty, "\(command)")
            let words = ["member", "__mockpostly", " body", "mockpostly: error: \n", " in 'id'"]
            #expect(!words.contains(where: run.errors.contains), "\(command): \(run.errors)")
        }
        #expect(
            inCommandTerms("Nothing was changed. GET /__mockpostly/v1/none says more.")
                == "Nothing was changed"
        )
    }

    @Test(arguments: [
        ["requests", "wait", "/a", "--count", "0"], ["fault", "add", "offline", "--times", "0"],
        ["fault", "add", "offline", "--after", "99999999999"],
        ["requests", "verify", "/a", "--at-most", "99999999999"],
        ["socket", "drop", "--how", "none"], ["socket", "drop", "--transport", "none"],
    ])
    func `a value that no server takes is refused by the option's name`(_ command: [String]) {
        let tried = run(command)
        #expect(tried.code == 2 && tried.errors.contains("\(command[command.count - 2]): expected"))
    }

    @Test(arguments: [
        ["requests", "verify", "GET /posts/1", "--match", "POST"],
        ["fault", "add", "status-503", "--match", "GET /posts/1", "--method", "POST"],
    ])
    func `a condition that is told twice is refused`(_ command: [String]) {
        let tried = run(command)
        #expect(tried.code == 2)
        #expect(tried.errors.contains("'method' is in --match and beside it"))
    }

    @Test func `words of a server do nothing to a terminal`() {
        let answer = HTTPAnswer(status: 400, body: Array(#"{"detail":"\u001b[31m"}"#.utf8))
        let failure = Failure(ControlRefusal(answer), by: .unix("x"))
        #expect(failure.words == "\\u{1b}[31m")
    }

    @Test func `names are escaped in addresses`() {
        #expect(percentEncoded("a b/ü?#%") == "a%20b%2F%C3%BC%3F%23%25")
        #expect(percentEncoded("A-z_0.9~") == "A-z_0.9~")
    }

    @Test func `the server is that of the flag, the world that of the flag or the URL`() throws {
        let server = try LiveServer()
        func world(_ arguments: String..., named variable: String? = nil) -> String {
            var variables = ["MOCKPOSTLY_URL": "http://127.0.0.1:1/w/never"]
            variables["MOCKPOSTLY_WORLD"] = variable
            let run = run(["reset"] + arguments, environment: variables)
            return run.errors.split(separator: "'").dropFirst().first.map(String.init) ?? ""
        }
        #expect(world("--url", server.url + "/w/a") == "a")
        #expect(world("--url", server.url + "/w/a", named: "b") == "a")
        #expect(world("--url", server.url, named: "b") == "b")
        #expect(world("--url", server.url + "/w/a", "-w", "c", named: "b") == "c")
    }

    @Test func `a server that is not there is told with its URL`() {
        let run = run("world", "list", environment: ["MOCKPOSTLY_URL": "unix:///nowhere/m.sock"])
        #expect(run.code == 1 && run.output.isEmpty)
        #expect(run.errors.contains("unix:///nowhere/m.sock: no such file or directory"))
        #expect(run.errors.contains("--url"))
    }
}
