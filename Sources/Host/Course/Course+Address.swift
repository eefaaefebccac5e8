internal import MockPostlyControl
package import MockPostlyHTTP
internal import MockPostlyWorlds

/// Stage 1: which world a request is for, or whether it is for the control plane.
extension Course {
    /// Begins to answer `request`; `label` is that of the listener it arrived at, 0 for the
    /// server's own.
    package func begin(_ request: Request, label: Int = 0) -> (step: Step, route: RouteTaken) {
        worlds.sweepIfDue()
        let path = request.path
        // The fast path: nearly all requests name no world.
        if label == 0, !request.hasWorldField, path.count < 3 || !path.starts(with: "/w/".utf8) {
            if hasControl, Control.owns(path) {
                return answerByControl(request, WorldPlan.defaultName)
            }
            guard let home = worlds.home else { return (.notLoaded, .none) }
            return begin(request, in: home)
        }
        guard worlds.isLoaded else { return (.notLoaded, .none) }
        var request = request
        let (world, name) = address(&request, label)
        if hasControl, Control.owns(request.path) {
            return answerByControl(request, name)
        }
        guard let world else {
            return (.answered(noSuchWorld(name, request), nil), .none)
        }
        world.touch()
        return begin(request, in: world)
    }

    /// The world that `request` is for; nil, with the name that was asked for, when there is none.
    ///
    /// The prefix `/w/<world>` wins over the header field, and the field over the listener. The
    /// prefix is removed from the request's path.
    func address(
        _ request: inout Request,
        _ label: Int
    ) -> (world: RunningWorld?, name: String) {
        if let name = WorldPrefix.world(in: request.path) {
            request.dropPathPrefix(WorldPrefix.length(name))
            if let world = worlds.find(name) { return (world, world.name) }
            return (nil, String(decoding: name, as: UTF8.self))
        }
        if let name = request.worldField {
            return (worlds.find(Array(name.utf8)[...]), name)
        }
        guard label != 0 else { return (worlds.home, WorldPlan.defaultName) }
        let world = worlds.world(labelled: label)
        return (world, world?.name ?? "that was at this port")
    }

    /// The response to a request for an unknown world, with CORS fields so that pages can read it.
    func noSuchWorld(_ name: String, _ request: Request) -> Response {
        var response =
            request.method == .options
            ? Response(status: 204)
            : Control.response(to: .noSuchWorld(name, known: worlds.worldNames))
        guard request.hasOrigin else { return response }
        response.fields.append(.init("Access-Control-Allow-Origin", "*"))
        guard request.method == .options else { return response }
        response.fields.append(.init("Access-Control-Allow-Methods", "*"))
        if let asked = request.header("access-control-request-headers") {
            response.fields.append(.init("Access-Control-Allow-Headers", asked))
        }
        return response
    }
}

/// The prefix `/w/<world>` of a path.
enum WorldPrefix {
    /// The name of the world in `path`; nil when it has no such prefix.
    static func world(in path: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard path.starts(with: "/w/".utf8) else { return nil }
        let name = path.dropFirst(3).prefix { $0 != UInt8(ascii: "/") }
        return name.isEmpty ? nil : name
    }

    static func length(_ name: ArraySlice<UInt8>) -> Int { 3 + name.count }
}
