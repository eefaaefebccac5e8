package import MockPostlyContent
package import MockPostlyDialect
package import MockPostlyEventHTTP
internal import MockPostlyNouns
package import MockPostlyWorld

/// Everything a server is told before it starts.
///
/// Resolved once.
package struct Configuration: Sendable, Equatable {
    /// How log lines look.
    package enum LogFormat: String, Sendable, CaseIterable {
        case text, json
    }

    /// How much is logged.
    package enum LogLevel: Sendable, Equatable {
        /// Failures only.
        case quiet
        /// A line a request.
        case normal
        /// A line a request, and what the server does besides.
        case verbose
    }

    /// When a commit counts as safe in a data file.
    package enum Durability: String, Sendable, CaseIterable {
        /// Survives a kill of the process; the last commits may be lost with the power.
        case normal
        /// Survives the loss of power as well.
        case full
    }

    /// A numeric address, or `localhost` for both loopback addresses.
    package var host = "localhost"
    /// 0 picks a free one.
    package var port: UInt16 = 8080
    /// Listens on this path as well.
    package var unixSocket: String?
    /// Nil keeps everything in memory.
    package var dataFile: String?
    package var durability = Durability.normal
    /// Where snapshots are kept beyond the end of the process; nil keeps them in memory.
    package var snapshotDirectory: String?
    /// The default world is written there at the end: as a seed when the name ends in `.json`, else
    /// as an SQLite file.
    package var exportOnExit: String?
    package var seed = SeedSource.standard
    package var usesCaches = true
    /// Bytes that the caches of all worlds and systems may take together.
    package var cacheSize = 64 * 1024 * 1024
    /// All systems that there are.
    package var registry = DialectRegistry.standard
    /// All that a content consists of.
    package var content = ContentRegistry.standard
    /// The names of the systems to stand in for; at least one.
    package var dialects = DialectRegistry.standard.names
    /// What each of them is told.
    package var settings = SettingsByDialect()
    package var jwtSecret = "your-secret-key"
    /// Nil takes one from the operating system.
    package var randomSeed: UInt64?
    package var readyFile: String?
    package var logFormat = LogFormat.text
    package var logLevel = LogLevel.normal
    /// Names, beside loopback's, under which the control plane may be called.
    package var allowedHosts: [String] = []
    /// What requests to the control plane must bear; nil asks for nothing.
    package var adminToken: String?
    /// Whether there is a control plane.
    package var hasControl = true
    /// How many worlds there may be beside the default one.
    package var worldLimit = 500
    /// How many snapshots there may be.
    package var snapshotLimit = 1000
    /// Bytes of a content that is imported.
    package var importLimit = 64 * 1024 * 1024
    package var limits = ServerLimits()
    /// Slow jobs waiting or running at once; beyond it requests get 503.
    package var workerQueue = 256
    /// How the clocks of the worlds go.
    package var clock = Clock.Mode.running(offset: 0)
    /// Whether the process is the server's own, its signals and its memory; not so inside another
    /// program.
    package var ownsProcess = true

    package init() {}
}
