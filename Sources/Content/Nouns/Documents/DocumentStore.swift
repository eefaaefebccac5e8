internal import MockPostlyAssets
package import MockPostlyContent
internal import MockPostlyJSON
internal import MockPostlySQLite
internal import MockPostlyWorld

/// A record nests more arrays and objects than the JSON parser accepts.
///
/// The limit is ``JSON/depthLimit``.
package struct DocumentTooDeep: Error {}

/// The records of one world: a set that worlds share, and this world's changes to it.
///
/// All records are in memory; the database stores the imported set and the changes. After a
/// rollback the records are read from the database again, when they are next asked for. Belongs to
/// the loop's thread.
package final class DocumentStore {
    private let work: UnitOfWork
    /// Where the records come from when nothing was imported.
    ///
    /// Fixed for the life of the store.
    package let origin: DocumentOrigin
    /// The records without any changes: what a reset goes back to.
    private var base: DocumentSet
    /// The imported records, when ``base`` was made from them; else nil.
    package private(set) var importedSet: DocumentSet?
    /// Whether ``base`` was read within an open transaction, which may still be rolled back.
    private var hasReadBaseEarly = false
    /// The records of each kind.
    private var lists: [DocumentList]
    /// Those of the unit of work when the lists were loaded.
    private var undoings: Int
    private var timesLoaded = 0

    /// A store over a database; `loaded` are its records, which come from `origin`.
    init(_ work: UnitOfWork, origin: DocumentOrigin, loaded: LoadedDocuments) {
        (self.work, self.origin, undoings) = (work, origin, work.undoings)
        let loaded = loaded.fitting(origin, work.connection)
        (base, importedSet) = (loaded.base, loaded.imported)
        lists = loaded.lists
    }

    /// The present records, for another store over the same content.
    ///
    /// Nothing may be pending: the records must be those of the last commit.
    ///
    /// - Throws: SQLite's errors.
    package var loaded: LoadedDocuments {
        get throws {
            catchUp()
            return LoadedDocuments(
                imported: importedSet,
                hasImport: try LoadedDocuments.hasImport(work.connection),
                base: base,
                lists: lists,
                hasOldForms: origin.takesOldForms
            )
        }
    }

    /// Replaces the records by `loaded`, which was read from what the database now contains.
    func adopt(_ loaded: LoadedDocuments) {
        let loaded = loaded.fitting(origin, work.connection)
        (base, importedSet) = (loaded.base, loaded.imported)
        hasReadBaseEarly = false
        adopt(loaded, as: work.undoings)
    }

    /// The state of all content, for what is made of records.
    package var version: ContentVersion { work.version.withoutCounts }

    /// How often the records were loaded from the database again: after it was replaced, and after
    /// a rollback.
    var loads: Int {
        catchUp()
        return timesLoaded
    }

    /// The records of a kind: the base in its order, then the added records in the order of adding.
    ///
    /// Costs nothing but a copy of the array's reference, after the first use of the kind.
    package func all(_ kind: DocumentKind) -> [Document] {
        catchUp()
        return lists[kind.rawValue].records
    }

    /// How many records of a kind there are.
    ///
    /// O(1); nothing is parsed.
    package func count(_ kind: DocumentKind) -> Int {
        catchUp()
        return lists[kind.rawValue].count
    }

    /// Whether the records of a kind are those that ship inside this program, and nobody has asked
    /// for them yet.
    package func areUnread(_ kind: DocumentKind) -> Bool {
        catchUp()
        return lists[kind.rawValue].areUnread
    }

    /// The id that the next record of a kind gets.
    ///
    /// It is one more than the highest id that was ever used. When that would be above
    /// ``Int64/largestInContent``, it is the lowest free id.
    ///
    /// O(1), except beyond ``Int64/largestInContent``. Deleting a record does not free its id.
    package func nextID(_ kind: DocumentKind) -> Int64 {
        catchUp()
        let next = lists[kind.rawValue].nextID
        guard next > .largestInContent else { return next }
        let taken = Set(lists[kind.rawValue].records.map(\.id))
        return (1...Int64.largestInContent).first { !taken.contains($0) } ?? .largestInContent
    }

    /// The record with this id; nil when there is none.
    ///
    /// O(1) where ids are numbers from 1 in order, O(log n) where they only grow.
    package func find(_ kind: DocumentKind, _ id: Int64) -> Document? {
        catchUp()
        guard let index = lists[kind.rawValue].index(of: id) else { return nil }
        return lists[kind.rawValue].records[index]
    }

    // MARK: Writing

    /// Adds a record, or replaces the record that has its id.
    ///
    /// `text` is its compact JSON, whose `id` is `id`. Throws ``DocumentTooDeep``; nothing changes
    /// then.
    ///
    /// - Parameters:
    ///   - kind: what is written.
    ///   - id: may be that of an existing record.
    ///   - text: compact JSON in JavaScript's form.
    /// - Throws: ``DocumentTooDeep``, and SQLite's errors.
    package func put(_ kind: DocumentKind, id: Int64, text: [UInt8]) throws {
        catchUp()
        // JavaScript's output is always valid JSON, but it may be nested too deeply for the parser.
        guard let document = Document(text) else { throw DocumentTooDeep() }
        precondition(document.id == id, "a record must have its id")
        try store(kind, id: id, text: text)
        lists[kind.rawValue].put(document, as: id)
    }

    /// Removes the records of a kind for which `isGone` returns true.
    ///
    /// Costs O(n) over the kind. Nothing happens when no record is chosen.
    ///
    /// - Throws: SQLite's errors; to remove all or none, call it within ``together(_:)``.
    package func remove(_ kind: DocumentKind, where isGone: (Document) -> Bool) throws {
        catchUp()
        let records = lists[kind.rawValue].records
        let gone = records.indices.filter { isGone(records[$0]) }
        for index in gone { try store(kind, id: records[index].id, text: nil) }
        lists[kind.rawValue].remove(at: Set(gone))
    }

    /// Runs `body`, which changes more than one record; all changes stay, or none.
    ///
    /// - Throws: what `body` throws, and SQLite's errors; the records are then as before.
    package func together(_ body: () throws -> Void) throws {
        // When it fails, the lists are loaded again before the next use.
        try work.write(body)
    }

    private func store(_ kind: DocumentKind, id: Int64, text: [UInt8]?) throws {
        let body = text.map { Value.text(String(decoding: $0, as: UTF8.self)) } ?? .null
        try work.writeOnce {
            _ = try work.connection.run(
                "INSERT OR REPLACE INTO document_change (kind, id, body) VALUES (?1, ?2, ?3)",
                [.integer(kind.rawValue), .integer(id), body]
            )
        }
    }

    /// Loads the records after a seed was written, within the open unit of work.
    ///
    /// `isImportNew` says whether the seed has set what is imported.
    func follow(isImportNew: Bool) throws {
        if isImportNew { try readBase() }
        try load()
    }

    /// Loads the records after something other than this store has changed their rows.
    func reload() throws {
        try readBase()
        try load()
    }

    // MARK: Loading

    /// Replaces all records by `set`, as an import that resets keep; earlier changes are forgotten.
    ///
    /// The write is part of the open unit of work.
    ///
    /// - Throws: SQLite's errors; the caller rolls back.
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

    /// Writes a set as the import of a database that has no import yet.
    static func write(_ set: DocumentSet, to connection: Connection) throws {
        try beginImport(in: connection)
        for kind in DocumentKind.allCases {
            for (position, document) in set.documents(kind).enumerated() {
                let text = String(decoding: document.value.rawText, as: UTF8.self)
                try addImported(kind, position: position, text: text, to: connection)
            }
        }
    }

    /// The records that were imported into the database; nil when there was no import.
    func imported() throws -> DocumentSet? {
        try Self.imported(work.connection)
    }

    static func imported(_ connection: Connection) throws -> DocumentSet? {
        guard try LoadedDocuments.hasImport(connection) else { return nil }
        return try DocumentSet { try importedText(of: $0, connection) }
    }

    /// The imported records of a kind as one JSON array, in a buffer of just that size.
    private static func importedText(
        of kind: DocumentKind,
        _ connection: Connection
    ) throws -> [UInt8] {
        if try keepsOwn(kind, connection) { return Assets.documents(kind.rawValue) }
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

    /// Loads the records again after writes were undone.
    private func catchUp() {
        guard undoings != work.undoings else { return }
        // An error is not reported here: the request that next needs the database will report it.
        try? followBack()
    }

    private func followBack() throws {
        // In all other cases the import is as it was.
        if hasReadBaseEarly { try readBase() }
        try load()
    }

    /// Sets the base to the imported records, or to the original source when nothing was imported.
    private func readBase() throws {
        guard origin.source == .standard else { return }
        let imported = try Self.imported(work.connection)
        hasReadBaseEarly = work.isPending
        guard importedSet != nil || imported != nil else { return }
        importedSet = imported
        base = origin.reshape(try imported ?? origin.load())
    }

    /// Sets the lists to the base with the changes from the database.
    private func load() throws {
        let undoings = work.undoings
        let loaded = try LoadedDocuments(
            work.connection,
            imported: importedSet,
            base: base,
            hasOldForms: origin.takesOldForms
        )
        adopt(loaded, as: undoings)
    }

    private func adopt(_ loaded: LoadedDocuments, as undoings: Int) {
        lists = loaded.lists
        self.undoings = undoings
        timesLoaded += 1
    }
}
