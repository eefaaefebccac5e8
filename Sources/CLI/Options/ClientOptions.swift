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
        "server to ask, http://ADDRESS:PORT or unix:///PATH",
        """
        Without it, the newest server of this user on this machine. A path that begins with \
        /w/WORLD names the world as well.
        """
    ).with { $0.reach = .commandLineAndEnvironment }

    static let world = Option.value(
        "world",
        short: "w",
        "WORLD",
        \.client.world,
        ValueType.text.optional,
        "world to act on; default: the one that is called default"
    ).with { $0.reach = .commandLineAndEnvironment }

    static let timeout = Option.value(
        "timeout",
        "TIME",
        \.client.timeout,
        .duration(days: 1),
        "how long to wait for the answer"
    ).with { $0.reach = .commandLine }

    private static let adminToken = ServerOptions.adminToken.with {
        $0.summary = "token that the control plane asks for"
        $0.details = "That of the server's own option of this name."
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
        summary: "answer in JSON, as the server does",
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
        env prints `export NAME=value` lines for a shell, as in `eval "$(mockpostly … -o env)"`, and \
        `false` when it fails, so that a script with `set -e` ends. dotenv prints NAME=value lines \
        for files of variables. --json is short for -o json.
        """
    ).with { $0.reach = .commandLine }

    // MARK: A new world

    static let newWorld =
        [
            single("from", "CONTENT", \.client.origin, "what it begins with; default: seed").with {
                $0.details = """
                    default: the default world as it is now. seed: what the server was started with. \
                    empty: nothing. snapshot:NAME and world:NAME: what they hold.
                    """
            }.completing(["default", "seed", "empty", "snapshot:", "world:"]),
            single("scenario", "NAME", \.client.scenario, "a scenario to begin with instead").with {
                $0.details = "`mockpostly scenarios` lists them."
            }.completing(Scenarios.names),
        ] + placing

    /// The options of a new world that a fork has too.
    static let placing = [
        ServerOptions.clock.with {
            $0.reach = .commandLine
            $0.summary = "what its clock shows at first"
            $0.details = "A date such as 2026-01-01T00:00:00Z or 2026-01-01."
        },
        ServerOptions.clockFrozen.with {
            $0.reach = .commandLine
            $0.summary = "have its clock stand still"
            $0.details = ""
        },
        Option.value(
            "clock-rate",
            "RATE",
            \.client.clockRate,
            ValueType.rate.optional,
            "have its clock go this many times as fast"
        ).with { $0.reach = .commandLine },
        Option.value(
            "random-seed",
            "NUMBER",
            \.client.randomSeed,
            ValueType.seedNumber.optional,
            "make its ids and random choices repeat"
        ).with { $0.reach = .commandLine },
        Option.value(
            "ttl",
            "TIME",
            \.client.timeToLive,
            ValueType.timeToLive.optional,
            "how long after its last use it ends; never for not at all",
            "Without it, 1h."
        ).with { $0.reach = .commandLine },
        Option.value(
            "port",
            "PORT",
            \.client.port,
            ValueType.port.optional,
            "have it listen on a port of its own as well; 0 picks one",
            "For apps that cannot take a path in front of theirs."
        ).with { $0.reach = .commandLine },
    ]

    // MARK: Content

    static let scope = Option.list(
        "scope",
        "NAMES",
        \.client.scope,
        .dialects,
        "only what belongs to these systems",
        "\(DialectRegistry.standard.names.joined(separator: ", ")); commas stand between several."
    ).with { $0.reach = .commandLine }

    static let disconnect = Option.request(
        "disconnect",
        \.client.disconnects,
        "close the world's sockets as well"
    )

    static let overwrite = Option.request(
        "overwrite",
        \.client.overwrites,
        "replace a snapshot of that name"
    )

    static let exportFormat = Option.value(
        "format",
        "FORMAT",
        \.client.exportFormat,
        ValueType<ContentFormat>.choice.optional,
        "sqlite or seed; default: by the name of the file"
    ).with { $0.reach = .commandLine }

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
    static let timeToLive = ValueType(
        expected: "a duration such as 10m, 1h or 2h30m, or never",
        read: { text in
            text == "never" || parseDuration(text).map { $0 > .zero } == true ? text : nil
        },
        show: { .text($0) },
        completion: .words(["10m", "1h", "never"])
    )

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
