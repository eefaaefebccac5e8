internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// `worlds`: private copies of everything.
enum WorldManagement {
    static func list(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        guard call.worlds.isLoaded else { throw HostError.notReady }
        let worlds = try call.worlds.worldNames.map {
            try call.worlds.world($0, for: request.authority).reached(by: request)
        }
        return .object { json in
            json.list("worlds", worlds) { world, json in world.write(&json) }
            json.field("limit", call.configuration.worldLimit)
        }
    }

    static func show(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        let name = try call.world(inPathOf: request)
        let world = try call.worlds.world(name, for: request.authority).reached(by: request)
        return .json { json in world.write(&json) }
    }

    static func create(_ request: Request, _ call: Control.Call) throws -> Reply {
        try ControlQuery(request)
        let body = try ControlBody(
            request,
            members: WorldOrder.origin.map(\.shape.name) + WorldOrder.members
        )
        return try create(try WorldOrder(body, call), request, call: call)
    }

    static func fork(_ request: Request, _ call: Control.Call) throws -> Reply {
        try ControlQuery(request)
        let body = try ControlBody(request, members: WorldOrder.members)
        let parent = try call.world(inPathOf: request)
        return try create(try WorldOrder(body, call, forkOf: parent), request, call: call)
    }

    private static func create(
        _ order: WorldOrder,
        _ request: Request,
        call: Control.Call
    ) throws -> Reply {
        let created = try call.worlds.create(order, for: request.authority)
        return try created.map { world in
            var response = Response.json(status: 201) { json in
                world.reached(by: request).write(&json)
            }
            response.fields.append(.init("Location", "\(Control.prefix)/worlds/\(world.id)"))
            return response
        }
    }

    static func deleteAll(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        let deleted = try call.worlds.deleteWorlds()
        return .object { json in json.list("deleted", deleted) }
    }

    static func delete(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        let name = try call.world(inPathOf: request)
        try call.worlds.delete(world: name)
        return Response(status: 204)
    }
}

extension WorldInfo {
    /// The same with the base URLs of a client that speaks TLS, if that of `request` does.
    fileprivate func reached(by request: Request) -> WorldInfo {
        guard request.isSecure else { return self }
        var info = self
        // `http` becomes `https`, and `ws` becomes `wss`.
        info.baseURLs = baseURLs.map { base in
            var base = base
            let scheme = base.url.prefix { $0 != ":" }
            base.url = scheme + "s" + base.url.dropFirst(scheme.count)
            return base
        }
        return info
    }
}
