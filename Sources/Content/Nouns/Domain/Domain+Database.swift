package import MockPostlyContent
internal import MockPostlySQLite
package import MockPostlyWorld

/// The database as a whole.
extension Domain {
    /// The size of the database, and how much memory SQLite uses for it.
    package struct DatabaseSize: Sendable {
        /// The number of pages in the database.
        ///
        /// Those that are free inside the file are counted too.
        package var pages: Int
        /// The size of a page, in bytes.
        ///
        /// Mostly 4,096.
        package var pageSize: Int
        /// The memory used by cached pages, in bytes.
        package var cacheBytes: Int
        /// The memory used by compiled statements, in bytes.
        package var statementBytes: Int

        /// The size of the database, in bytes.
        ///
        /// The size of the file on disk, without its journal.
        package var bytes: Int { pages * pageSize }
    }

    /// The present size of the database and its caches.
    ///
    /// - Throws: SQLite's errors.
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

    /// A world's content in memory, which begins as `content`.
    ///
    /// - Parameters:
    ///   - content: shared with other worlds; pages are copied when they are first written.
    ///   - world: gives dates and ids.
    ///   - registry: the parts of the content.
    ///   - origin: where the records come from without an import.
    /// - Throws: SQLite's errors.
    package convenience init(
        _ content: Content,
        _ world: TimeAndChance,
        registry: ContentRegistry,
        origin: DocumentOrigin
    ) throws {
        let connection = try Connection(.pages(content.image))
        self.init(connection, world, registry: registry, origin: origin, loaded: content.documents)
        movingSeed = content.movingSeed
        keepsTime = content.keepsTime
    }

    /// A world's content in a data file.
    ///
    /// Throws ``SeedFault`` when a file of documents is at fault.
    ///
    /// - Parameters:
    ///   - file: its connection becomes that of the domain.
    ///   - world: gives dates and ids.
    ///   - registry: the parts of the content.
    ///   - documents: where the records come from without an import.
    /// - Throws: also SQLite's errors and ``MigrationError``.
    package convenience init(
        _ file: DataFile,
        _ world: TimeAndChance,
        registry: ContentRegistry,
        documents: DocumentOrigin
    ) throws {
        try self.init(file.connection, world, registry: registry, documents: documents)
    }

    /// The content of the data file at `path`, which is only read; a server may have it open.
    ///
    /// Throws ``DataFileFault`` for a file that is newer or another program's.
    ///
    /// - Parameters:
    ///   - path: of the data file.
    ///   - world: its name and clock have no effect on what is read.
    ///   - registry: the parts of the content.
    ///   - documents: where the records come from without an import.
    /// - Throws: also ``SeedFault`` and SQLite's errors.
    package convenience init(
        readingDataFile path: String,
        _ world: TimeAndChance,
        _ registry: ContentRegistry,
        documents: DocumentOrigin
    ) throws {
        let connection = try DataFile.reader(of: path, registry)
        let loaded = try LoadedDocuments(connection, documents)
        self.init(connection, world, registry: registry, origin: documents, loaded: loaded)
    }

    /// The content of the data file at `path`, by a second connection of the process that has it
    /// open.
    ///
    /// The world waits for what this connection does.
    ///
    /// It waits up to 5 seconds for a lock of the file.
    ///
    /// - Parameters:
    ///   - path: of the data file.
    ///   - survivesPowerLoss: as for the world's own connection.
    ///   - world: gives dates and ids.
    ///   - registry: the parts of the content.
    ///   - origin: where the records come from without an import.
    /// - Throws: SQLite's errors and ``SeedFault``.
    package convenience init(
        besideDataFile path: String,
        survivesPowerLoss: Bool,
        world: TimeAndChance,
        registry: ContentRegistry,
        origin: DocumentOrigin
    ) throws {
        let connection = try Connection(.file(path), access: .readWrite)
        // The same setting as the world's own connection, which may be about to close the file.
        try connection.setDurability(survivesPowerLoss: survivesPowerLoss)
        try connection.setBusyTimeout(milliseconds: 5000)
        let documents = try LoadedDocuments(connection, origin)
        self.init(connection, world, registry: registry, origin: origin, loaded: documents)
    }

    /// How many bytes of a data file ``content`` reads; nil for all of it.
    ///
    /// For deciding whether to read on the loop's thread; always 0 for a content in memory.
    ///
    /// - Throws: SQLite's errors.
    package func unreadBytes() throws -> Int? {
        try work.connection.unreadBytes()
    }

    /// How many bytes of a data file ``restore(_:)-(Content)`` writes; nil when it must read all of
    /// it first.
    ///
    /// For deciding whether to write on the loop's thread.
    ///
    /// - Throws: SQLite's errors.
    package func unwrittenBytes(for content: Content) throws -> Int? {
        try work.connection.unwrittenBytes(for: content.image)
    }

    /// What was last read from the data file or written to it as a whole; nil when it is not known.
    ///
    /// Shared, not copied, when it is handed to another connection.
    package var lastFileImage: ContentFileImage? { work.connection.lastFileImage }

    /// Takes over the pages that another connection has read from the data file or written to it.
    ///
    /// `image` must be of the same file, in its present state.
    package func adopt(_ image: ContentFileImage) {
        work.connection.adopt(image)
    }

    /// Closes the database; pending writes are lost.
    ///
    /// The domain must not be used afterwards.
    ///
    /// - Throws: SQLite's errors.
    package func close() throws {
        try work.connection.close()
    }
}

extension Content {
    /// The size of the database, in bytes.
    package var byteCount: Int { image.byteCount }

    /// The database as the bytes of an SQLite file.
    ///
    /// Costs a copy of all pages.
    package var bytes: [UInt8] { image.bytes }

    /// How many rows there are, counted as a client counts them.
    ///
    /// Totals and other rows that the program keeps for itself are left out.
    ///
    /// - Throws: SQLite's errors.
    package func rowCount(_ registry: ContentRegistry) throws -> Int64 {
        try registry.rowCount(on: Connection(.pages(image)))
    }

    /// The content as one seed file; reading it gives the same content.
    ///
    /// As ``SeedExport/json(of:_:followsClock:)`` with whole dates.
    ///
    /// - Throws: SQLite's errors.
    package func seed(_ registry: ContentRegistry) throws -> [UInt8] {
        try SeedExport.json(
            of: Connection(.pages(image)),
            registry.seeds,
            saysTime: registry.hasMovingRows
        )
    }

    /// The tables in which this differs from `old`; costs what differs, if both share their pages.
    ///
    /// - Parameters:
    ///   - old: has the present schema.
    ///   - registry: the tables that are compared.
    /// - Returns: in the order of the parts; empty for equal contents.
    /// - Throws: SQLite's errors.
    package func differences(
        from old: Content,
        _ registry: ContentRegistry
    ) throws -> [TableChanges] {
        try registry.differences(between: old.image, and: image)
    }

    /// The content of the data file at `path`, read by a connection of its own, and its pages for
    /// ``Domain/adopt(_:)``.
    ///
    /// May be called on any thread, while a server has the file open.
    ///
    /// - Parameters:
    ///   - path: of the data file.
    ///   - origin: where the records come from without an import.
    /// - Returns: the state of the last commit.
    /// - Throws: SQLite's errors and ``SeedFault``.
    package static func reading(
        dataFile path: String,
        _ origin: DocumentOrigin
    ) throws -> (Content, ContentFileImage?) {
        let connection = try Connection(.file(path), access: .readOnly)
        return (try Content(connection.image(), origin), connection.lastFileImage)
    }
}
