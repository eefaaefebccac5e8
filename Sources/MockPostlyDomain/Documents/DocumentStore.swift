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
    private let origin: DocumentOrigin
    /// What a reset brings back.
    private var base: DocumentSet
    /// Whether ``base`` is what the database has imported.
    private var hasImport: Bool
    private var lists: [[Document]]
    /// The next id of each kind.
    private var nextIDs: [Int64] = []
    private var rollbacks = 0
    /// Whether the lists have writes that the database has not.
    private var isStale = false
    private var count: UInt64 = 0

    /// The records that the database has imported, else those of `origin`, with the changes.
    ///
    /// Throws ``SeedFault`` when files are at fault.
    init(_ work: UnitOfWork, _ origin: DocumentOrigin) throws {
        self.work = work
        self.origin = origin
        let imported = origin.source == .standard ? try Self.imported(work.connection) : nil
        hasImport = imported != nil
        base = origin.reshape(try imported ?? DocumentSet.load(origin.source))
        lists = base.lists
        try load()
    }

    /// Grows whenever the records are not what they were.
    package var version: UInt64 {
        catchUp()
        return count
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

    /// The id after `id`, which a database may have larger than it should be.
    private static func next(after id: Int64) -> Int64 {
        min(max(id, 0), .largestInContent) + 1
    }

    /// The record with this id.
    package func find(_ kind: DocumentKind, _ id: Int64) -> Document? {
        catchUp()
        let list = lists[kind.rawValue]
        guard let index = Self.index(of: id, in: list) else { return nil }
        return list[index]
    }

    /// Where a record stands: at its id less one in most sets, or a little before.
    private static func index(of id: Int64, in list: [Document]) -> Int? {
        if id >= 1, id <= list.count, list[Int(id) - 1].id == id { return Int(id) - 1 }
        return list.firstIndex { $0.id == id }
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
        if mayBeThere(kind.rawValue, id, nextIDs),
            let index = Self.index(of: id, in: lists[kind.rawValue])
        {
            lists[kind.rawValue][index] = document
        } else {
            lists[kind.rawValue].append(document)
            nextIDs[kind.rawValue] = max(nextIDs[kind.rawValue], Self.next(after: id))
        }
        count += 1
    }

    /// Whether there can be a record with this id: one never given need not be looked for.
    private func mayBeThere(_ kind: Int, _ id: Int64, _ nextIDs: [Int64]) -> Bool {
        id < nextIDs[kind] || id > .largestInContent
    }

    /// Removes the records of a kind that `isGone` says.
    package func remove(_ kind: DocumentKind, where isGone: (Document) -> Bool) throws {
        catchUp()
        let gone = lists[kind.rawValue].filter(isGone)
        for document in gone { try store(kind, document.id, nil) }
        let ids = Set(gone.map(\.id))
        lists[kind.rawValue].removeAll { ids.contains($0.id) }
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

    /// Makes changes and custom responses those of `seed`, and what is imported where that says
    /// so, as part of the open unit of work.
    func reset(to seed: SeedDocuments) throws {
        try work.write {
            let connection = work.connection
            try connection.script("DELETE FROM document_change; DELETE FROM custom_response;")
            switch seed.imported {
            case .unsaid: break
            case .none: try connection.script("DELETE FROM document_import")
            case .records(let lists):
                try connection.script("DELETE FROM document_import")
                try Self.write(lists, to: connection)
            }
            for change in seed.changes { try Self.write(change, to: connection) }
            for response in seed.responses { try Self.write(response, to: connection) }
        }
        if seed.imported != .unsaid { try readBase() }
        try load()
    }

    private static func write(_ change: SeedDocuments.Change, to connection: Connection) throws {
        try connection.run(
            "INSERT INTO document_change (kind, id, body) VALUES (?1, ?2, ?3)",
            [.integer(change.key.kind.rawValue), .integer(change.key.id), .optional(change.body)]
        )
    }

    private static func write(
        _ response: SeedDocuments.Response,
        to connection: Connection
    ) throws {
        try connection.run(
            """
            INSERT INTO custom_response (identifier, method, body, created_at)
            VALUES (?1, ?2, ?3, ?4)
            """,
            [
                .text(response.identifier), .text(response.method), .text(response.body),
                .integer(response.createdAt.microseconds),
            ]
        )
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
        hasImport = origin.source == .standard
        try load()
    }

    /// Writes a set as the import of a database that has none.
    static func write(_ set: DocumentSet, to connection: Connection) throws {
        let lists = set.lists.map { documents in
            documents.map { String(decoding: $0.value.rawText, as: UTF8.self) }
        }
        try write(lists, to: connection)
    }

    private static func write(_ lists: [[String]], to connection: Connection) throws {
        // A row of no kind: an import of no records is one too.
        try connection.run("INSERT INTO document_import (kind, position, body) VALUES (-1, 0, '')")
        for (kind, texts) in lists.enumerated() {
            for (position, text) in texts.enumerated() {
                try connection.run(
                    "INSERT INTO document_import (kind, position, body) VALUES (?1, ?2, ?3)",
                    [.integer(kind), .integer(position), .text(text)]
                )
            }
        }
    }

    /// The records that the database has imported; nil when it has not.
    func imported() throws -> DocumentSet? {
        try Self.imported(work.connection)
    }

    private static func imported(_ connection: Connection) throws -> DocumentSet? {
        var texts: [[UInt8]] = DocumentKind.allCases.map { _ in [UInt8(ascii: "[")] }
        var isThere = false
        try connection.forEach(
            "SELECT kind, body FROM document_import ORDER BY kind, position"
        ) { row in
            isThere = true
            let kind = Int(row.int(0))
            guard texts.indices.contains(kind) else { return }
            if texts[kind].count > 1 { texts[kind].append(UInt8(ascii: ",")) }
            row.withText(1) { texts[kind].append(contentsOf: $0) }
        }
        guard isThere else { return nil }
        return DocumentSet(texts.map { Document.all(inCanonical: $0 + [UInt8(ascii: "]")]) })
    }

    /// Follows the database when it has gone back.
    private func catchUp() {
        guard isStale || rollbacks != work.rollbacks else { return }
        // What cannot be read now is for the request that needs the database to report.
        try? reload()
    }

    /// Makes the base what the database has imported, or what was there without an import.
    private func readBase() throws {
        guard origin.source == .standard else { return }
        let imported = try Self.imported(work.connection)
        guard hasImport || imported != nil else { return }
        hasImport = imported != nil
        base = origin.reshape(try imported ?? DocumentSet.load(origin.source))
    }

    /// Makes the lists of the base and the changes that the database has.
    private func load() throws {
        let rollbacks = work.rollbacks
        var lists = base.lists
        var nextIDs = lists.map { Self.next(after: $0.map(\.id).max() ?? 0) }
        try work.connection.forEach(
            "SELECT kind, id, body FROM document_change ORDER BY kind, id"
        ) { row in
            let kind = Int(row.int(0))
            guard lists.indices.contains(kind) else { return }
            let id = row.int(1)
            let index =
                mayBeThere(kind, id, nextIDs) ? Self.index(of: id, in: lists[kind]) : nil
            nextIDs[kind] = max(nextIDs[kind], Self.next(after: id))
            let document = row.isNull(2) ? nil : Document(row.bytes(2))
            switch (index, document) {
            case (let index?, let document?): lists[kind][index] = document
            case (let index?, nil): lists[kind].remove(at: index)
            case (nil, let document?): lists[kind].append(document)
            case (nil, nil): break
            }
        }
        (self.lists, self.nextIDs, self.rollbacks) = (lists, nextIDs, rollbacks)
        isStale = false
        count += 1
    }
}
