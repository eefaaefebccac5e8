internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyMatching
internal import MockPostlyStubs
internal import MockPostlyWorlds

/// `stubs`: answers that a test orders in place of the real ones.
enum Stubs {
    static func list(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let world = try call.world(query)
        let stubs = try call.worlds.existing(world).stubs
        stubs.removeEnded()
        let entries = stubs.entries
        return .object { json in
            json.field("world", world)
            json.list("stubs", entries) { entry, json in entry.write(&json) }
        }
    }

    static func show(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let stubs = try call.worlds.existing(try call.world(query)).stubs
        let entry = try entry(in: stubs, of: request)
        return .json { json in entry.write(&json) }
    }

    static func add(_ request: Request, _ call: Control.Call) throws -> Response {
        let (stub, _, world) = try order(in: request, call)
        let entry = try call.worlds.existing(world).stubs.add(stub)
        var response = Response.json(status: 201) { json in entry.write(&json) }
        // With its world: a request without one may be for another world than this was.
        let location = "\(Control.prefix)/stubs/\(entry.name)?world=\(world)"
        response.fields.append(.init("Location", location))
        return response
    }

    static func replace(_ request: Request, _ call: Control.Call) throws -> Response {
        var (stub, body, world) = try order(in: request, call)
        let stubs = try call.worlds.existing(world).stubs
        let old = try entry(in: stubs, of: request)
        if !body.has("id") { stub.id = old.stub.id }
        let entry = try stubs.replace(old.number, by: stub)
        return .json { json in entry.write(&json) }
    }

    /// The stub that a request orders, and the world that it is for.
    private static func order(
        in request: Request,
        _ call: Control.Call
    ) throws -> (stub: Stub, body: ControlBody, world: String) {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(request, members: ["world", "request"] + Stub.members)
        guard let number = try body.int("request", in: 1...Int64.max) else {
            let stub = try Stub(body, request.body, dialects: call.registry.choices)
            return (stub, body, try call.world(query, body))
        }
        let world = try call.world(query, body)
        return (try stub(repeating: Int(number), in: world, body, call), body, world)
    }

    /// The stub that answers as the request `number` was answered, but for what `body` says.
    private static func stub(
        repeating number: Int,
        in world: String,
        _ body: ControlBody,
        _ call: Control.Call
    ) throws -> Stub {
        let reader = try call.worlds.journal(of: world)
        let exchange = try reader.exchange(numbered: "\(number)").exchange
        let isOwn = body.has("response") || body.has("sequence")
        guard isOwn || exchange.isAnswerWhole else {
            throw Problem(
                409,
                "Answer not kept",
                detail:
                    "The answer to request \(number) has \(exchange.bodyBytes.response) bytes, of "
                    + "which the journal has the first \(exchange.response.body.count).",
                hint: "Send a 'response' of its own."
            )
        }
        return try Stub(
            repeating: exchange.response,
            to: reader.facts(about: exchange).request,
            body,
            dialects: call.registry.choices
        )
    }

    static func delete(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let stubs = try call.worlds.existing(try call.world(query)).stubs
        stubs.remove(try entry(in: stubs, of: request).number)
        return Response(status: 204)
    }

    static func deleteAll(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        try call.worlds.existing(try call.world(query)).stubs.removeAll()
        return Response(status: 204)
    }

    private static func entry(
        in stubs: StubTable,
        of request: Request
    ) throws -> StubTable.Entry {
        let name = request.parameter("id")
        guard let entry = stubs.entry(named: name) else {
            throw StubRefusal.unknown(name, known: stubs.entries.map(\.name))
        }
        return entry
    }
}

/// `stub-states`: the states of the scenarios that stubs take part in.
enum StubStates {
    static func list(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let world = try call.world(query)
        return response(world, try call.worlds.existing(world).stubs)
    }

    static func set(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(request, members: ["world", "scenario", "state"])
        guard let name = try body.text("scenario") else {
            throw body.missing("scenario", "Send the name of a scenario that a stub has.")
        }
        guard let state = try body.text("state") else {
            throw body.missing("state", "Send a state, such as '\(Stub.ScenarioStep.start)'.")
        }
        let world = try call.world(query, body)
        let stubs = try call.worlds.existing(world).stubs
        let known = stubs.scenarios
        guard let scenario = known.first(where: { $0.name.isIdentical(to: name) }) else {
            throw Problem(
                404,
                "Unknown scenario",
                detail: "No stub of the world has the scenario '\(shortened(name))'.",
                hint: known.isEmpty
                    ? "No stub has a scenario." : "They have: \(enumerated(known.map(\.name)))."
            )
        }
        guard scenario.states.contains(where: state.isIdentical) else {
            throw Problem.badValue(
                "The member 'state' is the text '\(shortened(state))'.",
                "The states that stubs of the scenario name are: \(enumerated(scenario.states))."
            )
        }
        stubs.setState(of: name, to: state)
        return response(world, stubs)
    }

    static func reset(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        try call.worlds.existing(try call.world(query)).stubs.resetScenarios()
        return Response(status: 204)
    }

    private static func response(_ world: String, _ stubs: StubTable) -> Response {
        .object { json in
            json.field("world", world)
            json.list("scenarios", stubs.scenarios) { scenario, json in
                json.beginObject()
                json.field("scenario", scenario.name)
                json.field("state", scenario.state)
                json.list("states", scenario.states)
                json.endObject()
            }
        }
    }
}
