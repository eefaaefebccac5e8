internal import MockPostlyCertificates
internal import MockPostlyHTTPClient
internal import MockPostlyLog
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorlds

extension Commands {
    static let record = Command(
        name: "record",
        summary: "record a real server, and make a mock with state of it",
        description: """
            Starts a server that sends all requests on to the real one of --upstream, and writes what \
            `mockpostly import har` writes to DIR when it ends: by Ctrl-C, SIGTERM, or SIGHUP. \
            Point the app to its URL; one that cannot be changed comes by --proxy-port, as the proxy \
            for the real server's name. Rows are as they were before the first write of the session. \
            Passwords, tokens, cookies, keys, e-mail addresses and names of people are swapped before \
            anything is written. The options are those of serve; stubs and faults apply, and the \
            answers that they change are not recorded. With --upstream SYSTEM=URL alone, what else is asked for \
            is answered as by serve, and is not recorded either. SIGUSR2 writes the files at once.
            """,
        groups: [
            .init(
                title: "Recording",
                options: [
                    RecordOptions.output, RecordOptions.overwrites, RecordOptions.keeps,
                    RecordOptions.interval,
                ]
            )
        ]
            + ServerOptions.groups.map { group in
                .init(
                    title: group.title,
                    options: group.options.map {
                        $0.name == "upstream"
                            ? $0.with { $0.summary = "the real server to record; repeatable" } : $0
                    }
                )
            },
        briefOptions: [
            "upstream", "output", "force", "keep", "every", "upstream-ca", "port", "as",
            "proxy-port", "tls",
        ],
        examples: [
            .init(
                line: "mockpostly record --upstream https://api.mine.example --output mock",
                purpose: "by a base URL, http://localhost:8080"
            ),
            .init(
                line:
                    "mockpostly record --upstream https://api.mine.example --output mock --proxy-port 8888",
                purpose: "by a proxy, for an app that calls https://api.mine.example"
            ),
        ],
        body: runRecording
    )

    private static func runRecording(_ call: Command.Call) throws(Failure) -> ExitCode {
        guard !call.settings.upstream.servers.isEmpty else {
            throw .usage(
                "record needs --upstream",
                hint: "name the real server, such as --upstream https://api.mine.example"
            )
        }
        let folder = RecordingFolder(call.settings.record)
        try folder.check()
        var call = call
        call.nameRealServers()
        let configuration = try call.serverConfiguration(isRecording: true)
        try folder.tryWriting()
        let streams = ServerStreams(call.console, configuration)
        var endsBy: UInt64?
        do throws(StartFailure) {
            let run = RecordRun(call.settings.record, to: folder, streams.log)
            let server = try Server(configuration, log: streams.log, observer: run)
            defer { endsBy = server.stopDeadline }
            try run.begin(on: server)
            do throws(StartFailure) {
                try server.run {
                    tell(of: server, configuration, folder, streams)
                }
            } catch {
                _ = try? run.finish(rescue: call.temporaryFolder)
                throw error
            }
            streams.close(by: server.stopDeadline)
            do throws(Failure) {
                let (account, failure) = try run.finish(rescue: call.temporaryFolder)
                try call.console.write(account)
                if let failure { throw failure }
            } catch {
                call.console.tell(error)
                return error.exitCode
            }
            return .success
        } catch {
            return try streams.end(with: Failure(error), by: endsBy)
        }
    }

    private static func tell(
        of server: Server,
        _ configuration: Configuration,
        _ folder: RecordingFolder,
        _ streams: ServerStreams
    ) {
        let address = server.address
        let origins = configuration.upstream?.origins.map(\.description).joined(separator: ", ")
        streams.log.notice("recording \(origins ?? ""); Ctrl-C writes \(folder.path)")
        for notice in notices(of: configuration, address, nil) { streams.log.notice(notice) }
        // The server also works when nothing reads this line.
        try? streams.console.write("mockpostly ready on \(address.url)\n")
    }
}

extension Command.Call {
    /// Lets the proxy be for the names of the real servers, unless others are said.
    fileprivate mutating func nameRealServers() {
        guard settings.proxy.port != nil, settings.tls.mockedNames.isEmpty else { return }
        let hosts = settings.upstream.servers.compactMap { server in
            HTTPOrigin(url: UpstreamServer(server).url)?.host
        }
        settings.tls.mockedNames = hosts.filter { host in
            (try? CertificateName(host)).map { !$0.isAddress } ?? false
        }
    }
}
