internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyLog
internal import MockPostlyNouns
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorlds

/// Every option of the server, in the order of the help.
///
/// Flags, variables, members of the configuration file, help, completion, `mockpostly config` and
/// the README's table all come from this list.
enum ServerOptions {
    /// A group of options under a heading of the help.
    struct Group: Sendable {
        let title: String
        let options: [Option]
    }

    static let groups = groups(of: .standard)

    /// The options of a server that stands in for the dialects of `registry`.
    static func groups(of registry: DialectRegistry) -> [Group] {
        [
            Group(title: "Listening", options: listening),
            Group(title: "Data", options: data),
            Group(title: "Behaviour", options: behaviour),
        ] + registry.all.map { group(of: $0) }.filter { !$0.options.isEmpty } + [
            Group(title: "Control plane", options: control),
            Group(title: "Output", options: output),
            Group(title: "Limits", options: limits),
        ]
    }

    static let all = groups.flatMap(\.options)

    /// The options that a dialect declares.
    static func group<D: Dialect>(of dialect: D.Type) -> Group {
        Group(
            title: D.title,
            options: D.options.map { lifted($0, of: dialect) }
        )
    }

    /// Turns an option of a dialect's settings into an option of the server.
    static func lifted<D: Dialect>(
        _ option: MockPostlyOptions.Option<D.Settings>,
        of dialect: D.Type
    ) -> Option {
        option.lifted(
            get: { $0.configuration.settings[dialect] },
            set: { $1.configuration.settings[dialect] = $0 }
        )
    }

    // MARK: Listening

    static let host = Option.value(
        "host",
        "ADDRESS",
        \.configuration.host,
        .address,
        "address to listen on",
        """
        localhost means 127.0.0.1 and ::1. 0.0.0.0 lets other machines in: phones on the same \
        network, or the outside of a container. HOST counts when it is such an address.
        """
    ).with {
        $0.fallback = "HOST"
        // Shells and tool chains set `HOST` to the machine's name or type, which must not be used.
        $0.ignoresVariable = { ValueType.address.read($0) == nil }
    }

    static let port = Option.value(
        "port",
        short: "p",
        "PORT",
        \.configuration.port,
        .port,
        "port to listen on; 0 picks a free one",
        "The port that was picked stands in the ready line and in the ready file."
    ).with { $0.fallback = "PORT" }

    static let listening = [
        host,
        port,
        Option.value(
            "unix-socket",
            "PATH",
            \.configuration.unixSocket,
            ValueType.path.optional,
            "Unix socket to listen on as well",
            "A socket file that nobody listens on any more is replaced. Removed at exit."
        ),
    ]

    // MARK: Data

    static let seed = Option(
        name: "seed",
        kind: .list("SEED"),
        summary: "standard, empty, or a file or directory; repeatable",
        details: """
            What a new world holds. A directory means its *.json files; several paths make one \
            seed. `mockpostly seed check` tells what is wrong with one. A data file that is there \
            already keeps its content. In the variable, commas stand between several.
            """,
        expected: "standard or empty alone, or paths of files and directories",
        completion: .wordsAndPaths(["standard", "empty"]),
        take: { text, isFirst, settings in
            settings.configuration.seed.take(text, isFirst: isFirst)
        },
        show: { .list($0.configuration.seed.words) }
    )

    static let dataFile = Option.value(
        "data",
        "FILE",
        \.configuration.dataFile,
        ValueType.path.optional,
        "keep everything in this file; without it, in memory",
        """
        An SQLite database, made and seeded when it is not there. One server at a time can have \
        it open, and it must stay where it is: once it is moved or deleted, writes are refused until \
        a restart.
        """
    )

    static let data = [
        seed,
        dataFile,
        Option.value(
            "durability",
            "LEVEL",
            \.configuration.durability,
            .choice,
            "what an acknowledged write survives, normal or full",
            """
            normal: the end of the process, however it ends. full: a loss of power as well, at the \
            price of time.
            """
        ),
        Option.value(
            "snapshot-dir",
            "DIR",
            \.configuration.snapshotDirectory,
            ValueType.path.optional,
            "keep snapshots in this directory; without it, in memory",
            """
            Made when it is not there. Each snapshot is an SQLite file in it; the data file must be \
            elsewhere.
            """
        ),
        Option.value(
            "export-on-exit",
            "FILE",
            \.configuration.exportOnExit,
            ValueType.path.optional,
            "write the default world to this file when the server ends",
            """
            As a seed, which --seed reads, when the name ends in .json; else as an SQLite file. \
            Whole or not changed at all.
            """
        ),
    ]

    // MARK: Behaviour

    static let jwtSecret = Option.value(
        "jwt-secret",
        "SECRET",
        \.configuration.jwtSecret,
        .text,
        "key that access tokens are signed with",
        """
        Those of all systems. The default is that of the original service's example configuration.
        """
    ).with {
        $0.fallback = "JWT_SECRET_KEY"
        $0.isSecret = true
    }

