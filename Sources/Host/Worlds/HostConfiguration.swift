package import MockPostlyContent
package import MockPostlyDialect
package import MockPostlyNouns
package import MockPostlyWorld

/// What worlds and their control plane are told before they begin.
package struct HostConfiguration: Sendable, Equatable {
    /// When a commit counts as safe in a data file.
    package enum Durability: String, Sendable, CaseIterable {
        /// Survives a kill of the process; the last commits may be lost with the power.
        case normal
        /// Survives the loss of power as well.
        case full
    }

    /// All systems that there are.
    package var registry: DialectRegistry {
        didSet { content = registry.content }
    }
    /// All that a content consists of.
    package private(set) var content: ContentRegistry
    /// The names of the systems to stand in for; at least one.
    package var dialects: [String]
    /// What each of them is told.
    package var settings = SettingsByDialect()
    package var seed = SeedSource.standard
    /// Nil keeps everything in memory.
    package var dataFile: String?
    package var durability = Durability.normal
    /// Where snapshots are kept beyond the end of the process; nil keeps them in memory.
    package var snapshotDirectory: String?
    /// How many snapshots there may be.
    package var snapshotLimit = 1000
    /// How many worlds there may be beside the default one.
    package var worldLimit = 500
    package var usesCaches = true
    /// Bytes that the caches of all worlds and systems may take together.
    package var cacheSize = 64 * 1024 * 1024
    /// How the clocks of the worlds go.
    package var clock = Clock.Mode.running(offset: 0)
    /// Nil takes one from the operating system.
    package var randomSeed: UInt64?
    package var jwtSecret = "your-secret-key"
    /// Whether there is a control plane.
    package var hasControl = true
    /// What requests to the control plane must bear; nil asks for nothing.
    package var adminToken: String?

    /// The usual configuration of a server of the dialects of `registry`.
    package init(_ registry: DialectRegistry) {
        self.registry = registry
        content = registry.content
        dialects = registry.names
    }
}

extension HostConfiguration {
    /// Where the documents come from; there are none when nobody serves them.
    package var documentOrigin: DocumentOrigin {
        var plan = ContentPlan()
        for dialect in registry.served(dialects) { dialect.plan(&plan, settings) }
        return plan.documents
    }
}
