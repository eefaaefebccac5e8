internal import MockPostlyControl
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyLog
internal import MockPostlyMatching
internal import MockPostlyRegex
internal import MockPostlyWorlds

/// Stage 2: what a test has ordered for requests like this one, in front of the dialect.
extension Course {
    /// What patterns ask of `request`, which is for a path of `served` in `world`.
    func facts(
        about request: Request,
        in world: RunningWorld,
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
            }
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
}