    static let dialects = Option(
        name: "dialects",
        kind: .list("NAMES"),
        summary: "which systems to stand in for",
        details: """
            dummyjson has /posts, /users, /products, /auth and its other paths, community \
            /api/community and /community, pexels /v1, /photos and /photo, postly /api and all \
            the rest; one that is alone has all paths. Commas stand between several.
            """,
        expected: DialectRegistry.standard.names.joined(separator: ", ")
            + ", separated by commas",
        completion: .words(DialectRegistry.standard.names),
        take: { text, isFirst, settings in
            var chosen = isFirst ? [] : settings.configuration.dialects
            for name in text.split(separator: ",", omittingEmptySubsequences: false) {
                guard settings.configuration.registry.names.contains(String(name)) else {
                    return false
                }
                if !chosen.contains(String(name)) { chosen.append(String(name)) }
            }
            settings.configuration.dialects = chosen
            return true
        },
        show: { .list($0.configuration.dialects) }
    )

    static let clock = Option.value(
        "clock",
        "DATE",
        \.startClock,
        ValueType.date.optional,
        "what the clock of each world shows at the start",
        """
        A date such as 2026-01-01T00:00:00Z or 2026-01-01. The clock goes on from there. Without \
        it, the machine's time.
        """
    )

    static let clockFrozen = Option.boolean(
        "clock-frozen",
        "have the clocks stand still",
        "At --clock, else at the time of the start, until somebody sets or advances them.",
        set: { $1.startsFrozen = $0 },
        get: { $0.startsFrozen }
    )

    static let behaviour = [
        dialects,
        jwtSecret,
        clock,
        clockFrozen,
        Option.value(
            "random-seed",
            "NUMBER",
            \.configuration.randomSeed,
            ValueType.seedNumber.optional,
            "make ids and random choices repeat",
            "Without it, the operating system's randomness decides."
        ),
        Option.boolean(
            "cache",
            "work without caches in memory",
            "Answers are the same, only slower.",
            set: { $1.configuration.usesCaches = $0 },
            get: { $0.configuration.usesCaches }
        ),
        Option.value(
            "cache-size",
            "SIZE",
            \.configuration.cacheSize,
            .size(from: 0),
            "memory for the caches of all worlds and systems together",
            "What was used least goes when there would be more. Answers are the same."
        ),
    ]

    // MARK: Output

    static let configurationFile = Option.value(
        "config",
        "FILE",
        \.configurationFile,
        ValueType.path.optional,
        "read options from this JSON file",
        """
        One object whose members are named like the options here, without dashes at the front: \
        {"port": 9000, "max-body": "1MiB", "seed": ["team.json"]}. Paths in it start from the \
        working directory.
        """
    ).with { $0.reach = .commandLineAndEnvironment }

    static let output = [
        configurationFile,
        Option.value(
            "ready-file",
            "FILE",
            \.configuration.readyFile,
            ValueType.path.optional,
            "write process id, port and URLs to this file when ready",
            """
            A JSON object with pid, port, url and control. Whole or not there; removed at exit, and \
            at the start when a killed server has left it. Any other file that is not empty stays, \
            and the server does not start.
            """
        ),
        Option.value(
            "log-format",
            "FORMAT",
            \.configuration.logFormat,
            .choice,
            "text or json"
        ),
        Option.boolean(
            "quiet",
            short: "q",
            "log failures only",
            set: { $1.configuration.setLevel(.quiet, $0) },
            get: { $0.configuration.logLevel == .quiet }
        ).with { $0.opposite = "verbose" },
        Option.boolean(
            "verbose",
            short: "v",
            "log what the server does besides answering",
            set: { $1.configuration.setLevel(.verbose, $0) },
            get: { $0.configuration.logLevel == .verbose }
        ).with { $0.opposite = "quiet" },
    ]
}

extension Configuration {
    fileprivate mutating func setLevel(_ level: LogLevel, _ isOn: Bool) {
        if isOn {
            logLevel = level
        } else if logLevel == level {
            logLevel = .normal
        }
    }
}

extension SeedSource {
    /// Adds the value of one more `--seed`; returns false when the values exclude each other.
    fileprivate mutating func take(_ text: String, isFirst: Bool) -> Bool {
        switch (text, self) {
        case ("", _): return false
        case ("standard", _) where isFirst: self = .standard
        case ("empty", _) where isFirst: self = .empty
        case ("standard", _), ("empty", _): return false
        case (_, _) where isFirst: self = .paths([text])
        case (_, .paths(let paths)): self = .paths(paths + [text])
        default: return false
        }
        return true
    }

    var words: [String] {
        switch self {
        case .standard: ["standard"]
        case .empty: ["empty"]
        case .paths(let paths): paths
        case .bytes(_, let name): [name]
        }
    }
}
