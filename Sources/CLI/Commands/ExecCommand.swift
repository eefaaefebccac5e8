internal import MockPostlyDialect
internal import MockPostlyFiles
internal import MockPostlyLog
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorlds

extension Commands {
    static let exec = Command(
        name: "exec",
        summary: "run a command with a server of its own",
        description: """
            Starts a server on a free port, runs the command and ends with its exit code. The \
            command finds the server by variables: BASE_URL is the base URL for an app (that of \
            Postly, if it is served), MOCKPOSTLY_URL the server, MOCKPOSTLY_WS_URL the feed's \
            socket, MOCKPOSTLY_WORLD the world, MOCKPOSTLY_ADMIN_TOKEN the token of the control \
            plane, if there is one. With --proxy-port, HTTP_PROXY and HTTPS_PROXY name the proxy. With \
            --tls or --as, SSL_CERT_FILE, REQUESTS_CA_BUNDLE, CURL_CA_BUNDLE, GIT_SSL_CAINFO, \
            NODE_EXTRA_CA_CERTS and JAVA_TOOL_OPTIONS let the command, and nothing else, trust the \
            server's certificate. The \
            options are those of serve; without --port the port is free, without --no-quiet or --verbose only failures are logged, and pictures are \
            those of this server (--links local). When the command \
            or this program ends, all processes that the command has started are ended too. The \
            exit code is 128 plus the signal's number if a signal ended the command, 126 if it \
            cannot be run, and 127 if it is not found.
            """,
        operands: .init(placeholder: "-- CMD…", count: 1...Int.max, completion: .paths),
        groups: [
            .init(title: "World", options: [ExecOptions.world, ExecOptions.scenario])
        ]
            + ServerOptions.groups.map { group in
                .init(
                    title: group.title,
                    // Its server is for the command alone.
                    options: group.options.filter { $0.name != NetworkOptions.network.name }
                        .map { $0.name == "port" ? ExecOptions.port : $0 }
                )
            },
        briefOptions: ["world", "scenario"] + ServerOptions.common.filter { $0 != "lan" },
        examples: [
            .init(
                line: "mockpostly exec -- pytest",
                purpose: "tests that read BASE_URL, in one world"
            ),
            .init(
                line: "mockpostly exec -- sh -c 'curl -s \"$BASE_URL/posts\"'",
                purpose: "one request"
            ),
            .init(
                line: "mockpostly exec --scenario heavy-user -- npm test",
                purpose: "in a world with the content of a scenario"
            ),
            .init(
                line: "mockpostly exec --world worktree -- npm test",
                purpose: "in a world of this working tree, of the server that runs already"
            ),
            .init(
                line: "mockpostly exec --seed empty --clock 2027-01-01T00:00:00Z -- ./run-tests",
                purpose: "with an option of serve"
            ),
        ],
        prepare: { settings in
            for dialect in settings.configuration.registry.all {
                dialect.setLinks(.local, in: &settings.configuration.settings)
            }
        },
        body: runCommand
    )

    /// The hidden command that ``ParentWatcher`` starts.
    static let execGuard = Command(
        name: ParentWatcher.command,
        summary: "end what exec has started, when exec has ended",
        description: "Started by exec, whose process it watches by a pipe on standard input.",
        operands: .init(placeholder: "MARK", count: 1...1),
        isHidden: true,
        body: { call in
            ParentWatcher.run(mark: call.operands[0])
            return .success
        }
    )

    private static func runCommand(_ call: Command.Call) throws(Failure) -> ExitCode {
        if let join = try call.join() { try join.run() }
        var call = call
        let hasPort = call.resolution.origin(of: ServerOptions.port).isFlag
        if !hasPort { call.settings.configuration.port = 0 }
        var configuration = try call.serverConfiguration()
        // `exec` handles the signals, and other command lines must not find this server.
        configuration.ownsProcess = false
        if !call.resolution.origin(of: ServerOptions.proxyPort).isFlag {
            configuration.proxy?.port = 0
        }
        if !call.asksForLog { configuration.logLevel = .quiet }
        let world = ExecWorld(call.settings.client, configuration)
        if world != nil, !configuration.hasControl {
            throw .usage(
                "--world and --scenario cannot be had with --no-control",
                hint: "a world is made by the control plane"
            )
        }
        // In the environment or a file, it is meant for serve.
        let opens = call.resolution.origin(of: ServerOptions.opensDashboard)
        if call.settings.opensDashboard, opens.isFlag {
            throw .usage("--open cannot be had with exec", hint: "it is for mockpostly serve")
        }
        keepStandardStreams()
        var plan = ExecRun.Plan(
            command: unchanged(call.operands),
            world: world,
            fileLimit: FileLimit.present
        )
        let streams = ServerStreams(call.console, configuration)
        var endsBy: UInt64?
        do throws(StartFailure) {
            let server = try Server(configuration, log: streams.log)
            defer { endsBy = server.stopDeadline }
            plan.trust = call.trustFiles(for: configuration, streams.console)
            defer { plan.trust?.remove() }
            let run = try ExecRun(plan, server, configuration: configuration)
            do throws(StartFailure) {
                try server.run { run.serverIsReady() }
            } catch {
                run.abandon()
                throw error
            }
            run.abandon()
            if let failure = run.failure { streams.console.tell(failure) }
            streams.close(by: server.stopDeadline)
            return ExitCode(number: run.code)
        } catch {
            return try streams.end(with: Failure(error), by: endsBy)
        }
    }
}

extension Command.Call {
    /// Where files may be that nobody has asked for, without a slash at its end.
    var temporaryFolder: String {
        let path = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// The files by which the command trusts its server; nil without TLS, and when they could not be
    /// made, which the user is told.
    fileprivate func trustFiles(
        for configuration: Configuration,
        _ console: Console
    ) -> ExecTrust? {
        do throws(FileFailure) {
            return try ExecTrust.make(
                for: configuration.tls,
                over: environment,
                below: temporaryFolder
            )
        } catch {
            console.tell(Failure("the command is told nothing to trust: \(error.words)"))
            return nil
        }
    }

    /// Whether the user has set how much is logged.
    fileprivate var asksForLog: Bool {
        ServerOptions.output.contains { option in
            ["quiet", "verbose"].contains(option.name)
                && resolution.origin(of: option) != .standard
        }
    }
}
