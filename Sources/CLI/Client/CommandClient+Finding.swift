internal import MockPostlyHTTPClient
internal import MockPostlyOptions
internal import MockPostlyServer

/// What a command does with the server that it asks.
enum ServerUse {
    case reading
    /// It changes something there.
    case changing
}

extension Command.Call {
    /// The control plane of the server that the command is for.
    ///
    /// The server is that of `--url` or its variable, else the only one of this user on this
    /// machine. When several run, it is the only one that was started in the working directory. Else
    /// a command that reads asks the one that was started last; one that changes something is
    /// refused. A command that has chosen says so.
    func controlClient(for use: ServerUse = .reading) throws(Failure) -> CommandClient {
        let client = settings.client
        let url: String
        var adminToken = try adminToken()
        if let named = client.url {
            url = named
        } else {
            let server = try server(for: use)
            url = server.url
            adminToken = adminToken ?? server.adminToken
        }
        guard let target = HTTPTarget(url: url) else { throw wrongURL(url) }
        var control = CommandClient(
            target,
            world: world(in: url),
            adminToken: adminToken,
            timeout: client.timeout
        )
        if control.world == Worktree.word {
            control.world = nil
            control.world = try control.worktreeWorld()
        }
        return control
    }

    /// The running servers of this user, the last started first.
    func runningServers() -> [RuntimeDirectory.Announcement] {
        RuntimeDirectory.servers { environment[$0] }
    }

    /// The server that a command without a URL asks.
    func server(for use: ServerUse) throws(Failure) -> RuntimeDirectory.Announcement {
        let servers = runningServers()
        guard let newest = servers.first else {
            throw Failure(
                "no server of yours runs on this machine",
                hint: "start one with `mockpostly serve`, or name one with --url"
            )
        }
        guard servers.count > 1 else { return newest }
        let here = RuntimeDirectory.presentFolder
        let own = servers.filter { $0.folder != nil && $0.folder == here }
        if let only = own.first, own.count == 1 {
            console.tell("asking \(only.url), the one of \(servers.count) servers started here\n")
            return only
        }
        switch use {
        case .reading:
            console.tell("asking \(newest.url), the newest of \(servers.count) servers\n")
            return newest
        case .changing:
            let lines = servers.map { server in
                "\n  \(server.url)  process \(server.pid), started \(server.startedAt.rfc3339)"
                    + (server.folder.map { " in \(printable($0))" } ?? "")
            }
            throw .usage(
                "\(servers.count) servers of yours run, and this would change one of them:"
                    + lines.joined(),
                hint: "name it: --url \(newest.url)"
            )
        }
    }

    /// The failure for a malformed URL, which names the option or variable that it came from.
    func wrongURL(_ url: String) -> Failure {
        let name =
            if case .variable(let name) = resolution.origin(of: ClientOptions.url) {
                "environment variable \(name)"
            } else {
                "--url"
            }
        return .usage(
            "\(name): expected http://HOST:PORT or unix:///PATH, found \(quoted(url))",
            hint: "a host is a name or an address, as in http://127.0.0.1:8080"
        )
    }

    /// The world that a flag, the path of the URL or a variable names; nil without any.
    ///
    /// A flag wins over a variable. Between two flags or two variables, the one for the world wins
    /// over the URL.
    private func world(in url: String) -> String? {
        let prefix = worldPrefix(of: url)
        guard let named = settings.client.world else { return prefix }
        let isNamedByFlag = resolution.origin(of: ClientOptions.world).isFlag
        let isLocatedByFlag = resolution.origin(of: ClientOptions.url).isFlag
        return !isNamedByFlag && isLocatedByFlag ? prefix ?? named : named
    }
}

/// The world in `http://localhost:8080/w/w1/api`; nil without one.
func worldPrefix(of url: String) -> String? {
    guard url.lowercased().hasPrefix("http://") else { return nil }
    let parts = url.dropFirst("http://".count).split(
        separator: "/",
        maxSplits: 3,
        omittingEmptySubsequences: false
    )
    guard parts.count >= 3, parts[1] == "w", !parts[2].isEmpty else { return nil }
    return String(parts[2].prefix { $0 != "?" && $0 != "#" })
}

extension Origin {
    var isFlag: Bool {
        if case .flag = self { true } else { false }
    }
}
