/// A request to make a world.
package struct WorldOrder: Sendable, Equatable {
    /// What the new world's content is a copy of.
    package enum Origin: Sendable, Equatable {
        /// The server's seed, as its files are now.
        case seed
        /// A seed file, or a directory of them, by the name that a client gave it.
        ///
        /// It stands below the directory that the server lets requests read seeds from.
        case seedFile(String)
        /// Seed files and directories anywhere, read together; never from a request.
        case seedPaths([String])
        /// A seed in JSON.
        ///
        /// As one file; UTF-8 with or without a byte order mark.
        case seedText([UInt8], name: String)
        case empty
        case snapshot(SnapshotName)
        /// A copy of the present content of another world.
        case world(String)
        case scenario(String)
    }

    /// The name; nil when the server is to choose it.
    ///
    /// A chosen name is unique among the worlds of the server.
    package var id: String?
    package var from = Origin.seed
    /// Nil for the server's clock setting, or, in a copy of a world, for that world's clock.
    package var clock: ClockSetting?
    /// Nil derives the seed from the server's seed and the name; random when the server has none.
    package var randomSeed: UInt64?
    /// Settings in which it differs from the server, or from the world that it is a copy of.
    package var settings: [WorldSetting] = []
    /// Nil for that of the server, or of the world that it is a copy of.
    package var onUnknown: OnUnknown?
    /// How long it may stay unused before it is deleted; nil for no limit.
    ///
    /// By the machine's clock; each request starts it anew.
    package var timeToLive: Duration?
    /// The port of its own listener, 0 for any free port; nil for no listener.
    package var port: UInt16?

    /// A copy of the seed with the settings of the server.
    package init() {}
}

/// A request to reset a world.
package struct ResetOrder: Sendable, Equatable {
    /// It must exist.
    package var world: String
    /// The names of the dialects to reset, at least one; nil for all.
    package var scope: [String]?
    /// Whether WebSockets and long-poll sessions of the world are ended.
    package var disconnects = false
    /// Whether all else that a test changes is as at the beginning too: clock, faults, stubs, journal,
    /// events that wait.
    package var isOfEverything = false

    package init(world: String) {
        self.world = world
    }
}

/// The result of replacing a world's content: what it holds now, and how long it took.
package struct ResetSummary: Sendable {
    package var world: String
    package var counts: WorldCounts
    /// From the beginning of the replacement to its commit.
    package var milliseconds: Double
}

/// The file format of an export: an SQLite database, or a seed in JSON.
package enum ExportFormat: String, Sendable, CaseIterable {
    case sqlite, seed
}
