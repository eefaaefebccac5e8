internal import MockPostlyAssets
package import MockPostlyContent
package import MockPostlyNouns
package import MockPostlySQLite
package import MockPostlyWorld

/// The standard seed as a database, for a start that copies pages instead of reading JSON.
package enum SeedImage {
    /// The image in this program, for databases that begin with it and share its bytes; nil in a
    /// build without one.
    package static let embeddedPages: PageImage? = Assets.seedImage.flatMap {
        try? PageImage(borrowing: $0)
    }

    /// ``embeddedPages`` with the tables of the parts that `registry` has beside the standard ones.
    package static func pages(_ registry: ContentRegistry) throws -> PageImage? {
        guard let embeddedPages else { return nil }
        guard registry !== ContentRegistry.standard else { return embeddedPages }
        let connection = try Connection(.pages(embeddedPages))
        try registry.migrate(connection)
        return try connection.image()
    }

    /// The image that the JSON in this program gives; always the same bytes.
    package static func make() throws -> [UInt8] {
        let world = World(name: "image", clock: .frozen(at: Instant(seconds: 0)), randomSeed: 0)
        let domain = try Domain.inMemory(world)
        try domain.reset(toFilesOf: .standard)
        try domain.work.commit()
        // Pages that seeding has emptied would only make a start slower.
        try domain.work.connection.compact()
        return try domain.work.connection.serialize()
    }
}

extension Domain {
    /// A world's content in memory, filled from `seed`.
    ///
    /// Throws ``SeedFault``.
    package static func inMemory(
        _ world: World,
        _ registry: ContentRegistry = .standard,
        seed: SeedSource,
        documents: DocumentOrigin = .standard
    ) throws -> Domain {
        if seed == .standard, let image = SeedImage.embeddedPages {
            return try Domain(Connection(.pages(image)), world, registry, documents: documents)
        }
        let domain = try Domain(Connection(.pages(nil)), world, registry, documents: documents)
        try domain.fill(from: seed)
        return domain
    }

    /// Fills a content that is empty from `seed`, for good.
    ///
    /// Throws ``SeedFault``; the content is still empty then.
    package func fill(from seed: SeedSource) throws {
        do {
            try reset(to: seed)
            try work.commit()
        } catch {
            try work.rollback()
            throw error
        }
    }

    /// Makes the content that of `seed`, which is read again, and nothing else; all of it, or
    /// nothing changes.
    ///
    /// It may be permanent only at the next commit.
    ///
    /// Throws ``SeedFault``.
    package func reset(to seed: SeedSource) throws {
        if seed == .standard, let image = try SeedImage.pages(registry) {
            try reset(to: Content(image, documents.origin))
        } else {
            try reset(toFilesOf: seed)
        }
    }
}

extension UserStore {
    /// The id of the person with this e-mail in `seed`; nil when there is none.
    ///
    /// Throws ``SeedFault``.
    package static func lookUp(email: String, in seed: SeedSource) throws -> User.ID? {
        if seed == .standard, let image = Assets.seedImage {
            let connection = try Connection(.memory)
            try connection.restore(from: image)
            return try lookUp(email: email, on: connection)
        }
        let domain = try Domain.scratch()
        try domain.reset(toFilesOf: seed)
        return try lookUp(email: email, on: domain.work.connection)
    }
}
