package import MockPostlyContent
package import MockPostlySQLite
package import MockPostlyWorld

/// All content of a world: the pages of its database, and its parsed records of DummyJSON.
///
/// It never changes and worlds share it, so a world can be set to it without copying.
package struct Content: Sendable {
    /// The pages of the database, with the present schema.
    ///
    /// It has no open transaction, and never changes.
    package let image: PageImage
    /// The records of DummyJSON in ``image``; they are in memory while a world serves them.
    package let documents: LoadedDocuments
    /// The seed, where dates of it move that no table marks.
    package var movingSeed: MovingSeed?
    /// Whether the seed says when it was filled: then no date moves.
    package var keepsTime = false

    /// A content whose records were read from `image` already.
    ///
    /// Cheap; `documents` must be those of `image`, which nothing checks.
    package init(_ image: PageImage, _ documents: LoadedDocuments) {
        (self.image, self.documents) = (image, documents)
    }

    /// Reads the records from `image`, or from `origin` when nothing was imported into it.
    ///
    /// Slow for many records; any thread may do it. Throws ``SeedFault`` when a file is at fault.
    ///
    /// - Parameters:
    ///   - image: has the present schema.
    ///   - origin: where the records come from without an import.
    /// - Throws: ``SeedFault`` and SQLite's errors.
    package init(_ image: PageImage, _ origin: DocumentOrigin) throws {
        self.init(image, try LoadedDocuments(Connection(.pages(image)), origin))
    }

    /// The content of the files of `seed`, filled at `now`.
    ///
    /// Ids and tokens that the seed does not give do not depend on `now`.
    ///
    /// - Parameters:
    ///   - seed: is read.
    ///   - registry: the parts of the content.
    ///   - origin: where the records of DummyJSON come from without an import.
    ///   - now: from which relative dates count.
    /// - Returns: the content, which knows its seed if dates of it move.
    /// - Throws: ``SeedFault`` and SQLite's errors.
    package static func reading(
        _ seed: SeedSource,
        _ registry: ContentRegistry,
        _ origin: DocumentOrigin,
        on now: Instant
    ) throws -> Content {
        let world = TimeAndChance(
            name: "image",
            clock: .frozen(at: Instant(seconds: 0)),
            randomSeed: 0
        )
        let domain = try Domain.inMemory(world, registry, documents: DocumentOrigin(.empty))
        try domain.reset(toFilesOf: seed, on: now)
        try domain.work.commit()
        var content = try Content(domain.work.connection.image(), origin)
        (content.movingSeed, content.keepsTime) = (domain.movingSeed, domain.keepsTime)
        return content
    }

    /// Whether relative dates of a content that was filled at `filled` are the same at `now`.
    package func isCurrent(
        at now: Instant,
        filledAt filled: Instant,
        _ registry: ContentRegistry
    ) -> Bool {
        if keepsTime { return true }
        return movingSeed == nil ? registry.isSame(filled, now) : now == filled
    }

    /// This content with the dates that its seed gave relative to the time of filling moved to
    /// `now`; the same pages when they need not move.
    ///
    /// Only for a content that is as its seed gave it.
    ///
    /// - Parameters:
    ///   - now: by the world's clock.
    ///   - registry: knows which dates move.
    ///   - origin: where the records of DummyJSON come from without an import.
    /// - Returns: a content that shares all pages without dates, unless its seed is read again: where
    ///   it has changed in more than dates.
    /// - Throws: SQLite's errors, and ``SeedFault`` where the seed is read again.
    package func following(
        _ now: Instant,
        _ registry: ContentRegistry,
        _ origin: DocumentOrigin = .standard
    ) throws -> Content {
        if keepsTime { return self }
        let connection = try Connection(.pages(image))
        if let movingSeed {
            guard let filled = try SeedingMark.date(on: connection), filled != now else {
                return self
            }
            guard let dates = try movingSeed.dates(of: self, filledAt: filled, registry, origin),
                dates.canMove(to: now)
            else { return try .reading(movingSeed.source, registry, origin, on: now) }
            return try changed(connection, dates.changesTexts ? origin : nil) {
                try dates.move(from: filled, to: now, on: connection)
                try SeedingMark.set(at: now, on: connection)
            }
        }
        guard try registry.mustFollow(now, on: connection) else { return self }
        return try changed(connection) { try registry.follow(now, on: connection) }
    }

    /// The content after changes of rows by a connection of its own; with an origin the records of
    /// DummyJSON are parsed anew.
    private func changed(
        _ connection: Connection,
        _ origin: DocumentOrigin? = nil,
        _ change: () throws -> Void
    ) throws -> Content {
        try connection.begin()
        try change()
        try connection.commit()
        let image = try connection.image()
        var content = try origin.map { try Content(image, $0) } ?? Content(image, documents)
        content.movingSeed = movingSeed
        return content
    }
}

