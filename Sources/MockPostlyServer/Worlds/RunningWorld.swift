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
    private(set) var start: Content?
    /// The seed's files when ``start`` was made of them.
    private(set) var stamp: SeedStamp?
    /// The data file, kept open and locked as long as the world runs.
    private let file: DataFile?
    private let origin: DocumentOrigin
    private let survivesPowerLoss: Bool
    /// The last start with imported documents that were carried over, and from what it was made.
    private var carried: (start: PageImage, imported: DocumentSet, content: Content)?
    /// Whether another thread changes the content.
    private(set) var isHeld = false
    /// What waits until it is done.
    private var waiting: [() -> Void] = []

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
        origin = configuration.documentOrigin
        survivesPowerLoss = configuration.durability == .full
        start = file == nil ? try domain.content : nil
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

    /// Where the content is, all of which is permanent.
    func place() throws -> ContentPlace {
        guard let file else { return .pages(try domain.content) }
        let statistics = try domain.work.connection.statistics()
        return .dataFile(file.path, bytes: statistics.pageCount * statistics.pageSize)
    }

    /// What is to be done to bring back, all of it or nothing, what the world began with.
    ///
    /// Files of a seed that have changed since are read again.
    func reset(_ scopes: Set<ContentScope>?) throws -> ContentChange {
        let stamp = try plan.seed?.stamp()
        let known = stamp == self.stamp ? start : nil
        let begin = ContentChange.Start(known: known, stamp: stamp, seed: plan.seed ?? .empty)
        return change(try place(), .start(begin, scopes))
    }

    /// What is to be done to make the content `content`.
    func restore(_ content: Content) throws -> ContentChange {
        change(try place(), .content(content))
    }

    private func change(_ place: ContentPlace, _ aim: ContentChange.Aim) -> ContentChange {
        ContentChange(
            place: place,
            aim: aim,
            origin: origin,
            survivesPowerLoss: survivesPowerLoss
        )
    }

    /// Carries `change` out here and now if that takes little time; returns whether it did.
    func carryOutQuickly(_ change: ContentChange) throws -> Bool {
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
        let known = try start.make(origin)
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
    func whenFree(_ body: @escaping () -> Void) {
        waiting.append(body)
    }

    /// Begins again with what is no content: counts of requests, and random numbers if they were
    /// chosen.
    private func restart(_ scopes: Set<ContentScope>? = nil) {
        let scopes = scopes ?? Set(ContentScope.allCases)
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
