internal import MockPostlyBlog
internal import MockPostlyControl
internal import MockPostlyDomain
internal import MockPostlyDummyJSON
internal import MockPostlyHTTP
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
    }

    // MARK: Dialects

    /// The dialect that `request` is for; one that is alone takes all.
    func dialect(of request: Request) -> Dialect {
        guard blog != nil else { return .dummyjson }
        guard dummyJSON != nil else { return .postly }
        let words = request.rawPathWithoutPrefix.dropFirst()
        let first = words.prefix { $0 != UInt8(ascii: "/") }
        // Where nearly all of Postly is; it need not be looked up.
        if first.elementsEqual("api".utf8) { return .postly }
        return DummyJSON.owns(firstSegment: first) ? .dummyjson : .postly
    }

    /// What answers for `dialect`, which is served.
    func responder(_ dialect: Dialect) -> any Responder {
        let responder: (any Responder)? =
            switch dialect {
            case .postly: blog
            case .dummyjson: dummyJSON
            }
        guard let responder else { preconditionFailure("\(dialect) is not served") }
        return responder
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
