internal import MockPostlyBlog
internal import MockPostlyCommunity
internal import MockPostlyControl
internal import MockPostlyDomain
internal import MockPostlyDummyJSON
internal import MockPostlyHTTP
internal import MockPostlyPexels
internal import MockPostlySQLite
internal import MockPostlyWorld

/// A world with its content and the dialects over it.
///
/// Belongs to the loop's thread.
final class RunningWorld {
    let name: String
    let domain: Domain
    /// Nil when Postly is not served.
    let blog: Blog?
    private let dummyJSON: DummyJSON?
    let community: Community?
    private let pexels: Pexels?
    /// What answers where nobody else does.
    private let fallback: Dialect
    /// What a reset brings back.
    private let seed: SeedSource
    /// The data file, kept open and locked as long as the world runs.
    private let file: DataFile?

    /// A world with the dialects and the seed of `configuration`.
    init(_ domain: Domain, _ configuration: Configuration, file: DataFile? = nil) {
        name = domain.world.name
        self.domain = domain
        self.file = file
        seed = configuration.seed
        precondition(!configuration.dialects.isEmpty, "a world without a dialect")
        let serves = configuration.dialects.contains
        blog = serves(.postly) ? Blog(domain, configuration.blogSettings) : nil
        dummyJSON =
            serves(.dummyjson) ? DummyJSON(domain, configuration.dummyJSONSettings) : nil
        community =
            serves(.community) ? Community(domain, configuration.communitySettings) : nil
        pexels = serves(.pexels) ? Pexels(domain.world, configuration.pexelsSettings) : nil
        fallback = Dialect.allCases.first(where: serves) ?? .postly
    }

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

    /// Makes the content that of the seed, which is read again; all of it, or nothing changes.
    func reset() throws {
        try domain.reset(to: seed)
    }

    var summary: WorldSummary {
        get throws {
            let totals = try domain.posts.totals()
            return WorldSummary(
                name: name,
                posts: totals.posts,
                users: totals.users,
                comments: totals.comments
            )
        }
    }

    /// Writes down what is pending and closes the database.
    func close() throws {
        try domain.work.commit()
        try domain.work.connection.close()
    }
}
