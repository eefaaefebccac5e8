internal import MockPostlyControl
internal import MockPostlyControlClient
internal import MockPostlyHTTPClient
internal import MockPostlyJSON
internal import MockPostlyOptions

extension Commands {
    static let world = Command(
        name: "world",
        summary: "list, create, fork, reset and delete worlds",
        description: """
            A world has its own content, clock, ids and tokens, so that tests with their own \
            worlds cannot disturb each other. A request reaches a world by /w/WORLD in front of \
            its path, by the header X-Mockpostly-World, or by a port of the world's own.
            """,
        examples: worldCreate.examples + worldFork.examples + worldList.examples,
        subcommands: [
            worldList, worldCreate, worldShow, worldFork, worldUse, worldReset, worldDelete,
        ]
    )

    private static let worldList = Command(
        name: "world list",
        summary: "list the worlds",
        description:
            "Prints a line for each world: what it began with, its clock, how much it has.",
        groups: [.init(title: "Options", options: [ClientOptions.json]), ClientOptions.server],
        examples: [.init(line: "mockpostly world list", purpose: "those of the newest server")],
        body: { call throws(Failure) in
            try call.show(try call.controlClient().get(["worlds"], [])) {
                WorldText.list($0["worlds"]?.elements ?? [], width: call.console.columns)
            }
        }
    )

    private static let worldCreate = Command(
        name: "world create",
        summary: "create a world",
        description: """
            Creates a world and prints its URLs. Without a name the server chooses one. The world \
            is deleted one hour after its last use; --ttl changes that.
            """,
        operands: .init(placeholder: "[WORLD]", count: 0...1),
        groups: [
            .init(title: "World", options: ClientOptions.newWorld),
            .init(title: "Options", options: [ClientOptions.output, ClientOptions.json]),
            ClientOptions.server,
        ],
        examples: [
            .init(line: "mockpostly world create", purpose: "with the server's seed"),
            .init(
                line: "mockpostly world create --from cart.json",
                purpose: "with the people and posts of a seed file of yours"
            ),
            .init(
                line: "eval \"$(mockpostly world create -o env)\"",
                purpose: "for this shell: later commands, such as mockpostly reset, use it"
            ),
            .init(
                line: "mockpostly world create -o dotenv >>\"$GITHUB_ENV\"",
                purpose: "for the next steps of a workflow"
            ),
            .init(
                line: "mockpostly world create late --clock 2026-12-31T23:59:50Z --ttl 10m",
                purpose: "a world named late, with its own date"
            ),
        ],
        body: { call throws(Failure) in
            try call.checkClock()
            let fixture = try call.fixture()
            let client = try call.controlClient(for: .changing)
            let answer = try client.send("POST", ["worlds"], namingWorld: false) {
                if let name = call.operands.first { $0.field("id", name) }
                call.writeNewWorld(&$0, fixture)
            }
            return try call.showWorld(answer)
        }
    )

    private static let worldShow = Command(
        name: "world show",
        summary: "show a world",
        description: "Prints what is known of a world, and the URL of each system in it.",
        operands: .init(placeholder: "[WORLD]", count: 0...1),
        groups: [
            .init(title: "Options", options: [ClientOptions.output, ClientOptions.json]),
            ClientOptions.serverAndWorld,
        ],
        examples: [
            .init(line: "mockpostly world show w1", purpose: "as text"),
            .init(
                line: "mockpostly world show -o env",
                purpose: "that of requests without a world, as variables for a shell"
            ),
        ],
        body: { call throws(Failure) in
            let client = try call.controlClient()
            let name = if let name = call.operands.first { name } else { try client.nameOfWorld() }
            return try call.showWorld(try client.get(["worlds", name], []))
        }
    )