extension Domain {
    /// The present content, of the last commit.
    ///
    /// Nothing is copied, except pages of a data file that were written since it was last read.
    /// Throws while a transaction is open.
    package var content: Content {
        get throws {
            var content = Content(try work.connection.image(), try documents.loaded)
            (content.movingSeed, content.keepsTime) = (movingSeed, keepsTime)
            return content
        }
    }

    /// Replaces the content by `content`.
    ///
    /// Pending writes are committed first; the replacement itself needs no commit and cannot be
    /// rolled back.
    ///
    /// Sockets and caches are told that everything has changed. Costs O(1) in memory, a write of
    /// all differing pages in a data file.
    ///
    /// - Throws: SQLite's errors.
    package func restore(_ content: Content) throws {
        try work.replaceAll { try $0.restore(from: content.image) }
        documents.adopt(content.documents)
    }

    /// As ``restore(_:)-(Content)``, from an image with the present schema.
    ///
    /// - Throws: also ``SeedFault``, when the records come from files.
    package func restore(_ image: PageImage) throws {
        try restore(Content(image, documents.origin))
    }

    /// Replaces the content by that of a seed; as with ``restore(_:)-(Content)``, this cannot be
    /// rolled back.
    ///
    /// When `start` has no imported documents, those of the present content are kept.
    ///
    /// - Throws: SQLite's errors.
    package func reset(to start: Content) throws {
        guard try carriesImport(to: start) else { return try restore(start) }
        try restore(carryingImport(to: start))
    }

    /// Whether a reset to `start` must keep the imported documents of the present content.
    ///
    /// - Throws: SQLite's errors.
    package func carriesImport(to start: Content) throws -> Bool {
        guard !start.documents.hasImport else { return false }
        return try LoadedDocuments.hasImport(work.connection)
    }

    /// A copy of `start` with the documents that were imported into the present content.
    ///
    /// Pending writes are committed first.
    ///
    /// Costs a copy of the imported rows.
    ///
    /// - Throws: SQLite's errors.
    package func carryingImport(to start: Content) throws -> Content {
        try work.commit()
        let connection = try Connection(.pages(start.image))
        let mixed = UnitOfWork(connection)
        try mixed.write {
            try ContentCopy(registry, from: work.connection, to: mixed).copyLasting()
        }
        try mixed.commit()
        let present = try documents.loaded
        let loaded = try LoadedDocuments(
            connection,
            imported: present.imported,
            base: present.base,
            hasOldForms: present.hasOldForms
        )
        return Content(try connection.image(), loaded)
    }

    /// Takes note that another connection has changed the file of the database.
    ///
    /// `loaded` are the records that it has now.
    ///
    /// Pending writes of this domain must not exist: the transaction was of the other connection.
    package func follow(_ loaded: LoadedDocuments) {
        work.noteReplacement()
        documents.adopt(loaded)
    }

    /// Undoes the last `count` commits, of which there are so many; pending writes are committed first.
    ///
    /// Sockets and caches are told that everything has changed.
    ///
    /// - Throws: SQLite's errors, and ``SeedFault`` when the records come from files.
    package func undo(_ count: Int) throws -> Undone {
        let undone = try work.undo(count)
        if undone.replacesAll {
            documents.adopt(try LoadedDocuments(work.connection, documents.origin))
        }
        return undone
    }
}
