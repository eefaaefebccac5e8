internal import MockPostlyContent
package import MockPostlySQLite

/// The records of a content, read from its database: what a store begins with.
///
/// It never changes, so that any thread may read it for another, and worlds share it.
package struct LoadedDocuments: Sendable {
    /// What the database has imported, where that counts.
    let imported: DocumentSet?
    /// Whether the database has an import at all.
    package let hasImport: Bool
    /// What a reset brings back.
    let base: DocumentSet
    let lists: [[Document]]
    /// Where the records of each kind stand.
    let places: [DocumentPlaces]
    /// The next id of each kind.
    let nextIDs: [Int64]

    /// Reads the records that the database has imported, else those of `origin`, with the changes.
    ///
    /// Throws ``SeedFault`` when files are at fault.
    package init(_ connection: Connection, _ origin: DocumentOrigin) throws {
        let imported =
            origin.source == .standard ? try DocumentStore.imported(connection) : nil
        try self.init(
            connection,
            imported: imported,
            base: origin.reshape(try imported ?? DocumentSet.load(origin.source))
        )
    }

    /// The id after `id`, which a database may have larger than it should be.
    static func next(after id: Int64) -> Int64 {
        min(max(id, 0), .largestInContent) + 1
    }

    /// Whether there can be a record with this id, where `next` is the next one: one that was never
    /// given need not be looked for.
    static func mayBeThere(_ id: Int64, before next: Int64) -> Bool {
        id < next || id > .largestInContent
    }

    static func hasImport(_ connection: Connection) throws -> Bool {
        try DocumentStore.hasImport(connection)
    }

    /// Reads the changes of a base that is known.
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
