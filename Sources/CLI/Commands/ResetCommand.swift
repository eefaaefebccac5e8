internal import MockPostlyJSON
internal import MockPostlyOptions

extension Commands {
    static let reset = Command(
        name: "reset",
        summary: "set a world back to its first content",
        description: """
            Replaces the content of a world by the content that it began with. Its clock is not \
            changed. Sockets stay open and get no event; --disconnect closes them. With --all the clock, \
            faults, stubs, the journal and events that wait are as at the beginning too.
            """,
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
                line: "mockpostly reset",
                purpose: "the world that requests without a world go to"
            ),
            .init(line: "mockpostly reset --all", purpose: "before each test of an app"),
            .init(
                line: "mockpostly reset -w w1 --scope dummyjson",
                purpose: "only the records of DummyJSON, in the world w1"
            ),
        ],
        body: { call throws(Failure) in try call.reset(world: nil) }
    )
}

extension Command.Call {
    /// Resets the world called `world`, or with nil the one that options or variables name.
    func reset(world: String?) throws(Failure) -> ExitCode {
        let names = settings.client.scope.flatMap { $0.split(separator: ",").map(String.init) }
        var client = try controlClient(for: .changing)
        if let world { client.world = world }
        let answer = try client.send("POST", ["reset"]) {
            if !names.isEmpty {
                $0.key("scope")
                $0.beginArray()
                for name in names { $0.string(name) }
                $0.endArray()
            }
            if settings.client.resetsEverything { $0.field("everything", true) }
            if settings.client.disconnects { $0.field("disconnect", true) }
        }
        return try showContent(answer)
    }
}
