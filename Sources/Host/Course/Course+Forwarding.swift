internal import MockPostlyControl
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyHTTPClient
internal import MockPostlyJournal
internal import MockPostlyUpstream
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// Requests that the real server answers in place of a dialect.
extension Course {
    /// The reply of a real server to a request that is its own from the outset: for a path that
    /// nobody claims, or of a system that the world forwards; nil when the dialect is to reply.
    func forwardedReply(
        to request: Request,
        in world: World,
        _ served: ServedDialect
    ) -> (reply: Reply, route: Int?)? {
        guard let forwarding else { return nil }
        let settings = forwarding.settings
        let isWhole = served.isForwarded || settings.isRecorded && !served.isUnclaimed
        if isWhole, let origin = settings.origin(of: type(of: served.dialect).name) {
            let route = routeIndex(of: facts(about: request, in: world, served), served)
            return (forwarded(request, to: origin, served, forwarding), route)
        }
        guard served.isUnclaimed, let origin = settings.general else { return nil }
        guard settings.unknown == .forward else {
            return (.now(refusal(forwarding.unknownPath(origin), request)), nil)
        }
        return (forwarded(request, to: origin, served, forwarding), nil)
    }

    /// The reply of a system's own real server to a request that no route of its dialect took, which
    /// has replied `reply`; nil when that is the answer.
    func forwardedReply(
        to request: Request,
        _ served: ServedDialect,
        insteadOf reply: Reply
    ) -> Reply? {
        guard let forwarding, forwarding.settings.unknown == .forward, !served.isUnclaimed,
            let origin = forwarding.settings.bySystem[type(of: served.dialect).name],
            case .now(let response) = reply, response.status == 404
        else { return nil }
        return forwarded(request, to: origin, served, forwarding)
    }

    private func forwarded(
        _ request: Request,
        to origin: HTTPOrigin,
        _ served: ServedDialect,
        _ forwarding: Forwarding
    ) -> Reply {
        let inFlight = request.findings as? InFlight
        let reply = forwarding.reply(
            to: request,
            from: origin,
            isNamed: served.isNamed,
            isWhole: inFlight?.wantsWholeBody == true || inFlight?.client.hasConnection == false
        )
        guard request.hasOrigin else { return reply }
        return reply.mapping { [self] response in
            var response = response
            // What the real server allows pages is its own business.
            if response["Content-Type"] == "application/problem+json" {
                allowPages(&response, request)
            }
            return response
        }
    }

    /// Sends an answer whose body comes over time, and notes it when that has ended.
    func send(_ response: Response, _ source: any RecordedSource, to inFlight: InFlight) {
        driver?.willAnswer(in: inFlight.world)
        let elapsed = (time?.read() ?? monotonicNanoseconds()) - inFlight.start
        var noted = response
        noted.leaveAsUsual()
        let longest = max(inFlight.world?.journal?.longestBody ?? 0, longestPassed)
        source.record(atMost: longest) {
            [weak self, weak body = source as? UpstreamBody] beginning, count in
            noted.body = beginning
            let sent = (count: count, isWhole: body?.isWhole ?? false)
            self?.note(noted, to: inFlight, after: elapsed, having: sent)
        }
        inFlight.client.respond(response)
        inFlight.client.noteEnd(in: inFlight.world)
    }
}
