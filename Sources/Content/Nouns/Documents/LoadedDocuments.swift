internal import MockPostlyContent
package import MockPostlySQLite

/// The records of a content, read from its database: what a ``DocumentStore`` begins with.
///
/// It never changes: any thread may make it, and worlds share it.
package struct LoadedDocuments: Sendable {
    /// The imported records, when they are used; nil also when the records come from files.
    let imported: DocumentSet?
    /// Whether the database has an import, used or not.
    ///
    /// True also for an import without any record.
    package let hasImport: Bool
    /// The records without any changes: what a reset goes back to.
    let base: DocumentSet
    /// The records of each kind.
    let lists: [DocumentList]
    /// Whether they have the forms of an earlier era, see ``DocumentOrigin/takesOldForms``.
    let hasOldForms: Bool

    /// Reads the imported records, or those of `origin` when there was no import, with the changes.
    ///
    /// Throws ``SeedFault`` when a file is at fault, and SQLite's errors.
    ///
    /// - Parameters:
    ///   - connection: has the present schema and is only read.
    ///   - origin: where the records come from without an import.
    /// - Throws: ``SeedFault`` and SQLite's errors.
    package init(_ connection: Connection, _ origin: DocumentOrigin) throws {
        let imported =
            origin.source == .standard ? try DocumentStore.imported(connection) : nil
        try self.init(
            connection,
            imported: imported,
            base: origin.reshape(try imported ?? origin.load()),
            hasOldForms: origin.takesOldForms
        )
    }

    /// The records in the forms of `origin`, for a world with an era of its own: these, or what is read
    /// from `connection` anew, which must have the same content.
    func fitting(_ origin: DocumentOrigin, _ connection: Connection) -> LoadedDocuments {
        guard hasOldForms != origin.takesOldForms else { return self }
        // What a request needs and cannot be read is reported to it.
        return (try? LoadedDocuments(connection, origin)) ?? self
    }

    static func hasImport(_ connection: Connection) throws -> Bool {
        try DocumentStore.hasImport(connection)
    }

    /// Reads the changes to a base that is known.
    init(
        _ connection: Connection,
        imported: DocumentSet?,
        base: DocumentSet,
        hasOldForms: Bool
    ) throws {
        (self.imported, self.base, self.hasOldForms) = (imported, base, hasOldForms)
        hasImport = try Self.hasImport(connection)
        var lists = DocumentKind.allCases.map { DocumentList($0, of: base) }
        var removed: [Set<Int>] = lists.map { _ in [] }
        try DocumentStore.forEachChange(in: connection) { row in
            let kind = Int(row.int(0))
            guard lists.indices.contains(kind) else { return }
            let id = row.int(1)
            if !row.isNull(2), let document = Document(row.bytes(2)) {
                lists[kind].put(document, as: id)
            } else if let index = lists[kind].noteUse(of: id) {
                removed[kind].insert(index)
            }
        }
        for (kind, indexes) in removed.enumerated() where !indexes.isEmpty {
            lists[kind].remove(at: indexes)
        }
        self.lists = lists
    }

    init(
        imported: DocumentSet?,
        hasImport: Bool,
        base: DocumentSet,
        lists: [DocumentList],
        hasOldForms: Bool
    ) {
        (self.imported, self.hasImport, self.hasOldForms) = (imported, hasImport, hasOldForms)
        (self.base, self.lists) = (base, lists)
    }
}
