package import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyNouns

/// How much a world holds.
package struct WorldCounts: Sendable {
    /// The numbers of Postly, also when it is not served; of posts, drafts as well.
    package var posts: Int64
    package var users: Int64
    package var comments: Int64
    /// What each served system has, by the name of its dialect, in the order of the dialects.
    package var served: [(system: String, counts: [ContentCount])]
}

extension WorldCounts {
    /// Counts what `world` holds now.
    init(of world: World) throws {
        let all = try world.domain.counts()
        let postly = all.first { $0.scope == .postly }?.counts ?? []
        func total(_ name: String) -> Int64 { postly.first { $0.name == name }?.count ?? 0 }
        (posts, users, comments) = (total("posts"), total("users"), total("comments"))
        served = world.served.compactMap { one in
            let name = type(of: one.dialect).name
            return all.first { $0.scope.name == name }.map { (name, $0.counts) }
        }
    }
}
