import CommunityDialect
import DummyJSONDialect
import GoogleDialect
import MockPostlyContent
import MockPostlyControl
import MockPostlyDialect
import MockPostlyLog
import MockPostlyNouns
import MockPostlyOptions
import MockPostlyServer
import MockPostlyWorlds
import PexelsDialect
import Testing

@testable import MockPostlyCLI

@Suite struct ResolutionTests {
    private func resolve(
        _ arguments: [String] = [],
        _ environment: [String: String] = [:]
    ) throws(Failure) -> Resolution {
        var parser = ArgumentParser(command: "serve", options: ServerOptions.all)
        let parsed = try parser.parse(arguments)
        return try Resolution(
            ServerOptions.all,
            parsed.uses,
            environment: Environment(environment),
            helpHint: "help"
        )
    }

    private func refusal(_ arguments: [String], _ environment: [String: String] = [:]) -> Failure? {
        do throws(Failure) {
            _ = try resolve(arguments, environment)
            return nil
        } catch {
            return error
        }
    }

    @Test func `nothing gives the defaults`() throws {
        let resolution = try resolve()
        #expect(resolution.settings.configuration == Configuration())
        #expect(ServerOptions.all.allSatisfy { resolution.origin(of: $0) == .standard })
    }

    @Test func `a flag wins over a variable, this over a file, this over the default`() throws {
        let file = try TemporaryFile(#"{"port": 1, "worker-queue": 10, "host": "127.0.0.1"}"#)
        let variables = ["MOCKPOSTLY_PORT": "2", "MOCKPOSTLY_WORKER_QUEUE": "20"]
        let resolution = try resolve(["--config", file.path, "-p", "3"], variables)
        let configuration = resolution.settings.configuration
        #expect(configuration.port == 3)
        #expect(configuration.workerQueue == 20)
        #expect(configuration.host == "127.0.0.1")
        #expect(configuration.durability == .normal)
        #expect(resolution.origin(of: ServerOptions.port) == .flag("-p"))
        #expect(resolution.origin(of: ServerOptions.host) == .file(file.path))
        let queue = try #require(ServerOptions.all.first { $0.name == "worker-queue" })
        #expect(resolution.origin(of: queue) == .variable("MOCKPOSTLY_WORKER_QUEUE"))
    }

    @Test func `a name that no certificate can have is refused with the reason`() throws {
        let reason = #""a:1" cannot be in a certificate: it has a port; give the name alone"#
        let flag = try #require(refusal(["--tls-name", "a.example", "--tls-name", "a:1"]))
        #expect(flag.words.hasPrefix("--tls-name: \(reason)") && flag.exitCode == .usage)
        let variable = try #require(refusal([], ["MOCKPOSTLY_TLS_NAME": "a.example,a:1"]))
        #expect(variable.words.hasPrefix("environment variable MOCKPOSTLY_TLS_NAME: \(reason)"))
    }

    @Test func `our variable wins over the bare one`() throws {
        #expect(try resolve([], ["PORT": "1"]).settings.configuration.port == 1)
        let both = try resolve([], ["PORT": "1", "MOCKPOSTLY_PORT": "2"])
        #expect(both.settings.configuration.port == 2)
        #expect(both.origin(of: ServerOptions.port) == .variable("MOCKPOSTLY_PORT"))
        let secret = try resolve([], ["JWT_SECRET_KEY": "s", "GOOGLE_CLIENT_ID": "c"])
        #expect(secret.settings.configuration.jwtSecret == "s")
        #expect(secret.settings.configuration.settings[GoogleAccounts.self].clientID == "c")
    }

    @Test func `a bare HOST that is no address belongs to somebody else`() throws {
        let resolution = try resolve([], ["HOST": "x86_64-conda-linux-gnu"])
        #expect(resolution.settings.configuration.host == "localhost")
        #expect(try resolve([], ["HOST": "::1"]).settings.configuration.host == "::1")
        #expect(refusal([], ["MOCKPOSTLY_HOST": "nowhere"])?.exitCode == .usage)
    }

    @Test func `a port that Kubernetes has put there is left out`() throws {
        let resolution = try resolve([], ["MOCKPOSTLY_PORT": "tcp://10.0.0.1:8080"])
        #expect(resolution.settings.configuration.port == 8080)
    }

    @Test func `an empty variable counts as not set`() throws {
        let resolution = try resolve([], ["MOCKPOSTLY_PORT": "", "PORT": ""])
        #expect(resolution.origin(of: ServerOptions.port) == .standard)
    }

    @Test(
        arguments: [
            ([], ["MOCKPOSTLY_CACHE": "no"], false), ([], ["MOCKPOSTLY_NO_CACHE": "1"], false),
            ([], ["MOCKPOSTLY_NO_CACHE": "false"], true),
            (["--cache"], ["MOCKPOSTLY_NO_CACHE": "1"], true), (["--no-cache"], [:], false),
            (["--no-cache", "--cache"], [:], true),
        ] as [([String], [String: String], Bool)]
    )
    func `a boolean has two forms everywhere`(
        arguments: [String],
        environment: [String: String],
        expected: Bool
    ) throws {
        let configuration = try resolve(arguments, environment).settings.configuration
        #expect(configuration.usesCaches == expected)
    }

    @Test(arguments: [
        ([], LogLevel.normal), (["-q"], .quiet), (["-v"], .verbose),
        (["-q", "-v"], .verbose), (["-v", "-q"], .quiet), (["-v", "--no-verbose"], .normal),
        (["-v", "--no-quiet"], .verbose),
    ])
    func `quiet and verbose undo each other`(
        arguments: [String],
        level: LogLevel
    ) throws {
        #expect(try resolve(arguments).settings.configuration.logLevel == level)
    }

    @Test(arguments: [
        ([], SeedSource.standard), (["--seed", "empty"], .empty),
        (["--seed", "a"], .paths(["a"])), (["--seed", "a", "--seed=b"], .paths(["a", "b"])),
        (["--seed", "./standard"], .paths(["./standard"])),
        (["--seed", "standard", "--seed", "a"], .joined([.standard, .paths(["a"])])),
        (["--seed", "a", "--seed", "standard"], .joined([.paths(["a"]), .standard])),
    ])
    func `seeds are read`(arguments: [String], seed: SeedSource) throws {
        #expect(try resolve(arguments).settings.configuration.seed == seed)
    }

    @Test func `a flag for a list replaces the variable's list`() throws {
        let variables = ["MOCKPOSTLY_SEED": "a,b", "MOCKPOSTLY_ALLOWED_HOST": "x,Y"]
        let configuration = try resolve([], variables).settings.configuration
        #expect(configuration.seed == .paths(["a", "b"]))
        #expect(configuration.allowedHosts == ["x", "y"])
        let other = try resolve(["--seed", "c"], variables).settings.configuration
        #expect(other.seed == .paths(["c"]))
    }

    @Test(arguments: [
        ["--seed", "standard", "--seed", "standard"], ["--seed", "a", "--seed", "empty"],
        ["--seed=standard", "--seed=a", "--seed=standard"],
        ["--seed", "empty", "--seed", "a"], ["--seed="], ["--systems", "postly,"],
        ["--systems", "cobol"], ["--port", "65536"], ["--config="],
        ["--dummyjson-data="], ["--dummyjson-writes", "keeps"], ["--dummyjson-links", ""],
        ["--dummyjson-era", "old"],
        ["--community-origin", "app.example"], ["--community-origin", "https://app.example/"],
        ["--community-origin", "://app.example"], ["--community-origin="],
        ["--pexels-key="], ["--pexels-limit", "many"], ["--pexels-limit=-1"],
        ["--clock", "noon"], ["--clock", "2026-02-30"], ["--clock-frozen=maybe"],
        ["--google", "x"],
        ["--admin-token="], ["--admin-token", "a b"], ["--admin-token-file="], ["--control=maybe"],
        ["--snapshot-dir="], ["--export-on-exit="],
        ["--instance", "a-b"], ["--instance="],
        ["--jwt-secret="], ["--cache=maybe"],
    ])
    func `a bad value is a wrong usage that names the flag`(arguments: [String]) throws {
        let failure = try #require(refusal(arguments))
        #expect(failure.exitCode == .usage)
        let flag = try #require(arguments.first?.split(separator: "=").first)
        #expect(failure.words.hasPrefix("\(flag): expected "))
    }

    @Test(arguments: [
        ("MAX_BODY", "5XB"), ("COMMUNITY_IDLE_TIMEOUT", "0s"), ("COMMUNITY_POLL_TIMEOUT", "2d"),
        ("MAX_MESSAGE", "100"), ("WS_COMPRESSION", "maybe"), ("MAX_WORLDS", "many"),
        ("HEAD_TIMEOUT", "0s"), ("MAX_HEAD", "10"), ("DURABILITY", "maybe"),
    ])
    func `a bad value is a wrong usage that names the variable`(name: String, text: String) throws {
        let failure = try #require(refusal([], ["MOCKPOSTLY_\(name)": text]))
        #expect(failure.words.hasPrefix("environment variable MOCKPOSTLY_\(name): expected "))
    }

    /// The settings that have no flag, which many had before.
    private static let withoutFlag = ServerOptions.all.filter { !$0.hasFlag }.map(\.name)

    @Test func `settings that only few would set have no flag`() {
        #expect(Self.withoutFlag.count >= 24)
        for name in ["max-body", "ws-compression", "durability", "cache-size", "forwarded"] {
            #expect(Self.withoutFlag.contains(name), "\(name)")
        }
    }

    @Test(arguments: withoutFlag)
    func `a flag that only few would set says where it is set`(name: String) throws {
        let option = try #require(ServerOptions.all.first { $0.name == name })
        let variable = "MOCKPOSTLY_" + name.uppercased().replacing("-", with: "_")
        for flag in option.members.map({ "--\($0)" }) {
            for arguments in [[flag], ["\(flag)=1"], [flag, "1"], ["--port", "1", flag]] {
                let failure = try #require(refusal(arguments), "\(arguments)")
                #expect(failure.exitCode == .usage && failure.words.hasPrefix("\(flag) is no flag"))
                #expect(failure.hint?.contains("\(variable)=VALUE, or \(name) in a") == true)
            }
        }
        // The place that is named is the right one.
        #expect(option.variable == variable)
    }

    /// Your own API, whose file --watch is about, RealWorld, the mappings of WireMock and real servers
    /// bring flags of their own, each with a page.
    @Test func `a server has at most 45 flags, and 15 of them stand in its short help`() throws {
        let names = ServerOptions.all.filter { $0.hasFlag && !$0.isHidden }.map(\.name)
        let own = names.filter {
            $0.hasPrefix("api") || $0 == "watch" || $0 == "stubs" || $0.hasPrefix("realworld-")
                || $0.hasPrefix("upstream") || $0 == "unknown"
        }
        #expect(names.count - own.count <= 45)
        #expect(ServerOptions.common.count == 15)
        #expect(ServerOptions.common.allSatisfy(names.contains))
    }

    @Test func `what is said of DummyJSON is read`() throws {
        #expect(try resolve([]).settings.configuration.settings == SettingsByDialect())
        let flags = [
            "--dummyjson-data", "shop", "--dummyjson-writes=keep", "--dummyjson-links", "upstream",
            "--dummyjson-era", "legacy", "--dummyjson-rate-limit",
        ]
        let options = try resolve(flags).settings.configuration.settings[DummyJSON.self]
        #expect(options.source == .directory("shop") && options.writes == .keep)
        #expect(options.era == .legacy && options.links == .upstream && options.limitsRate)
        let variables = [
            "MOCKPOSTLY_DUMMYJSON_DATA": "empty", "MOCKPOSTLY_DUMMYJSON_WRITES": "echo",
            "MOCKPOSTLY_INSECURE_COOKIES": "yes", "MOCKPOSTLY_NO_DUMMYJSON_RATE_LIMIT": "1",
        ]
        let others = try resolve([], variables).settings.configuration.settings[DummyJSON.self]
        #expect(others.source == .empty && others.writes == .echo && !others.limitsRate)
        #expect(!others.usesSecureCookies)
    }

    @Test func `what is said of the community is read`() throws {
        let flags = [
            "--community-origin", "HTTPS://App.example:8443", "--community-origin=http://b",
        ]
        let settings = [
            "MOCKPOSTLY_NO_WS_COMPRESSION": "1", "MOCKPOSTLY_COMMUNITY_IDLE_TIMEOUT": "2m",
            "MOCKPOSTLY_MAX_MESSAGE": "1MiB", "MOCKPOSTLY_COMMUNITY_POLL_TIMEOUT": "300ms",
        ]
        let options = try resolve(flags, settings).settings.configuration.settings[Community.self]
        #expect(options.origins == ["https://app.example:8443", "http://b"])
        #expect(!options.compresses && options.idleTimeout == .seconds(120))
        #expect(options.pollTimeout == .milliseconds(300))
        #expect(Community.Settings().pollTimeout == .seconds(10))
        #expect(options.messageLimit == 1 << 20)
        let variables = [
            "MOCKPOSTLY_COMMUNITY_ORIGIN": "http://a,http://b", "MOCKPOSTLY_WS_COMPRESSION": "no",
        ]
        let others = try resolve([], variables).settings.configuration.settings[Community.self]
        #expect(others.origins == ["http://a", "http://b"] && !others.compresses)
    }

    @Test func `what is said of the image search is read`() throws {
        let flags = ["--pexels-key", "One", "--pexels-key=two", "--pexels-limit", "0"]
        let options = try resolve(flags, ["MOCKPOSTLY_PEXELS_STRICT": "1"]).settings.configuration
            .settings[
                Pexels.self
            ]
        #expect(options.keys == ["One", "two"] && options.limit == 0 && options.isStrict)
        let variables = ["MOCKPOSTLY_PEXELS_KEY": "a,b", "MOCKPOSTLY_PEXELS_LIMIT": "7"]
        let others = try resolve([], variables).settings.configuration.settings[Pexels.self]
        #expect(others.keys == ["a", "b"] && others.limit == 7 && !others.isStrict)
    }

    @Test func `what is said of worlds and the control plane is read`() throws {
        let flags = [
            "--no-control", "--snapshot-dir", "s", "--export-on-exit", "e.json",
            "--google", "verify", "--admin-token", "t", "--instance", "a",
        ]
        let configuration = try resolve(flags, ["MOCKPOSTLY_MAX_WORLDS": "7"]).settings
            .configuration
        #expect(!configuration.hasControl && configuration.worldLimit == 7)
        #expect(configuration.snapshotDirectory == "s")
        #expect(configuration.exportOnExit == "e.json")
        #expect(configuration.settings[GoogleAccounts.self].verifies)
        #expect(configuration.adminToken == "t")
        #expect(configuration.instance?.name == "a")
        let variables = ["MOCKPOSTLY_NO_CONTROL": "1", "MOCKPOSTLY_MAX_WORLDS": "0"]
        let others = try resolve([], variables).settings.configuration
        #expect(!others.hasControl && others.worldLimit == 0)
    }

    @Test(arguments: [
        ("2026-01-01", "2026-01-01T00:00:00Z"),
        ("2026-01-01T00:00:00.250Z", "2026-01-01T00:00:00.25Z"),
        ("2026-01-01T01:00:00+01:00", "2026-01-01T00:00:00Z"),
    ])
    func `a date is read, and shown in UTC`(text: String, shown: String) throws {
        let settings = try resolve(["--clock", text]).settings
        #expect(settings.startClock?.rfc3339 == shown)
        #expect(ServerOptions.clock.show(settings) == .text(shown))
    }

    @Test(
        arguments: [
            ([], DialectRegistry.standard.names), (["--systems", "dummyjson"], ["dummyjson"]),
            (["--systems", "postly"], ["postly"]),
            (["--systems", "dummyjson,postly,dummyjson"], ["dummyjson", "postly"]),
            (["--systems", "postly", "--systems", "pexels"], ["postly", "pexels"]),
            (["--systems=community"], ["community"]),
        ] as [([String], [String])]
    )
    func `systems are read`(arguments: [String], dialects: [String]) throws {
        #expect(try resolve(arguments).settings.configuration.dialects == dialects)
    }

    @Test(
        arguments: [
            (["--dialects", "dummyjson", "--dialects=postly"], [:]),
            ([], ["MOCKPOSTLY_DIALECTS": "dummyjson,postly"]),
        ] as [([String], [String: String])]
    )
    func `systems have their former name as well`(
        arguments: [String],
        variables: [String: String]
    ) throws {
        let resolution = try resolve(arguments, variables)
        #expect(resolution.settings.configuration.dialects == ["dummyjson", "postly"])
        #expect(resolution.origin(of: ServerOptions.dialects) != .standard)
    }

    @Test(
        arguments: [
            (["--dialects", "postly", "--systems=postly"], [:], "--dialects and --systems"),
            (
                [], ["MOCKPOSTLY_DIALECTS": "postly", "MOCKPOSTLY_SYSTEMS": "postly"],
                "MOCKPOSTLY_DIALECTS and MOCKPOSTLY_SYSTEMS"
            ),
        ] as [([String], [String: String], String)]
    )
    func `both names of an option are refused`(
        arguments: [String],
        variables: [String: String],
        words: String
    ) throws {
        let failure = try #require(refusal(arguments, variables))
        #expect(failure.exitCode == .usage && failure.words.contains(words))
        #expect(failure.hint?.contains("is the former name of") == true)
    }

    @Test func `a bad variable is named`() throws {
        let failure = try #require(refusal([], ["MOCKPOSTLY_MAX_BODY": "5XB"]))
        #expect(failure.exitCode == .usage)
        #expect(failure.words.hasPrefix("environment variable MOCKPOSTLY_MAX_BODY: expected "))
        #expect(failure.words.hasSuffix("found \"5XB\""))
    }

    @Test func `every option can be named by its variable`() throws {
        for option in ServerOptions.all where option.takesValue && option.name != "config" {
            let text = try #require(sample(of: option))
            let variable = try #require(option.variable)
            let resolution = try resolve([], [variable: text])
            #expect(resolution.origin(of: option) == .variable(variable), "\(option.name)")
        }
    }
}

/// A text that an option takes.
func sample(of option: MockPostlyCLI.Option) -> String? {
    [
        "standard", "localhost", "postly", "1MiB", "5s", "1000", "normal", "text", "echo", "local",
        "current", "https://app.example", "accept", "2026-01-01T00:00:00Z",
        "12345", "flaky", "loopback", "better", "v1", "notes=640", "/api", "{\"data\": $rows}",
        "old", "kept", "{\"error\": $message}", "fail", "refuse",
    ].first {
        var settings = Settings()
        return option.take($0, true, &settings)
    }
}
