internal import MockPostlyHTTPClient
internal import MockPostlyServer

extension Command.Call {
    /// The control plane of the server that the command is for.
    ///
    /// The server is that of `--url` or its variable, else the one that this user started last on
    /// this machine. With `tellsServer`, the command says which server it uses when several run.
    func controlClient(tellsServer: Bool = false) throws(Failure) -> ControlClient {
        let client = settings.client
        let url: String
        var adminToken = try adminToken()
        if let named = client.url {
            url = named
        } else {
            guard let newest = newestServer() else {
                throw Failure(
                    "no server of yours runs on this machine",
                    hint: "start one with `mockpostly serve`, or name one with --url"
                )
            }
            url = newest.url
            adminToken = adminToken ?? newest.adminToken
            if tellsServer, newest.count > 1 {
                console.tell("asking \(url), the newest of \(newest.count) servers\n")
            }
        }
        guard let target = HTTPTarget(url: url) else { throw wrongURL(url) }
        return ControlClient(
            target,
            world: world(in: url),
            adminToken: adminToken,
            timeout: client.timeout
        )
    }

    /// The server that this user started last, and how many run; nil when none runs.
    func newestServer() -> RuntimeDirectory.Newest? {
        RuntimeDirectory.newest { environment[$0] }
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
