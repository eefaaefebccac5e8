internal import MockPostlyContent
package import MockPostlyDialect
internal import MockPostlyFaults
internal import MockPostlyNouns
internal import MockPostlySeeds
internal import MockPostlyWorld

/// Descriptions of worlds.
extension Worlds {
    /// Describes the world called `name`; this does not count as using it.
    ///
    /// Its URLs begin with `authority`, the host and port in the request.
    package func world(_ name: String, for authority: String) throws -> WorldInfo {
        try info(of: found(name), for: authority)
    }

    func info(of world: World, for authority: String) throws -> WorldInfo {
        let now = monotonicNanoseconds()
        world.noteUse(at: now)
        let machine = Clock.real.now()
        let plan = world.plan
        return WorldInfo(
            id: world.name,
            from: plan.origin,
            scenario: plan.scenario?.rawValue,
            createdAt: world.createdAt,
            lastUsedAt: world.isDefault ? machine : machine - world.idleTime(at: now),
            timeToLive: plan.timeToLive,
            clock: ClockState(world.domain.world.clock),
            port: world.port,
            randomSeed: plan.randomSeed,
            counts: try WorldCounts(of: world),
            settings: settings(of: world),
            onUnknown: plan.onUnknown,
            faults: world.faults.entries.filter { $0.isActive(at: world.now) }
                .map(\.rule.shownName),
            baseURLs: baseURLs(of: world, for: authority),
            people: world.people
        )
    }

    /// The base URLs of a world's dialects for a client that reached the server at `authority`.
    private func baseURLs(
        of world: World,
        for authority: String
    ) -> [WorldInfo.NamedURL] {
        let base = base(of: world, for: authority)
        return world.served.flatMap { one in
            type(of: one.dialect).addresses.map {
                WorldInfo.NamedURL(name: $0.name, url: $0.url(at: base))
            }
        }
    }

    /// The name, the title and the banner's information about each served dialect of the default
    /// world.
    package var systems: [(name: String, title: String, introduction: Introduction)] {
        (table.home?.served ?? []).map { one in
            let type = type(of: one.dialect)
            return (type.name, type.title, one.dialect.introduction)
        }
    }

    /// The host and port of a world for a client that reached the server at `authority`, followed by
    /// `/w/<name>` where the world needs this prefix.
    package func base(of world: World, for authority: String) -> String {
        if let port = world.port { return Self.withoutPort(authority) + ":\(port)" }
        let isAtRoot = world.isDefault && table.front === world
        return isAtRoot ? authority : authority + "/w/" + world.name
    }

    private static func withoutPort(_ authority: String) -> String {
        let host = authority.utf8
        let bracket = host.lastIndex(of: UInt8(ascii: "]")) ?? host.startIndex
        guard let colon = host[bracket...].lastIndex(of: UInt8(ascii: ":")) else {
            return authority
        }
        return String(authority[..<colon])
    }
}
