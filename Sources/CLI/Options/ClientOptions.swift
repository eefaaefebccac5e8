internal import MockPostlyControl
internal import MockPostlyDialect
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorld

/// The options of commands that ask a running server.
enum ClientOptions {
    // MARK: Which server, which world

    static let url = Option.value(
        "url",
        "URL",
        \.client.url,
        ValueType.text.optional,
        "server to ask, http://HOST:PORT or unix:///PATH",
        """
        The default is the server of this user on this machine. When several run, commands that \
        read ask the newest, and those that change something need the URL. A path /w/WORLD in it \
        also chooses the world.
        """
    ).with { $0.reach = .commandLineAndEnvironment }

    static let world = Option.value(
        "world",
        short: "w",
        "WORLD",
        \.client.world,
        ValueType.text.optional,
        "world to use; default: that of requests without a world",
        """
        That is the world named default, unless `mockpostly world use` has chosen another. `worktree` \
        is a world named after the folder of the working tree, made at its first use.
        """
    ).with { $0.reach = .commandLineAndEnvironment }

    static let timeout = Option.value(
        "timeout",
        "TIME",
        \.client.timeout,
        .duration(days: 1),
        "how long to wait for the answer"
    ).with { $0.reach = .commandLine }

    private static let adminToken = ServerOptions.adminToken.with {
        $0.summary = "token for the control plane"
        $0.details = "The value of the server's option of the same name."
    }

    private static let adminTokenFile = ServerOptions.adminTokenFile

    /// For commands that use no world, or name it by an operand.
    static let server = ServerOptions.Group(
        title: "Server",
        options: [url, adminToken, adminTokenFile, timeout]
    )

    static let serverAndWorld = ServerOptions.Group(
        title: "Server",
        options: [url, world, adminToken, adminTokenFile, timeout]
    )

    // MARK: Output

    static let json = Option(
        name: "json",
        kind: .request,
        reach: .commandLine,
        summary: "print the server's answer in JSON",
        expected: "nothing",
        completion: .none,
        take: { _, _, settings in
            settings.client.format = .json
            return true
        },
        show: { .boolean($0.client.format == .json) }
    )

    static let output = Option.value(
        "output",
        short: "o",
        "FORMAT",
        \.client.format,
        .choice,
        "text, json, env or dotenv",
        """
        env prints `export NAME=value` lines for a shell: `eval "$(mockpostly … -o env)"`. If the \
        command fails it prints `false`, so that a script with `set -e` ends. dotenv prints \
        NAME=value lines for a .env file. --json means -o json.
        """
    ).with { $0.reach = .commandLine }

    // MARK: A new world

    static let newWorld =
        [
            single("from", "CONTENT", \.client.origin, "content to begin with; default: seed").with
            {
                $0.details = """
                    default: a copy of the world named default, as it is now. seed: the content that the \
                    server was started with. empty: no content. snapshot:NAME: a snapshot. \
                    world:NAME: a copy of another world. seed:FILE: a seed file below the server's \
                    MOCKPOSTLY_SEED_DIR. Anything else is the path of a seed file here, or of a directory \
                    of them; - reads standard input.
                    """
                $0.completion = .wordsAndPaths(originWords + originPrefixes)
            },
            single(
                "scenario",
                "NAME",
                \.client.scenario,
                "begin with the content of this scenario instead"
            ).with {
                $0.details = "`mockpostly scenarios` lists them."
            }.completing(Scenarios.names),
        ] + placing

    private static let originWords = ["default", "seed", "empty"]
    private static let originPrefixes = ["snapshot:", "world:", "seed:"]

    static let originsInWords = (originWords + originPrefixes.map { "\($0)NAME" })
        .map { "'\($0)'" }.joined(separator: ", ")

    /// Whether the value of --from is one that the server reads, and not a path.
    static func isOrigin(_ text: String) -> Bool {
        originWords.contains(text) || originPrefixes.contains(where: text.hasPrefix)
    }

    /// The options of a new world that a fork has too.
    static let placing =
        [
            ServerOptions.clock.with {
                $0.reach = .commandLine
                $0.summary = "start its clock at this date"
                $0.details = "A date such as 2026-01-01T00:00:00Z or 2026-01-01."
            },
            ServerOptions.clockFrozen.with {
                $0.reach = .commandLine
                $0.summary = "stop its clock"
                $0.details = ""
            },
            Option.value(
                "clock-rate",
                "RATE",
                \.client.clockRate,
                ValueType.rate.optional,
                "let its clock run this many times faster"
            ).with { $0.reach = .commandLine },
        ] + ControlOrders.world.options() + DialectRegistry.standard.worldOptions.map(ofWorld)

