internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyFaults
internal import MockPostlyHTTP
internal import MockPostlyLog
internal import MockPostlyNouns
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorlds

/// Every option of the server, in the order of the help.
///
/// Flags, variables, members of the configuration file, help, completion, `mockpostly config` and
/// the table of `docs/settings.md` all come from this list.
enum ServerOptions {
    /// A group of options under a heading of the help.
    struct Group: Sendable {
        let title: String
        let options: [Option]

        /// The word by which the help of the group is asked for: `limits`, `control-plane`.
        var topic: String { title.lowercased().split(separator: " ").joined(separator: "-") }
    }

    /// The options of a server that most people use, in the order of the short help.
    static let common = [
        "port", "host", "lan", "tls", "as", "proxy-port", "seed", "data", "systems", "clock",
        "fault", "admin-token", "config", "open", "verbose",
    ]

    static let groups = groups(of: .standard)

    /// The options of a server that stands in for the dialects of `registry`.
    static func groups(of registry: DialectRegistry) -> [Group] {
        [
            Group(title: "Listening", options: listening),
            Group(title: "TLS", options: tls),
            Group(title: "Standing in", options: standIn),
            Group(title: "Real servers", options: upstream),
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
        localhost means 127.0.0.1 and ::1. Use 0.0.0.0 in a container, and --lan for phones on the \
        same network. The variable HOST is used only if it holds an address.
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
        "port to listen on; 0 chooses a free one",
        "The ready line and the ready file tell the chosen port."
    ).with { $0.fallback = "PORT" }

    static let listening = [
        host,
        port,
        NetworkOptions.network,
        Option.value(
            "forwarded",
            "WHOSE",
            \.configuration.forwardingTrust,
            .choice,
            "which proxies may say the scheme and host of links: loopback, all or none",
            """
            A proxy such as nginx says in X-Forwarded-Proto and X-Forwarded-Host, or in Forwarded, by \
            which scheme and host its client has come, and links in answers then begin so. loopback: \
            proxies on this machine are believed. Behind one on another machine choose all.
            """
        ).with { $0.reach = .environmentAndFile },
        Option.value(
            "unix-socket",
            "PATH",
            \.configuration.unixSocket,
            ValueType.path.optional,
            "also listen on this Unix socket",
            "The file is removed at exit. A file left by a server that has ended is replaced."
        ),
    ]

    // MARK: Data

    static let seed = Option(
        name: "seed",
        kind: .list("SEED"),
        summary: "standard, empty, or a file or directory; repeatable",
        details: """
            The content of new worlds. A directory means its *.json files. Several are read \
            together as one seed: `--seed standard --seed mine.json` adds the people and posts of \
            mine.json to the standard ones. `mockpostly seed check` finds mistakes in a seed. An existing \
            data file keeps its content. In the variable, separate paths by commas.
            """,
        expected: "standard and paths of files and directories, or empty alone",
        completion: .wordsAndPaths(["standard", "empty"]),
        take: { text, isFirst, settings in
            settings.configuration.seed.add(text, isFirst: isFirst)
        },
        show: { .list($0.configuration.seed.words) }
    )

    static let dataFile = Option.value(
        "data",
        "FILE",
        \.configuration.dataFile,
        ValueType.path.optional,
        "keep the content in this file instead of in memory",
        """
        An SQLite database. If the file does not exist, it is created and filled from the seed. \
        Only one server can use it at a time. If the file is moved or deleted while the server \
        runs, the server refuses all writes until it is restarted.
        """
    )

    static let seedDirectory = Option.value(
        "seed-dir",
        "DIR",
        \.configuration.seedDirectory,
        ValueType.path.optional,
        "where requests for a new world may name seed files",
        """
        A request for a world with {"from": "seed:FILE"} reads DIR/FILE, and nothing outside of DIR, \
        not by links either. The default is the working directory if only this machine can reach \
        the server, otherwise there is none.
        """
    ).with { $0.reach = .environmentAndFile }

    static let data = [
        seed,
        seedDirectory,
        dataFile,
        Option.value(
            "durability",
            "LEVEL",
            \.configuration.durability,
            .choice,
            "how safe a written change is: normal or full",
            """
            normal: a change is kept even if the process is killed. full: also if the machine \
            loses power; writes are slower.
            """
        ).with { $0.reach = .environmentAndFile },
        Option.value(
            "snapshot-dir",
            "DIR",
            \.configuration.snapshotDirectory,
            ValueType.path.optional,
            "keep snapshots in this directory instead of in memory",
            """
            Those of the default world; other worlds and their snapshots end with the server. The \
            directory is created if it does not exist. Each snapshot is an SQLite file in it. \
            The data file must be in another directory.
            """
        ),
        Option.value(
            "stubs",
            "DIR",
            \.configuration.stubDirectory,
            ValueType.path.optional,
            "begin each world with the WireMock mappings of this directory",
            """
            Reads DIR/mappings/**/*.json; a "bodyFileName" names a file in DIR/__files. A mistake in one \
            ends the start, and all of them are said with their files.
            """
        ),
        Option.value(
            "export-on-exit",
            "FILE",
            \.configuration.exportOnExit,
            ValueType.path.optional,
            "write the default world to this file when the server ends",
            """
            A name that ends in .json gives a seed for --seed, any other name an SQLite file. If \
            the export fails, an existing file stays as it was.
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
        Used for the tokens of all systems. The default is from the example configuration of the \
        original service.
        """
    ).with {
        $0.fallback = "JWT_SECRET_KEY"
        $0.isSecret = true
    }

    static let dialects = Option(
        name: "systems",
        kind: .list("NAMES"),
        summary: "the systems to serve",
        details: """
            Separate names by commas. \(DialectRegistry.standard.pathsInWords). A system that is \
            served alone has all paths.
            """,
        expected: DialectRegistry.standard.names.joined(separator: ", ")
            + ", separated by commas",
        completion: .words(DialectRegistry.standard.names),
        take: { text, isFirst, settings in
            var chosen = isFirst ? [] : settings.configuration.dialects
            for name in text.split(separator: ",", omittingEmptySubsequences: false) {
                guard settings.configuration.registry.choices.contains(String(name)) else {
                    return false
                }
                if !chosen.contains(String(name)) { chosen.append(String(name)) }
            }
            settings.configuration.dialects = chosen
            return true
        },
        show: { .list($0.configuration.dialects) }
    ).with { $0.formerName = "dialects" }

    static let clock = Option.value(
        "clock",
        "DATE",
        \.startClock,
        ValueType.date.optional,
        "start the clocks of all worlds at this date",
        """
        A date such as 2026-01-01T00:00:00Z or 2026-01-01. The clocks then run on from there. The \
        default is the time of the machine.
        """
    ).with { $0.isPerWorld = true }

    static let clockFrozen = Option.boolean(
        "clock-frozen",
        "stop the clocks of all worlds",
        "They show the date of --clock, or the time of the start, until they are set or advanced.",
        set: { $1.startsFrozen = $0 },
        get: { $0.startsFrozen }
    ).with { $0.isPerWorld = true }

    static let behaviour = [
        dialects,
        links,
        jwtSecret,
        clock,
        clockFrozen,
        Option.value(
            "random-seed",
            "NUMBER",
            \.configuration.randomSeed,
            ValueType.seedNumber.optional,
            "give the same ids and random choices in each run",
            "Without it they differ from run to run."
        ).with { $0.isPerWorld = true },
        Option.list(
            "fault",
            "NAME",
            \.configuration.faults,
            .faultName,
            "let the requests to all worlds go wrong; repeatable",
            """
            `mockpostly fault presets` lists the names. Every world begins with these faults, of \
            which the first one that applies decides; `mockpostly fault clear` ends them in one.
            """
        ),
        Option.boolean(
            "cache",
            "do not cache answers",
            "The answers are the same, only slower.",
            set: { $1.configuration.usesCaches = $0 },
            get: { $0.configuration.usesCaches }
        ),
        Option.value(
            "cache-size",
            "SIZE",
            \.configuration.cacheSize,
            .size(from: 0),
            "most memory for all caches together",
            "When the caches are full, the answers used least are dropped. Answers never change."
        ).with { $0.reach = .environmentAndFile },
    ]

    // MARK: Output

    static let configurationFile = Option.value(
        "config",
        "FILE",
        \.configurationFile,
        ValueType.path.optional,
        "read options from this JSON file",
        """
        A JSON object with the names of options as members: {"port": 9000, "max-body": "1MiB", \
        "seed": ["team.json"]}. Relative paths start at the working directory.
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
            A JSON object with pid, port, url and control. It appears complete, and is removed at \
            exit. A ready file left by a killed server is replaced. If the path names another \
            file that is not empty, the server does not start.
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
            "log only failures and warnings",
            set: { $1.configuration.setLevel(.quiet, $0) },
            get: { $0.configuration.logLevel == .quiet }
        ).with { $0.opposite = "verbose" },
        Option.boolean(
            "verbose",
            short: "v",
            "also log what the server does besides answering requests",
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
