package import MockPostlyContent
package import MockPostlyDialect
package import MockPostlyFaults
package import MockPostlyFiles
package import MockPostlyHTTP
package import MockPostlyJournal
package import MockPostlyNouns
package import MockPostlyWorld

/// The configuration of the worlds and the control plane.
package struct HostConfiguration: Sendable, Equatable {
    /// When a commit counts as safe in a data file.
    package enum Durability: String, Sendable, CaseIterable {
        /// Survives the end of the process; a loss of power may lose the last commits.
        case normal
        /// Survives a loss of power as well.
        case full
    }

    /// All dialects that can be served.
    package var registry: DialectRegistry {
        didSet { content = registry.content }
    }
    /// The tables and seed parts that a content consists of; those of ``registry``.
    package private(set) var content: ContentRegistry
    /// The names of the dialects to serve; at least one.
    package var dialects: [String]
    /// Further names by which clients mean a dialect, and the name of the dialect: in lower case,
    /// perhaps with `*.` at the beginning.
    package var hosts: [String: String] = [:]
    /// Whose word is believed for the address by which a client has come.
    package var forwardingTrust = ForwardingTrust.loopback
    /// The settings of each dialect.
    package var settings = SettingsByDialect()
    package var seed = SeedSource.standard
    /// The directory below which requests may name seed files; nil for the working directory, if
    /// ``isLocal``, and else for none.
    package var seedDirectory: String?
    /// The most bytes of a seed file or a directory of them that a request names.
    package var importLimit = 64 << 20
    /// Whether only this machine can reach the server.
    package var isLocal = true
    /// The directory with WireMock's `mappings` and `__files`; nil for none.
    package var stubDirectory: String?
    /// The path of the default world's SQLite file; nil keeps the content in memory.
    package var dataFile: String?
    package var durability = Durability.normal
    /// The directory of the snapshots' files; nil keeps snapshots in memory.
    package var snapshotDirectory: String?
    /// The most snapshots.
    package var snapshotLimit = 1000
    /// The most worlds beside the default one.
    package var worldLimit = 500
    /// Which one of several servers behind a proxy this is; nil for a server by itself.
    package var instance: Instance?
    /// Whether responses may be cached; the bytes sent are the same either way.
    package var usesCaches = true
    /// The most bytes that the caches of all worlds and dialects take together.
    package var cacheSize = 32 * 1024 * 1024
    /// The clock setting with which worlds begin.
    package var clock = Clock.Mode.running(offset: 0)
    /// The seed of all random numbers; nil takes one from the operating system for each world.
    package var randomSeed: UInt64?
    /// The faults with which every world begins; the first one decides.
    package var faults: [Fault] = []
    /// The key of the default world's tokens; other worlds derive theirs from it.
    package var jwtSecret = "your-secret-key"
    /// What requests that nothing owns do in worlds that do not say it themselves.
    package var onUnknown = OnUnknown.answer
    /// The limits of the journals.
    package var journal = JournalLimits()
    /// The most bytes for undoing writes, of all worlds together; 0 keeps nothing.
    package var historySize = 64 << 20
    /// The real servers that requests are sent on to; nil for none.
    package var upstream: UpstreamSettings?
    /// Whether there is a control plane.
    package var hasControl = true
    /// The bearer token that control requests must carry; nil demands none.
    package var adminToken: String?

    /// Lets seeds have rows of these collections alone, without a member around them.
    ///
    /// For a server of a user's own API, where such a file can be nothing else.
    package mutating func takeSeedsWithRowsAlone(of names: Set<String>) {
        content = content.takingRows(of: names)
    }

    /// Where rows of collections have dates, and whether their file has relative ones.
    package mutating func takeDates(
        _ dates: [String: [any DateFinder]],
        _ relativeRows: RelativeRows
    ) {
        if !dates.isEmpty { content = content.takingDates(dates, relativeRows) }
    }

    /// The default configuration, which serves all dialects of `registry`.
    package init(_ registry: DialectRegistry) {
        self.registry = registry
        content = registry.content
        dialects = registry.names
    }
}

extension HostConfiguration {
    /// Which files are read as snapshots: those of the directory, as large as a content can be.
    package var snapshotRule: FileRule {
        FileRule(below: snapshotDirectory, limit: max(importLimit, FileRule.usualLimit))
    }

    /// Where the documents come from; empty when no served dialect uses documents.
    package var documentOrigin: DocumentOrigin { documentOrigin(of: settings) }

    /// As ``documentOrigin``, for a world with these settings, which may have an era of its own.
    func documentOrigin(of settings: SettingsByDialect) -> DocumentOrigin {
        var plan = ContentPlan()
        for dialect in registry.served(dialects) { dialect.plan(&plan, settings) }
        return plan.documents
    }
}
