internal import MockPostlyControl
internal import MockPostlyDialect
internal import MockPostlyFaults
package import MockPostlyHTTP
internal import MockPostlyJournal
internal import MockPostlyLog
internal import MockPostlyMatching
internal import MockPostlyNouns
internal import MockPostlyRegex
internal import MockPostlyStubs
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// What a test has ordered for requests like this one, in front of the dialect: faults that are done
/// to a request on purpose and to its answer, and stubs that answer in the dialect's place.
extension Course {
    /// The reply of `world` to a request; `prefixed` is the name of the fault in the path, if any.
    ///
    /// Nil when the request begins again later, by itself.
    func order(
        _ inFlight: InFlight,
        _ request: Request,
        in world: World,
        fault prefixed: String? = nil
    ) -> Reply? {
        world.touch()
        guard !world.isHeld else { return waitUntilFree(world, inFlight) }
        let served = world.owner(of: request)
        if !served.isNamed, let icon = Control.icon(for: request),
            forwarding?.settings.general == nil,
            !isStubbed(request, in: world, served)
        {
            inFlight.route = .control(nil)
            return .now(icon)
        }
        // Nearly always no fault is meant, which has to be quick.
        guard
            prefixed != nil || !world.faults.isEmpty || request.hasFaultField
                || request.mayHaveOwnParameters
        else { return dialect(inFlight, request, in: world, served) }
        var request = request
        let wanted: WantedFault
        do throws(Problem) {
            wanted = try WantedFault(takingFrom: &request, prefixed: prefixed)
        } catch {
            inFlight.witness = world
            return .now(refusal(error, request))
        }
        let fault = fault(wanted, request, in: world, served)
        guard fault != nil || wanted.isWish else {
            return dialect(inFlight, request, in: world, served)
        }
        return dialect(inFlight, request, in: world, served, fault, after: wanted.delay)
    }

    /// The fault that `request` meets: the one that it asks for itself, else one of its world's.
    private func fault(
        _ wanted: WantedFault,
        _ request: Request,
        in world: World,
        _ served: ServedDialect
    ) -> AppliedFault? {
        if let fault = wanted.fault {
            return request.isPreflight ? nil : world.faults.apply(fault)
        }
        let budget = MatchBudget(.rules)
        defer { noteExceeded(budget, request) }
        return world.faults.decide(facts(about: request, in: world, served), at: world.now, budget)
    }

    /// The bytes per second at which the body of `request`, whose head is there, is to be read; nil for
    /// no limit.
    package func uploadBandwidth(of request: Request, label: Int) -> Int? {
        guard worlds.isLoaded else { return nil }
        var request = request
        let (found, _, prefixed) = address(&request, label)
        guard let world = found, !hasControl || !Control.owns(request.path) else { return nil }
        let wanted = try? WantedFault(takingFrom: &request, prefixed: prefixed)
        if let fault = wanted?.fault { return fault.uploadBandwidth }
        guard world.faults.slowsUploads else { return nil }
        let facts = facts(about: request, in: world, world.owner(of: request))
        return world.faults.uploadBandwidth(facts, at: world.now)
    }

    /// The index of the route that a request would take, as a reply of the dialect would say it.
    func routeIndex(of facts: RequestFacts, _ served: ServedDialect) -> Int? {
        served.dialect.route(of: facts.request, byLine: lineIndex(of: facts, served))
    }

    private func lineIndex(of facts: RequestFacts, _ served: ServedDialect) -> Int? {
        guard let path = facts.route else { return nil }
        let method = facts.request.method == .head ? "GET" : facts.request.method.name
        return type(of: served.dialect).routeLines.firstIndex { line in
            line.path.utf8.elementsEqual(path.utf8) && line.method.utf8.elementsEqual(method.utf8)
        }
    }

    /// `problem` as a response that pages of any origin can read.
    func refusal(_ problem: Problem, _ request: Request) -> Response {
        var response = request.isPreflight ? Response(status: 204) : problem.response
        allowPages(&response, request)
        return response
    }

    /// What patterns ask of `request`, which is for a path of `served` in `world`.
    func facts(
        about request: Request,
        in world: World,
        _ served: ServedDialect
    ) -> RequestFacts {
        let dialect = served.dialect
        return RequestFacts(
            request,
            dialect: type(of: dialect).name,
            route: { [self] in
                routeFinder(at: served.place).pattern(for: request.method, request.path)
            },
            users: {
                // A database that cannot be read fails the request itself, in the dialect's words.
                guard let account = try? dialect.account(of: request) else { return [] }
                return (try? dialect.names(ofAccount: account)) ?? [account]
            },
            now: { world.now }
        )
    }

