internal import MockPostlyHTTPClient
internal import MockPostlyJSON
internal import MockPostlyPlatform
internal import MockPostlyServer
internal import MockPostlyWorld

/// A command of `exec` in the world of its working tree, of a server that runs already.
///
/// It takes the place of this process: there is no server of its own to end after it.
struct ExecJoin {
    let client: CommandClient
    let adminToken: String?
    let command: [Spawn.Text]

    /// Runs the command; throws when that cannot be.
    func run() throws(Failure) -> Never {
        let world = try client.worktreeWorld()
        let environment = ExecEnvironment(
            url: client.target.description,
            world: world,
            dialects: try dialects(),
            adminToken: adminToken,
            mark: "\(getpid())-\(String(monotonicNanoseconds(), radix: 36))"
        )
        let entries = environment.entries(over: inheritedEnvironment())
        let spawn = Spawn(program: command[0], arguments: command, environment: entries)
        throw Failure(spawn.replaceProcess(), running: command[0])
    }

    /// The systems that the server has in each world.
    private func dialects() throws(Failure) -> [String] {
        let systems = try client.get(["introduction"], []).root["systems"]?.elements ?? []
        return systems.compactMap { $0["name"]?.string }
    }
}

extension Command.Call {
    /// The run in a server that is there already, which `--world worktree` alone asks for; nil where
    /// there is none, and with options for a server of its own.
    func join() throws(Failure) -> ExecJoin? {
        guard settings.client.world == Worktree.word, settings.client.scenario == nil,
            !ServerOptions.all.contains(where: { resolution.origin(of: $0).isFlag })
        else { return nil }
        var token = try adminToken()
        let url: String
        if let named = environment["MOCKPOSTLY_URL"] {
            url = named
        } else {
            guard !runningServers().isEmpty else { return nil }
            let server = try server(for: .changing)
            (url, token) = (server.url, token ?? server.adminToken)
        }
        guard let target = HTTPTarget(url: url) else { throw wrongURL(url) }
        return ExecJoin(
            client: CommandClient(target, adminToken: token),
            adminToken: token,
            command: unchanged(operands)
        )
    }
}
