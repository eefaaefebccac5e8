internal import MockPostlyContent
package import MockPostlySQLite

/// The records of a content, read from its database: what a ``DocumentStore`` begins with.
///
/// It never changes: any thread may make it, and worlds share it.
package struct LoadedDocuments: Sendable {
    /// The imported records, when they are used; nil also when the records come from files.
    let imported: DocumentSet?
    /// Whether the database has an import, used or not.
    package let hasImport: Bool
    /// The records without any changes: what a reset goes back to.
    let base: DocumentSet
    let lists: [[Document]]
    /// The positions of the records of each kind.
    let places: [DocumentPlaces]
    /// The next id of each kind.
    let nextIDs: [Int64]

    /// Reads the imported records, or those of `origin` when there was no import, with the changes.
    ///
    /// Throws ``SeedFault`` when a file is at fault, and SQLite's errors.
    package init(_ connection: Connection, _ origin: DocumentOrigin) throws {
        let imported =
            origin.source == .standard ? try DocumentStore.imported(connection) : nil
        try self.init(
            connection,
            imported: imported,
            base: origin.reshape(try imported ?? DocumentSet.load(origin.source))
        )
    }

    /// The id after `id`, held within the ids that a content may have.
    static func next(after id: Int64) -> Int64 {
        min(max(id, 0), .largestInContent) + 1
    }

    /// Whether a record with this id can exist, when `next` is the next id.
    ///
    /// An id that was never used need not be looked for.
    static func mayBeThere(_ id: Int64, before next: Int64) -> Bool {
        id < next || id > .largestInContent
    }

    static func hasImport(_ connection: Connection) throws -> Bool {
        try DocumentStore.hasImport(connection)
    }

    /// Reads the changes to a base that is known.
    init(_ connection: Connection, imported: DocumentSet?, base: DocumentSet) throws {
        (self.imported, self.base) = (imported, base)
        hasImport = try Self.hasImport(connection)
        var lists = base.lists
        var nextIDs = lists.map { Self.next(after: $0.map(\.id).max() ?? 0) }
        var places = lists.map { _ in DocumentPlaces() }
        var removed: [Set<Int>] = lists.map { _ in [] }
        try DocumentStore.forEachChange(in: connection) { row in
            let kind = Int(row.int(0))
            guard lists.indices.contains(kind) else { return }
            let id = row.int(1)
            let index =
                Self.mayBeThere(id, before: nextIDs[kind])
                ? places[kind].index(of: id, in: lists[kind]) : nil
            nextIDs[kind] = max(nextIDs[kind], Self.next(after: id))
            let document = row.isNull(2) ? nil : Document(row.bytes(2))
            switch (index, document) {
            case (let index?, let document?): lists[kind][index] = document
            case (let index?, nil): removed[kind].insert(index)
            case (nil, let document?):
                places[kind].note(appended: id, to: lists[kind])
                lists[kind].append(document)
            case (nil, nil): break
            }
        }
        for (kind, indexes) in removed.enumerated() where !indexes.isEmpty {
            lists[kind] = lists[kind].enumerated()
                .filter { !indexes.contains($0.offset) }
                .map(\.element)
            places[kind] = DocumentPlaces()
        }
        (self.lists, self.places, self.nextIDs) = (lists, places, nextIDs)
    }

    init(
        imported: DocumentSet?,
        hasImport: Bool,
        base: DocumentSet,
        lists: [[Document]],
        places: [DocumentPlaces],
        nextIDs: [Int64]
    ) {
        (self.imported, self.hasImport, self.base) = (imported, hasImport, base)
        (self.lists, self.places, self.nextIDs) = (lists, places, nextIDs)
    }
}
