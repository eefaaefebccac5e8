internal import MockPostlyContent
internal import MockPostlyControl
package import MockPostlyDialect
package import MockPostlyHTTP
package import MockPostlyNouns
package import MockPostlyWorld

/// A dialect of a world, and its index in the registry.
package struct ServedDialect {
    package var place: Int
    package var dialect: any Dialect
}

/// A world: its content, its clock and its dialects.
///
/// Belongs to the loop's thread.
package final class RunningWorld {
    let plan: WorldPlan
    /// The content, with the world's clock and random numbers.
    package let domain: Domain
    /// The memory limit for response caches, shared with other worlds.
    package let caches: CacheBudget
    /// What the dialects of this world have in common.
    package let context: DialectContext
    /// The served dialects, in the order of the configuration.
    let served: [ServedDialect]
    /// Finds the owner of a path among ``served``.
    private let owners: PathOwners
    /// The index in ``served`` of the dialect that answers paths which no dialect claims.
    private let fallback: Int
    /// What it began with and is reset to; nil in a world with a data file until the first reset.
    private(set) var start: Content?
    /// The stamp of the seed's files when ``start`` was made; a changed stamp makes it again.
    private(set) var stamp: SeedStamp?
    /// The data file, open and locked as long as the world runs; nil for a world in memory.
    let file: DataFile?
    /// The number of commits at the last call of ``tidy()``.
    private var countedCommits = 0
    private var emptiedCommits = 0
    private let origin: DocumentOrigin
    private let survivesPowerLoss: Bool
    /// The last result of a reset that kept imported documents, and what it was made from.
    ///
    /// The next reset with the same start and documents takes it at once.
    private var carried: (start: ContentImage, imported: DocumentSet, content: Content)?
    /// Whether another thread is changing the content; requests wait until it has finished.
    package private(set) var isHeld = false
    /// What ``letGo()`` calls, in order.
    private var waiting: [() -> Void] = []

    let createdAt = Clock.real.now()
    /// About when the last request came, in nanoseconds of the machine's monotonic clock.
    private(set) var lastUse = monotonicNanoseconds()
    /// Whether a request came since ``lastUse`` was set: reading the clock at each would cost time.
    private var isUsed = false
    /// The number of requests that wait for slow work or for a timer.
    package var waitingRequests = 0
    /// The users of its scenario; empty without one.
    var people: [WorldInfo.Person] = []
    /// The label and the port of its own listener; nil when it has none.
    var listener: (label: Int, port: UInt16)?
    /// Whether the world was deleted; requests still running in it are answered 404.
    package private(set) var isDeleted = false

    /// Creates a world with the dialects of `configuration`.
    ///
    /// Without `caches`, it has a memory limit of its own, as the default world has.
    init(
        _ plan: WorldPlan,
        _ domain: Domain,
        _ configuration: HostConfiguration,
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
        origin = configuration.documentOrigin
        survivesPowerLoss = configuration.durability == .full
        start = file == nil ? try domain.content : nil
        precondition(!configuration.dialects.isEmpty, "a world without a dialect")
        context = DialectContext(
            domain,
            secret: plan.secret,
            usesCaches: configuration.usesCaches,
            caches: caches
        )
        let registry = configuration.registry
        let served = try registry.served(configuration.dialects).map { [context] dialect in
            ServedDialect(
                place: registry.place(of: dialect),
                dialect: try dialect.make(context, configuration.settings)
            )
        }
        self.served = served
        owners = PathOwners(served.map { type(of: $0.dialect).claims })
        fallback = served.indices.min { served[$0].place < served[$1].place } ?? 0
    }

    package var name: String { plan.name }
    var isDefault: Bool { plan.name == WorldPlan.defaultName }

    /// The account of the request that a dialect handled last, as the dialect writes it.
    ///
    /// Nil when that request had no checked token.
    package var asker: String? { context.asker }

    /// The time that its clock shows.
    package var now: Instant { domain.world.now }

    /// Metrics of its database: size, page cache and compiled statements.
    package func databaseFigures() throws -> [Figure] {
        let figures = try domain.databaseSize
        return [
            Figure("sqlite_pages", .gauge, "Pages of the database.", figures.pages),
            Figure("sqlite_page_bytes", .gauge, "Bytes of a page.", figures.pageSize),
            Figure("sqlite_cache_bytes", .gauge, "Bytes of pages in memory.", figures.cacheBytes),
            Figure(
                "sqlite_statement_bytes",
                .gauge,
                "Bytes of compiled statements.",
                figures.statementBytes
            ),
        ]
    }

    // MARK: Writes

    /// Whether there are writes that are not committed yet, or that were lost.
    package var hasWrites: Bool { domain.work.isPending }

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

    /// The dialect that owns the path of `request`, which is without the world's prefix.
    ///
    /// A path that no dialect claims belongs to the first served dialect in the registry's order.
    package func owner(of request: Request) -> ServedDialect {
        served[owners.owner(of: request.rawPathWithoutPrefix) ?? fallback]
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
    private var connectedClients: Int { served.reduce(0) { $0 + $1.dialect.connectedClients } }

    // MARK: Content

    /// Where the content can be read; all writes must be committed before.
    ///
    /// A large data file is read by a second connection. A small one, or one that was moved away
    /// from its path, is copied by the open connection.
    func place() throws -> ContentPlace {
        let place = try placeOfChanges()
        guard let file, case .dataFile(_, let bytes) = place else { return place }
        let isInPlace = (try? file.checkPlace()) != nil
        guard !isInPlace || bytes <= ContentPlace.smallest else { return place }
        return .pages(try domain.copiedContent())
    }

    /// Where a change of the content has to be made.
    private func placeOfChanges() throws -> ContentPlace {
        guard let file else { return .pages(try domain.content) }
        return .dataFile(file.path, bytes: try domain.databaseSize.bytes)
    }

    /// Plans a reset to what the world began with; it happens as a whole or not at all.
    ///
    /// Seed files that have changed since then are read again. `scopes` nil resets everything.
    func reset(_ scopes: Set<ContentScope>?) throws -> ContentChange {
        let stamp = try plan.seed?.stamp()
        let known = stamp == self.stamp ? start : nil
        let begin = ContentChange.Start(known: known, stamp: stamp, seed: plan.seed ?? .empty)
        return change(try placeOfChanges(), .start(begin, scopes))
    }

    /// Plans the replacement of the whole content by `content`.
    func restore(_ content: Content) throws -> ContentChange {
        change(try placeOfChanges(), .content(content))
    }

    private func change(_ place: ContentPlace, _ aim: ContentChange.Aim) -> ContentChange {
        ContentChange(
            place: place,
            aim: aim,
            registry: domain.registry,
            origin: origin,
            survivesPowerLoss: survivesPowerLoss
        )
    }

    /// Carries out `change` now if that is quick; returns false when another thread must do it.
    func carryOutQuickly(_ change: ContentChange) throws -> Bool {
        // No connection may write to a data file that was moved away from its path.
        try file?.checkPlace()
        if case (.pages, .content(let content)) = (change.place, change.aim) {
            try domain.restore(content)
            return true
        }
        if case (.pages, .start(let start, nil)) = (change.place, change.aim),
            let known = start.known, try resetAtOnce(to: known)
        {
            restart()
            return true
        }
        guard change.bytes <= ContentPlace.smallest else { return false }
        try carryOutHere(change)
        return true
    }

    private func resetAtOnce(to start: Content) throws -> Bool {
        guard try domain.carriesImport(to: start) else {
            try domain.restore(start)
            return true
        }
        guard let carried, carried.start === start.image,
            carried.imported === domain.documents.importedSet
        else { return false }
        try domain.restore(carried.content)
        return true
    }

    private func carryOutHere(_ change: ContentChange) throws {
        guard case .start(let start, let scopes) = change.aim else {
            if case .content(let content) = change.aim { try domain.restore(content) }
            return
        }
        let known = try start.make(domain.registry, origin)
        if let scopes {
            try domain.reset(scopes, to: known.image)
        } else {
            try domain.reset(to: known)
        }
        note(start, known)
        restart(scopes)
    }

    /// Takes over the outcome of `change`, which another thread has carried out.
    func finish(_ change: ContentChange, _ outcome: ContentChange.Outcome) throws {
        if let content = outcome.content { try domain.restore(content) }
        if let documents = outcome.documents { domain.follow(documents) }
        guard case .start(let start, let scopes) = change.aim, let known = outcome.start else {
            return
        }
        note(start, known)
        restart(scopes)
        guard scopes == nil, let content = outcome.content, content.image !== known.image else {
            return
        }
        carried = domain.documents.importedSet.map { (known.image, $0, content) }
    }

    private func note(_ start: ContentChange.Start, _ content: Content) {
        (self.start, stamp) = (content, start.stamp)
    }

    /// Makes requests wait while another thread changes the content; ends with ``letGo()``.
    func hold() {
        isHeld = true
    }

    /// Continues the requests that have waited, in their order.
    func letGo() {
        isHeld = false
        let waiting = waiting
        self.waiting = []
        for body in waiting { body() }
    }

    /// How many requests wait for ``letGo()``.
    var waitingCount: Int { waiting.count }

    /// Calls `body` when the other thread has finished changing the content.
    package func whenFree(_ body: @escaping () -> Void) {
        waiting.append(body)
    }

    /// Resets what is not part of the content: request counters and, with a chosen seed, random
    /// numbers.
    private func restart(_ scopes: Set<ContentScope>? = nil) {
        let all = Set(domain.registry.scopes)
        let scopes = scopes ?? all
        for scope in scopes { dialect(named: scope.name)?.forgetRequests() }
        guard scopes.count == all.count, plan.randomSeed != nil else { return }
        domain.world.restartRandom(seed: plan.firstRandomSeed)
    }

    // MARK: Life

    /// Marks the world as used by a request.
    package func touch() {
        isUsed = true
    }

    /// Sets ``lastUse`` to `now` when ``touch()`` was called since the last time.
    func noteUse(at now: UInt64) {
        guard isUsed else { return }
        isUsed = false
        lastUse = now
    }

    /// Whether the world was unused for its whole time to live.
    ///
    /// An open WebSocket and a waiting request count as use.
    func isExpired(at now: UInt64) -> Bool {
        guard remainingTime(at: now) == .zero else { return false }
        guard waitingRequests == 0, connectedClients == 0 else {
            lastUse = now
            return false
        }
        return true
    }

    /// How long it stays if it is not used again; nil when it has no time to live.
    func remainingTime(at now: UInt64) -> Duration? {
        guard let limit = plan.timeToLive else { return nil }
        return max(.zero, limit - idleTime(at: now))
    }

    func idleTime(at now: UInt64) -> Duration {
        .nanoseconds(Int64(clamping: now >= lastUse ? now - lastUse : 0))
    }

    /// Ends all WebSockets and long-poll sessions of the world.
    func disconnectAll() {
        for one in served { one.dialect.disconnectAll() }
    }

    /// Empties the write-ahead log of a data file without commits since the last call.
    ///
    /// On a small disk the log would take the space that the next writes need.
    func tidy() throws {
        let work = domain.work
        // While the world is held, another thread writes to the file.
        guard let file, file.fault == nil, !work.isPending, !isHeld else { return }
        try file.boundLog()
        defer { countedCommits = work.commits }
        guard work.commits == countedCommits, work.commits != emptiedCommits else { return }
        emptiedCommits = work.commits
        try file.emptyLog(from: Self.leastLog)
    }

    /// A write-ahead log below this size, in bytes, is not emptied.
    private static let leastLog = 1024 * 1024

    /// Commits what is pending and closes the database.
    func close() throws {
        // A tap may keep frames that keep their clients.
        context.frameTap = nil
        try domain.work.commit()
        try domain.close()
    }

    /// Marks the world as deleted, ends its connections and closes its database.
    func delete() {
        isDeleted = true
        disconnectAll()
        context.frameTap = nil
        // Requests that still run keep this object alive, so the caches are emptied now.
        for one in served { one.dialect.forgetAnswers() }
        // Uncommitted writes of a deleted world are of no use.
        attempt("its writes could not be rolled back") { try domain.work.rollback() }
        attempt("its database could not be closed") { try domain.close() }
    }

    /// Calls `body`, and reports its error as `words`.
    private func attempt(_ words: String, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            context.report(.failure("\(words): \(error)"))
        }
    }
}
