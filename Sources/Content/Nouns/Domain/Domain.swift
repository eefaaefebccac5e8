package import MockPostlyContent
package import MockPostlySQLite
package import MockPostlyWorld

/// The content of one world: its database and the stores over it.
///
/// Belongs to the loop's thread, as its world does.
package final class Domain {
    package let world: World
    /// All that the content consists of.
    package let registry: ContentRegistry
    package let work: UnitOfWork
    package let users: UserStore
    package let posts: PostStore
    package let documents: DocumentStore
    package let customResponses: CustomResponseStore
    package let members: MembershipStore
    package let feed: FeedStore
    package let apiTokens: APITokenStore

    /// The content in `connection`, whose schema is brought up to date.
    ///
    /// Throws ``SeedFault`` when files of documents are at fault.
    package convenience init(
        _ connection: Connection,
        _ world: World,
        _ registry: ContentRegistry = .standard,
        documents: DocumentOrigin = .standard
    ) throws {
        try registry.migrate(connection)
        let loaded = try LoadedDocuments(connection, documents)
        self.init(connection, world, registry, documents, loaded)
    }

    /// The content in `connection`, whose schema is the present one and whose records, from
    /// `origin`, are `loaded`.
    package init(
        _ connection: Connection,
        _ world: World,
        _ registry: ContentRegistry,
        _ origin: DocumentOrigin,
        _ loaded: LoadedDocuments
    ) {
        (self.world, self.registry) = (world, registry)
        let work = UnitOfWork(connection)
        self.work = work
        users = UserStore(work: work, world: world)
        posts = PostStore(work, world, PostChanges())
        let documents = DocumentStore(work, origin, loaded)
        self.documents = documents
        customResponses = CustomResponseStore(work, documents)
        members = MembershipStore(work: work, world: world)
        feed = FeedStore(work: work, world: world)
        apiTokens = APITokenStore(work: work, world: world)
    }

    /// A world's content in memory, gone with this object.
    package static func inMemory(
        _ world: World,
        _ registry: ContentRegistry = .standard,
        documents: DocumentOrigin = .standard
    ) throws -> Domain {
        try Domain(Connection(.pages(nil)), world, registry, documents: documents)
    }

    /// A content to check a seed with, in memory and empty.
    package static func scratch(_ registry: ContentRegistry = .standard) throws -> Domain {
        let world = World(name: "check", clock: .frozen(at: Instant(seconds: 0)), randomSeed: 0)
        return try Domain.inMemory(world, registry, documents: DocumentOrigin(.empty))
    }
}
