internal import MockPostlyDialect
internal import MockPostlyFaults
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// `faults`: what goes wrong on purpose, for which requests.
enum Faults {
    static func list(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let place = try place(try call.world(query), call)
        return .object { json in
            json.field("world", place.world)
            json.list("faults", place.table.entries) { entry, json in
                entry.write(&json, at: place.now)
            }
            json.field("limit", FaultTable.mostRules)
        }
    }

    static func show(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let place = try place(try call.world(query), call)
        let entry = try place.entry(in: request)
        return .json { json in entry.write(&json, at: place.now) }
    }

    static func add(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(request, members: ["world"] + FaultRule.members)
        let place = try place(try call.world(query, body), call)
        let rule = try FaultRule(body, dialects: call.registry.choices)
        try place.refuse(nameOf: rule, except: nil)
        try call.worlds.validate(rule, in: place.world)
        let added = call.worlds.changeFaults(of: place.running) { $0.add(rule, at: place.now) }
        guard let entry = added else {
            throw Problem(
                429,
                "Too many faults",
                detail: "The world '\(place.world)' has \(FaultTable.mostRules) faults, and no"
                    + " more are allowed.",
                hint: "Delete some, or give new ones a ttl."
            )
        }
        var response = Response.json(status: 201) { json in entry.write(&json, at: place.now) }
        // With its world: a request without one may be for another world than this was.
        let location = "\(Control.prefix)/faults/\(entry.rule.number)?world=\(place.world)"
        response.fields.append(.init("Location", location))
        return response
    }

    static func change(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(request, members: ["world"] + FaultRule.members)
        let place = try place(try call.world(query, body), call)
        let old = try place.entry(in: request)
        let rule = try FaultRule(body, dialects: call.registry.choices, changing: old.rule)
        try place.refuse(nameOf: rule, except: old.rule.number)
        try call.worlds.validate(rule, in: place.world)
        let changed = call.worlds.changeFaults(of: place.running) {
            $0.replace(old.rule.number, by: rule, at: place.now)
        }
        guard let entry = changed else { throw place.noFault(request.parameter("id")) }
        return .json { json in entry.write(&json, at: place.now) }
    }

    static func delete(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let place = try place(try call.world(query), call)
        let id = request.parameter("id")
        let isGone = call.worlds.changeFaults(of: place.running) { $0.remove(id) }
        guard isGone else { throw place.noFault(id) }
        return Response(status: 204)
    }

    static func deleteAll(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let place = try place(try call.world(query), call)
        let count = call.worlds.changeFaults(of: place.running) { $0.removeAll() }
        return .object { json in
            json.field("world", place.world)
            json.field("deleted", count)
        }
    }

    static func presets(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        return .object { json in
            json.list("presets", Fault.presets) { preset, json in preset.write(&json) }
            json.list("kinds", Fault.kinds + Fault.doors) { kind, json in kind.write(&json) }
            json.list("sockets", SocketFault.named) { fault, json in
                json.beginObject()
                json.field("name", fault.name)
                json.field("summary", fault.summary)
                json.endObject()
            }
        }
    }

    // MARK: The world

    private struct Place {
        var running: World

        var world: String { running.name }
        var table: FaultTable { running.faults }
        var now: Instant { running.now }

        func entry(in request: Request) throws(Problem) -> FaultEntry {
            let id = request.parameter("id")
            guard let entry = table.entry(id) else { throw noFault(id) }
            return entry
        }

        func noFault(_ id: String) -> Problem {
            let known = table.entries.map { $0.rule.name ?? "\($0.rule.number)" }
            return Problem(
                404,
                "Unknown fault",
                detail: "The world '\(world)' has no fault '\(shortened(id))'.",
                hint: known.isEmpty
                    ? "It has no faults, or their ttl is over."
                    : "Its faults are: \(enumerated(known))."
            )
        }

        /// Throws when another rule has the name of `rule`.
        func refuse(nameOf rule: FaultRule, except number: Int?) throws(Problem) {
            guard let name = rule.name, let other = table.entry(name), other.rule.number != number
            else { return }
            throw Problem(
                409,
                "Fault exists",
                detail: "The world '\(world)' has a fault '\(name)' already.",
                hint: "Choose another name, change that fault with PATCH, or delete it first."
            )
        }
    }

    private static func place(_ world: String, _ call: Control.Call) throws -> Place {
        Place(running: try call.worlds.existing(world))
    }
}

extension Problem {
    /// The refusal of a name that no fault has; `place` says where it was found.
    ///
    /// - Parameters:
    ///   - name: as it was sent.
    ///   - place: such as `the header X-Mockpostly-Fault`.
    ///   - status: 400 unless another fits better.
    ///   - names: what could have been meant.
    package init(
        unknownFault name: String,
        in place: String,
        status: Int = 400,
        names: [String] = Fault.names
    ) {
        var meant = suggestion(for: name, among: names).map { "Did you mean '\($0)'? " } ?? ""
        if names.count == Fault.names.count, Fault(ofConnections: name) != nil {
            meant = "Faults of connections are ordered with POST \(Control.prefix)/faults. "
        } else if names.count == Fault.names.count, SocketFault(named: name) != nil {
            meant = "Faults of sockets are ordered with POST \(Control.prefix)/faults. "
        }
        self.init(
            status,
            "Unknown fault",
            detail: "There is no fault '\(shortened(name))', which is named in \(place).",
            hint: meant + "The faults are: \(names.joined(separator: ", "))."
        )
    }
}
