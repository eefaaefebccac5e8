import MockPostlyDialect
import MockPostlyServer
import Testing

@testable import MockPostlyCLI

@Suite struct ExecEnvironmentTests {
    private var environment = ExecEnvironment(
        url: "http://127.0.0.1:4711",
        world: "default",
        dialects: DialectRegistry.standard.names,
        adminToken: nil,
        mark: "12-ab"
    )

    private func texts(over inherited: [String] = []) -> [String] {
        environment.entries(over: inherited.map { Array($0.utf8) }).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test(arguments: [
        ("/usr/bin:/bin", "/usr/bin:/bin:/opt/mock"), ("/opt/mock:/bin", nil), ("", "/opt/mock"),
    ])
    func `the folder of the program is the last one of PATH`(present: String, path: String?) {
        var environment = environment
        environment.programFolder = "/opt/mock"
        let variables = environment.variables(in: [Array("PATH=\(present)".utf8)])
        #expect(variables.first { $0.name == "PATH" }?.value == path)
        let entries = environment.entries(over: [Array("PATH=\(present)".utf8)])
        #expect(!entries.contains { $0.starts(with: "TEST_RUNNER_PATH=".utf8) })
    }

    @Test func `the default world needs no prefix`() {
        #expect(
            texts().filter { !$0.hasPrefix("TEST_RUNNER_") && !$0.hasPrefix("SIMCTL_CHILD_") } == [
                "BASE_URL=http://127.0.0.1:4711/api",
                "MOCKPOSTLY_URL=http://127.0.0.1:4711",
                "MOCKPOSTLY_WS_URL=ws://127.0.0.1:4711/community",
                "MOCKPOSTLY_WORLD=default",
                "MOCKPOSTLY_POSTLY_URL=http://127.0.0.1:4711/api",
                "MOCKPOSTLY_POSTLYSLASH_URL=http://127.0.0.1:4711/api/",
                "MOCKPOSTLY_DUMMYJSON_URL=http://127.0.0.1:4711",
                "MOCKPOSTLY_COMMUNITY_URL=http://127.0.0.1:4711/api/community",
                "MOCKPOSTLY_PEXELS_URL=http://127.0.0.1:4711/v1",
                "MOCKPOSTLY_WREELY_URL=http://127.0.0.1:4711/services",
                "MOCKPOSTLY_WREELYBETA_URL=http://127.0.0.1:4711/wreely",
                "MOCKPOSTLY_WREELYLOCAL_URL=http://127.0.0.1:4711/wreely/services",
                "MOCKPOSTLY_REALWORLD_URL=http://127.0.0.1:4711/realworld/api",
                "MOCKPOSTLY_REALWORLDSLASH_URL=http://127.0.0.1:4711/realworld/api/",
                "MOCKPOSTLY_EXEC=12-ab",
            ]
        )
    }

    @Test mutating func `a proxy is found by the variables that programs know`() {
        environment.proxyURL = "http://localhost:9"
        let names = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"]
        #expect(names.allSatisfy { texts().contains("\($0)=http://localhost:9") })
        #expect(texts().contains("SIMCTL_CHILD_HTTPS_PROXY=http://localhost:9"))
        #expect(texts().contains("NO_PROXY=localhost,127.0.0.1,::1"))
        environment.world = "w-1"
        let found = texts(over: ["HTTPS_PROXY=http://other", "no_proxy=a.example", "NO_PROXY="])
        #expect(
            found.filter { $0.hasPrefix("HTTPS_PROXY=") } == [
                "HTTPS_PROXY=http://w-1:x@localhost:9"
            ]
        )
        #expect(
            found.filter { $0.hasPrefix("no_proxy=") } == [
                "no_proxy=a.example,localhost,127.0.0.1,::1"
            ]
        )
        #expect(found.contains("NO_PROXY=localhost,127.0.0.1,::1"))
        environment.proxyURL = nil
        #expect(texts(over: ["HTTPS_PROXY=http://other"]).contains("HTTPS_PROXY=http://other"))
    }

    @Test mutating func `another world stands in front of the paths, but not in the server's URL`()
    {
        environment.world = "w-1"
        #expect(
            texts().prefix(4) == [
                "BASE_URL=http://127.0.0.1:4711/w/w-1/api",
                "MOCKPOSTLY_URL=http://127.0.0.1:4711",
                "MOCKPOSTLY_WS_URL=ws://127.0.0.1:4711/w/w-1/community",
                "MOCKPOSTLY_WORLD=w-1",
            ]
        )
    }

    @Test(arguments: [
        (["pexels", "postly"], "/api", 7),
        (["pexels", "community", "dummyjson"], "", 8),
        (["pexels", "community"], "/api/community", 7),
        (["pexels"], "/v1", 5),
    ])
    mutating func `the base URL is that of the first system that is served`(
        dialects: [String],
        path: String,
        count: Int
    ) {
        environment.dialects = dialects
        // All but the mark of the run are there for Apple's tools too.
        #expect(texts().count == count + 2 * (count - 1))
        #expect(texts().first == "BASE_URL=http://127.0.0.1:4711" + path)
    }

    @Test func `variables take the place of those that were there, and others stay`() {
        let all = texts(over: ["PATH=/bin", "BASE_URL=x", "BASE_URLS=y", "MOCKPOSTLY_WORLD=z"])
        #expect(all.prefix(2) == ["PATH=/bin", "BASE_URLS=y"])
        #expect(all.filter { $0.hasPrefix("BASE_URL=") }.count == 1)
        #expect(all.filter { $0.hasPrefix("MOCKPOSTLY_WORLD=") } == ["MOCKPOSTLY_WORLD=default"])
    }

    @Test func `Apple's tools pass them on to tests and apps`() {
        let all = texts(over: ["SIMCTL_CHILD_MOCKPOSTLY_WORLD=z", "TEST_RUNNER_OTHER=y"])
        #expect(all.first == "TEST_RUNNER_OTHER=y")
        for carrier in ["TEST_RUNNER_", "SIMCTL_CHILD_"] {
            #expect(all.contains(carrier + "MOCKPOSTLY_URL=http://127.0.0.1:4711"))
            #expect(all.contains(carrier + "BASE_URL=http://127.0.0.1:4711/api"))
            let worlds = all.filter { $0.hasPrefix(carrier + "MOCKPOSTLY_WORLD=") }
            #expect(worlds == [carrier + "MOCKPOSTLY_WORLD=default"])
            #expect(!all.contains { $0.hasPrefix(carrier + "MOCKPOSTLY_EXEC=") })
        }
    }

    @Test func `bytes that are no UTF-8 stay as they are`() {
        let strange = Array("A=".utf8) + [0xFF, 0xC3]
        #expect(environment.entries(over: [strange]).first == strange)
    }

    @Test mutating func `a token takes the place of a file that it was read from`() {
        let file = "MOCKPOSTLY_ADMIN_TOKEN_FILE=f"
        #expect(texts(over: [file]).contains(file))
        environment.adminToken = "secret"
        #expect(texts(over: [file]).contains("MOCKPOSTLY_ADMIN_TOKEN=secret"))
        #expect(!texts(over: [file]).contains(file))
    }

    @Test func `a run inside another has the marks of both`() {
        let entries = environment.entries(over: [Array("MOCKPOSTLY_EXEC=7-cd".utf8)])
        #expect(ExecMark.isIn(entries, "7-cd"))
        #expect(ExecMark.isIn(entries, "12-ab"))
        #expect(!ExecMark.isIn(entries, "2-ab"))
        #expect(!ExecMark.isIn([Array("X=12-ab".utf8)], "12-ab"))
    }
}