    private static let worldFork = Command(
        name: "world fork",
        summary: "copy a world",
        description: """
            Creates a world with a copy of another world's content, and prints its URLs. Later \
            changes in one do not affect the other.
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
                purpose: "a copy of the world named default, named trial"
            )
        ],
        body: { call throws(Failure) in
            let path = ["worlds", call.operands[0], "fork"]
            try call.checkClock()
            let client = try call.controlClient(for: .changing)
            let answer = try client.send("POST", path, namingWorld: false) {
                if call.operands.count > 1 { $0.field("id", call.operands[1]) }
                call.writeNewWorld(&$0)
            }
            return try call.showWorld(answer)
        }
    )

    private static let worldUse = Command(
        name: "world use",
        summary: "let the server's own address lead to a world",
        description: """
            Requests that name no world then go to WORLD instead of the world named default: for an \
            app whose base URL is built in. When that world ends, they go to default again. \
            Without WORLD it prints which world that is.
            """,
        operands: .init(placeholder: "[WORLD]", count: 0...1),
        groups: [
            .init(title: "Options", options: [ClientOptions.json]), ClientOptions.server,
        ],
        examples: [
            .init(line: "mockpostly world use w1", purpose: "until it ends"),
            .init(line: "mockpostly world use default", purpose: "back to the world named default"),
        ],
        body: { call throws(Failure) in
            let answer: JSON
            if let name = call.operands.first {
                let client = try call.controlClient(for: .changing)
                answer = try client.send("PUT", ["home"], namingWorld: false) {
                    $0.field("world", name)
                }
            } else {
                answer = try call.controlClient().get(["home"], [])
            }
            return try call.show(answer) { "\($0["world"]?.string ?? "")\n" }
        }
    )

    private static let worldReset = Command(
        name: "world reset",
        summary: "set a world back to its first content",
        description: "Does what `mockpostly reset --world WORLD` does.",
        operands: .init(placeholder: "[WORLD]", count: 0...1),
        groups: [
            .init(
                title: "Options",
                options: [
                    ClientOptions.everything, ClientOptions.scope, ClientOptions.disconnect,
                    ClientOptions.json,
                ]
            ),
            ClientOptions.serverAndWorld,
        ],
        examples: [
            .init(
                line: "mockpostly world reset w1",
                purpose: "its content; the clock is not changed"
            )
        ],
        body: { call throws(Failure) in
            try call.reset(world: call.operands.first)
        }
    )

    private static let worldDelete = Command(
        name: "world delete",
        summary: "delete worlds",
        description: """
            Deletes worlds with their content, and closes their sockets. The world named \
            default cannot be deleted.
            """,
        operands: .init(placeholder: "WORLD…", count: 0...10_000),
        groups: [
            .init(title: "Options", options: [ClientOptions.everyWorld]), ClientOptions.server,
        ],
        examples: [
            .init(line: "mockpostly world delete w1 w2", purpose: "two of them"),
            .init(
                line: "mockpostly world delete --all",
                purpose: "all but the world named default"
            ),
        ],
        body: { call throws(Failure) in
            let meansAll = call.settings.client.meansAll
            guard !call.operands.isEmpty || meansAll else {
                throw .usage("there is no world to delete", hint: "name worlds, or give --all")
            }
            guard call.operands.isEmpty || !meansAll else {
                throw .usage("--all and names do not go together", hint: "give one of them")
            }
            guard meansAll else {
                return try call.deleteEach { _, name in ControlCall("DELETE", ["worlds", name]) }
            }
            let answer = try call.controlClient(for: .changing).json("DELETE", ["worlds"], [])
            for name in answer.root["deleted"]?.elements ?? [] {
                try call.console.write("\(printable(name.string ?? "")): deleted\n")
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
            return try show(answer) { WorldText($0).card(width: console.columns) }
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

    /// The seed in the file or directory that --from names; nil when it names something else.
    ///
    /// It is read here and sent whole, so the server needs no right to read files.
    fileprivate func fixture() throws(Failure) -> JSON? {
        guard let origin = settings.client.origin, !ClientOptions.isOrigin(origin) else {
            return nil
        }
        let bytes: [UInt8]
        do throws(Failure) {
            bytes = try ImportContent(origin).bytes
        } catch {
            throw Failure(
                error.words,
                hint: "--from takes the path of a seed, or \(ClientOptions.originsInWords)"
            )
        }
        if bytes.starts(with: "SQLite format 3\0".utf8) {
            throw Failure(
                "\(origin) is a database, and a world begins with a seed",
                hint: "create a world, then `mockpostly import --world WORLD \(origin)`"
            )
        }
        do throws(JSONError) {
            return try JSON(parsing: bytes, skippingByteOrderMark: true)
        } catch {
            let (line, column) = error.position(in: bytes)
            throw Failure(
                "\(origin):\(line):\(column): \(error.reason.words)",
                hint: "`mockpostly seed check` finds all mistakes"
            )
        }
    }

    /// Writes the JSON members that describe a new world, whose content may be that of `fixture`.
    fileprivate func writeNewWorld(_ json: inout JSONWriter, _ fixture: JSON? = nil) {
        let client = settings.client
        if let fixture {
            if let origin = client.origin { json.field("seedName", origin) }
            json.key("seed")
            json.raw(fixture.root.rawText)
        } else if let origin = client.origin {
            json.field("from", origin)
        }
        if let scenario = client.scenario { json.field("scenario", scenario) }
        writeClock(&json)
        client.given.write(ControlOrders.world, &json)
        guard !client.worldSettings.isEmpty else { return }
        json.key("settings")
        json.beginObject()
        for (name, value) in client.worldSettings.sorted(by: { $0.key < $1.key }) {
            json.key(name)
            json.string(value)
        }
        json.endObject()
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
