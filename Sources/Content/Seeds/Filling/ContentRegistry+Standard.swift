internal import CommunityContent
package import MockPostlyContent
package import MockPostlyNouns
package import MockPostlySQLite
package import MockPostlyWorld
internal import PexelsContent
internal import RealWorldContent
internal import WreelyContent

extension ContentRegistry {
    /// The content of all systems whose seeds this program has inside.
    ///
    /// The order is that of the migrations: a new part goes to the end. Parts of other systems are
    /// added to it by their dialects.
    package static let standard = ContentRegistry([
        .people, .posts, .documents, .feed, .photos, .wreely, .signIns, .realWorld, .collections,
    ])
}

/// What seeds and lists of several systems have of one of them.
package enum StandardParts {
    /// The member of a seed with the feed, its members and posts.
    static let feed = FeedSeed.member
    /// How the addresses of the covers of posts begin.
    package static let coverHost = Photo.pictureHost

    static func coverAddress(_ number: Int64) -> String { Photo.coverAddress(number) }

    /// The accounts as records, with what is known of them besides.
    package static let people = RecordTable.people(.isMember)
}

extension Domain {
    /// The content in `connection`, whose schema is migrated to that of all systems.
    ///
    /// Throws ``SeedFault`` when a file of documents is at fault.
    ///
    /// - Parameters:
    ///   - connection: belongs to the domain from here on.
    ///   - world: gives dates and ids.
    ///   - documents: where the records come from without an import.
    /// - Throws: also SQLite's errors and ``MigrationError``.
    package convenience init(
        _ connection: Connection,
        _ world: TimeAndChance,
        documents: DocumentOrigin = .standard
    ) throws {
        try self.init(connection, world, registry: .standard, documents: documents)
    }

    /// An empty content of all systems in memory, which ends with this object.
    ///
    /// - Throws: SQLite's errors and ``SeedFault``.
    package static func inMemory(
        _ world: TimeAndChance,
        documents: DocumentOrigin = .standard
    ) throws -> Domain {
        try inMemory(world, .standard, documents: documents)
    }

    /// An empty content of all systems in memory, for checking a seed.
    ///
    /// - Throws: SQLite's errors.
    package static func scratch() throws -> Domain { try scratch(.standard) }
}
