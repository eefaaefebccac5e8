internal import MockPostlyContent
package import MockPostlySQLite

/// A content that a world can be given at once: its pages, and its records of DummyJSON, which are in
/// memory while they are served.
package struct Content: Sendable {
    package let image: PageImage
    package let documents: LoadedDocuments

    package init(_ image: PageImage, _ documents: LoadedDocuments) {
        (self.image, self.documents) = (image, documents)
    }

    /// The content of `image` in a world whose records come from `origin`; slow where the image has
    /// many of them, so any thread may do it.
    ///
    /// Throws ``SeedFault`` when files are at fault.
    package init(_ image: PageImage, _ origin: DocumentOrigin) throws {
        self.init(image, try LoadedDocuments(Connection(.pages(image)), origin))
    }
}

extension Domain {
    /// The content as it is, of what is permanent; nothing is copied.
    ///
    /// Throws while a transaction is open, and for a database in a file.
    package var content: Content {
        get throws { Content(try work.connection.image(), try documents.loaded) }
    }

    /// Makes the content `content`, at once and for good.
    package func restore(_ content: Content) throws {
        try work.replaceAll { try $0.restore(from: content.image) }
        documents.adopt(content.documents)
        posts.changes.note(.everything)
    }

    /// As ``restore(_:)-(Content)``, of an image whose schema is the present one.
    package func restore(_ image: PageImage) throws {
        try restore(Content(image, documents.origin))
    }

    /// Makes the content that of a seed, at once and for good; imported documents stay where
    /// `start` has none.
    package func reset(to start: Content) throws {
        guard try carriesImport(to: start) else { return try restore(start) }
        try restore(carryingImport(to: start))
    }

    /// Whether a reset to `start` has imported documents to carry over.
    package func carriesImport(to start: Content) throws -> Bool {
        guard !start.documents.hasImport else { return false }
        return try LoadedDocuments.hasImport(work.connection)
    }

    /// `start` with the documents that are imported here.
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
            base: present.base
        )
        return Content(try connection.image(), loaded)
    }

    /// Follows a database in a file that another connection has changed; `loaded` are its records
    /// now.
    package func follow(_ loaded: LoadedDocuments) {
        work.noteReplacement()
        documents.adopt(loaded)
        posts.changes.note(.everything)
    }
}
