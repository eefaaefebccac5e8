internal import MockPostlyBlog
internal import MockPostlyControl
internal import MockPostlyDomain
internal import MockPostlyHTTP
internal import MockPostlySQLite
internal import MockPostlyWorld

/// A world with its content and the dialects over it.
///
/// Belongs to the loop's thread.
final class RunningWorld {
    let name: String
    let domain: Domain
    let blog: Blog
    /// What a reset brings back.
    private let seed: SeedSource
    /// The data file, kept open and locked as long as the world runs.
    private let file: DataFile?

    init(_ domain: Domain, _ settings: Blog.Settings, seed: SeedSource, file: DataFile? = nil) {
        name = domain.world.name
        self.domain = domain
        self.seed = seed
        self.file = file
        blog = Blog(domain, settings)
    }

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
