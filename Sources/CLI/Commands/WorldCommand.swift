internal import MockPostlyHTTPClient
internal import MockPostlyJSON
internal import MockPostlyOptions

extension Commands {
    static let world = Command(
        name: "world",
        summary: "list, make, fork, reset and delete worlds",
        description: """
            A world is a universe of its own: content, clock, ids, tokens. A test that has one \
            meets no other test. It is reached by /w/WORLD in front of any path, by the header \
            X-Mockpostly-World, or by a port of its own.
            """,
        examples: worldCreate.examples + worldFork.examples + worldList.examples,
        subcommands: [worldList, worldCreate, worldShow, worldFork, worldReset, worldDelete]
    )

    private static let worldList = Command(
        name: "world list",
        summary: "list the worlds",
        description:
            "Prints a line for each world: what it began with, its clock, how much it has.",
        groups: [.init(title: "Options", options: [ClientOptions.json]), ClientOptions.server],
        examples: [.init(line: "mockpostly world list", purpose: "those of the newest server")],
        body: { call throws(Failure) in
            let answer = try call.controlClient().get("/worlds")
            try call.show(answer) { WorldText.list($0["worlds"]?.elements ?? []) }
            return .success
        }
    )

    private static let worldCreate = Command(
        name: "world create",
        summary: "make a world",
        description: """
            Makes a world and tells where it is. Without a name it gets one. It ends an hour after \
            its last use, unless --ttl says something else.
            """,
        operands: .init(placeholder: "[WORLD]", count: 0...1),
        groups: [
            .init(title: "World", options: ClientOptions.newWorld),
            .init(title: "Options", options: [ClientOptions.output, ClientOptions.json]),
            ClientOptions.server,
        ],
        examples: [
            .init(line: "mockpostly world create", purpose: "with the server's seed in it"),
            .init(
                line: "eval \"$(mockpostly world create -o env)\"",
                purpose: "and have the commands of this shell find it, such as mockpostly reset"
            ),
            .init(
                line: "mockpostly world create -o dotenv >>\"$GITHUB_ENV\"",
                purpose: "and the steps that follow in a workflow"
            ),
            .init(
                line: "mockpostly world create late --clock 2026-12-31T23:59:50Z --ttl 10m",
                purpose: "one that is called late, with a clock of its own"
            ),
        ],
        body: { call throws(Failure) in
            try call.checkClock()
            let client = try call.controlClient(toChange: true)
            let answer = try client.send("POST", "/worlds", namingWorld: false) {
                if let name = call.operands.first { $0.field("id", name) }
                call.writeNewWorld(&$0)
            }
            return try call.showWorld(answer)
        }
    )

    private static let worldShow = Command(
        name: "world show",
        summary: "tell all about a world",
        description: "Prints what is known of a world, and the URL of each system in it.",
        operands: .init(placeholder: "[WORLD]", count: 0...1),
        groups: [
            .init(title: "Options", options: [ClientOptions.output, ClientOptions.json]),
            ClientOptions.serverAndWorld,
        ],
        examples: [
            .init(line: "mockpostly world show w1", purpose: "in words"),
            .init(line: "mockpostly world show -o env", purpose: "the default one, for a shell"),
        ],
        body: { call throws(Failure) in
            let client = try call.controlClient()
            let name = if let name = call.operands.first { name } else { try client.nameOfWorld() }
            return try call.showWorld(try client.get("/worlds/\(percentEncoded(name))"))
        }
    )

    private static let worldFork = Command(
        name: "world fork",
        summary: "copy a world",
        description: """
            Makes a world with all that another holds now, and tells where it is. The two have \
            nothing to do with one another afterwards.
            """,
        operands: .init(placeholder: "WORLD [NEW-WORLD]", count: 1...2),
        groups: [
            .init(title: "World", options: ClientOptions.placing),
            .init(title: "Options", options: [ClientOptions.output, ClientOptions.json]),
            ClientOptions.server,
        ],
        examples: [
            .init(
                line: "mockpostly world fork default trial",
                purpose: "the default world as it is now, under the name trial"
            )
        ],
        body: { call throws(Failure) in
            let path = "/worlds/\(percentEncoded(call.operands[0]))/fork"
            try call.checkClock()
            let client = try call.controlClient(toChange: true)
            let answer = try client.send("POST", path, namingWorld: false) {
                if call.operands.count > 1 { $0.field("id", call.operands[1]) }
                call.writeNewWorld(&$0)
            }
            return try call.showWorld(answer)
        }
    )

    private static let worldReset = Command(
        name: "world reset",
        summary: "bring a world back to what it began with",
        description: "Does what `mockpostly reset --world WORLD` does.",
        operands: .init(placeholder: "[WORLD]", count: 0...1),
        groups: [
            .init(
                title: "Options",
                options: [ClientOptions.scope, ClientOptions.disconnect, ClientOptions.json]
            ),
            ClientOptions.serverAndWorld,
        ],
        examples: [.init(line: "mockpostly world reset w1", purpose: "its content, not its clock")],
        body: { call throws(Failure) in
            try call.reset(world: call.operands.first)
        }
    )

    private static let worldDelete = Command(
        name: "world delete",
        summary: "delete worlds",
        description: """
            Deletes worlds with all that is in them; their sockets close. The default one cannot \
            be deleted.
            """,
        operands: .init(placeholder: "WORLD…", count: 1...10_000),
        groups: [ClientOptions.server],
        examples: [.init(line: "mockpostly world delete w1 w2", purpose: "two of them")],
        body: { call throws(Failure) in
            let client = try call.controlClient(toChange: true)
            for name in call.operands {
                try client.delete("/worlds/\(percentEncoded(name))")
                try call.console.write("\(printable(name)): deleted\n")
            }
            return .success
        }
    )
}

extension Command.Call {
    /// Prints a world that the server has described.
    fileprivate func showWorld(_ answer: JSON) throws(Failure) -> ExitCode {
        let format = settings.client.format
        guard format == .env || format == .dotenv else {
            try show(answer) { WorldText($0).card }
            return .success
        }
        let pairs = WorldText(answer.root).environment(url: try controlClient().target.description)
        try console.write(format == .env ? variables(pairs) : fileOfVariables(pairs))
        return .success
    }

    /// Refuses a rate for a frozen clock.
    fileprivate func checkClock() throws(Failure) {
        guard settings.client.clockRate != nil, settings.startsFrozen else { return }
        throw .usage(
            "--clock-rate and --clock-frozen do not go together",
            hint: "give one of them"
        )
    }

    /// Writes the JSON members that describe a new world.
    fileprivate func writeNewWorld(_ json: inout JSONWriter) {
        let client = settings.client
        if let origin = client.origin { json.field("from", origin) }
        if let scenario = client.scenario { json.field("scenario", scenario) }
        writeClock(&json)
        if let seed = client.randomSeed { json.field("randomSeed", "\(seed)") }
        if let lifetime = client.timeToLive {
            json.field("ttl", lifetime == "never" ? nil : lifetime)
        }
        if let port = client.port { json.field("port", Int(port)) }
    }

    private func writeClock(_ json: inout JSONWriter) {
        let (rate, isFrozen) = (settings.client.clockRate, settings.startsFrozen)
        guard rate != nil || isFrozen || settings.startClock != nil else { return }
        json.key("clock")
        json.beginObject()
        json.field("mode", isFrozen ? "freeze" : rate == nil ? "run" : "scale")
        if let instant = settings.startClock { json.field("now", instant.rfc3339) }
        if let rate, !isFrozen { json.field("rate", rate) }
        json.endObject()
    }
}
