internal import MockPostlyAssets
package import MockPostlyContent
package import MockPostlyNouns
package import MockPostlySQLite
package import MockPostlyWorld

/// The standard seed as a database image, so that a start copies pages instead of reading JSON.
///
/// Its dates that are relative to the day of filling belong to 1970-01-01; ``Domain/followSeed()``
/// moves them.
package enum SeedImage {
    /// The image inside the program, or one that is made once in a build without it; databases that
    /// begin with it share its bytes.
    ///
    /// Nil when it cannot be made: who reads the files of the seed then gets the reason.
    package static let standardPages: PageImage? = {
        if let bytes = Assets.seedImage { return try? PageImage(borrowing: bytes) }
        return try? PageImage(copying: make())
    }()

    /// ``standardPages`` with the tables of additional parts of `registry`.
    ///
    /// Makes the tables of the additional parts each time, in a copy of the pages.
    ///
    /// - Throws: SQLite's errors and ``MigrationError``.
    package static func pages(_ registry: ContentRegistry) throws -> PageImage? {
        guard let standardPages else { return nil }
        guard !registry.hasParts(of: .standard) else { return standardPages }
        let connection = try Connection(.pages(standardPages))
        try registry.migrate(connection)
        return try connection.image()
    }

    /// The image made from the JSON inside the program; always the same bytes.
    ///
    /// For the build of the program.
    ///
    /// - Throws: ``SeedFault`` and SQLite's errors.
    package static func make() throws -> [UInt8] {
        let world = TimeAndChance(
            name: "image",
            clock: .frozen(at: Instant(seconds: 0)),
            randomSeed: 0
        )
        let domain = try Domain.inMemory(world)
        try domain.reset(toFilesOf: .standard)
        try domain.work.commit()
        // Free pages would only make a start slower.
        try domain.work.connection.compact()
        return try domain.work.connection.serialize()
    }
}

extension Domain {
    /// A world's content in memory, filled from `seed`.
    ///
    /// Throws ``SeedFault``.
    ///
    /// - Parameters:
    ///   - world: gives dates and ids, and the day that relative dates count from.
    ///   - registry: the parts of the content.
    ///   - seed: the standard one is copied from its image.
    ///   - documents: where the records of DummyJSON come from.
    /// - Returns: a content that is committed.
    /// - Throws: also SQLite's errors.
    package static func inMemory(
        _ world: TimeAndChance,
        _ registry: ContentRegistry = .standard,
        seed: SeedSource,
        documents: DocumentOrigin = .standard
    ) throws -> Domain {
        if seed == .standard, let image = SeedImage.standardPages {
            let domain = try Domain(
                Connection(.pages(image)),
                world,
                registry: registry,
                documents: documents
            )
            try domain.followSeed()
            return domain
        }
        let domain = try Domain(
            Connection(.pages(nil)),
            world,
            registry: registry,
            documents: documents
        )
        try domain.fill(from: seed)
        return domain
    }

    /// Fills an empty content from `seed`, and commits.
    ///
    /// Throws ``SeedFault``; the content is still empty then.
    ///
    /// - Throws: also SQLite's errors.
    package func fill(from seed: SeedSource) throws {
        do {
            try reset(to: seed)
            try work.commit()
        } catch {
            try work.rollback()
            throw error
        }
    }

    /// Replaces the content by that of `seed`, which is read again.
    ///
    /// When it throws, nothing has changed. The writes may need a commit. Throws ``SeedFault``.
    ///
    /// - Throws: also SQLite's errors.
    package func reset(to seed: SeedSource) throws {
        if seed == .standard, let image = try SeedImage.pages(registry) {
            let origin = documents.origin
            try reset(to: Content(image, origin).following(world.now, registry, origin))
        } else {
            try reset(toFilesOf: seed)
        }
    }
}
