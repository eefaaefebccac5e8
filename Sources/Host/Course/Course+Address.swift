internal import MockPostlyControl
package import MockPostlyHTTP
package import MockPostlyJournal
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
                return answerByControl(request, worlds.homeWorld)
            }
            guard let world = worlds.front else { return (.notLoaded, .none) }
            world.touch()
            return begin(request, in: world)
        }
        guard worlds.isLoaded else { return (.notLoaded, .none) }
        if let redirect = redirectToWorld(request) { return (.answered(redirect, nil), .none) }
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
        guard label != 0 else { return (worlds.front, worlds.homeWorld) }
        let world = worlds.world(labelled: label)
        return (world, world?.name ?? "that was at this port")
    }

    /// The redirect of `/w/<world>` to `/w/<world>/`; nil for other paths and unknown worlds.
    ///
    /// A client that follows it resolves relative links below the world and not beside it.
    private func redirectToWorld(_ request: Request) -> Response? {
        let path = request.path
        guard let name = WorldPrefix.world(in: path), path.count == WorldPrefix.length(name),
            let world = worlds.find(name), request.method != .options
        else { return nil }
        let query = String(decoding: request.rawQuery, as: UTF8.self)
        var response = Response(status: 308)
        response.fields.append(
            .init("Location", "/w/\(world.name)/" + (query.isEmpty ? "" : "?" + query))
        )
        if request.hasOrigin { response.fields.append(.init("Access-Control-Allow-Origin", "*")) }
        return response
    }

    /// The response to a request for an unknown world, with CORS fields so that pages can read it.
    func noSuchWorld(_ name: String, _ request: Request) -> Response {
        var response =
            request.method == .options
            ? Response(status: 204)
            : Control.response(to: worlds.noWorld(name))
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
