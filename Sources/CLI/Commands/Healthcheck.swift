internal import MockPostlyControlClient
internal import MockPostlyHTTPClient
internal import MockPostlyJSON
internal import MockPostlyOptions
internal import MockPostlyServer

extension Commands {
    static let healthcheck = Command(
        name: "healthcheck",
        summary: "ask a running server whether it is ready",
        description: """
            Requests /__mockpostly/v1/ready. The exit code is 0 if the server is ready, and 1 if \
            it is not ready, does not answer in time or is not running. Made for the HEALTHCHECK \
            of a container. Without --url it asks the port that options, variables or the \
            configuration file name, as serve does; without a port the newest server of this user, \
            and port 8080 when none is found.
            """,
        groups: [
            .init(
                title: "Options",
                options: [
                    ClientOptions.url.with { $0.details = "" }, CommandOptions.timeout,
                    ServerOptions.host.with {
                        $0.summary = "host to ask; as serve would listen on"
                        $0.details = "The variable HOST is used only if it holds an address."
                    },
                    ServerOptions.port.with {
                        $0.summary = "port to ask; as serve would listen on"
                        $0.details = ""
                    },
                    ServerOptions.configurationFile,
                ]
            )
        ],
        examples: [
            .init(
                line: "mockpostly healthcheck",
                purpose: "the server of this user, else port 8080"
            ),
            .init(
                line: "mockpostly healthcheck --url unix:///run/mockpostly.sock --timeout 500ms",
                purpose: "a server on a Unix socket, waiting at most half a second"
            ),
        ],
        body: checkHealth
    )

    private static func checkHealth(_ call: Command.Call) throws(Failure) -> ExitCode {
        let settings = call.settings
        let target: HTTPTarget
        if let url = settings.client.url, !call.prefersPort {
            guard let parsed = HTTPTarget(url: url) else { throw call.wrongURL(url) }
            target = parsed
        } else if call.namesAddress || call.runningServers().isEmpty {
            target = .server(settings.configuration)
        } else {
            let url = try call.server(for: .reading).url
            guard let parsed = HTTPTarget(url: url) else { throw call.wrongURL(url) }
            target = parsed
        }
        let client = CommandClient(target, timeout: settings.timeout)
        let answer: HTTPAnswer
        do throws(Failure) {
            answer = try client.answer(to: ControlCall("GET", ["ready"]))
        } catch {
            let hint = "start it with `mockpostly serve`, or name another with --url"
            throw Failure(error.words, hint: hint)
        }
        // Another web server may also answer 200, so the body is checked too.
        guard answer.status == 200, answer.saysReady else {
            if answer.status == 403 { throw client.failure(for: ControlRefusal(answer)) }
            throw Failure(
                "\(target.description): not ready, it answers \(answer.status)",
                hint: answer.status == 503
                    ? "it is still starting; ask again" : "is it a mockpostly server?"
            )
        }
        try call.console.write("ready\n")
        return .success
    }
}

extension Command.Call {
    /// Whether the port or host to ask is named anywhere.
    fileprivate var namesAddress: Bool {
        [ServerOptions.host, ServerOptions.port].contains {
            if case .standard = resolution.origin(of: $0) { false } else { true }
        }
    }

    /// Whether a flag gives the port or host while the URL comes only from the environment.
    fileprivate var prefersPort: Bool {
        !resolution.origin(of: ClientOptions.url).isFlag
            && (resolution.origin(of: ServerOptions.host).isFlag
                || resolution.origin(of: ServerOptions.port).isFlag)
    }
}

extension HTTPTarget {
    /// The address of a server with this configuration, as seen from the same machine.
    fileprivate static func server(_ configuration: Configuration) -> HTTPTarget {
        switch configuration.host {
        case "localhost", "0.0.0.0": .network(host: "127.0.0.1", port: configuration.port)
        case "::": .network(host: "::1", port: configuration.port)
        default: .network(host: configuration.host, port: configuration.port)
        }
    }
}

extension HTTPAnswer {
    /// Whether the body is the JSON object of `/ready`.
    fileprivate var saysReady: Bool {
        (try? JSON(parsing: body))?.root["status"]?.string == "ready"
    }
}
