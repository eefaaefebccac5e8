internal import MockPostlyHTTPClient
internal import MockPostlyJSON
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorlds

/// The world that is made for one run of `exec`.
struct ExecWorld: Sendable, Equatable {
    /// The name; nil uses the name of the scenario.
    var name: String?
    var scenario: String?
    var randomSeed: UInt64?

    /// The world that the options ask for; nil for the default world.
    init?(_ client: ClientSettings, _ configuration: Configuration) {
        guard client.world != nil || client.scenario != nil else { return nil }
        (name, scenario) = (client.world, client.scenario)
        if name == Worktree.word { name = Worktree.world }
        randomSeed = configuration.randomSeed
    }

    /// Makes the world on the server at `url`; returns its name.
    func create(at url: String, adminToken: String?) throws(Failure) -> String {
        guard let target = HTTPTarget(url: url) else {
            throw Failure("\(quoted(url)) is not the address of a server")
        }
        let client = CommandClient(target, adminToken: adminToken)
        let made = try client.send("POST", ["worlds"], namingWorld: false) { json in
            if let name = name ?? scenario { json.field("id", name) }
            if let scenario { json.field("scenario", scenario) }
            if let randomSeed { json.field("randomSeed", String(randomSeed)) }
            json.field("ttl", String?.none)
        }
        guard let id = made.root["id"]?.string else {
            throw Failure("the server does not say what its new world is called")
        }
        return id
    }
}

/// The options of `exec` beside those of `serve`.
enum ExecOptions {
    static let world = Option.value(
        "world",
        short: "w",
        "NAME",
        \.client.world,
        ValueType.text.optional,
        "create a world with this name and run the command in it",
        """
        The variables that the command gets lead there. Without --scenario it begins with the \
        seed. Without both options the command has the default world. `worktree` is a world named \
        after the folder of the working tree; where a server of this user runs already, or \
        MOCKPOSTLY_URL names one, and no other option is given, it is made there at its first use, so \
        that many working trees share one server.
        """
    ).with { $0.reach = .commandLine }

    static let scenario = Option.value(
        "scenario",
        "NAME",
        \.client.scenario,
        ValueType.text.optional,
        "the same, with the content of this scenario",
        "`mockpostly scenarios` lists them. Without --world it has the name of the scenario."
    ).with { $0.reach = .commandLine }.completing(Scenarios.names)

    /// The port option of `serve`, without its variables and default: the port is for one run only.
    static let port = Option(
        name: "port",
        short: "p",
        kind: .value("PORT"),
        reach: .commandLine,
        summary: "port to listen on; without it, a free one",
        details: "Variables and the configuration file do not choose it.",
        expected: ValueType.port.expected,
        completion: .none,
        take: ServerOptions.port.take,
        show: { _ in .nothing }
    )
}
