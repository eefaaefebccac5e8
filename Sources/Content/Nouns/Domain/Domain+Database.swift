package import MockPostlyContent
internal import MockPostlySQLite
package import MockPostlyWorld

/// The database as a whole.
extension Domain {
    /// How large the database is, and what is kept of it in memory.
    package struct DatabaseSize: Sendable {
        package var pages: Int
        /// Bytes of a page.
        package var pageSize: Int
        /// Bytes of pages in memory.
        package var cacheBytes: Int
        /// Bytes of compiled statements.
        package var statementBytes: Int

        /// Bytes of all pages.
        package var bytes: Int { pages * pageSize }
    }

    package var databaseSize: DatabaseSize {
        get throws {
            let statistics = try work.connection.statistics()
            return DatabaseSize(
                pages: statistics.pageCount,
                pageSize: statistics.pageSize,
                cacheBytes: statistics.cacheBytes,
                statementBytes: statistics.statementBytes
            )
        }
    }

    /// A world's content in memory that begins with `content`.
    package convenience init(
        _ content: Content,
        _ world: World,
        _ registry: ContentRegistry,
        _ origin: DocumentOrigin
    ) throws {
        let connection = try Connection(.pages(content.image))
        self.init(connection, world, registry, origin, content.documents)
    }

    /// A world's content in a data file.
    ///
    /// Throws ``SeedFault`` when files of documents are at fault.
    package convenience init(
        _ file: DataFile,
        _ world: World,
        _ registry: ContentRegistry,
        documents: DocumentOrigin
    ) throws {
        try self.init(file.connection, world, registry, documents: documents)
    }

    /// The content of the data file at `path`, which the process has open already and the world waits
    /// for, by a connection of its own.
    package convenience init(
        besideDataFile path: String,
        survivesPowerLoss: Bool,
        _ world: World,
        _ registry: ContentRegistry,
        _ origin: DocumentOrigin
    ) throws {
        let connection = try Connection(.file(path), access: .readWrite)
        // As the world's own connection has it, which may be about to let go of the file.
        try connection.setDurability(survivesPowerLoss: survivesPowerLoss)
        try connection.setPatience(milliseconds: 5000)
        let documents = try LoadedDocuments(connection, origin)
        self.init(connection, world, registry, origin, documents)
    }

    /// The content as it is, copied into memory; for a database in a file.
    package func copiedContent() throws -> Content {
        let image = try PageImage(copying: work.connection.serialize())
        return Content(image, try documents.loaded)
    }

    /// Closes the database; what is pending is lost.
    package func close() throws {
        try work.connection.close()
    }
}

extension Content {
    package var byteCount: Int { image.byteCount }

    /// The bytes of an SQLite file.
    package var bytes: [UInt8] { image.bytes }

    /// How many rows clients would count.
    package func rowCount(_ registry: ContentRegistry) throws -> Int64 {
        try registry.rowCount(on: Connection(.pages(image)))
    }

    /// The content as one seed file.
    package func seed(_ registry: ContentRegistry) throws -> [UInt8] {
        try SeedExport.json(of: Connection(.pages(image)), registry.seeds)
    }

    /// The tables in which this differs from `old`.
    package func differences(
        from old: Content,
        _ registry: ContentRegistry
    ) throws -> [TableChanges] {
        try registry.differences(
            between: Connection(.pages(old.image)),
            and: Connection(.pages(image))
        )
    }

    /// The content of the data file at `path`, read by a connection of its own.
    package init(ofDataFile path: String, _ origin: DocumentOrigin) throws {
        let bytes = try Connection(.file(path), access: .readOnly).serialize()
        try self.init(PageImage(copying: bytes), origin)
    }
}
