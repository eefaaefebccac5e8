internal import MockPostlyDialect
package import MockPostlyHTTP

/// The records of worlds, for people who look at them and change them.
extension Worlds {
    /// The collections of records of a world, those of one system after another.
    package func collections(of name: String) throws -> [WorldCollection] {
        // To look at a world is not to use it.
        let world = try found(name)
        guard !world.isHeld else { throw WorldBusy(world: world) }
        // Only what is committed is shown.
        let minters = configuration.registry.all.compactMap { dialect in
            dialect.tokens.map { (dialect: dialect.name, users: $0.users) }
        }
        var collections: [WorldCollection] = []
        for served in world.served {
            let dialect = type(of: served.dialect)
            for records in served.dialect.collections {
                let collection = WorldCollection(
                    system: (dialect.name, dialect.title),
                    records: records,
                    signIn: minters.compactMap { minter in
                        guard let users = minter.users, users.collection == records.name,
                            world.dialect(named: minter.dialect) != nil
                        else { return nil }
                        return (minter.dialect, users.member)
                    }
                )
                if let place = collections.firstIndex(where: { $0.records.name == records.name }) {
                    collections[place].records = records
                } else {
                    collections.append(collection)
                }
            }
        }
        return collections
    }

    /// Carries out `body`, which changes records of a world, and commits; returns the id that it
    /// returns.
    ///
    /// When it throws, nothing has changed.
    package func change(
        recordsOf name: String,
        _ body: () throws -> Deferred<String>
    ) throws -> Deferred<String> {
        let world = try existing(name)
        return try body().checking { [self] in try validateUse(of: world) }.map { [self] id in
            guard commit(world) else { throw NotPermanent() }
            // No request has written these rows.
            _ = world.takeChanges()
            return id
        }
    }
}
