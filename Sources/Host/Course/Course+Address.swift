internal import MockPostlyControl
internal import MockPostlyHTTP
internal import MockPostlyMatching
internal import MockPostlyWorlds

/// Which world a request is for, or whether it is for the control plane.
extension Course {
    /// The reply to a request; nil when it begins again later, by itself.
    func address(_ inFlight: InFlight) -> Reply? {
        worlds.sweepIfDue()
        let label = inFlight.client.label
        var request = inFlight.request
        request.findings = inFlight
        let path = request.path
        // The fast path: nearly all requests name no world and no fault.
        if label == 0, !request.namesWorld, !AddressPrefix.mayBegin(path) {
            if hasControl, Control.owns(path) {
                return control(inFlight, request, worlds.homeWorld)
            }
            guard let world = worlds.front else { return waitForContent(inFlight) }
            return order(inFlight, request, in: world)
        }
        guard worlds.isLoaded else { return waitForContent(inFlight) }
        if let redirect = redirectToWorld(request) ?? worldCookiePage(request) {
            return .now(redirect)
        }
        let (world, name, fault) = address(&request, label)
        if hasControl, Control.owns(request.path) { return control(inFlight, request, name) }
        guard let world else {
            inFlight.witness = worlds.home
            return .now(noSuchWorld(name, request))
        }
        return order(inFlight, request, in: world, fault: fault)
    }

    private func waitForContent(_ inFlight: InFlight) -> Reply? {
        inFlight.client.holdConnection()
        early.append(inFlight)
        return nil
    }

    /// The world that `request` is for; nil, with the name that was asked for, when there is none.
    ///
    /// The prefix `/w/<world>` wins over the header field, the field over the cookie, and the cookie
    /// over the listener. This prefix, and one of a fault before or after it, are removed from the
    /// request's path.
    func address(
        _ request: inout Request,
        _ label: Int
    ) -> (world: World?, name: String, fault: String?) {
        let prefix = AddressPrefix(of: request.path)
        request.dropPathPrefix(prefix.length)
        if let name = prefix.world {
            if let world = worlds.find(name) { return (world, world.name, prefix.fault) }
            return (nil, String(decoding: name, as: UTF8.self), prefix.fault)
        }
        if let name = request.worldField ?? request.worldCookie {
            let world = worlds.find(Array(name.utf8)[...])
            return (world, world?.name ?? name, prefix.fault)
        }
        guard label != 0 else { return (worlds.front, worlds.homeWorld, prefix.fault) }
        let world = worlds.world(labelled: label)
        return (world, world?.name ?? "that was at this port", prefix.fault)
    }

    /// The redirect of `/w/<world>` or `/f/<fault>` to the same with a slash at the end; nil for
    /// other paths and unknown worlds.
    ///
    /// A client that follows it resolves relative links below the world and not beside it.
    private func redirectToWorld(_ request: Request) -> Response? {
        let path = request.path
        let prefix = AddressPrefix(of: path)
        guard prefix.length > 0, path.count == prefix.length, request.method != .options,
            prefix.world.map({ worlds.find($0) != nil }) ?? true
        else { return nil }
        let query = String(decoding: request.rawQuery, as: UTF8.self)
        let place = String(decoding: request.rawPath, as: UTF8.self)
        var response = Response(status: 308)
        response.fields.append(
            .init("Location", place + "/" + (query.isEmpty ? "" : "?" + query))
        )
        if request.hasOrigin { response.fields.append(.init("Access-Control-Allow-Origin", "*")) }
        return response
    }

    /// The answer to `GET /w/<world>/__enter`, which makes a browser stay in the world; nil for other
    /// requests and unknown worlds.
    private func worldCookiePage(_ request: Request) -> Response? {
        let path = request.path
        let prefix = AddressPrefix(of: path)
        guard hasControl, request.method == .get, let name = prefix.world,
            path.dropFirst(prefix.length).elementsEqual("/__enter".utf8),
            let world = worlds.find(name)
        else { return nil }
        world.touch()
        return control.enter(world.name, request)
    }

    /// The response to a request for an unknown world, with CORS fields so that pages can read it.
    func noSuchWorld(_ name: String, _ request: Request) -> Response {
        var problem = Problem(worlds.noWorld(name))
        if request.pathPrefix.isEmpty, request.worldField == nil, request.worldCookie != nil {
            problem.hint +=
                " The cookie '\(Request.worldCookieName)' names it: open /w/default/__enter, or"
                + " delete the cookie."
        }
        var response =
            request.method == .options ? Response(status: 204) : problem.response
        allowPages(&response, request)
        return response
    }

    /// Adds the CORS fields with which pages of any origin can read `response`.
    func allowPages(_ response: inout Response, _ request: Request) {
        guard request.hasOrigin else { return }
        response.fields.append(.init("Access-Control-Allow-Origin", "*"))
        guard request.method == .options else { return }
        response.fields.append(.init("Access-Control-Allow-Methods", "*"))
        if let asked = request.header("access-control-request-headers") {
            response.fields.append(.init("Access-Control-Allow-Headers", asked))
        }
    }
}
