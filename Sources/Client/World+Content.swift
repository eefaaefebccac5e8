internal import MockPostlyControlClient
internal import MockPostlyJSON

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
        try server.control("POST", ["worlds", name, "reset"]) { json in
            if !systems.isEmpty {
                json.key("scope")
                json.beginArray()
                for name in systems.map(\.name).sorted() { json.string(name) }
                json.endArray()
            }
            json.field("disconnect", disconnects)
        }
    }

    /// Undoes the last write, or the last `count` of them.
    ///
    /// What was committed together, such as requests that came at the same moment, is undone together.
    /// Faults, stubs, the clock and the journal stay. Throws a ``MockServer/Failure`` when there are
    /// not so many writes that can be undone; nothing changes then.
    public func undo(_ count: Int = 1) throws {
        try control("POST", ["undo"]) { json in json.field("count", count) }
    }

    /// Goes back to before a request of the journal, and all writes after it.
    ///
    /// Throws a ``MockServer/Failure`` when it has written nothing that can still be undone.
    public func undo(before request: MockServer.RecordedRequest) throws {
        try control("POST", ["undo"]) { json in json.field("before", request.number) }
    }

    /// Resets all of the world to how it began: its content, clock, faults, stubs and their states,
    /// journal, rate limits and events that wait.
    ///
    /// Snapshots stay; with `disconnects` connected clients of the feed are disconnected. Throws a
    /// ``MockServer/Failure`` when the world was deleted, or a seed file is not valid; nothing
    /// changes then.
    public func resetEverything(disconnecting disconnects: Bool = false) throws {
        try server.control("POST", ["worlds", name, "reset"]) { json in
            json.field("everything", true)
            json.field("disconnect", disconnects)
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
        try control("POST", ["snapshots"]) { json in
            json.field("name", snapshot)
            json.field("overwrite", isOverwriting)
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
        try control("POST", ["snapshots", snapshot, "restore"]) { json in
            if let owner { json.field("of", owner.name) }
            json.field("disconnect", disconnects)
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
        let query = [("of", owner?.name), ("limit", "\(Self.mostKeys)")]
        return try control("GET", ["snapshots", snapshot, "diff"], query: query)
            .parts("tables").map { MockServer.TableChange($0) }
    }

    /// What is not as the world began: the tables that differ, sorted by name.
    ///
    /// ```swift
    /// try await app.deleteAccount()
    /// #expect(try world.changes().map(\.table) == ["user"])
    /// ```
    public func changes() throws -> [MockServer.TableChange] {
        try control("GET", ["changes"], query: [("limit", "\(Self.mostKeys)")])
            .parts("tables").map { MockServer.TableChange($0) }
    }

    /// The most keys of a list that the control plane gives.
    private static let mostKeys = 1_000_000

    /// Deletes a snapshot of this world.
    ///
    /// Throws a ``MockServer/Failure`` when there is no snapshot with this name.
    public func deleteSnapshot(named snapshot: String) throws {
        try control("DELETE", ["snapshots", snapshot])
    }

    /// The names of the snapshots of this world.
    public var snapshotNames: [String] {
        get throws {
            try control("GET", ["snapshots"]).parts("snapshots").compactMap { $0.text("name") }
        }
    }

    // MARK: Files

    /// The whole content as the JSON of a seed file, which ``MockServer/Origin/json(_:)`` and
    /// `mockpostly serve --seed` read.
    public func exportSeed() throws -> [UInt8] {
        try control("GET", ["export"]).bytes
    }

    /// Replaces the content by that of a seed file, or of an SQLite file that a server exported.
    ///
    /// It is a write: a reset still goes back to what the world began with. Throws a
    /// ``MockServer/Failure`` that names the position when the seed is not valid; nothing changes
    /// then.
    public func importContent(_ bytes: [UInt8]) throws {
        let query = [("world", name as String?)]
        let answer = try server.controlAnswer("POST", ["import"], query: query, body: bytes)
        _ = try server.accepted(answer)
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

        init(_ table: ControlDocument) {
            let keys = table.part("keys")
            self.table = table.text("table") ?? ""
            added = keys?.texts("added") ?? []
            changed = keys?.texts("changed") ?? []
            removed = keys?.texts("removed") ?? []
        }
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
