internal import MockPostlyControl
internal import MockPostlyDialect
internal import MockPostlyFaults
package import MockPostlyHTTP
internal import MockPostlyHTTPClient
internal import MockPostlyJournal
internal import MockPostlyMatching
internal import MockPostlyRegex
internal import MockPostlyStubs
internal import MockPostlyUpstream
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// Bodies that go on as they come, to a real server or from it.
extension Course {
    /// The most bytes that are kept of the body of a request whose head is there, if it is to be sent
    /// on as it comes; nil if it is to be received first.
    ///
    /// It is received first where this server may answer itself, or a fault or a stub may concern it.
    package func keptOfStream(of request: Request, label: Int) -> Int? {
        guard let forwarding, worlds.isLoaded, !request.asksForWebSocket, !request.hasFaultField,
            !request.mayHaveOwnParameters
        else { return nil }
        var request = request
        let (found, _, prefixed) = address(&request, label)
        guard let world = found, prefixed == nil, !world.isHeld,
            !hasControl || !Control.owns(request.path)
        else { return nil }
        let served = world.owner(of: request)
        let facts = facts(about: request, in: world, served)
        guard sendsOn(facts, served, forwarding.settings), !mayConcern(facts, world) else {
            return nil
        }
        return max(world.journal?.longestBody ?? 0, observer?.longestBody ?? 0)
    }

    /// Whether a real server gets a request, whatever its body is.
    private func sendsOn(
        _ facts: RequestFacts,
        _ served: ServedDialect,
        _ settings: UpstreamSettings
    ) -> Bool {
        if settings.originOfAll(served) != nil { return true }
        guard settings.unknown == .forward else { return false }
        if served.isUnclaimed { return settings.general != nil }
        let isOfSystem = settings.bySystem[type(of: served.dialect).name] != nil
        return isOfSystem && routeIndex(of: facts, served) == nil
    }

    /// Whether a fault or a stub could be meant for a request, whatever its body is.
    private func mayConcern(_ facts: RequestFacts, _ world: World) -> Bool {
        guard !world.faults.isEmpty || !world.stubs.isEmpty else { return false }
        let budget = MatchBudget(.rules)
        defer { noteExceeded(budget, facts.request) }
        return world.faults.mayConcern(facts, at: world.now, budget)
            || world.stubs.mayConcern(facts, budget) || budget.exceeded != nil
    }

    /// Sends an answer whose body comes over time, and notes it when that has ended.
    func send(_ response: Response, _ source: any RecordedSource, to inFlight: InFlight) {
        driver.willAnswer(in: inFlight.world, of: worlds)
        let elapsed = (time?.read() ?? monotonicNanoseconds()) - inFlight.start
        var noted = response
        noted.leaveAsUsual()
        let longest = max(inFlight.world?.journal?.longestBody ?? 0, observer?.longestBody ?? 0)
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

extension UpstreamSettings {
    /// The server that gets all requests of a system; nil when the system answers itself.
    func originOfAll(_ served: ServedDialect) -> HTTPOrigin? {
        guard served.isForwarded || isRecorded && !served.isUnclaimed else { return nil }
        return origin(of: type(of: served.dialect).name)
    }
}
