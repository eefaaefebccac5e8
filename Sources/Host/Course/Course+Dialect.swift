internal import MockPostlyBodies
internal import MockPostlyControl
internal import MockPostlyDialect
internal import MockPostlyFaults
internal import MockPostlyHTTP
internal import MockPostlyJournal
internal import MockPostlyLog
internal import MockPostlyMatching
internal import MockPostlyPatching
internal import MockPostlyStubs
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// The reply of a dialect or of the control plane.
extension Course {
    /// The reply of the control plane to a request that was sent to the world called `name`.
    func control(_ inFlight: InFlight, _ request: Request, _ name: String) -> Reply? {
        // What was answered before it must not change with the worlds, nor be lost with them.
        commitParked()
        do {
            let (reply, route) = try control.respond(to: request, world: name, of: self)
            forgetOutdated()
            inFlight.route = .control(route)
            return reply
        } catch {
            inFlight.route = .control(nil)
            return recover(from: error, inFlight, request)
        }
    }

    /// The reply of a dialect to a request that no fault concerns.
    func dialect(
        _ inFlight: InFlight,
        _ request: Request,
        in world: World,
        _ served: ServedDialect
    ) -> Reply? {
        inFlight.world = world
        do {
            let (reply, route) = try reply(to: request, in: world, served)
            inFlight.route = .served(dialect: served.place, route: route)
            return reply
        } catch {
            let isTriedAgain = worlds.world(lockedBy: error) != nil
            let facts = isTriedAgain ? facts(about: request, in: world, served) : nil
            let route = facts.flatMap { routeIndex(of: $0, served) }
            inFlight.route = .served(dialect: served.place, route: route)
            return recover(from: error, inFlight, request) { [self] in
                try reply(to: request, in: world, served).reply
            }
        }
    }

    /// The reply of a dialect under a fault: the delay, then the dialect or nothing, then the damage.
    func dialect(
        _ inFlight: InFlight,
        _ request: Request,
        in world: World,
        _ served: ServedDialect,
        _ fault: AppliedFault?,
        after wait: Duration
    ) -> Reply? {
        inFlight.world = world
        inFlight.route = .served(
            dialect: served.place,
            route: routeIndex(of: facts(about: request, in: world, served), served)
        )
        var wait = wait
        if let fault, !inFlight.client.hasReadSlowly {
            wait += fault.timeToReceive(request.body.count)
        }
        do {
            return try reply(to: request, in: world, served, fault, after: wait)
        } catch {
            // The fault is decided, and the delay before the handler is over.
            return recover(from: error, inFlight, request) { [self] in
                try reply(to: request, in: world, served, fault, after: .zero)
            }
        }
    }

    private func reply(
        to request: Request,
        in world: World,
        _ served: ServedDialect,
        _ fault: AppliedFault?,
        after wait: Duration
    ) throws -> Reply {
        let dialect = served.dialect
        if forwarding != nil, fault?.changesBody == true {
            (request.findings as? InFlight)?.wantsWholeBody = true
        }
        let make = { [self] in
            guard fault?.runsHandler ?? true else { return Reply.now(Response()) }
            return try self.reply(to: fault?.asked(request) ?? request, in: world, served).reply
        }
        let delay = wait + (fault?.delayBeforeHandler ?? .zero)
        let reply = delay > .zero ? Reply.after(delay, make) : try make()
        return reply.mapping { response in
            guard let fault else {
                var response = response
                // The next request with these bytes has to wait as well.
                response.isRepeatable = false
                return response
            }
            return fault.damaged(response, to: request) { status in
                dialect.errorResponse(status, to: request)
            }
        }
    }

    /// The reply of a stub, else of the dialect, and the route that took the request.
    func reply(
        to request: Request,
        in world: World,
        _ served: ServedDialect
    ) throws -> (reply: Reply, route: Int?) {
        if !world.stubs.isEmpty {
            switch stubbedReply(facts(about: request, in: world, served), world) {
            case .own(let reply): return (reply, nil)
            case .real(let ordered, let entry):
                return try changedReply(to: request, in: world, served, ordered, entry)
            case nil: break
            }
            // A stub for it has let it through.
            if !served.isNamed, let icon = Control.icon(for: request),
                forwarding?.settings.general == nil
            {
                return (.now(icon), nil)
            }
        }
        return try realReply(to: request, in: world, served)
    }

