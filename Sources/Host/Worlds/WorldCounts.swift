internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyNouns

/// How much a world holds.
struct WorldCounts {
    /// The counts of the served systems, in the order in which they are served.
    let served: [SystemCounts]
    /// The numbers of Postly, also when it is not served.
    let posts: Int64
    let users: Int64
    let comments: Int64

    /// Counts what `world` holds now.
    init(of world: RunningWorld) throws {
        let all = try world.domain.counts()
        let postly = all.first { $0.scope == .postly }?.counts ?? []
        func total(_ name: String) -> Int64 { postly.first { $0.name == name }?.count ?? 0 }
        (posts, users, comments) = (total("posts"), total("users"), total("comments"))
        served = world.served.compactMap { one in
            let name = type(of: one.dialect).name
            guard let system = all.first(where: { $0.scope.name == name }) else { return nil }
            return SystemCounts(name, system.counts.map { .init($0.name, $0.count) })
        }
    }
}
