package import MockPostlyWorld

/// A snapshot by its world and its name there; it ends with that world.
package struct SnapshotName: Sendable, Equatable {
    package var world: String
    package var name: String

    /// Both names are checked by ``checkedName(_:_:)`` before.
    package init(_ name: String, of world: String) {
        (self.name, self.world) = (name, world)
    }

    /// As clients write it: `w1/one`.
    ///
    /// Clients may also write `one`, which is one of the world that their request is sent to.
    package var text: String { "\(world)/\(name)" }
}

/// The description of a snapshot.
package struct SnapshotInfo: Sendable, Equatable {
    package var name: String
    /// The world it belongs to.
    package var world: String
    /// The size of the content as an SQLite database.
    package var bytes: Int
    /// The number of rows in all tables of the content.
    package var rows: Int64
    /// By the machine's clock, in UTC.
    package var createdAt: Instant
    /// The path of its file; nil when snapshots are kept in memory.
    package var file: String?
}

/// The name of a content that can be compared.
package enum ContentName: Sendable, Equatable {
    case world(String)
    /// What a world began with, to which a reset brings it back.
    case start(String)
    case snapshot(SnapshotName)
}
