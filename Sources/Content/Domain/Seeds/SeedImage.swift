internal import MockPostlyAssets
package import MockPostlySQLite
package import MockPostlyWorld

/// The standard seed as a database, for a start that copies pages instead of reading JSON.
package enum SeedImage {
    /// The image in this program, for databases that begin with it and share its bytes; nil in a
    /// build without one.
    package static let embeddedPages: PageImage? = Assets.seedImage.flatMap {
        try? PageImage(borrowing: $0)
    }

    /// The image that the JSON in this program gives; always the same bytes.
    package static func make() throws -> [UInt8] {
        let world = World(name: "image", clock: .frozen(at: Instant(seconds: 0)), randomSeed: 0)
        let domain = try Domain.inMemory(world)
        try domain.reset(toFilesOf: .standard)
        try domain.work.commit()
        // Pages that seeding has emptied would only make a start slower.
        try domain.work.connection.script("VACUUM")
        return try domain.work.connection.serialize()
    }
}

extension Domain {
    /// A world's content in memory, filled from `seed`.
    ///
    /// Throws ``SeedFault``.
    package static func inMemory(
        _ world: World,
        seed: SeedSource,
        documents: DocumentOrigin = .standard
    ) throws -> Domain {
        if seed == .standard, let image = SeedImage.embeddedPages {
            // The image has the schema in it: there is nothing to migrate.
            return try Domain(Connection(.pages(image)), world, documents: documents)
        }
        let domain = try Domain(Connection(.pages(nil)), world, documents: documents)
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
        if seed == .standard, let image = SeedImage.embeddedPages {
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
