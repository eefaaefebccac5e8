internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlySockets
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// `socket-scenarios`: troubles by a plan, and what the clients did about them.
enum SocketScenarios {
    /// The longest time that clients can have.
    private static let longest = Duration.seconds(600)
    /// How long a request waits for a verdict unless told otherwise.
    private static let usualWait = Duration.seconds(5)

    static func list(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let place = try place(try call.world(query), call)
        return .object { json in
            json.field("world", place.world)
            json.list("scenarios", place.control.scenarios) { scenario, json in
                scenario.write(&json, world: place.world)
            }
            json.list("known", SocketScenario.Kind.allCases) { kind, json in
                json.beginObject()
                json.field("name", kind.rawValue)
                json.field("summary", kind.summary)
                json.endObject()
            }
        }
    }

    static func begin(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(
            request,
            members: ["world", "name", "match", "within", "hold", "settle"],
            formerNames: Waiting.formerNames
        )
        let order = try order(body)
        let place = try place(try call.world(query, body), call)
        let scenario: SocketScenario
        do throws(SocketControl.ScenarioRefusal) {
            scenario = try place.control.begin(order)
        } catch {
            throw Problem(error, in: place.world)
        }
        var response = Response.json(status: 201) { json in
            scenario.write(&json, world: place.world)
        }
        let path = "/socket-scenarios/\(scenario.number)?world=\(place.world)"
        response.fields.append(.init("Location", Control.prefix + path))
        return response
    }

    static func show(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let place = try place(try call.world(query), call)
        return try place.answer(place.scenario(in: request))
    }

    static func release(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let place = try place(try call.world(query), call)
        let scenario = try place.scenario(in: request)
        guard scenario.order.kind == .queuedJoins else {
            throw Problem(
                409,
                "Nothing to release",
                detail: "The scenario \(scenario.number) is '\(scenario.order.kind.rawValue)',"
                    + " which holds no joins.",
                hint: "Only 'queued-joins' does."
            )
        }
        place.control.release(scenario)
        return place.answer(scenario)
    }

    static func delete(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let place = try place(try call.world(query), call)
        place.control.remove(try place.scenario(in: request))
        return Response(status: 204)
    }

    /// Answers when the verdict is final.
    static func wait(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(
            request,
            members: ["world", "within"],
            formerNames: Waiting.formerNames
        )
        let timeout = try time("within", body) ?? usualWait
        let place = try place(try call.world(query, body), call)
        let scenario = try place.scenario(in: request)
        if scenario.hasEnded { return .now(scenario.verdict(in: place.world)) }
        let watcher = Watcher()
        let held = AwaitedAnswer(timeout: timeout) {
            scenario.unwatch(watcher)
            return scenario.verdict(in: place.world)
        }
        scenario.watch(watcher) { [weak held] in
            withExtendedLifetime(watcher) { held?.answer(scenario.verdict(in: place.world)) }
        }
        return .awaiting(held)
    }

    private final class Watcher {}

    // MARK: Reading

    private static func order(_ body: ControlBody) throws -> SocketScenario.Order {
        guard let kind = try body.suggested("name", SocketScenario.Kind.self) else {
            let names = SocketScenario.Kind.allCases.map(\.rawValue)
            throw body.missing("name", "It can be: \(enumerated(names)).")
        }
        var order = SocketScenario.Order(kind)
        order.match = try ConnectionPattern(body)
        if let timeout = try time("within", body) { order.timeout = timeout }
        for member in ["hold", "settle"] {
            guard let value = body.value(member), kind != .queuedJoins else { continue }
            throw body.badValue(member, value, hint: "Only 'queued-joins' has it; leave it out.")
        }
        if let hold = try time("hold", body) { order.hold = hold }
        if let settle = try time("settle", body) { order.settle = settle }
        return order
    }

    private static func time(_ name: String, _ body: ControlBody) throws(Problem) -> Duration? {
        guard let value = body.value(name), let time = try body.duration(name) else { return nil }
        guard time > .zero, time <= longest else {
            throw body.badValue(name, value, hint: "Send a time of at most 10m.")
        }
        return time
    }

    // MARK: The world

    private struct Place {
        var world: String
        var control: SocketControl

        func scenario(in request: Request) throws(Problem) -> SocketScenario {
            let id = request.parameter("id")
            if let number = Int(id), let scenario = control.scenario(number) { return scenario }
            let known = control.scenarios.map { "\($0.number)" }
            throw Problem(
                404,
                "Unknown scenario",
                detail: "The world '\(world)' has no scenario '\(shortened(id))' of sockets.",
                hint: known.isEmpty
                    ? "It has none; POST \(Control.prefix)/socket-scenarios begins one."
                    : "It has: \(enumerated(known))."
            )
        }

        func answer(_ scenario: SocketScenario) -> Response {
            .json { json in scenario.write(&json, world: world) }
        }
    }

    private static func place(_ world: String, _ call: Control.Call) throws -> Place {
        Place(world: world, control: try call.worlds.sockets(of: world))
    }
}

extension Problem {
    fileprivate init(_ refusal: SocketControl.ScenarioRefusal, in world: String) {
        switch refusal {
        case .busy(let number):
            self.init(
                409,
                "Scenario runs",
                detail: "The scenario \(number) still runs in the world '\(world)'.",
                hint: "Wait for its verdict, or delete it."
            )
        case .noSockets:
            self.init(
                409,
                "No sockets",
                detail: "No socket of the world '\(world)' meets the 'match'.",
                hint: "Connect the app first; GET \(Control.prefix)/sockets lists who is connected."
            )
        }
    }
}
