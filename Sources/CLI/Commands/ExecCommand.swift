internal import MockPostlyLog
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorlds

extension Commands {
    static let exec = Command(
        name: "exec",
        summary: "run a command beside a server of its own",
        description: """
            Starts a server on a free port, runs the command and ends with its exit code. The \
            command finds the server by variables: BASE_URL is what an app is given (that of \
            Postly, if it is served), MOCKPOSTLY_URL the server, MOCKPOSTLY_WS_URL the feed's \
            socket, MOCKPOSTLY_WORLD the world, MOCKPOSTLY_ADMIN_TOKEN the token, if one is asked \
            for. It takes the options of serve; the port is free unless --port says which, and \
            only failures are logged unless --no-quiet or --verbose ask for more. When the command \
            has ended, or this program is ended, whatever the command has started is ended too. A \
            command that a signal ended gives 128 and the signal's number, one that cannot be run \
            126, one that is not there 127.
            """,
        operands: .init(placeholder: "-- CMD…", count: 1...Int.max, completion: .paths),
        groups: [
            .init(title: "World", options: [ExecOptions.world, ExecOptions.scenario])
        ]
            + ServerOptions.groups.map { group in
                .init(
                    title: group.title,
                    options: group.options.map { $0.name == "port" ? ExecOptions.port : $0 }
                )
            },
        examples: [
            .init(line: "mockpostly exec -- pytest -n 4", purpose: "tests that read BASE_URL"),
            .init(
                line: "mockpostly exec -- sh -c 'curl -s \"$BASE_URL/posts\"'",
                purpose: "one request"
            ),
            .init(
                line: "mockpostly exec --scenario heavy-user -- npm test",
                purpose: "in a world that begins as a scenario"
            ),
            .init(
                line: "mockpostly exec --seed empty --clock 2027-01-01T00:00:00Z -- ./run-tests",
                purpose: "with options of serve"
            ),
        ],
        body: runCommand
    )

    /// The hidden command that ``Guardian`` starts.
    static let execGuard = Command(
        name: Guardian.command,
        summary: "end what exec has started, when exec has ended",
        description: "Started by exec, whose process it watches by a pipe on standard input.",
        operands: .init(placeholder: "MARK", count: 1...1),
        isHidden: true,
        body: { call in
            Guardian.run(mark: call.operands[0])
            return .success
        }
    )

    private static func runCommand(_ call: Command.Call) throws(Failure) -> ExitCode {
        var configuration = try call.serverConfiguration()
        // `exec` handles the signals, and other command lines must not find this server.
        configuration.ownsProcess = false
        if !call.resolution.origin(of: ServerOptions.port).isFlag { configuration.port = 0 }
        if !call.asksForLog { configuration.logLevel = .quiet }
        let world = ExecWorld(call.settings.client, configuration)
        if world != nil, !configuration.hasControl {
            throw .usage(
                "--world and --scenario cannot be had with --no-control",
                hint: "a world is made by the control plane"
            )
        }
        keepStandardStreams()
        let plan = ExecRun.Plan(
            command: unchanged(call.operands),
            world: world,
            fileLimit: FileLimit.present
        )
        let streams = ServerStreams(call.console, configuration)
        var endsBy: UInt64?
        do throws(StartFailure) {
            let server = try Server(configuration, log: streams.log)
            defer { endsBy = server.stopDeadline }
            let run = try ExecRun(plan, server, configuration)
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
    /// Whether the user has set how much is logged.
    fileprivate var asksForLog: Bool {
        ServerOptions.output.contains { option in
            ["quiet", "verbose"].contains(option.name)
                && resolution.origin(of: option) != .standard
        }
    }
}
