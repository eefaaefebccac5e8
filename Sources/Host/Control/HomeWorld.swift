internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyWorlds

/// `home`: the world of requests that name none, for apps whose base URL is fixed.
enum HomeWorld {
    static func show(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        guard call.worlds.isLoaded else { throw HostError.notReady }
        return .object { json in
            json.field("world", call.worlds.homeWorld)
            json.field("here", call.addressedWorld)
        }
    }

    static func set(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        let body = try ControlBody(request, members: ["world"])
        guard let name = try body.name("world") else {
            throw body.missing("world", "Send the id of a world, or 'default'.")
        }
        try call.worlds.use(world: try call.existing(world: name))
        return .object { json in json.field("world", call.worlds.homeWorld) }
    }
}