    /// The reply of the dialect, with what a client with a wrong base URL should know.
    private func realReply(
        to request: Request,
        in world: World,
        _ served: ServedDialect
    ) throws -> (reply: Reply, route: Int?) {
        if forwarding != nil,
            let forwarded = forwardedReply(to: request, in: world, served)
        {
            return forwarded
        }
        var (reply, route) = try reply(of: served, to: request, in: world)
        if route == nil, forwarding != nil,
            let forwarded = forwardedReply(to: request, served, insteadOf: reply)
        {
            return (forwarded, nil)
        }
        if !served.isNamed, let words = strayHint(for: request, served) {
            add(words, to: &reply, request)
        } else if route == nil {
            hint(at: request, &reply)
        }
        return (reply, route)
    }

    /// The reply of a dialect, or the answer that it has given before and marked as repeatable.
    private func reply(
        of served: ServedDialect,
        to request: Request,
        in world: World
    ) throws -> (reply: Reply, route: Int?) {
        guard world.context.usesCaches, request.method == .get || request.method == .head,
            request.body.isEmpty
        else { return try served.dialect.respond(to: request) }
        if let known = answers?.find(request, in: world), case .served(_, let route) = known.route {
            request.findings?.asker = known.asker
            return (.now(known.response), route)
        }
        let (reply, route) = try served.dialect.respond(to: request)
        if case .now(let response) = reply, response.isRepeatable, let home = worlds.home {
            let answers = answers ?? AnswerCache(home.caches, log)
            self.answers = answers
            // What counts is found by its bytes alone.
            guard response.renewal == nil else { return (reply, route) }
            let route = RouteTaken.served(dialect: served.place, route: route)
            answers.keep(response, to: request, by: route, in: world)
        }
        return (reply, route)
    }

    /// The reply of the dialect as a stub changes it; the dialect is asked after the stub's delay.
    private func changedReply(
        to request: Request,
        in world: World,
        _ served: ServedDialect,
        _ ordered: StubResponse,
        _ entry: StubTable.Entry
    ) throws -> (reply: Reply, route: Int?) {
        let change = ordered.real ?? AnswerPatch()
        if forwarding != nil { (request.findings as? InFlight)?.wantsWholeBody = true }
        let make = { [self] in
            try realReply(to: change.asked(request), in: world, served).reply
        }
        let reply = ordered.delay > .zero ? Reply.after(ordered.delay, make) : try make()
        let changed = reply.mapping { response in
            var response = change.applied(to: response, asked: request)
            guard response.takeover == nil else { return response }
            self.mark(&response, by: entry, for: request)
            return response
        }
        return (changed, routeIndex(of: facts(about: request, in: world, served), served))
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

    /// What becomes of a request after an error: it waits and goes on by `again`, or begins again
    /// without it; or it fails, and the log says why.
    func recover(
        from error: any Error,
        _ inFlight: InFlight,
        _ request: Request,
        again: (() throws -> Reply)? = nil
    ) -> Reply? {
        if let busy = error as? WorldBusy { return waitUntilFree(busy.world, inFlight, again) }
        if let world = worlds.world(lockedBy: error) {
            return waitForLock(of: world, inFlight, again)
        }
        note(error, request)
        return .now(failure(for: request, inFlight.route, in: inFlight.world))
    }

    /// The response to an internal error, in the words of the dialect or control plane.
    func failure(
        for request: Request,
        _ route: RouteTaken,
        in world: World?
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
        in world: World?
    ) -> Response {
        guard case .served(let place, _) = route, let dialect = world?.dialect(at: place) else {
            return Control.overload
        }
        return dialect.overload(for: request)
    }

    /// The response when another program has kept the data file locked, in the words of the dialect or
    /// control plane.
    func lockedOut(_ request: Request, _ route: RouteTaken, in world: World) -> Response {
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
