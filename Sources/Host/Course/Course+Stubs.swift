internal import MockPostlyHTTP
internal import MockPostlyMatching
internal import MockPostlyRegex
internal import MockPostlyStubs
internal import MockPostlyWorlds

/// Stage 2: the answers that a test has ordered for its world, in place of the dialect's.
extension Course {
    /// The answer of the first stub whose pattern the request meets; nil for the real behaviour.
    ///
    /// A preflight of a page is for stubs that name OPTIONS; when the request that it asks about is
    /// one of a stub, the page may send it.
    func stubbedReply(_ facts: RequestFacts, _ world: RunningWorld) -> Reply? {
        let request = facts.request
        let asked =
            request.method == .options && request.hasOrigin
            ? request.header("access-control-request-method") : nil
        let budget = MatchBudget(.rules)
        defer { noteExceeded(budget, request) }
        let taken = world.stubs.take(for: facts, budget) { stub in
            asked == nil || stub.pattern.methods.contains { $0.utf8.elementsEqual("OPTIONS".utf8) }
        }
        guard let (entry, ordered) = taken else {
            return asked.flatMap { preflight(facts, about: $0, world, budget) }
        }
        var response = ordered.response(mark: AnswerMark(stub: entry.number))
        response.add("X-Mockpostly-Stub", entry.name, readableByPages: request.hasOrigin)
        if request.hasOrigin, response["Access-Control-Allow-Origin"] == nil {
            response.fields.append(.init("Access-Control-Allow-Origin", "*"))
        }
        guard ordered.delay > .zero else { return .now(response) }
        return .after(ordered.delay) { .now(response) }
    }

    /// Whether a stub would answer a request to a dialect; it does not count as used.
    func isStubbed(
        _ request: Request,
        in world: RunningWorld,
        _ served: ServedDialect
    ) -> Bool {
        guard !world.stubs.isEmpty else { return false }
        let budget = MatchBudget(.rules)
        defer { noteExceeded(budget, request) }
        return world.stubs.couldTake(facts(about: request, in: world, served), budget) { $0 }
    }

    /// The permission to send a request with `method`, if a stub could answer it.
    private func preflight(
        _ facts: RequestFacts,
        about method: String,
        _ world: RunningWorld,
        _ budget: MatchBudget
    ) -> Reply? {
        let isStubbed = world.stubs.couldTake(facts, budget) { $0.ofPreflight(about: method) }
        guard isStubbed else { return nil }
        var response = Response(status: 204)
        response.fields.append(.init("Access-Control-Allow-Origin", "*"))
        response.fields.append(.init("Access-Control-Allow-Methods", method))
        if let fields = facts.request.header("access-control-request-headers") {
            response.fields.append(.init("Access-Control-Allow-Headers", fields))
        }
        return .now(response)
    }
}

extension RequestPattern {
    /// The condition on preflights about requests that may meet this one; nil for another method.
    ///
    /// A preflight has neither the fields nor the body of the request that it asks about.
    fileprivate func ofPreflight(about method: String) -> RequestPattern? {
        let isWanted: (String) -> Bool = { $0.utf8.elementsEqual(method.utf8) }
        guard methods.isEmpty || methods.contains(where: isWanted),
            route?.method.map(isWanted) ?? true
        else { return nil }
        var pattern = RequestPattern()
        pattern.path = path
        pattern.dialect = dialect
        pattern.route = route.map { RoutePattern($0.path) }
        pattern.query = query
        return pattern
    }
}
