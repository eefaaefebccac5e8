package import MockPostlyContent
package import MockPostlyDialect
package import MockPostlyFaults
package import MockPostlyHTTP
package import MockPostlyJournal
package import MockPostlyNouns
package import MockPostlySockets
package import MockPostlyStubs
package import MockPostlyWorld

/// A dialect of a world, and its index in the registry.
package struct ServedDialect {
    package var place: Int
    package var dialect: any Dialect
    /// Whether the client has called the server by a name of the dialect's original.
    package var isNamed = false
    /// Whether the request is for a path that no dialect claims.
    package var isUnclaimed = false
    /// Whether the world sends all of the dialect's requests on to the real server.
    package var isForwarded = false
}

/// A world: its content, its clock and its dialects.
///
/// Belongs to the loop's thread.
package final class World {
    let plan: WorldPlan
    /// The content, with the world's clock and random numbers.
    package let domain: Domain
    /// The memory limit for response caches, shared with other worlds.
    package let caches: CacheBudget
    /// Where what its dialects tell goes.
    let notes: WorldNotes
    /// What the dialects of this world have in common.
    package let context: DialectContext
    /// The faults that requests to it may get.
    package let faults: FaultTable
    /// The served dialects, in the order of the configuration.
    package let served: [ServedDialect]
    /// Finds the owner of a path among ``served``.
    private let owners: PathOwners
    /// Finds the owner of a name among ``served``.
    private let namesakes: HostOwners
    /// The index in ``served`` of the dialect that answers paths which no dialect claims.
    private let fallback: Int
    /// What it began with and is reset to; nil in a world with a data file until the first reset.
    var start: Content?
    /// What its content is compared with: as ``start``, but each system as of its own last reset.
    var baseline: Content?
    /// The time to which relative dates of ``start`` belong.
    var filledAt: Instant
    /// The stamp of the seed's files when ``start`` was made; a changed stamp makes it again.
    var stamp: SeedStamp?
    /// The data file, open and locked as long as the world runs; nil for a world in memory.
    let file: DataFile?
    /// The number of commits at the last call of ``tidy()``.
    var countedCommits = 0
    var emptiedCommits = 0
    let origin: DocumentOrigin
    let survivesPowerLoss: Bool
    /// The last result of a reset that kept imported documents, and what it was made from.
    ///
    /// The next reset with the same start and documents takes it at once.
    var carried: (start: ContentImage, imported: DocumentSet, content: Content)?
    /// Its snapshots, which end with it.
    ///
    /// Only those of the default world can be files: no other world outlives the process.
    let snapshots: SnapshotShelf
    /// What happened in it; nil when nothing is to be kept.
    package var journal: Journal?
    /// The answers that tests have ordered in place of those of its dialects.
    package let stubs = StubTable()
    /// What tests do to its sockets; nil before it is in the table of worlds.
    package internal(set) var sockets: SocketControl?
    /// Whether another thread is changing the content; requests wait until it has finished.
    package internal(set) var isHeld = false
    /// What ``letGo()`` calls, in order.
    var waiting: [() -> Void] = []

    /// The world for what outlives it, such as a request that waits.
    let reference = BackReference<World>()
    let createdAt = Clock.real.now()
    /// What its clock showed when it began.
    private let firstTime: Instant
    /// About when the last request came, in nanoseconds of the machine's monotonic clock.
    var lastUse = monotonicNanoseconds()
    /// Whether a request came since ``lastUse`` was set: reading the clock at each would cost time.
    var isUsed = false
    /// The number of requests that wait for slow work or for a timer.
    package var waitingRequests = 0
    /// The users of its scenario; empty without one.
    var people: [WorldInfo.Person] = []
    /// The number that connections carry which are for it; 0 before ``Worlds/label(of:)``.
    var label = 0
    /// The port of its own listener; nil when it has none.
    var port: UInt16?
    /// Whether that refuses connections, because a fault says so.
    var isShut = false
    /// The number of the alarm for the first end of a fault that more than requests follow.
    var endOfFault: Int?
    /// Whether the world was deleted; requests still running in it are answered 404.
    package internal(set) var isDeleted = false

    /// Creates a world with the dialects of `configuration`.
    ///
    /// Without `caches`, it has a memory limit of its own, as the default world has.
    init(
        _ plan: WorldPlan,
        _ domain: Domain,
        configuration: HostConfiguration,
        file: DataFile? = nil,
        stamp: SeedStamp? = nil,
        caches: CacheBudget? = nil
    ) throws {
        let caches = caches ?? CacheBudget(limit: configuration.cacheSize)
        self.caches = caches
        self.plan = plan
        self.domain = domain
        self.file = file
        self.stamp = stamp
        origin = configuration.documentOrigin(of: plan.settings)
        survivesPowerLoss = configuration.durability == .full
        let isDefault = plan.name == WorldPlan.defaultName
        snapshots = SnapshotShelf(directory: isDefault ? configuration.snapshotDirectory : nil)
        start = file == nil ? try domain.content : nil
        baseline = start
        filledAt = try domain.filledAt ?? Instant(seconds: 0)
        faults = FaultTable(seed: plan.faultSeed)
        precondition(!configuration.dialects.isEmpty, "a world without a dialect")
        notes = WorldNotes(of: domain.world)
        context = DialectContext(
            domain,
            secret: plan.secret,
            usesCaches: configuration.usesCaches,
            caches: caches,
            listener: notes
        )
        let registry = configuration.registry
        let served = try registry.served(configuration.dialects).map { [context] dialect in
            ServedDialect(
                place: registry.place(of: dialect),
                dialect: try dialect.make(context, plan.settings),
                isForwarded: plan.settings.forwarded.contains(dialect.name)
            )
        }
        self.served = served
        owners = PathOwners(served.map { type(of: $0.dialect).claims(plan.settings) })
        namesakes = HostOwners(
            served.enumerated().flatMap { place, one in
                let dialect = type(of: one.dialect)
                let more = configuration.hosts.filter { $0.value == dialect.name }.keys
                return (dialect.hosts + more.sorted()).map { (name: $0, owner: place) }
            }
        )
        let chosen = served.indices.filter { !type(of: served[$0].dialect).isAlwaysServed }
        fallback = chosen.min { served[$0].place < served[$1].place } ?? 0
        firstTime = domain.world.now
        addFaults(of: configuration)
        reference.begin(self)
    }

    deinit { reference.end() }

    package var name: String { plan.name }
    var isDefault: Bool { plan.name == WorldPlan.defaultName }

    /// The time that its clock shows.
    package var now: Instant { domain.world.now }

    package var clock: Clock { domain.world.clock }
    /// The clock that it began with; one that is not the machine's shows the same time again.
    var firstClock: Clock {
        var clock = plan.clock
        if clock.mode != .running(offset: 0) { clock.set(clock.pace, from: .at(firstTime)) }
        return clock
    }

    /// Adds the faults that every world of the server begins with.
    func addFaults(of configuration: HostConfiguration) {
        for fault in configuration.faults.reversed() {
            _ = faults.add(FaultRule(fault), at: domain.world.now)
        }
    }

    /// How often its clock was set.
    package var clockChanges: Int { domain.world.clockChanges }

    /// Metrics of its database: size, page cache and compiled statements.
    package func databaseFigures() throws -> [Figure] {
        let figures = try domain.databaseSize
        return [
            Figure("sqlite_pages", .gauge, help: "Pages of the database.", value: figures.pages),
            Figure("sqlite_page_bytes", .gauge, help: "Bytes of a page.", value: figures.pageSize),
            Figure(
                "sqlite_cache_bytes",
                .gauge,
                help: "Bytes of pages in memory.",
                value: figures.cacheBytes
            ),
            Figure(
                "sqlite_statement_bytes",
                .gauge,
                help: "Bytes of compiled statements.",
                value: figures.statementBytes
            ),
        ]
    }

    // MARK: Writes

    /// Whether there are writes that are not committed yet, or that were lost.
    package var hasWrites: Bool { domain.work.isPending }

    /// Changes whenever a row is written or a write is undone.
    package var contentVersion: ContentVersion { domain.work.version }

    /// The rows that the request which was handled last has written; empty without a journal.
    package func takeChanges() -> [RowChange] {
        guard journal != nil else { return [] }
        var changes: [RowChange] = []
        attempt("what was written is not known") {
            changes = try domain.work.takeWrittenRows().map { RowChange($0) }
        }
        return changes
    }

    /// Calls `body`, in which reading a record does not count as a view.
    package func withoutCountingReads<Result>(_ body: () throws -> Result) rethrows -> Result {
        let countsReads = domain.work.countsReads
        domain.work.countsReads = false
        defer { domain.work.countsReads = countsReads }
        return try body()
    }

    /// Rolls back what is not committed, and drops its events.
    package func undoWrites() {
        // When this fails, the next transaction rolls back first.
        attempt("its writes could not be rolled back") { try domain.work.rollback() }
        settleEvents(arePermanent: false)
    }

    // MARK: Dialects

    /// The dialect that `request`, which is without the world's prefix, is for.
    ///
    /// The name by which the client calls the server decides before the path. A path that no dialect
    /// claims belongs to the first served dialect in the registry's order.
    package func owner(of request: Request) -> ServedDialect {
        if let place = namesakes.owner(of: request) {
            var owner = served[place]
            owner.isNamed = true
            return owner
        }
        if let place = owners.owner(of: request.rawPathWithoutPrefix) { return served[place] }
        var owner = served[fallback]
        owner.isUnclaimed = true
        // A system that is forwarded has none of the paths that nobody claims.
        owner.isForwarded = false
        return owner
    }

    /// The dialect at an index of the registry; nil when it is not served.
    package func dialect(at place: Int) -> (any Dialect)? {
        served.first { $0.place == place }?.dialect
    }

    /// The dialect called `name`; nil when it is not served.
    func dialect(named name: String) -> (any Dialect)? {
        served.first { type(of: $0.dialect).name.utf8.elementsEqual(name.utf8) }?.dialect
    }

    /// Sends the events of committed writes to connected clients, or drops them after a rollback.
    func settleEvents(arePermanent: Bool) {
        for one in served { one.dialect.settleEvents(arePermanent: arePermanent) }
    }

    /// The metrics of all its dialects.
    package var figures: [Figure] { served.flatMap { $0.dialect.figures } }

    /// How many clients have a connection that outlives a request, such as a WebSocket.
    var connectedClients: Int { served.reduce(0) { $0 + $1.dialect.connectedClients } }

    /// Calls `body`, and reports its error as `words`.
    func attempt(_ words: String, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            context.report(.failure("\(words): \(error)"))
        }
    }
}

extension RowChange {
    fileprivate init(_ row: WrittenRow) {
        let kind: Kind =
            switch row.kind {
            case .added: .added
            case .changed: .changed
            case .removed: .removed
            }
        self.init(kind, table: row.table, key: row.key)
    }
}
