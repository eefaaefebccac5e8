internal import MockPostlyControl
internal import MockPostlyDialect
internal import MockPostlyDomain
internal import MockPostlyHTTP
internal import MockPostlySQLite
internal import MockPostlyWorld

/// A dialect that a world serves, and its place in the registry.
struct ServedDialect {
    var place: Int
    var dialect: any Dialect
}

/// A world with its content and the dialects over it.
///
/// Belongs to the loop's thread.
final class RunningWorld {
    let plan: WorldPlan
    let domain: Domain
    /// What the dialects find in this world.
    let context: DialectContext
    /// Those that are served, as they were chosen.
    let served: [ServedDialect]
    /// Finds the owner of a path among ``served``.
    private let owners: PathOwners
    /// Where among ``served`` the one stands that has the paths of nobody.
    private let fallback: Int
    /// What it began with, and goes back to; of a world in a file, not before it is needed.
    private(set) var start: PageImage?
    /// The seed's files when ``start`` was made of them.
    private(set) var stamp: SeedStamp?
    /// The data file, kept open and locked as long as the world runs.
    private let file: DataFile?

    let createdAt = Clock.real.now()
    /// About when the last request came, by the machine's clock that never goes back.
    private(set) var lastUse = monotonicNanoseconds()
    /// Whether there was one since ``lastUse`` was noted: not every request asks for the time.
    private var isUsed = false
    /// Requests that wait for slow work, or for their time.
    var waitingRequests = 0
    /// People that its scenario speaks of.
    var people: [WorldInfo.Person] = []
    /// What its own listener marks connections with, and the port; nil when it has none.
    var listener: (label: Int, port: UInt16)?
    /// Whether it is there no more; what was begun in it comes to nothing.
    private(set) var isDeleted = false

    /// A world with the dialects of `configuration`.
    init(
        _ plan: WorldPlan,
        _ domain: Domain,
        _ configuration: Configuration,
        file: DataFile? = nil,
        stamp: SeedStamp? = nil
    ) throws {
        self.plan = plan
        self.domain = domain
        self.file = file
        self.stamp = stamp
        start = file == nil ? try domain.work.connection.image() : nil
        precondition(!configuration.dialects.isEmpty, "a world without a dialect")
        context = DialectContext(
            domain,
            secret: plan.secret,
            usesCaches: configuration.usesCaches
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

    var name: String { plan.name }
    var isDefault: Bool { plan.name == WorldPlan.defaultName }

    // MARK: Dialects

    /// The dialect that `request` is for; what is nobody's is for the first of the registry that is
    /// served.
    func owner(of request: Request) -> ServedDialect {
        served[owners.owner(of: request.rawPathWithoutPrefix) ?? fallback]
    }

    /// The dialect at a place of the registry; nil when it is not served.
    func dialect(at place: Int) -> (any Dialect)? {
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
    var figures: [Figure] { served.flatMap { $0.dialect.figures } }

    /// How many clients are connected for longer than a request.
    private var connectedClients: Int { served.reduce(0) { $0 + $1.dialect.connectedClients } }

    // MARK: Content

    /// Makes the content what the world began with; all of it, or nothing changes.
    ///
    /// Files of a seed that have changed since are read again.
    func reset() throws {
        try domain.reset(to: beginning())
        restart()
    }

    /// Makes the content of some systems what the world began with.
    func reset(_ scopes: Set<ContentScope>) throws {
        try domain.reset(scopes, to: beginning())
        restart(scopes)
    }

    /// What the world began with; of a seed whose files have changed, what it is now.
    private func beginning() throws -> PageImage {
        let stamp = try plan.seed?.stamp()
        if let start, stamp == self.stamp { return start }
        let image = try Loader.image(of: plan.seed ?? .empty)
        (start, self.stamp) = (image, stamp)
        return image
    }

    /// Makes the content that of `image`.
    func restore(_ image: PageImage) throws {
        try domain.restore(image)
    }

    /// The content as it is, of what is permanent.
    func image() throws -> PageImage {
        let connection = domain.work.connection
        guard file != nil else { return try connection.image() }
        return try PageImage(copying: connection.serialize())
    }

    /// Begins again with what is no content: counts of requests, and random numbers if they were
    /// chosen.
    private func restart(_ scopes: Set<ContentScope> = Set(ContentScope.allCases)) {
        for scope in scopes { dialect(named: scope.rawValue)?.forgetRequests() }
        guard scopes.count == ContentScope.allCases.count, plan.randomSeed != nil else { return }
        domain.world.restartRandom(seed: plan.firstRandomSeed)
    }

    // MARK: Life

    /// Notes that somebody uses it.
    func touch() {
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

    /// Writes down what is pending and closes the database.
    func close() throws {
        try domain.work.commit()
        try domain.work.connection.close()
    }

    /// Ends the world: nothing is to be answered from it any more.
    func delete() {
        isDeleted = true
        disconnectAll()
        // What is not permanent is not wanted either.
        try? domain.work.rollback()
        try? domain.work.connection.close()
    }
}
