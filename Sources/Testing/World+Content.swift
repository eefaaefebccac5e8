internal import MockPostlyControl
internal import MockPostlyServer

extension MockServer.World {
    /// Resets the content to what the world began with.
    ///
    /// Each request sees either the whole old content or the whole new content. The clock is not
    /// reset. With a random seed, ids and random numbers start again from it. Seed files that have
    /// changed since are read again.
    ///
    /// - Parameters:
    ///   - systems: the systems whose content is reset; empty for all of them. Accounts are Postly's.
    ///   - disconnects: whether connected clients of the feed are disconnected; otherwise they
    ///     stay connected and get no event.
    /// - Throws: a ``MockServer/Failure`` when the world was deleted, or a seed file is not
    ///   valid; nothing changes then.
    public func reset(
        _ systems: Set<MockServer.Dialect> = [],
        disconnecting disconnects: Bool = false
    ) throws {
        var order = ResetOrder(world: name)
        if !systems.isEmpty {
            order.scope = try MockServer.Dialect.names(systems)
        }
        order.disconnects = disconnects
        let finished = order
        _ = try server.carryingOut { worlds in
            try worlds.reset(finished)
        }
    }

    // MARK: Snapshots

    /// Keeps the content as it is now under a name.
    ///
    /// The clock and the token secret are not part of it. A snapshot belongs to its world and ends
    /// with it, so each test can use the same names; other worlds can begin with it or be restored
    /// from it.
    ///
    /// ```swift
    /// try world.saveSnapshot(named: "signed-up")
    /// // …
    /// try world.restoreSnapshot(named: "signed-up")
    /// ```
    ///
    /// Throws a ``MockServer/Failure`` when the name is not allowed, or when it is taken and
    /// `isOverwriting` is false.
    public func saveSnapshot(named snapshot: String, overwriting isOverwriting: Bool = false) throws
    {
        try MockServer.Failure.validate(name: snapshot, of: "snapshot")
        let name = name
        _ = try server.carryingOut { worlds in
            try worlds.save(
                snapshot: SnapshotName(snapshot, of: name),
                of: name,
                overwriting: isOverwriting
            )
        }
    }

    /// Makes the content that of a snapshot of this world, or of `owner`.
    ///
    /// Throws a ``MockServer/Failure`` when there is no such snapshot; nothing changes then.
    public func restoreSnapshot(
        named snapshot: String,
        of owner: MockServer.World? = nil,
        disconnecting disconnects: Bool = false
    ) throws {
        let name = name
        let snapshot = SnapshotName(snapshot, of: owner?.name ?? name)
        _ = try server.carryingOut { worlds in
            try worlds.restore(
                snapshot: snapshot,
                in: name,
                disconnects: disconnects
            )
        }
    }

    /// The changes since a snapshot: the tables that differ, sorted by name.
    ///
    /// ```swift
    /// try world.saveSnapshot(named: "before")
    /// try await app.deleteAccount()
    /// #expect(try world.changes(since: "before").map(\.table) == ["user"])
    /// ```
    ///
    /// The snapshot is one of this world, or of `owner`. Throws a ``MockServer/Failure`` when there
    /// is no such snapshot.
    public func changes(
        since snapshot: String,
        of owner: MockServer.World? = nil
    ) throws -> [MockServer.TableChange] {
        let name = name
        let snapshot = SnapshotName(snapshot, of: owner?.name ?? name)
        return try server.carryingOut { worlds in
            try worlds.compare(.snapshot(snapshot), .world(name))
        }
        .map { table in
            MockServer.TableChange(
                table: table.table,
                added: table.added,
                changed: table.changed,
                removed: table.removed
            )
        }
    }

    /// Deletes a snapshot of this world.
    ///
    /// Throws a ``MockServer/Failure`` when there is no snapshot with this name.
    public func deleteSnapshot(named snapshot: String) throws {
        let snapshot = SnapshotName(snapshot, of: name)
        try server.controlling { try $0.delete(snapshot: snapshot) }
    }

    /// The names of the snapshots of this world.
    public var snapshotNames: [String] {
        get throws {
            let name = name
            return try server.controlling { try $0.snapshots(of: name).map(\.name) }
        }
    }

    // MARK: Files

    /// The whole content as the JSON of a seed file, which ``MockServer/Seed/files(_:)`` and
    /// `mockpostly serve --seed` read.
    public func exportSeed() throws -> [UInt8] {
        let name = name
        return try server.carryingOut { worlds in
            try worlds.export(world: name, as: .seed)
        }
    }

    /// Replaces the content by that of a seed file, or of an SQLite file that a server exported.
    ///
    /// It is a write: a reset still goes back to what the world began with. Throws a
    /// ``MockServer/Failure`` that names the position when the seed is not valid; nothing changes
    /// then.
    public func importContent(_ bytes: [UInt8]) throws {
        let name = name
        _ = try server.carryingOut { worlds in
            try worlds.importContent(bytes, into: name)
        }
    }
}

extension MockServer {
    /// The rows of a table that differ between two contents.
    public struct TableChange: Sendable, Hashable {
        /// The table of the database, such as `post`.
        public var table: String
        /// The keys of rows that were added.
        public var added: [String]
        /// The keys of rows that have changed.
        public var changed: [String]
        /// The keys of rows that were removed.
        public var removed: [String]
    }

    /// Deletes a snapshot of ``defaultWorld``.
    ///
    /// Throws a ``Failure`` when there is no snapshot with this name.
    public func deleteSnapshot(named name: String) throws {
        try defaultWorld.deleteSnapshot(named: name)
    }

    /// The names of the snapshots of ``defaultWorld``.
    public var snapshotNames: [String] {
        get throws { try defaultWorld.snapshotNames }
    }
}
