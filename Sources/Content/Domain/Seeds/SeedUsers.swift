import MockPostlyWorld

extension SeedSource {
    /// The people of the seed, in the order of the files; all of it is checked.
    ///
    /// Throws a ``SeedFault``, and SQLite's errors.
    package func users() throws -> [SeedUser] {
        let domain = try Domain.scratch()
        let filling = CollectingUsers(domain)
        try domain.reset(with: filling) { filling in
            var check = SeedCheck(limit: 1, into: filling)
            check.run(self)
            return check.validator.faults.first
        }
        return filling.users
    }
}

/// A filling that remembers the people.
private final class CollectingUsers: SeedFilling {
    private(set) var users: [SeedUser] = []

    override func add(_ user: SeedUser) {
        users.append(user)
        super.add(user)
    }
}

extension Domain {
    /// A content to check a seed with, in memory and empty.
    static func scratch() throws -> Domain {
        let world = World(name: "check", clock: .frozen(at: Instant(seconds: 0)), randomSeed: 0)
        return try Domain.inMemory(world, documents: DocumentOrigin(.empty))
    }
}
