internal import MockPostlyControl
internal import MockPostlyDialect
internal import MockPostlyFaults
internal import MockPostlyHTTP
internal import MockPostlyJournal
internal import MockPostlyMatching
internal import MockPostlyRegex
internal import MockPostlyWorld
internal import MockPostlyWorlds

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
}

/// Stage 2, faults: what is done to a request on purpose, and to its answer.
extension Course {
    /// Whether a fault may be meant for `request`; nearly always not, which has to be quick.
    @inline(__always) func mayHaveFault(_ request: Request, in world: RunningWorld) -> Bool {
        !world.faults.isEmpty || request.hasFaultField || request.mayHaveOwnParameters
    }

    /// As ``begin(_:in:)``, with a look at faults before the dialect.
    ///
    /// `prefixed` is the name of the fault in the path, if any.
    func beginWithFaults(
        _ request: Request,
        in world: RunningWorld,
        _ served: ServedDialect,
        prefixed: String?
    ) -> (step: Step, route: RouteTaken) {
        var request = request
        let wanted: WantedFault
        do throws(Problem) {
            wanted = try WantedFault(takingFrom: &request, prefixed: prefixed)
        } catch {
            return (.answered(refusal(error, request), nil), .none)
        }
        let facts = facts(about: request, in: world, served)
        let isWish = wanted.fault != nil || wanted.delay > .zero
        let budget = MatchBudget(.rules)
        let fault =
            if let fault = wanted.fault {
                request.isPreflight ? nil : world.faults.apply(fault)
            } else {
                world.faults.decide(facts, at: world.now, budget)
            }
        noteExceeded(budget, request)
        guard fault != nil || isWish else { return beginPlain(request, in: world, served) }
        let route = RouteTaken.served(dialect: served.place, route: routeIndex(of: facts, served))
        do {
            let reply = try reply(to: request, in: world, served, fault, after: wanted.delay)
            return (Step(reply, in: world), route)
        } catch {
            if let locked = worlds.world(lockedBy: error) {
                // The fault is decided, and the delay before the handler is over.
                let again = { [self] in
                    try reply(to: request, in: world, served, fault, after: .zero)
                }
                return (.locked(locked, again: again), route)
            }
            note(error, request)
            return (.answered(served.dialect.failure(for: request), world), route)
        }
    }

    /// The reply under a fault: the delay, then the dialect or nothing, then the damage.
    private func reply(
        to request: Request,
        in world: RunningWorld,
        _ served: ServedDialect,
        _ fault: AppliedFault?,
        after wait: Duration
    ) throws -> Reply {
        let dialect = served.dialect
        let make = { [self] in
            guard fault?.runsHandler ?? true else { return Reply.now(Response()) }
            return try self.reply(to: request, in: world, served).reply
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

    /// The index of the route that a request would take, in the dialect's table.
    func routeIndex(of facts: RequestFacts, _ served: ServedDialect) -> Int? {
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
