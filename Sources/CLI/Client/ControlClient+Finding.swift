internal import MockPostlyHTTPClient
internal import MockPostlyServer

extension Command.Call {
    /// The control plane that the command is to act on.
    ///
    /// The server is that of `--url` or its variable, else the newest one of this user on this
    /// machine. One that is to be changed is told when there was a choice.
    func controlClient(toChange: Bool = false) throws(Failure) -> ControlClient {
        let client = settings.client
        let url: String
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
            if toChange, newest.count > 1 {
                console.tell("asking \(url), the newest of \(newest.count) servers\n")
            }
        }
        guard let target = HTTPTarget(url: url) else { throw wrongURL(url) }
        return ControlClient(
            target,
            world: world(in: url),
            adminToken: try adminToken(),
            timeout: client.timeout
        )
    }

    /// The server of this user that was started last, and how many run.
    func newestServer() -> (url: String, pid: Int32, count: Int)? {
        RuntimeDirectory.newest { environment[$0] }
    }

    /// What to say of a URL that is none, by the name of what it was given with.
    func wrongURL(_ url: String) -> Failure {
        let name =
            if case .variable(let name) = resolution.origin(of: ClientOptions.url) {
                "environment variable \(name)"
            } else {
                "--url"
            }
        return .usage(
            "\(name): expected http://ADDRESS:PORT or unix:///PATH, found \(quoted(url))",
            hint: "an address is localhost or numeric, as in http://127.0.0.1:8080"
        )
    }

    /// The world that is named by a flag, by the path of the URL, or by a variable.
    ///
    /// A flag wins over a variable; of two of the same kind the one that says nothing but the world.
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
