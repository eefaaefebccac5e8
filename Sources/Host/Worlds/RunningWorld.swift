internal import MockPostlyContent
internal import MockPostlyControl
package import MockPostlyDialect
package import MockPostlyHTTP
package import MockPostlyNouns
package import MockPostlyWorld

/// A dialect that a world serves, and its place in the registry.
package struct ServedDialect {
    package var place: Int
    package var dialect: any Dialect
}

/// A world with its content and the dialects over it.
///
/// Belongs to the loop's thread.
package final class RunningWorld {
    let plan: WorldPlan
    package let domain: Domain
    /// The memory that it shares with other worlds for what is remembered.
    package let caches: CacheBudget
    /// What the dialects find in this world.
    package let context: DialectContext
    /// Those that are served, as they were chosen.
    let served: [ServedDialect]
    /// Finds the owner of a path among ``served``.
    private let owners: PathOwners
    /// Where among ``served`` the one stands that has the paths of nobody.
    private let fallback: Int
    /// What it began with, and goes back to; of a world in a file, not before it is needed.
    private(set) var start: Content?
    /// The seed's files when ``start`` was made of them.
    private(set) var stamp: SeedStamp?
    /// The data file, kept open and locked as long as the world runs.
    let file: DataFile?
    /// How many commits there were when they were counted last, and when the log was last emptied.
    private var countedCommits = 0
    private var emptiedCommits = 0
    private let origin: DocumentOrigin
    private let survivesPowerLoss: Bool
    /// The last start with imported documents that were carried over, and from what it was made.
    private var carried: (start: ContentImage, imported: DocumentSet, content: Content)?
    /// Whether another thread changes the content.
    package private(set) var isHeld = false
    /// What waits until it is done.
    private var waiting: [() -> Void] = []

    let createdAt = Clock.real.now()
    /// About when the last request came, by the machine's clock that never goes back.
    private(set) var lastUse = monotonicNanoseconds()
    /// Whether there was one since ``lastUse`` was noted: not every request asks for the time.
    private var isUsed = false
    /// Requests that wait for slow work, or for their time.
    package var waitingRequests = 0
    /// People that its scenario speaks of.
    var people: [WorldInfo.Person] = []
    /// What its own listener marks connections with, and the port; nil when it has none.
    var listener: (label: Int, port: UInt16)?
    /// Whether it is there no more; what was begun in it comes to nothing.
    package private(set) var isDeleted = false

    /// A world with the dialects of `configuration`; without `caches`, with memory for caches of
    /// its own.
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

    /// The account that a token named in the request that a dialect has handled last, as the dialect
    /// calls it; nil when nobody said who asks.
    package var asker: String? { context.asker }

    /// What its clock shows.
    package var now: Instant { domain.world.now }

    /// Figures of its database.
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

    /// Whether there are writes that are not permanent yet, or that were lost.
    package var hasWrites: Bool { domain.work.isPending }

    /// Calls `body` while reads are answered without being counted.
    package func withoutCountingReads<Result>(_ body: () throws -> Result) rethrows -> Result {
        let countsReads = domain.work.countsReads
        domain.work.countsReads = false
        defer { domain.work.countsReads = countsReads }
        return try body()
    }

    /// Undoes what is not permanent; nobody is told of it.
    package func undoWrites() {
        // What cannot be undone here is undone by the next transaction.
        try? domain.work.rollback()
        settleEvents(arePermanent: false)
    }

    // MARK: Dialects

    /// The dialect that `request` is for; what is nobody's is for the first of the registry that is
    /// served.
    package func owner(of request: Request) -> ServedDialect {
        served[owners.owner(of: request.rawPathWithoutPrefix) ?? fallback]
    }

    /// The dialect at a place of the registry; nil when it is not served.
    package func dialect(at place: Int) -> (any Dialect)? {
        served.first { $0.place == place }?.dialect
    }

    /// The dialect called `name`; nil when it is not served.
    func dialect(named name: String) -> (any Dialect)? {
        served.first { type(of: $0.dialect).name.utf8.elementsEqual(name.utf8) }?.dialect
    }

    /// Tells those who are connected what has become permanent, or forgets what was undone.
    func settleEvents(arePermanent: Bool) {
        for one in served { one.dialect.settleEvents(arePermanent: arePermanent) }
    }

    /// The figures of all dialects.
    package var figures: [Figure] { served.flatMap { $0.dialect.figures } }

    /// How many clients are connected for longer than a request.
    private var connectedClients: Int { served.reduce(0) { $0 + $1.dialect.connectedClients } }

    // MARK: Content

    /// Where the content is, all of which is permanent.
    ///
    /// A data file that is large is read by a connection of its own; one that is small, or not in
    /// its place any more, by the one that has it open.
    func place() throws -> ContentPlace {
        let place = try placeOfChanges()
        guard let file, case .dataFile(_, let bytes) = place else { return place }
        let isInPlace = (try? file.checkPlace()) != nil
        guard !isInPlace || bytes <= ContentPlace.smallest else { return place }
        return .pages(try domain.copiedContent())
    }

    /// Where a change of the content is made.
    private func placeOfChanges() throws -> ContentPlace {
        guard let file else { return .pages(try domain.content) }
        return .dataFile(file.path, bytes: try domain.databaseSize.bytes)
    }

    /// What is to be done to bring back, all of it or nothing, what the world began with.
    ///
    /// Files of a seed that have changed since are read again.
    func reset(_ scopes: Set<ContentScope>?) throws -> ContentChange {
        let stamp = try plan.seed?.stamp()
        let known = stamp == self.stamp ? start : nil
        let begin = ContentChange.Start(known: known, stamp: stamp, seed: plan.seed ?? .empty)
        return change(try placeOfChanges(), .start(begin, scopes))
    }

    /// What is to be done to make the content `content`.
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

    /// Carries `change` out here and now if that takes little time; returns whether it did.
    func carryOutQuickly(_ change: ContentChange) throws -> Bool {
        // Nothing is written to a file that is not in its place, by whichever connection.
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

    /// Takes over what another thread has made of `change`.
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

    /// Has requests wait while another thread changes the content.
    func hold() {
        isHeld = true
    }

    /// Lets the requests go that have waited.
    func letGo() {
        isHeld = false
        let waiting = waiting
        self.waiting = []
        for body in waiting { body() }
    }

    /// How many wait.
    var waitingCount: Int { waiting.count }

    /// Calls `body` when no other thread changes the content any more.
    package func whenFree(_ body: @escaping () -> Void) {
        waiting.append(body)
    }

    /// Begins again with what is no content: counts of requests, and random numbers if they were
    /// chosen.
    private func restart(_ scopes: Set<ContentScope>? = nil) {
        let all = Set(domain.registry.scopes)
        let scopes = scopes ?? all
        for scope in scopes { dialect(named: scope.name)?.forgetRequests() }
        guard scopes.count == all.count, plan.randomSeed != nil else { return }
        domain.world.restartRandom(seed: plan.firstRandomSeed)
    }

    // MARK: Life

    /// Notes that somebody uses it.
    package func touch() {
        isUsed = true
    }

    /// Takes `now` for the time of what ``touch()`` was told of.
    func noteUse(at now: UInt64) {
        guard isUsed else { return }
        isUsed = false
        lastUse = now
    }

    /// Whether nobody has used it for as long as it may be idle.
    ///
    /// A socket that is open is a use, and so is a request that waits.
    func isExpired(at now: UInt64) -> Bool {
        guard remainingTime(at: now) == .zero else { return false }
        guard waitingRequests == 0, connectedClients == 0 else {
            lastUse = now
            return false
        }
        return true
    }

    /// How long it stays when nobody uses it; nil for ever.
    func remainingTime(at now: UInt64) -> Duration? {
        guard let limit = plan.timeToLive else { return nil }
        return max(.zero, limit - idleTime(at: now))
    }

    func idleTime(at now: UInt64) -> Duration {
        .nanoseconds(Int64(clamping: now >= lastUse ? now - lastUse : 0))
    }

    /// Ends all connections that have taken to the world's channels.
    func disconnectAll() {
        for one in served { one.dialect.disconnectAll() }
    }

    /// Empties the write-ahead log of a data file that has not been written to since the last call:
    /// on a small disk it would be in the way.
    func tidy() throws {
        let work = domain.work
        // Another thread writes to the file of a world that is held.
        guard let file, file.fault == nil, !work.isPending, !isHeld else { return }
        try file.boundLog()
        defer { countedCommits = work.commits }
        guard work.commits == countedCommits, work.commits != emptiedCommits else { return }
        emptiedCommits = work.commits
        try file.emptyLog(from: Self.leastLog)
    }

    /// Bytes of a write-ahead log that are not worth the time to empty it.
    private static let leastLog = 1024 * 1024

    /// Writes down what is pending and closes the database.
    func close() throws {
        try domain.work.commit()
        try domain.close()
    }

    /// Ends the world: nothing is to be answered from it any more.
    func delete() {
        isDeleted = true
        disconnectAll()
        // Requests that still run in it may hold it for long.
        for one in served { one.dialect.forgetAnswers() }
        // What is not permanent is not wanted either.
        try? domain.work.rollback()
        try? domain.close()
    }
}
