package import MockPostlyContent
package import MockPostlyJSON
package import MockPostlyJavaScript
internal import MockPostlySQLite
internal import MockPostlyWorld

/// A row nests more arrays and objects than a seed can have.
package struct CollectionTooDeep: Error {
    /// How many may be inside one another.
    package static let limit = JSON.depthLimit - 3
}

/// The collections of one world: those of the file, and this world's changes to them.
///
/// All rows are in memory, shared with other worlds where nothing was written; the database has the
/// changes alone. When something else has changed its rows, such as a reset or a rollback, they are
/// read again before the next use. Belongs to the loop's thread.
package final class CollectionStore {
    package private(set) var file: CollectionFile
    /// The file as it was read: relative dates in it are those of the text.
    package private(set) var source: CollectionFile
    /// The time as of which ``file`` has the relative dates; nil before.
    private var filledAt: Instant?
    private let work: UnitOfWork
    /// The member that is the id of a row.
    private let idName: String
    /// The collections that differ from the file.
    private var changed: [String: CollectionRows] = [:]
    private var changedObjects: [String: JSONValue] = [:]
    /// The collections whose rows a seed has replaced: those of the file are not in them.
    private var replaced: Set<String> = []
    /// The state of all content when the changes were read or written last.
    private var seen: ContentVersion?
    /// Whether writes change anything; without it they are answered as if they had.
    package var keepsWrites = true
    /// Grows whenever a row may have changed.
    package private(set) var generation = 0

    package init(_ work: UnitOfWork, _ file: CollectionFile, id: String) {
        (self.work, self.file, source, idName) = (work, file, file, id)
    }

    /// The rows of a collection; nil when the file has no collection of this name.
    package func rows(_ name: String) throws -> CollectionRows? {
        try catchUp()
        return changed[name] ?? base(name)
    }

    /// The rows with which a collection begins; nil when the file has none of this name.
    private func base(_ name: String) -> CollectionRows? {
        if case .collection(let rows)? = file[name] { return rows }
        // Such a collection has no path, and the file has no rows of it.
        return file[name] == nil && name.hasPrefix("$") ? CollectionRows([], id: naming(name)) : nil
    }

    private func naming(_ name: String) -> CollectionRows.Naming {
        file.namings[name] ?? .init(idName)
    }

    /// Takes rows of a file that has changed in place of ``file``.
    ///
    /// Only before anything was written: ``hasChanges``.
    package func adopt(_ file: CollectionFile) {
        (self.file, source, filledAt, seen) = (file, file, nil, nil)
        generation += 1
    }

    /// An object of the file; nil when it has none of this name.
    package func object(_ name: String) throws -> JSONValue? {
        try catchUp()
        if let value = changedObjects[name] { return value }
        if case .singular(let value)? = file[name] { return value }
        return nil
    }

    /// Whether there were files of clients when rows were read last.
    package var hasUploads: Bool {
        changed[CollectionUpload.collection].map { !$0.rows.isEmpty } ?? false
    }

    /// Whether anything was written since the file was read, and is still there.
    package var hasChanges: Bool {
        get throws {
            try catchUp()
            return !changed.isEmpty || !changedObjects.isEmpty
        }
    }

    // MARK: Writing

    /// Adds a row at the end.
    package func add(_ name: String, _ value: JSValue, id: JSValue) throws {
        guard keepsWrites, var rows = try rows(name) else { return }
        let row = try Self.stored(value)
        let ordinal = rows.next
        try write(name, IDText(id).map { RowKey($0) } ?? RowKey(ordinal: ordinal), ordinal, row)
        changed[name] = nil
        rows.put(row.value, id: id, ordinal: ordinal)
        changed[name] = rows
    }

    /// Replaces a row, which keeps its id and place.
    package func replace(_ name: String, _ old: CollectionRow, by value: JSValue) throws {
        guard keepsWrites, var rows = try rows(name) else { return }
        let row = try Self.stored(value)
        let key = IDText(old.id).map { RowKey($0) } ?? RowKey(ordinal: old.ordinal)
        try write(name, key, old.ordinal, row)
        changed[name] = nil
        rows.put(row.value, id: old.id, ordinal: old.ordinal)
        changed[name] = rows
    }

    /// Removes rows of a collection.
    package func remove(_ name: String, _ gone: [CollectionRow]) throws {
        guard keepsWrites, !gone.isEmpty, var rows = try rows(name) else { return }
        changed[name] = nil
        for row in gone {
            let key = IDText(row.id).map { RowKey($0) } ?? RowKey(ordinal: row.ordinal)
            try erase(name, key, row.ordinal)
            rows.remove(ordinal: row.ordinal)
        }
        changed[name] = rows
    }

    /// Replaces an object of the file.
    package func set(_ name: String, _ value: JSValue) throws {
        guard keepsWrites else { return }
        try catchUp()
        let row = try Self.stored(value)
        try write(name, .singular, 0, row)
        changedObjects[name] = row.value
    }

    /// Runs `body`, which changes more than one row; all changes stay, or none.
    package func together<Result>(_ body: () throws -> Result) throws -> Result {
        let result = try work.write(body)
        seen = work.version.withoutCounts
        return result
    }

    /// A value as JSON: its text for the database, and parsed.
    package static func stored(
        _ value: JSValue
    ) throws(CollectionTooDeep) -> (text: String, value: JSONValue) {
        var writer = JSONWriter(escaping: .utf8)
        value.write(&writer)
        let bytes = writer.finish()
        // As deep as in a seed, where it is a member of an element, so that every export can be read.
        let nested = Array("[[[".utf8) + bytes + Array("]]]".utf8)
        guard let json = try? JSON(parsing: nested),
            let value = json.root.elements.first?.elements.first?.elements.first
        else { throw CollectionTooDeep() }
        return (String(decoding: bytes, as: UTF8.self), value)
    }

    private func write(
        _ name: String,
        _ key: RowKey,
        _ ordinal: Int,
        _ row: (text: String, value: JSONValue)
    ) throws {
        let place = RowPlace.stored(ordinal, isOfFile: isOfFile(name, key))
        try work.writeOnce {
            _ = try work.connection.run(
                """
                INSERT INTO api_row (collection, key, place, body) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (collection, key) DO UPDATE SET place = ?3, body = ?4
                """,
                [.text(name), .text(key.stored), .integer(place), .text(row.text)]
            )
        }
        noteWrite()
    }

    /// Takes a row away: one of the file gets a mark, another leaves nothing behind.
    private func erase(_ name: String, _ key: RowKey, _ ordinal: Int) throws {
        // A row of a seed may have another key there.
        let isCovering = replaced.contains(name) || base(name)?.ordinal(of: key) != nil
        let place = RowPlace.stored(ordinal, isOfFile: isOfFile(name, key))
        try work.writeOnce {
            if isCovering {
                _ = try work.connection.run(
                    """
                    INSERT INTO api_row (collection, key, place, body) VALUES (?1, ?2, ?3, NULL)
                    ON CONFLICT (collection, key) DO UPDATE SET place = ?3, body = NULL
                    """,
                    [.text(name), .text(key.stored), .integer(place)]
                )
            } else {
                _ = try work.connection.run(
                    "DELETE FROM api_row WHERE collection = ?1 AND key = ?2",
                    [.text(name), .text(key.stored)]
                )
            }
        }
        noteWrite()
    }

    /// Whether clients see a row of the file where none of this key was written.
    private func isOfFile(_ name: String, _ key: RowKey) -> Bool {
        if key.stored.isEmpty { return true }
        return !replaced.contains(name) && base(name)?.ordinal(of: key) != nil
    }

    private func noteWrite() {
        seen = work.version.withoutCounts
        generation += 1
    }

    // MARK: Reading

    /// Reads the changes again if something else may have changed them.
    private func catchUp() throws {
        let version = work.version.withoutCounts
        guard seen != version else { return }
        if !source.movingRows.isEmpty, let filled = try SeedingMark.date(on: work.connection),
            filled != filledAt
        {
            (file, filledAt) = (source.filled(on: filled), filled)
        }
        changed = [:]
        changedObjects = [:]
        replaced = []
        var name = ""
        var rows: CollectionRows?
        func keep() { if let rows { changed[name] = rows } }
        try work.connection.forEach(RowPlace.rows) { row in
            let (collection, key) = (row.text(0), RowKey(stored: row.text(1)))
            let value = row.isNull(3) ? nil : try? JSON(parsing: row.bytes(3)).root
            if collection != name {
                keep()
                name = collection
                rows = base(collection)
            }
            if key.stored.isEmpty {
                if case .singular? = file[collection] { changedObjects[collection] = value }
                if rows != nil {
                    rows = CollectionRows([], id: naming(collection))
                    replaced.insert(collection)
                }
                return
            }
            rows?.apply(key, RowPlace.ordinal(row.int(2)), value, naming(collection))
        }
        keep()
        seen = version
        generation += 1
    }
}

extension CollectionRows {
    /// Makes a change of the database, where nil stands for a row that was deleted.
    fileprivate mutating func apply(
        _ key: RowKey,
        _ place: Int,
        _ value: JSONValue?,
        _ naming: CollectionRows.Naming
    ) {
        let known = ordinal(of: key)
        guard let value else {
            if let known { remove(ordinal: known) }
            return
        }
        var id = naming.id(of: value)
        // An array that was stored as a row has its id in the key alone.
        if IDText(id) == nil, let text = key.id { id = .string(text.text) }
        put(value, id: id, ordinal: known ?? max(place, next))
    }
}
