internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyWorlds

/// `reset`, of a world named in the body or in the path.
enum WorldReset {
    private static let members = ["scope", "disconnect", "everything"]

    static func reset(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(request, members: ["world"] + members)
        return try reset(try call.world(query, body), body, call: call)
    }

    static func resetNamed(_ request: Request, _ call: Control.Call) throws -> Reply {
        try ControlQuery(request)
        let body = try ControlBody(request, members: members)
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
        order.isOfEverything = try body.bool("everything") ?? false
        if order.isOfEverything, order.scope != nil {
            throw Problem.conflict(
                "scope",
                "everything",
                hint: "Everything is all systems, and more than their content."
            )
        }
        let scope = order.scope
        return try call.worlds.reset(order).map { $0.response(scope: scope) }
    }
}
