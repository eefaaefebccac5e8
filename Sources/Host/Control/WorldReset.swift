internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyWorlds

/// `reset`, of a world named in the body or in the path.
enum WorldReset {
    static func reset(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(request, members: ["world", "scope", "disconnect"])
        return try reset(try call.world(query, body), body, call: call)
    }

    static func resetNamed(_ request: Request, _ call: Control.Call) throws -> Reply {
        try ControlQuery(request)
        let body = try ControlBody(request, members: ["scope", "disconnect"])
        return try reset(try call.world(inPathOf: request), body, call: call)
    }

    private static func reset(
        _ world: String,
        _ body: ControlBody,
        call: Control.Call
    ) throws -> Reply {
        var order = ResetOrder(world: world)
        order.scope = try body.list("scope", of: call.registry.choices)
        order.disconnects = try body.bool("disconnect") ?? false
        let scope = order.scope
        return try call.worlds.reset(order).map { $0.response(scope: scope) }
    }
}
