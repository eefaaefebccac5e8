internal import MockPostlyBodies
internal import MockPostlyControl
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJournal
internal import MockPostlyLog
internal import MockPostlyMatching
internal import MockPostlyStubs
internal import MockPostlyWorlds

/// Stage 3: the reply of a dialect or of the control plane.
extension Course {
    func answerByControl(_ request: Request, _ world: String) -> (Step, RouteTaken) {
        do {
            let (reply, route) = try control.respond(to: request, world: world, of: self)
            // The control plane commits what it writes, so the response waits for nothing.
            return (Step(reply, in: nil), .control(route))
        } catch let busy as WorldBusy {
            return (.busy(busy.world), .control(nil))
        } catch {
            if let world = worlds.world(lockedBy: error) { return (.locked(world), .control(nil)) }
            note(error, request)
            return (.answered(Control.failure, nil), .control(nil))
        }
    }

    /// Begins to answer a request to a dialect; `fault` is the fault that its path names, if any.
    func begin(
        _ request: Request,
        in world: RunningWorld,
        fault: String? = nil
    ) -> (step: Step, route: RouteTaken) {
        guard !world.isHeld else { return (.busy(world), .none) }
        world.context.asker = nil
        let served = world.owner(of: request)
        if !served.isNamed, let icon = Control.icon(for: request),
            !isStubbed(request, in: world, served)
        {
            return (.answered(icon, nil), .control(nil))
        }
        if fault != nil || mayHaveFault(request, in: world) {
            return beginWithFaults(request, in: world, served, prefixed: fault)
        }
        return beginPlain(request, in: world, served)
    }

    /// Begins to answer a request that no fault concerns.
    func beginPlain(
        _ request: Request,
        in world: RunningWorld,
        _ served: ServedDialect
    ) -> (step: Step, route: RouteTaken) {
        do {
            let (reply, route) = try reply(to: request, in: world, served)
            return (Step(reply, in: world), .served(dialect: served.place, route: route))
        } catch {
            if let locked = worlds.world(lockedBy: error) {
                let facts = facts(about: request, in: world, served)
                let route = RouteTaken.served(
                    dialect: served.place,
                    route: routeIndex(of: facts, served)
                )
                let again = { [self] in try reply(to: request, in: world, served).reply }
                return (.locked(locked, again: again), route)
            }
            note(error, request)
            let failure = served.dialect.failure(for: request)
            return (.answered(failure, world), .served(dialect: served.place, route: nil))
        }
    }

    /// The reply of a stub, else of the dialect, and the route that took the request.
    func reply(
        to request: Request,
        in world: RunningWorld,
        _ served: ServedDialect
    ) throws -> (reply: Reply, route: Int?) {
        if !world.stubs.isEmpty,
            let reply = stubbedReply(facts(about: request, in: world, served), world)
        {
            return (reply, nil)
        }
        var (reply, route) = try served.dialect.respond(to: request)
        if !served.isNamed, let words = strayHint(for: request, served) {
            add(words, to: &reply, request)
        } else if route == nil {
            hint(at: request, &reply)
        }
        return (reply, route)
    }

    /// Says in the log and in a field of the answer when the client's base URL seems to lack
    /// something, else in a field which route is the nearest; `request` was taken by no route.
    ///
    /// The first request with a hint is a warning, which a quiet log has too.
    private func hint(at request: Request, _ reply: inout Reply) {
        guard let hint = misplacedPaths.hint(for: request.method, request.path) else {
            return nameNearestRoute(to: request, &reply)
        }
        add(hint, to: &reply, request)
    }

    /// The hint for a request that a route of another dialect has taken than the one it is surely meant
    /// for; nil for most requests.
    private func strayHint(for request: Request, _ served: ServedDialect) -> String? {
        let taker = type(of: served.dialect)
        for stray in strays where stray.dialect != taker && stray.isMeant(request) {
            return misplacedPaths.hint(for: request, meantFor: stray.dialect)
        }
        return nil
    }

