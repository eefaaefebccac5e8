internal import MockPostlyContent
internal import MockPostlyJSON
internal import MockPostlySQLite
internal import MockPostlyWorld

/// A record has more arrays and objects inside one another than can be kept.
package struct DocumentTooDeep: Error {}

/// The records of one world: a set that worlds share, and what was changed in this one.
///
/// All records are in memory; the database has the changes. Belongs to the loop's thread.
package final class DocumentStore {
    private let work: UnitOfWork
    package let origin: DocumentOrigin
    /// What a reset brings back.
    private var base: DocumentSet
    /// What the database has imported, when ``base`` is that.
    package private(set) var importedSet: DocumentSet?
    /// Whether that was read within a transaction, which may not last.
    private var hasReadBaseEarly = false
    private var lists: [[Document]]
    /// Where the records of each kind stand.
    private var places: [DocumentPlaces]
    /// The next id of each kind.
    private var nextIDs: [Int64]
    private var rollbacks: Int
    /// Whether the lists have writes that the database has not.
    private var isStale = false
    private var count: UInt64 = 1
    private var timesLoaded = 0

    /// A store over a database whose records, from `origin`, are `loaded`.
    init(_ work: UnitOfWork, _ origin: DocumentOrigin, _ loaded: LoadedDocuments) {
        (self.work, self.origin, rollbacks) = (work, origin, work.rollbacks)
        (base, importedSet) = (loaded.base, loaded.imported)
        (lists, places, nextIDs) = (loaded.lists, loaded.places, loaded.nextIDs)
    }

    /// The records as they are, of what is permanent.
    package var loaded: LoadedDocuments {
        get throws {
            catchUp()
            return LoadedDocuments(
                imported: importedSet,
                hasImport: try LoadedDocuments.hasImport(work.connection),
                base: base,
                lists: lists,
                places: places,
                nextIDs: nextIDs
            )
        }
    }

    /// Makes the records those that were read from what the database has now.
    func adopt(_ loaded: LoadedDocuments) {
        (base, importedSet) = (loaded.base, loaded.imported)
        hasReadBaseEarly = false
        take(loaded, as: work.rollbacks)
    }

    /// Grows whenever the records are not what they were.
    package var version: UInt64 {
        catchUp()
        return count
    }

    /// How often the records were made of what the database has: at first, and whenever that was
    /// replaced or undone.
    var loads: Int {
        catchUp()
        return timesLoaded
    }

    /// The records of a kind, in their order.
    package func all(_ kind: DocumentKind) -> [Document] {
        catchUp()
        return lists[kind.rawValue]
    }

    /// How many records of a kind there are.
    package func count(_ kind: DocumentKind) -> Int {
        catchUp()
        return lists[kind.rawValue].count
    }

    /// The id that the next record of a kind gets.
    ///
    /// It is one more than the highest that was ever given or, when there is none above it, the
    /// lowest that is free.
    package func nextID(_ kind: DocumentKind) -> Int64 {
        catchUp()
        let next = nextIDs[kind.rawValue]
        guard next > .largestInContent else { return next }
        let taken = Set(lists[kind.rawValue].map(\.id))
        return (1...Int64.largestInContent).first { !taken.contains($0) } ?? .largestInContent
    }

    /// The record with this id.
    package func find(_ kind: DocumentKind, _ id: Int64) -> Document? {
        catchUp()
        guard let index = index(of: id, kind) else { return nil }
        return lists[kind.rawValue][index]
    }

    private func index(of id: Int64, _ kind: DocumentKind) -> Int? {
        places[kind.rawValue].index(of: id, in: lists[kind.rawValue])
    }

    // MARK: Writing

    /// Adds a record, or puts it in the place of the one with its id.
    ///
    /// `text` is its compact JSON, whose `id` is `id`. Throws ``DocumentTooDeep``.
    package func put(_ kind: DocumentKind, _ id: Int64, _ text: [UInt8]) throws {
        catchUp()
        // What JavaScript has written is always JSON, and of any depth.
        guard let document = Document(text) else { throw DocumentTooDeep() }
        precondition(document.id == id, "a record must have its id")
        try store(kind, id, text)
        // An id that was never given need not be looked for.
        let isKnown = LoadedDocuments.mayBeThere(id, before: nextIDs[kind.rawValue])
        if isKnown, let index = index(of: id, kind) {
            lists[kind.rawValue][index] = document
        } else {
            places[kind.rawValue].note(appended: id, to: lists[kind.rawValue])
            lists[kind.rawValue].append(document)
            nextIDs[kind.rawValue] = max(
                nextIDs[kind.rawValue],
                LoadedDocuments.next(after: id)
            )
        }
        count += 1
    }

    /// Removes the records of a kind that `isGone` says.
    package func remove(_ kind: DocumentKind, where isGone: (Document) -> Bool) throws {
        catchUp()
        let gone = lists[kind.rawValue].filter(isGone)
        for document in gone { try store(kind, document.id, nil) }
        let ids = Set(gone.map(\.id))
        lists[kind.rawValue].removeAll { ids.contains($0.id) }
        places[kind.rawValue] = DocumentPlaces()
        count += 1
    }

    /// Runs `body`, which changes more than one record; all of it stays, or nothing.
    package func together(_ body: () throws -> Void) throws {
        do {
            try work.write(body)
        } catch {
            // The database has undone what `body` did; the lists follow it.
            isStale = true
            throw error
        }
    }

    private func store(_ kind: DocumentKind, _ id: Int64, _ text: [UInt8]?) throws {
        let body = text.map { Value.text(String(decoding: $0, as: UTF8.self)) } ?? .null
        try work.writeOnce {
            _ = try work.connection.run(
                "INSERT OR REPLACE INTO document_change (kind, id, body) VALUES (?1, ?2, ?3)",
                [.integer(kind.rawValue), .integer(id), body]
            )
        }
    }

    /// Follows a database that a seed was put into, as part of the open unit of work; `isImportNew`
    /// where the seed has said what is imported.
    func follow(isImportNew: Bool) throws {
        if isImportNew { try readBase() }
        try load()
    }

    /// Follows a database whose rows somebody else has changed.
    func reload() throws {
        try readBase()
        try load()
    }

    // MARK: Loading

    /// Makes `set` the records, for this database and for good; changes are forgotten.
    package func importSet(_ set: DocumentSet) throws {
        try work.write {
            try work.connection.script("DELETE FROM document_import; DELETE FROM document_change;")
            try Self.write(set, to: work.connection)
        }
        base = origin.reshape(set)
        importedSet = origin.source == .standard ? set : nil
        hasReadBaseEarly = true
        try load()
    }

    /// Writes a set as the import of a database that has none.
    static func write(_ set: DocumentSet, to connection: Connection) throws {
        try beginImport(in: connection)
        for kind in DocumentKind.allCases {
            for (position, document) in set.documents(kind).enumerated() {
                let text = String(decoding: document.value.rawText, as: UTF8.self)
                try addImported(kind, position, text, to: connection)
            }
        }
    }

    /// The records that the database has imported; nil when it has not.
    func imported() throws -> DocumentSet? {
        try Self.imported(work.connection)
    }

    static func imported(_ connection: Connection) throws -> DocumentSet? {
        guard try LoadedDocuments.hasImport(connection) else { return nil }
        return DocumentSet(
            try DocumentKind.allCases.map { kind in
                Document.all(inCanonical: try importedText(of: kind, connection))
            }
        )
    }

    /// The imported records of a kind as one JSON array, in no more memory than it takes.
    private static func importedText(
        of kind: DocumentKind,
        _ connection: Connection
    ) throws -> [UInt8] {
        let size = try connection.first(
            "SELECT sum(length(CAST(body AS BLOB)) + 1) FROM document_import WHERE kind = ?1",
            [.integer(kind.rawValue)]
        ) { Int($0.int(0)) }
        var text: [UInt8] = [UInt8(ascii: "[")]
        text.reserveCapacity((size ?? 0) + 2)
        try connection.forEach(
            "SELECT body FROM document_import WHERE kind = ?1 ORDER BY position",
            [.integer(kind.rawValue)]
        ) { row in
            if text.count > 1 { text.append(UInt8(ascii: ",")) }
            row.withText(0) { text.append(contentsOf: $0) }
        }
        text.append(UInt8(ascii: "]"))
        return text
    }

    /// Follows the database when it has gone back.
    private func catchUp() {
        guard isStale || rollbacks != work.rollbacks else { return }
        // What cannot be read now is for the request that needs the database to report.
        try? followBack()
    }

    private func followBack() throws {
        // What was imported before stays in all other cases.
        if hasReadBaseEarly { try readBase() }
        try load()
    }

    /// Makes the base what the database has imported, or what was there without an import.
    private func readBase() throws {
        guard origin.source == .standard else { return }
        let imported = try Self.imported(work.connection)
        hasReadBaseEarly = work.isPending
        guard importedSet != nil || imported != nil else { return }
        importedSet = imported
        base = origin.reshape(try imported ?? DocumentSet.load(origin.source))
    }

    /// Makes the lists of the base and the changes that the database has.
    private func load() throws {
        let rollbacks = work.rollbacks
        let loaded = try LoadedDocuments(work.connection, imported: importedSet, base: base)
        take(loaded, as: rollbacks)
    }

    private func take(_ loaded: LoadedDocuments, as rollbacks: Int) {
        (lists, places, nextIDs) = (loaded.lists, loaded.places, loaded.nextIDs)
        self.rollbacks = rollbacks
        isStale = false
        count += 1
        timesLoaded += 1
    }
}
