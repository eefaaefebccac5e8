internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyMatching
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

    /// The finder in the table of the dialect at an index of the registry.
    private func routeFinder(at place: Int) -> RouteFinder {
        if let finder = routeFinders[place] { return finder }
        let finder = RouteFinder(worlds.configuration.registry.all[place].routeLines)
        routeFinders[place] = finder
        return finder
    }
}