    /// Warns of an expression that was not compared to its end; its stub or fault did not match.
    ///
    /// The first time it is a warning, which a quiet log has too.
    func noteExceeded(_ budget: MatchBudget, _ request: Request) {
        guard let expression = budget.exceeded else { return }
        let words =
            "\(request.method.name) \(request.shownTarget): the expression "
            + "'\(shortened(expression))' takes too many steps, so its stub or fault does not match"
        if warnedExpressions.add(expression) {
            log.warning(words)
        } else {
            log.notice(words)
        }
    }

    /// The finder in the table of the dialect at an index of the registry.
    private func routeFinder(at place: Int) -> RouteFinder {
        if let finder = routeFinders[place] { return finder }
        let finder = RouteFinder(worlds.configuration.registry.all[place].routeLines)
        routeFinders[place] = finder
        return finder
    }

    // MARK: Stubs

    /// What a stub has ordered for a request.
    enum StubbedReply {
        /// An answer of the stub's own, or of the server for it.
        case own(Reply)
        /// The answer of the real system, with changes.
        case real(StubResponse, StubTable.Entry)
    }

    /// The answer of the first stub whose pattern the request meets; nil for the real behaviour.
    ///
    /// A preflight of a page is for stubs that name OPTIONS; when the request that it asks about is
    /// one of a stub, the page may send it.
    func stubbedReply(_ facts: RequestFacts, _ world: World) -> StubbedReply? {
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
            return asked.flatMap { preflight(facts, about: $0, world, budget) }.map { .own($0) }
        }
        guard ordered.real == nil else { return .real(ordered, entry) }
        let chance = world.domain.world
        var response = ordered.filled(for: facts, chance).response
        mark(&response, by: entry, for: request)
        if request.hasOrigin, response["Access-Control-Allow-Origin"] == nil {
            response.fields.append(.init("Access-Control-Allow-Origin", "*"))
        }
        let delay = ordered.delay + (ordered.spread?.draw(&chance.random) ?? .zero)
        guard delay > .zero else { return .own(.now(response)) }
        return .own(.after(delay) { .now(response) })
    }

    /// Says in the answer, the log and the journal which stub has made `response`.
    func mark(_ response: inout Response, by entry: StubTable.Entry, for request: Request) {
        var mark = response.mark ?? AnswerMark()
        mark.stub = entry.number
        response.mark = mark
        response.add("X-Mockpostly-Stub", entry.name, readableByPages: request.hasOrigin)
    }

    /// Whether a stub would answer a request to a dialect, now or later; it does not count as used.
    func isStubbed(
        _ request: Request,
        in world: World,
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
        _ world: World,
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

/// The fault that a request asks for itself, and where its name stands.
struct WantedFault {
    enum Place {
        /// The prefix `/f/<name>` of the path, part of the client's base URL.
        case path
        case field
        case query
    }

    var fault: Fault?
    /// A further delay before the request is handled.
    var delay = Duration.zero

    /// Whether it asks for anything.
    var isWish: Bool { fault != nil || delay > .zero }
}

extension WantedFault {
    /// The query wins over the field, and the field over the prefix of the path.
    ///
    /// Removes what names the fault from the query. Throws when there is no such fault.
    init(takingFrom request: inout Request, prefixed: String?) throws(Problem) {
        self.init()
        if request.hasFaultField, let name = request.faultField {
            fault = try Self.fault(name, at: .field)
        } else if let prefixed {
            fault = try Self.fault(prefixed, at: .path)
        }
        guard request.mayHaveOwnParameters else { return }
        for (name, value) in request.takeParameters(["__fault", "__delay"]) {
            if name == "__fault" {
                fault = try Self.fault(value, at: .query)
            } else {
                guard let time = parseDuration(value), time <= FaultDelay.longest else {
                    throw Problem(
                        400,
                        "Bad value",
                        detail: "The parameter '__delay' is '\(value)'.",
                        hint: "Send a time such as '500ms' or '2s', at most 1h."
                    )
                }
                delay = time
            }
        }
    }

    private static func fault(_ name: String, at place: Place) throws(Problem) -> Fault {
        if let fault = Fault(named: name) { return fault }
        throw Problem(unknownFault: name, at: place)
    }
}

extension Problem {
    fileprivate init(unknownFault name: String, at place: WantedFault.Place) {
        let words =
            switch place {
            case .path: "the path"
            case .field: "the field '\(AppliedFault.field)'"
            case .query: "the parameter '__fault'"
            }
        self.init(unknownFault: name, in: words, status: place == .path ? 404 : 400)
    }
}
