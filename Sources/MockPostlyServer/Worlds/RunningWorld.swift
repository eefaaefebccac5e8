internal import MockPostlyBlog
internal import MockPostlyCommunity
internal import MockPostlyControl
internal import MockPostlyDomain
internal import MockPostlyDummyJSON
internal import MockPostlyGoogle
internal import MockPostlyHTTP
internal import MockPostlyPexels
internal import MockPostlySQLite
internal import MockPostlyWorld

/// A world with its content and the dialects over it.
///
/// Belongs to the loop's thread.
final class RunningWorld {
    let plan: WorldPlan
    let domain: Domain
    /// Nil when Postly is not served.
    let blog: Blog?
    let dummyJSON: DummyJSON?
    let community: Community?
    private let pexels: Pexels?
    let googleKeys: GoogleKeyHolder
    private let google: GoogleAccounts
    /// What answers where nobody else does.
    private let fallback: Dialect
    let dialects: [Dialect]
    /// What it began with, and goes back to; of a world in a file, not before it is needed.
    private(set) var start: PageImage?
    /// The seed's files when ``start`` was made of them.
    private(set) var stamp: SeedStamp?
    /// The data file, kept open and locked as long as the world runs.
    let file: DataFile?
    /// How many commits there were when they were counted last, and when the log was last emptied.
    private var countedCommits = 0
    private var emptiedCommits = 0

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
        dialects = configuration.dialects
        let serves = configuration.dialects.contains
        let googleKeys = GoogleKeyHolder(secret: plan.secret)
        self.googleKeys = googleKeys
        google = GoogleAccounts(googleKeys)
        let signers = configuration.verifiesGoogle ? googleKeys : nil
        blog =
            serves(.postly)
            ? Blog(
                domain,
                configuration.blogSettings(plan.secret),
                googleKeys: signers.map { keys in
                    { body in try keys.reply { try body($0.id, $0.rsa) } }
                }
            ) : nil
        dummyJSON =
            serves(.dummyjson)
            ? DummyJSON(domain, configuration.dummyJSONSettings(plan.secret)) : nil
        community =
            serves(.community)
            ? Community(domain, configuration.communitySettings(plan.secret)) : nil
        pexels = serves(.pexels) ? Pexels(domain.world, configuration.pexelsSettings) : nil
        fallback = Dialect.allCases.first(where: serves) ?? .postly
    }

    var name: String { plan.name }
    var isDefault: Bool { plan.name == WorldPlan.defaultName }

    // MARK: Dialects

    /// The dialect that `request` is for; what is nobody's is for the first that is served.
    func dialect(of request: Request) -> Dialect {
        let path = request.rawPathWithoutPrefix
        let first = path.dropFirst().prefix { $0 != UInt8(ascii: "/") }
        // Where nearly all of Postly is; most words need not be looked up.
        if first.elementsEqual("api".utf8) {
            if community != nil, Community.owns(rawPath: path) { return .community }
            return blog == nil ? fallback : .postly
        }
        if dummyJSON != nil, DummyJSON.owns(firstSegment: first) { return .dummyjson }
        if pexels != nil, Pexels.owns(firstSegment: first) { return .pexels }
        if GoogleAccounts.owns(rawPath: path) { return .google }
        return community != nil && Community.owns(rawPath: path) ? .community : fallback
    }

    /// What answers for `dialect`, which is served.
    func responder(_ dialect: Dialect) -> any Responder {
        let responder: (any Responder)? =
            switch dialect {
            case .postly: blog
            case .dummyjson: dummyJSON
            case .community: community
            case .pexels: pexels
            case .google: google
            }
        guard let responder else { preconditionFailure("\(dialect) is not served") }
        return responder
    }

    /// Tells those who are connected what has become permanent, or forgets what was undone.
    func settleEvents(_ isPermanent: Bool) {
        guard let community else { return }
        if isPermanent { community.publishEvents() } else { community.dropEvents() }
    }

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
        if scopes.contains(.dummyjson) { dummyJSON?.forgetRequests() }
        if scopes.contains(.pexels) { pexels?.forgetRequests() }
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
        guard waitingRequests == 0, (community?.connectedClients ?? 0) == 0 else {
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
        community?.disconnectAll()
    }

    /// Empties the write-ahead log of a data file that has not been written to since the last call:
    /// on a small disk it would be in the way.
    func tidy() throws {
        let work = domain.work
        guard let file, file.fault == nil, !work.isPending else { return }
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
