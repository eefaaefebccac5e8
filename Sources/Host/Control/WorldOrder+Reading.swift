internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlySeeds
internal import MockPostlyWorld
internal import MockPostlyWorlds

extension WorldOrder {
    /// The members that every request for a new world may have.
    static let members = ["id", "clock", "randomSeed", "ttl", "port", "settings"]

    private static let origins =
        "It can be: 'default', 'seed', 'seed:FILE', 'empty', 'snapshot:NAME', 'world:ID'."

    /// Reads a request whose member `from`, `scenario` or `seed` tells the new world's content.
    init(_ body: ControlBody, _ call: Control.Call) throws {
        self.init()
        try read(body, call)
        let given = ["from", "scenario", "seed"].filter(body.has)
        guard given.count < 2 else {
            throw Problem.conflict(
                given[0],
                given[1],
                hint: "Each of them is the first content of a world."
            )
        }
        if let seed = try body.textOfObject("seed") {
            from = .seedText(seed)
        } else if let scenario = try body.text("scenario") {
            let known = Scenario.allCases.map(\.rawValue)
            guard known.contains(where: scenario.isIdentical) else {
                throw HostError.noSuchScenario(scenario, known: known)
            }
            from = .scenario(scenario)
        } else if let origin = try body.text("from") {
            from = try Self.origin(origin, body, call: call)
        }
    }

    /// Reads a request for a copy of the world `parent`; it keeps the parent's clock unless the
    /// body sets one.
    init(_ body: ControlBody, _ call: Control.Call, forkOf parent: String) throws {
        self.init()
        try read(body, call)
        from = .world(parent)
    }

    /// Reads the members in ``members``; null means absent where responses have null.
    ///
    /// The id gets the prefix of the instance if it does not have it.
    private mutating func read(_ body: ControlBody, _ call: Control.Call) throws {
        if body.isGiven("id") {
            id = try Self.id(try body.name("id"), of: call.configuration.instance)
        }
        clock = try ClockSetting(member: "clock", of: body)
        if body.isGiven("randomSeed") { randomSeed = try body.unsigned("randomSeed") }
        timeToLive = .seconds(3600)
        if let value = body.value("ttl") {
            timeToLive = value.isNull ? nil : try body.duration("ttl")
            if let timeToLive, timeToLive <= .zero {
                throw body.badValue("ttl", value, hint: "Send a longer time, or null for no end.")
            }
        }
        if body.isGiven("port") { port = try body.int("port", in: 0...65535).map { UInt16($0) } }
        let names = call.registry.worldOptions.map(\.name)
        guard let object = try body.object("settings", members: names) else { return }
        settings = try names.compactMap { name in
            try object.text(name).map { WorldSetting(name, $0) }
        }
    }

    private static func id(_ id: String?, of instance: Instance?) throws(Problem) -> String? {
        guard let id, let instance else { return id }
        let whole = instance.id(id)
        guard NameRule.allows(whole) else {
            throw Problem(
                400,
                "Bad name",
                detail:
                    "With '\(instance.name)-' in front, the name '\(shortened(id))' is longer than"
                    + " 64 characters.",
                hint:
                    "This is the instance '\(instance.name)': the ids of its worlds begin so. Send a"
                    + " shorter one.",
                member: "id"
            )
        }
        return whole
    }

    private static func origin(
        _ text: String,
        _ body: ControlBody,
        call: Control.Call
    ) throws -> Origin {
        switch text {
        case "seed": return .seed
        case "empty": return .empty
        case "default": return .world("default")
        default: break
        }
        let place = body.place("from")
        if let name = text.rest(after: "seed:") { return .seedFile(name) }
        if let name = text.rest(after: "snapshot:") {
            let snapshot = try SnapshotName(checking: name, of: call.addressedWorld, in: place)
            _ = try call.existing(world: snapshot.world)
            return .snapshot(snapshot)
        }
        if let name = text.rest(after: "world:") {
            return .world(try call.existing(world: try checkedName(name, place)))
        }
        throw Problem.badValue("The member 'from' is the text '\(shortened(text))'.", origins)
    }
}

extension String {
    /// What follows `prefix`, or nil when this does not begin with it.
    fileprivate func rest(after prefix: String) -> String? {
        guard utf8.starts(with: prefix.utf8) else { return nil }
        return String(decoding: utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    }
}
