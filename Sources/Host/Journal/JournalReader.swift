package import MockPostlyDialect
internal import MockPostlyHTTP
package import MockPostlyMatching
package import MockPostlyWorld

/// The journal of a world together with its dialects, which know what the entries mean.
///
/// Belongs to the loop's thread.
package struct JournalReader {
    /// The name of the world.
    package let world: String
    package let journal: Journal
    private let registry: DialectRegistry
    private let dialect: (Int) -> (any Dialect)?
    private let now: () -> Instant?

    /// A reader; `dialect` gives the world's dialect at an index of `registry`, `now` its time.
    package init(
        of world: String,
        _ journal: Journal,
        _ registry: DialectRegistry,
        dialect: @escaping (Int) -> (any Dialect)?,
        now: @escaping () -> Instant? = { nil }
    ) {
        (self.world, self.journal) = (world, journal)
        (self.registry, self.dialect, self.now) = (registry, dialect, now)
    }

    /// The name of the dialect that answered, and the route as lists of routes show it:
    /// `GET /api/posts/{slug}`; nil when none did.
    ///
    /// The route is nil for a request that no route of the dialect took.
    package func names(of exchange: RecordedExchange) -> (dialect: String?, route: String?) {
        guard case .served(let place, let index) = exchange.route else { return (nil, nil) }
        let dialect = registry.all[place]
        let line = index.flatMap { index in
            dialect.routeLines.indices.contains(index) ? dialect.routeLines[index] : nil
        }
        return (dialect.name, line.map { "\($0.method) \($0.path)" })
    }

    /// What patterns ask of a request.
    ///
    /// Bodies are decompressed when a pattern asks for them.
    package func facts(about exchange: RecordedExchange) -> RequestFacts {
        let (name, route) = names(of: exchange)
        return RequestFacts(
            exchange.request.withoutPrefix(of: exchange.route == .none ? world : nil),
            bodyBytes: exchange.bodyBytes.request,
            bodyLimit: journal.longestBody,
            dialect: name ?? "",
            route: { route.map { String($0.drop { $0 != "/" }) } },
            users: {
                guard let asker = exchange.asker, case .served(let place, _) = exchange.route
                else { return [] }
                return (try? dialect(place)?.names(ofAccount: asker)) ?? [asker]
            },
            now: now
        )
    }
}

extension Request {
    /// The request without the prefix of a world or a fault, whether it was removed already or not.
    ///
    /// The prefix of another world than `own` stays, if that is told: nothing has taken it.
    fileprivate func withoutPrefix(of own: String?) -> Request {
        guard pathPrefix.isEmpty else { return self }
        let prefix = AddressPrefix(of: path)
        if let own, let name = prefix.world, !name.elementsEqual(own.utf8) { return self }
        var request = self
        request.dropPathPrefix(prefix.length)
        return request
    }
}
