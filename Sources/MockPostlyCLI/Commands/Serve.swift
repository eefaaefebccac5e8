internal import MockPostlyDomain
internal import MockPostlyServer

extension Commands {
    static let serve = Command(
        name: "serve",
        summary: "answer requests until it is stopped",
        description: """
            Serves the mocked systems on one port. When it is ready, one line on standard output \
            says where: `mockpostly ready on http://127.0.0.1:8080`. The log is on standard error. \
            Ctrl-C or SIGTERM end it in order, at once if nothing is in flight; SIGUSR1 puts the \
            world back to its seed. Flags win over environment variables, these over the \
            configuration file. Sizes are bytes, or KiB, MiB, GiB; durations are 500ms, 10s, 15m, \
            2h30m.
            """,
        groups: ServerOptions.groups,
        examples: [
            .init(line: "mockpostly serve", purpose: "on port 8080, with the standard seed"),
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
        ],
        body: runServer
    )

    private static func runServer(_ call: Command.Call) throws(Failure) -> ExitCode {
        let configuration = call.settings.configuration
        let console = call.console
        let log = Log(
            format: configuration.logFormat,
            level: configuration.logLevel,
            usesColour: console.usesColour
        )
        do throws(StartFailure) {
            let server = try Server(configuration, log: log)
            let address = server.address
            try server.run {
                if console.isTerminal, configuration.logLevel != .quiet,
                    configuration.logFormat == .text
                {
                    let banner = Banner(
                        port: address.port,
                        controlURL: address.controlURL,
                        logins: Banner.knownLogins.filter { server.hasAccount(email: $0.email) },
                        configuration
                    )
                    console.tell(banner.text(on: console))
                }
                // Without a reader of this line it serves all the same.
                try? console.write("mockpostly ready on \(address.url)\n")
            }
        } catch {
            throw Failure(error)
        }
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

/// What a person needs to point a client at the server.
struct Banner {
    /// The address that clients on this machine use, without a slash at its end.
    let base: String
    /// The same, as the Android emulator sees it.
    let emulatorBase: String
    let controlURL: String
    let content: String
    /// Those of the standard seed that hold; a data file can have other people.
    let logins: [Login]

    /// An e-mail with its password.
    struct Login: Sendable, Equatable {
        var email: String
        var password: String
    }

    /// The people of the standard seed whom the README names.
    static let knownLogins = [
        Login(email: "mira.sol@example.com", password: "mira.sol-postly"),
        Login(email: "theo.lindqvist@example.com", password: "theo.lindqvist-postly"),
    ]

    init(port: UInt16, controlURL: String, logins: [Login], _ configuration: Configuration) {
        let host = configuration.host
        // Addresses that stand for this machine are easier to paste as what clients call it.
        let isLocal = ["localhost", "127.0.0.1", "0.0.0.0", "::1", "::"].contains(host)
        let name = host.contains(":") ? "[\(host)]" : host
        base = "http://\(isLocal ? "localhost" : name):\(port)"
        emulatorBase = isLocal ? "http://10.0.2.2:\(port)" : base
        self.controlURL = controlURL
        content =
            configuration.dataFile.map { "data in \($0)" }
            ?? "seed \(configuration.seed.words.joined(separator: ", ")), data in memory"
        self.logins = logins
    }

    func text(on console: Console) -> String {
        var rows = [
            ("iOS", "\(base)/api/", "with the slash"),
            ("Android emulator", "\(emulatorBase)/api", ""),
            ("Web", "\(base)/api", ""),
        ]
        for login in logins { rows.append(("Login", login.email, login.password)) }
        rows.append(("Control", controlURL, ""))
        let width = (rows.map(\.1.count).max() ?? 0) + 2
        var text = "\n  \(console.styled("mockpostly", .bold)) \(BuildInfo.version)"
        text += console.styled("  \(content)", .dim) + "\n\n"
        for (label, value, note) in rows {
            let gap = String(repeating: " ", count: 18 - label.count)
            let shown = note.isEmpty ? value : value.padded(to: width)
            text += "  \(console.styled(label, .dim))\(gap)\(shown)\(note)\n"
        }
        return text + "\n" + console.styled("  Ctrl-C stops the server.", .dim) + "\n\n"
    }
}
