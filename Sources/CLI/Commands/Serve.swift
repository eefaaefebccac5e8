internal import MockPostlyLog
internal import MockPostlyNouns
internal import MockPostlyServer
internal import MockPostlyWorlds

extension Commands {
    static let serve = Command(
        name: "serve",
        summary: "answer requests until it is stopped",
        description: """
            Serves the mocked systems on one port. When it is ready, one line on standard output \
            says where: `mockpostly ready on http://127.0.0.1:8080`. The log is on standard error; \
            lines that nobody reads are dropped and counted, and nothing waits for them. \
            Ctrl-C, SIGTERM or SIGHUP end it in order, at once if nothing is in flight and within \
            two seconds in any case, also when a second one comes; SIGUSR1 puts the \
            world back to its seed. Flags win over environment variables, these over the \
            configuration file. Sizes are bytes, or KiB, MiB, GiB; durations are 500ms, 10s, 15m, \
            2h30m.
            """,
        groups: ServerOptions.groups,
        examples: [
            .init(line: "mockpostly serve", purpose: "on port 8080, with the standard content"),
            .init(line: "mockpostly serve -p 0 --ready-file r.json", purpose: "on any free port"),
            .init(line: "mockpostly serve --data blog.sqlite", purpose: "keep what is written"),
            .init(
                line: "mockpostly serve --seed team.json --seed posts/",
                purpose: "with content of your own"
            ),
            .init(
                line: "mockpostly serve --host 0.0.0.0",
                purpose: "for phones on the same network"
            ),
            .init(
                line: "mockpostly serve --dialects dummyjson --dummyjson-writes keep",
                purpose: "DummyJSON alone, whose records can be changed"
            ),
            .init(
                line: "mockpostly serve --community-origin http://localhost:5173",
                purpose: "with sockets for the pages of one web app"
            ),
        ],
        body: runServer
    )

    private static func runServer(_ call: Command.Call) throws(Failure) -> ExitCode {
        let configuration = try call.serverConfiguration()
        let streams = ServerStreams(call.console, configuration)
        let console = streams.console
        var endsBy: UInt64?
        do throws(StartFailure) {
            let server = try Server(configuration, log: streams.log)
            defer { endsBy = server.stopDeadline }
            let address = server.address
            try server.run {
                if console.isTerminal, configuration.logLevel != .quiet,
                    configuration.logFormat == .text
                {
                    let banner = Banner(
                        port: address.port,
                        controlURL: address.controlURL,
                        server.worlds.introductions,
                        configuration
                    )
                    console.tell(banner.text(on: console))
                }
                // The server also works when nothing reads this line.
                try? console.write("mockpostly ready on \(address.url)\n")
            }
        } catch {
            return try streams.end(with: Failure(error), by: endsBy)
        }
        streams.close(by: endsBy)
        return .success
    }
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
