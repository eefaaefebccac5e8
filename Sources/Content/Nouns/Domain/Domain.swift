package import MockPostlyContent
package import MockPostlySQLite
package import MockPostlyWorld

/// The content of one world: its database and the stores of what several systems share.
///
/// What is one system's own has its store beside its API, as a property that an extension adds.
/// Belongs to the loop's thread, as its world does.
package final class Domain {
    /// Its clock dates all rows, and its random numbers make all ids.
    package let world: TimeAndChance
    /// The parts that the content consists of.
    package let registry: ContentRegistry
    /// The open transaction of this content; all stores write through it.
    ///
    /// ``UnitOfWork/commit()`` makes the writes of a request last; without it they are lost.
    package let work: UnitOfWork
    /// The accounts, which all systems share.
    package let users: UserStore
    /// The posts and comments of Postly.
    package let posts: PostStore
    /// The records of DummyJSON.
    package let documents: DocumentStore
    /// The seed of the content where it must be read again for its dates to move; nil where no dates
    /// move, or SQL moves them.
    package internal(set) var movingSeed: MovingSeed?
    /// Whether the seed says when it was filled: then no date moves.
    package internal(set) var keepsTime = false

    /// The content in `connection`, whose schema is migrated to the present one.
    ///
    /// Throws ``SeedFault`` when a file of documents is at fault.
    ///
    /// - Parameters:
    ///   - connection: belongs to the domain from here on.
    ///   - world: gives dates and ids.
    ///   - registry: the parts of the content.
    ///   - documents: where the records come from without an import.
    /// - Throws: also SQLite's errors and ``MigrationError``.
    package convenience init(
        _ connection: Connection,
        _ world: TimeAndChance,
        registry: ContentRegistry,
        documents: DocumentOrigin = .standard
    ) throws {
        try registry.migrate(connection)
        let loaded = try LoadedDocuments(connection, documents)
        self.init(connection, world, registry: registry, origin: documents, loaded: loaded)
    }

    /// The content in `connection`, which has the present schema; `loaded` are its records.
    ///
    /// `origin` is where the records come from when nothing was imported.
    ///
    /// - Parameters:
    ///   - connection: belongs to the domain from here on.
    ///   - world: gives dates and ids.
    ///   - registry: the parts of the content.
    ///   - origin: where the records come from without an import.
    ///   - loaded: read from `connection`.
    package init(
        _ connection: Connection,
        _ world: TimeAndChance,
        registry: ContentRegistry,
        origin: DocumentOrigin,
        loaded: LoadedDocuments
    ) {
        (self.world, self.registry) = (world, registry)
        let work = UnitOfWork(connection)
        self.work = work
        users = UserStore(work: work, world: world)
        posts = PostStore(work, world)
        documents = DocumentStore(work, origin: origin, loaded: loaded)
    }

    /// An empty content in memory, which ends with this object.
    ///
    /// Not filled: ``isSeeded`` is false. For tests, and for seeds that are only read.
    ///
    /// - Throws: SQLite's errors and ``SeedFault``.
    package static func inMemory(
        _ world: TimeAndChance,
        _ registry: ContentRegistry,
        documents: DocumentOrigin = .standard
    ) throws -> Domain {
        try Domain(Connection(.pages(nil)), world, registry: registry, documents: documents)
    }

    /// An empty content in memory, for checking a seed.
    ///
    /// Its clock stands at 1970, and it has no records of DummyJSON.
    ///
    /// - Throws: SQLite's errors.
    package static func scratch(_ registry: ContentRegistry) throws -> Domain {
        let world = TimeAndChance(
            name: "check",
            clock: .frozen(at: Instant(seconds: 0)),
            randomSeed: 0
        )
        return try Domain.inMemory(world, registry, documents: DocumentOrigin(.empty))
    }
}
