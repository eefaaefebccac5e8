package import MockPostlyContent

extension SeedSource {
    /// The accounts of the seed, in the order of the files.
    ///
    /// All of the seed is read and checked. Throws ``SeedFault``, and SQLite's errors.
    ///
    /// So that options can name people, such as who signs in without a page.
    package func users(_ registry: ContentRegistry) throws -> [SeedUser] {
        let parts = registry.seeds.map { $0 == PeopleSeed.self ? CollectingUsers.self : $0 }
        return try Domain.scratch(registry).fill(from: self, by: parts).part(CollectingUsers.self)
            .users
    }
}

/// Reads the accounts of a seed and keeps them in memory.
private final class CollectingUsers: PeopleSeed {
    private(set) var users: [SeedUser] = []

    override func add(_ user: SeedUser) {
        users.append(user)
        super.add(user)
    }
}
