internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlySeeds
internal import MockPostlyWorld
internal import MockPostlyWorlds

extension WorldOrder: MadeOfMembers {
    /// The members that every request for a new world may have.
    static let table: [Member<WorldOrder>] = [
        .part("id", .named("Name").orNull, "its name; the server makes one if absent or null")
            .named("NewWorldID"),
        .part(
            "clock",
            .oneOf("ClockStart", "ClockOrder", "ClockTime"),
            "how its clock goes, or just the date from which it runs"
        ).named("NewWorldClock"),
        .value(
            "randomSeed",
            \.randomSeed,
            MemberKind.seed.orNull,
            "what ids and random choices follow from"
        )
        .named("RandomSeed")
        .details(
            """
            It has 64 bits. Numbers above 9007199254740991 (2^53 - 1), which many clients cannot hold, \
            are sent as texts. The machine chooses one if absent or null.
            """
        )
        .option("NUMBER", "give the same ids and random choices each time"),
        .value(
            "ttl",
            \.timeToLive,
            MemberKind.lifetime.orNull,
            "delete it this long after its last use"
        )
        .named("TimeToLive").details("Null for never.").standard("\"1h\"")
        .option(
            "TIME",
            "delete it this long after its last use; never to keep it",
            details: "The default is 1h."
        ),
        .value(
            "port",
            \.port,
            MemberKind.port.orNull,
            "also serve it on a port of its own; 0 chooses a free one"
        )
        .named("Port").details("Null for none.")
        .option("PORT", details: "For apps whose base URL cannot have a path."),
        .value(
            "onUnknown",
            \.onUnknown,
            .choice,
            "whether checks fail when a request comes that no route or stub takes"
        )
        .named("OnUnknown")
        .details(
            """
            `answer`: it is refused, and no more. `fail`: each check and wait of this world then \
            fails and names it, until the journal is cleared. That of the server, or of the world \
            that is copied, if absent.
            """
        )
        .option("WHAT", "answer, or fail: checks fail once a request came that nothing takes"),
        .part("settings", .named("Settings"), "options of systems in which it differs"),
    ]

