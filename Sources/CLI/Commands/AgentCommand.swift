internal import MockPostlyOptions

extension Commands {
    static let mcp = Command(
        name: "mcp",
        summary: "give a server's tools to an agent that writes code",
        description: """
            Speaks the Model Context Protocol on standard input and output, with the tools of a running \
            server: worlds, faults, stubs, tokens, the clock, records, snapshots and what the app has \
            sent. Agents start it themselves: it is the command in their configuration. With --world, \
            tools that name no world act on that one; `worktree` is a world for the folder in which it \
            runs. The same tools are at /__mockpostly/mcp of the server.
            """,
        groups: [ClientOptions.serverAndWorld],
        examples: [
            .init(line: "mockpostly mcp", purpose: "for the server that runs on this machine"),
            .init(
                line: "mockpostly mcp --world worktree",
                purpose: "with a world of its own for each working tree"
            ),
        ],
        body: { call throws(Failure) in
            // What waits in a tool may wait longer than a command.
            let waits = call.resolution.origin(of: ClientOptions.timeout) == .standard
            var client = try call.controlClient(for: .reading)
            if waits { client.timeout = .seconds(3600) }
            try AgentBridge(client: client, console: call.console).run()
            return .success
        }
    )
}
