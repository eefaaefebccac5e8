internal import MockPostlyCertificates
internal import MockPostlyDialect
internal import MockPostlyFaults
internal import MockPostlyHTTP
internal import MockPostlyLog
internal import MockPostlyNetwork
internal import MockPostlyNouns
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorlds

extension Commands {
    static let serve = Command(
        name: "serve",
        summary: "start a server",
        description: """
            Serves the mocked systems on one port. When it is ready it prints one line on \
            standard output: `mockpostly ready on http://localhost:8080`. The log goes to \
            standard error; if nobody reads it, lines are dropped and counted. Ctrl-C, SIGTERM \
            and SIGHUP end the server: at once if no request is running, else after at most two \
            seconds. SIGUSR1 resets the world named default to its seed. Flags override environment \
            variables, and these override the configuration file. Sizes are bytes, or KiB, MiB, \
            GiB; durations are written 500ms, 10s, 15m, 2h30m. With a FILE, serves your own API \
            in place of the mocked systems: each array of the JSON file, or each file of a folder, \
            is a collection with state, in the manner of json-server; an OpenAPI description, in JSON \
            or YAML, is served on its own paths. FILE is never written. With \
            MOCKPOSTLY_WORLD=worktree, requests that name no world go to one that is named after the \
            folder of the working tree.
            """,
        operands: .init(placeholder: "[FILE]", count: 0...1, completion: .paths),
        groups: ServerOptions.groups,
        briefOptions: ServerOptions.common,
        examples: [
            .init(line: "mockpostly serve", purpose: "on port 8080, with the standard content"),
            .init(line: "mockpostly serve db.json", purpose: "your own API, from one file"),
            .init(line: "mockpostly serve openapi.yaml", purpose: "or from its description"),
            .init(line: "mockpostly serve --open", purpose: "and show the dashboard in a browser"),
            .init(line: "mockpostly serve -p 0 --ready-file r.json", purpose: "on any free port"),
            .init(line: "mockpostly serve --data blog.sqlite", purpose: "keep what is written"),
            .init(
                line: "mockpostly serve --seed team.json --seed posts/",
                purpose: "with your own content"
            ),
            .init(line: "mockpostly serve --lan", purpose: "for phones on the same network"),
            .init(
                line: "mockpostly serve --as dummyjson.com --proxy-port 8888",
                purpose: "for an app that calls https://dummyjson.com and cannot be changed"
            ),
        ] + Command.Example.ofDialects("serve"),
        body: runServer
    )

    private static func runServer(_ call: Command.Call) throws(Failure) -> ExitCode {
        if call.settings.network == .list {
            try listAddresses(.ofThisMachine(), on: call.console)
            return .success
        }
        let configuration = try call.naming(file: call.operands.first).serverConfiguration()
        let phoneAddresses = try call.phoneAddresses(for: configuration)
        let opensDashboard = call.settings.opensDashboard
        if opensDashboard, !configuration.hasControl {
            throw .usage(
                "--open cannot be had with --no-control",
                hint: "the dashboard is a part of the control plane"
            )
        }
        let streams = ServerStreams(call.console, configuration)
        let console = streams.console
        var endsBy: UInt64?
        do throws(StartFailure) {
            let server = try Server(configuration, log: streams.log)
            defer { endsBy = server.stopDeadline }
            let address = server.address
            let invitation = phoneAddresses.map {
                Invitation(to: $0, port: address.port, configuration, in: .current)
            }
            try server.run {
                if call.environment["MOCKPOSTLY_WORLD"] == Worktree.word {
                    server.makeHome(Worktree.world, streams.log)
                }
                if console.isTerminal, configuration.logLevel != .quiet,
                    configuration.logFormat == .text
                {
                    let banner = Banner(
                        port: address.port,
                        url: address.url,
                        proxyPort: address.proxyPort,
                        server.worlds.systems,
                        configuration,
                        invitation
                    )
                    console.tell(banner.text(on: console))
                } else {
                    let warnings = server.worlds.systems.flatMap(\.introduction.warnings)
                    for notice in notices(of: configuration, address, invitation) + warnings {
                        streams.log.notice(notice)
                    }
                }
                // The server also works when nothing reads this line.
                try? console.write("mockpostly ready on \(address.url)\n")
                if opensDashboard, let failure = Browser.failure(opening: address.dashboardURL) {
                    streams.log.notice("the dashboard was not opened: \(failure)")
                }
            }
        } catch {
            return try streams.end(with: Failure(error), by: endsBy)
        }
        streams.close(by: endsBy)
        return .success
    }
}

/// What a person needs to know who gets no banner.
func notices(
    of configuration: Configuration,
    _ address: ServerAddress,
    _ invitation: Invitation?
) -> [String] {
    var notices = invitation?.notices ?? []
    if let proxyURL = address.proxyURL {
        let names = configuration.mockedNames.map(\.description).joined(separator: ", ")
        let port = address.proxyPort ?? 0
        let other = invitation?.host.map { ", on a phone \($0):\(port)" } ?? ""
        notices.append("the proxy for \(names) is \(proxyURL)\(other)")
        if !configuration.isLoopbackOnly {
            // Neither is in a log, because logs are kept.
            notices.append(
                "its password for other devices is the first 16 digits of the SHA-256 of the admin"
                    + " token"
                    + (configuration.isAdminTokenMade
                        ? "; --admin-token sets one that you know" : "")
            )
        }
    }
    if !configuration.faults.isEmpty {
        let names = configuration.faults.map(\.name).joined(separator: ", ")
        notices.append("every world begins with the faults: \(names)")
    }
    return notices
}

extension Failure {
    init(_ failure: StartFailure) {
        self.init(
            failure.words,
            hint: failure.hint,
            ExitCode(number: failure.exitCode)
        )
    }
}

extension Server {
    /// Makes a world for requests that name none; it lives as long as the server.
    fileprivate func makeHome(_ name: String, _ log: Log) {
        var order = WorldOrder()
        order.id = name
        order.timeToLive = nil
        do {
            let world = try worlds.create(order, for: "localhost:\(address.port)").awaited()
            try worlds.use(world: world.id)
            log.notice("requests that name no world go to '\(world.id)'")
        } catch {
            log.failure("there is no world for this working tree: \(error)")
        }
    }
}