    private func add(_ hint: String, to reply: inout Reply, _ request: Request) {
        let words = "\(request.method.name) \(request.shownTarget): \(hint)"
        if warnedHints.insert(hint).inserted { log.warning(words) } else { log.notice(words) }
        let isFromPage = request.hasOrigin
        reply = reply.mapping { response in
            var response = response
            response.add("X-Mockpostly-Hint", hint, readableByPages: isFromPage)
            return response
        }
    }

    /// Adds the nearest route to an answer that says that there is none.
    private func nameNearestRoute(to request: Request, _ reply: inout Reply) {
        guard request.method != .options else { return }
        reply = reply.mapping { [self] response in
            guard response.status == 404,
                let route = nearestRoute.find(method: request.method.name, request.path)
            else { return response }
            var response = response
            response.add("X-Mockpostly-Nearest", route, readableByPages: request.hasOrigin)
            return response
        }
    }

    /// Continues a request that had to wait; `body` makes the reply.
    ///
    /// It has to wait again while the content of its world is being changed. If the world was
    /// deleted meanwhile, the response is 404.
    func resume(
        _ body: () throws -> Reply,
        request: Request,
        route: RouteTaken,
        in world: RunningWorld?
    ) -> Step {
        if let world, world.isDeleted { return .answered(noSuchWorld(world.name, request), nil) }
        if let world, world.isHeld { return .busy(world) }
        world?.context.asker = nil
        do {
            return Step(try body(), in: world)
        } catch let busy as WorldBusy {
            return .busy(busy.world)
        } catch {
            if let world = worlds.world(lockedBy: error) { return .locked(world) }
            note(error, request)
            return .answered(failure(for: request, route, in: world), world)
        }
    }

    /// The response to an internal error, in the words of the dialect or control plane.
    func failure(
        for request: Request,
        _ route: RouteTaken,
        in world: RunningWorld?
    ) -> Response {
        guard case .served(let place, _) = route, let dialect = world?.dialect(at: place) else {
            return Control.failure
        }
        return dialect.failure(for: request)
    }

    /// The response when the worker's queue is full, in the words of the dialect or control plane.
    func overload(
        for request: Request,
        _ route: RouteTaken,
        in world: RunningWorld?
    ) -> Response {
        guard case .served(let place, _) = route, let dialect = world?.dialect(at: place) else {
            return Control.overload
        }
        return dialect.overload(for: request)
    }

    /// The response when another program has kept the data file locked, in the words of the dialect or
    /// control plane.
    func lockedOut(_ request: Request, _ route: RouteTaken, in world: RunningWorld) -> Response {
        guard case .served(let place, _) = route, let dialect = world.dialect(at: place) else {
            return Control.locked
        }
        var response = dialect.errorResponse(503, to: request)
        response.add("Retry-After", "1", readableByPages: request.hasOrigin)
        return response
    }

    /// The response to a body that is too large, in the dialect's words; nil for the default one.
    func excess(for request: Request, label: Int) -> Response? {
        var request = request
        let world = address(&request, label).world
        if hasControl, Control.owns(request.path) { return Control.excess }
        guard let world else { return nil }
        return world.owner(of: request).dialect.excess(for: request)
    }

    func note(_ error: any Error, _ request: Request) {
        log.failure("\(request.method.name) \(request.shownTarget): \(error)")
    }
}

extension Request {
    /// The target for the log, without the values of parameters that can be secrets.
    var shownTarget: String { Redaction.target(target) }
}

extension Response {
    /// Adds a field of this server's own.
    ///
    /// Without a further field, a page of another origin could not read it (Fetch, CORS protocol).
    mutating func add(_ name: String, _ value: String, readableByPages isReadable: Bool) {
        fields.append(.init(name, value))
        if isReadable { fields.append(.init("Access-Control-Expose-Headers", name)) }
    }
}