    /// The option of a server as an option of one world.
    private static func ofWorld(_ option: WorldOption) -> Option {
        Option(
            name: option.name,
            kind: option.kind,
            reach: .commandLine,
            summary: option.summary,
            details: option.details,
            expected: option.expected,
            completion: option.completion,
            take: { text, isFirst, settings in
                var scratch = SettingsByDialect()
                guard option.take(text, &scratch) else { return false }
                let before = isFirst ? nil : settings.client.worldSettings[option.name]
                settings.client.worldSettings[option.name] =
                    before.map { "\($0),\(text)" } ?? text
                return true
            },
            show: { settings in
                guard let text = settings.client.worldSettings[option.name] else {
                    return .nothing
                }
                return option.kind == .boolean ? .boolean(text == "true") : .text(text)
            }
        )
    }

    // MARK: Content

    static let scope = Option.list(
        "scope",
        "NAMES",
        \.client.scope,
        .dialects,
        "only the content of these systems",
        "\(DialectRegistry.standard.names.joined(separator: ", ")); separate several by commas."
    ).with { $0.reach = .commandLine }

    static let disconnect = Option.request(
        "disconnect",
        \.client.disconnects,
        "also close the world's sockets"
    )

    static let before = Option.value(
        "before",
        "NUMBER",
        \.client.before,
        ValueType.count(1...Int(Int32.max)).optional,
        "back to before this request of the journal"
    ).with { $0.reach = .commandLine }

    static let everything = Option.request(
        "all",
        \.client.resetsEverything,
        "all of the world, not only its content"
    )

    static let overwrite = Option.request(
        "overwrite",
        \.client.overwrites,
        "replace an existing snapshot with this name"
    )

    static let allWorlds = Option.request(
        "all",
        \.client.meansAll,
        "the snapshots of all worlds"
    )

    static let everyWorld = Option.request(
        "all",
        \.client.meansAll,
        "all worlds but the one named default"
    )

    /// The options of a simple stub.
    static let newStub =
        ControlOrders.stub.option("match") + ControlOrders.stub.option("id")
        + ControlOrders.stubResponse.without("body").options(at: "response.")
        + ControlOrders.stubResponse.option("body", at: "response.")
        + ControlOrders.stub.without("match", "id").options()

    static let exportFormat = Option.value(
        "format",
        "FORMAT",
        \.client.exportFormat,
        ValueType<ContentFormat>.choice.optional,
        "sqlite or seed; default: by the name of the file"
    ).with { $0.reach = .commandLine }

    static let exportsAPI = Option.request(
        "api",
        \.client.exportsAPI,
        "only the rows of your own API, as a file that `mockpostly serve` reads"
    )

    static let replacesFile = Option.request(
        "overwrite",
        \.client.overwrites,
        "with --api: replace the file if it exists"
    ).with { $0.short = "o" }

    // MARK: Kinds

    static func single(
        _ name: String,
        _ placeholder: String,
        _ place: any Option.Place<String?>,
        _ summary: String
    ) -> Option {
        Option.value(name, placeholder, place, ValueType.text.optional, summary).with {
            $0.reach = .commandLine
        }
    }
}

extension Option {
    /// The same option, with `words` as completions of its value.
    func completing(_ words: [String]) -> Option {
        with { $0.completion = .words(words) }
    }
}

extension ValueType where Value == String {
    /// One dialect name, or several separated by commas.
    static let dialects = ValueType(
        expected: DialectRegistry.standard.names.joined(separator: ", ")
            + ", separated by commas",
        read: { text in
            let names = text.split(separator: ",", omittingEmptySubsequences: false)
            return names.allSatisfy { DialectRegistry.standard.names.contains(String($0)) }
                ? text : nil
        },
        show: { .text($0) },
        completion: .words(DialectRegistry.standard.names)
    )
}

extension ValueType where Value == Double {
    /// A clock rate: seconds of the world per second of the machine.
    static let rate = ValueType(
        expected: "a number above 0, up to 1000000",
        read: { text in Double(text).flatMap { $0 > 0 && $0 <= 1e6 ? $0 : nil } },
        show: { .text("\($0)") }
    )
}