    /// The members that say what a world begins with.
    static let origin: [Member<WorldOrder>] = [
        .part("from", .origin, "content to begin with; default: seed").details(
            """
            `seed`, what the server was started with; `default`, the default world as it is now; \
            `empty`; `snapshot:NAME`, and `snapshot:WORLD/NAME` for one of another world than the \
            request is sent to; `world:ID`, that world as it is now; `seed:FILE`, a seed file, or a \
            directory of them, below the server's `MOCKPOSTLY_SEED_DIR`. Without that option it is \
            the server's working directory, or none if other machines can reach the server. No part \
            of the name begins with a dot.
            """
        ).standard("\"seed\""),
        .part(
            "scenario",
            .words(Scenario.allCases.map(\.rawValue)),
            "begin with the content of this scenario instead"
        ),
        .part("seed", .any("object"), "a seed in JSON, as `seed/README.md` describes it").details(
            "A reset goes back to it."
        ),
        .part("seedName", .any("string"), "the file of the seed, for messages about mistakes"),
    ]

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
        let name = try body.text("seedName")
        guard name == nil || body.has("seed") else {
            throw body.missing("seed", "The member 'seedName' is the name of a 'seed' beside it.")
        }
        if let name, let seed = try body.object("seed") {
            // Places in it are those of the file.
            from = .seedText(Array(seed.rawText), name: name)
        } else if let seed = try body.textOfObject("seed") {
            from = .seedText(seed, name: "body")
        } else if let scenario = try body.text("scenario") {
            let known = Scenario.allCases.map(\.rawValue)
            guard known.contains(where: scenario.isIdentical) else {
                throw HostError.noSuchScenario(scenario, known: known)
            }
            from = .scenario(scenario)
        } else if let origin = try body.text("from") {
            from = try Self.origin(origin, body, call: call)
        }
        try readClock(body, call)
    }

    /// Reads a request for a copy of the world `parent`; it keeps the parent's clock unless the
    /// body sets one.
    init(_ body: ControlBody, _ call: Control.Call, forkOf parent: String) throws {
        self.init()
        try read(body, call)
        from = .world(parent)
        try readClock(body, call)
    }

    /// Reads the clock; without a mode it goes as the one that the world would have.
    private mutating func readClock(_ body: ControlBody, _ call: Control.Call) throws {
        var usual = Clock(call.configuration.clock)
        if case .world(let name) = from { usual = try call.worlds.found(name).clock }
        clock = try ClockSetting(member: "clock", of: body, or: ClockState(usual))
    }

    /// Reads the members in ``members``; null means absent where responses have null.
    ///
    /// The id gets the prefix of the instance if it does not have it.
    private mutating func read(_ body: ControlBody, _ call: Control.Call) throws {
        if body.isGiven("id") {
            id = try Self.id(try body.name("id"), of: call.configuration.instance)
        }
        timeToLive = .seconds(3600)
        try readMembers(body)
        let names = call.registry.worldOptions.map(\.name)
        guard let object = try body.object("settings", members: names) else { return }
        settings = try names.compactMap { name in
            try object.setting(name).map { WorldSetting(name, $0) }
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

extension MemberKind where Value == UInt64 {
    /// A number of 64 bits, or the text of one.
    fileprivate static let seed = MemberKind(
        MemberType(
            [
                (
                    "oneOf",
                    """
                    [{"type": "integer", "minimum": 0, "maximum": 9007199254740991}, \
                    {"type": "string", "pattern": "^[0-9]{1,20}$"}, {"type": "null"}]
                    """
                )
            ],
            expected: "a whole number from 0 to \(UInt64.max)"
        ) { text in
            MemberType.isDigits(text) ? UInt64(text).map { Array("\($0)".utf8) } : nil
        }
    ) { body, name throws(Problem) in
        try body.unsigned(name)
    } write: { value, json in
        json.raw("\(value)".utf8)
    }
}

extension MemberKind where Value == UInt16 {
    fileprivate static let port = {
        var type = MemberType.int(0...65535)
        type.expected = "a number from 0 to 65535"
        return MemberKind(type) { body, name throws(Problem) in
            try body.int(name, in: 0...65535).map { UInt16($0) }
        } write: { value, json in
            json.int(Int(value))
        }
    }()
}

extension MemberType {
    /// What a world can begin with.
    fileprivate static let origin = MemberType([
        ("type", "\"string\""),
        (
            "pattern",
            quotedJSON(
                #"^(seed|default|empty|(snapshot:([A-Za-z0-9_.-]+/)?|world:)"#
                    + #"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|seed:[^/.][^/]*(/[^/.][^/]*)*)$"#
            )
        ),
    ])
}

extension String {
    /// What follows `prefix`, or nil when this does not begin with it.
    fileprivate func rest(after prefix: String) -> String? {
        guard utf8.starts(with: prefix.utf8) else { return nil }
        return String(decoding: utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    }
}

extension ControlBody {
    /// The value of a setting as on the command line: a text, true or false, a number, an object as
    /// its JSON, or a list of texts without commas.
    fileprivate func setting(_ name: String) throws(Problem) -> String? {
        guard let value = value(name) else { return nil }
        switch value.kind {
        case .string: return value.string
        case .bool, .number, .object: return String(decoding: value.rawText, as: UTF8.self)
        case .array:
            let texts = value.elements.compactMap(\.string)
            guard texts.count == value.count, !texts.isEmpty, !texts.joined().contains(",") else {
                throw wrongType(
                    name,
                    value,
                    wanted: "a list of at least one text",
                    hint: "Send texts without commas."
                )
            }
            return texts.joined(separator: ",")
        case .null:
            throw wrongType(
                name,
                value,
                wanted: "a text, a number, true or false, or a list of texts",
                hint: "Leave it out for that of the server."
            )
        }
    }
}
