internal import MockPostlySQLite

/// The schema that a database must have, compared with a fresh one after the same migrations.
///
/// Nothing may be missing, altered or added: a trigger or view in a foreign file would otherwise
/// run SQL that this program did not write.
struct ContentSchema: Sendable {
    private let wanted: [SchemaEntry]
    /// The columns of each table.
    private let columns: [String: [String]]

    /// Tables that may be there or not, because they can be made again.
    private let free: Set<String>

    /// The schema after `migrations`; the tables `free` may be there as well.
    init(_ migrations: some Collection<Migration>, free: Set<String>) throws {
        let fresh = try Connection(.memory)
        try Migrator(Array(migrations)).migrate(fresh)
        wanted = try fresh.schema()
        var columns: [String: [String]] = [:]
        for entry in wanted where entry.type == "table" {
            columns[entry.name] = try fresh.columns(of: entry.name)
        }
        self.columns = columns
        self.free = free
    }

    /// The names of its tables.
    var tables: [String] { wanted.filter { $0.type == "table" }.map(\.name) }

    /// The first difference between the schema of `connection` and this one; nil when there is
    /// none.
    ///
    /// The tables of search indexes and of `ANALYZE` may be there or not.
    func fault(of connection: Connection) throws -> String? {
        var found = try connection.schema().filter { !isFree($0) }
        // Each entry is matched once: two entries may have the same name.
        var missing: [SchemaEntry] = []
        for entry in wanted {
            if let place = found.firstIndex(of: entry) {
                found.remove(at: place)
            } else {
                missing.append(entry)
            }
        }
        if let entry = missing.first {
            let isAltered = found.contains { $0.type == entry.type && $0.name == entry.name }
            guard isAltered else { return "the \(entry.words) is missing" }
            let present = try Set(connection.columns(of: entry.name))
            if entry.type == "table",
                let column = columns[entry.name]?.first(where: { !present.contains($0) })
            {
                return "the column \(entry.name).\(column) is missing"
            }
            return "the \(entry.words) is not as this program makes it"
        }
        return found.first.map { "the \($0.words) is not of this program" }
    }

    /// The first damage that SQLite finds in the tables of `connection`, which has this schema, or
    /// nil.
    func damage(of connection: Connection) throws -> String? {
        for table in tables {
            if let findings = try connection.quickCheck(ofTable: table) { return findings }
        }
        return nil
    }

    private func isFree(_ entry: SchemaEntry) -> Bool {
        guard entry.type == "table", entry.name == entry.table else { return false }
        if free.contains(entry.name) { return true }
        return entry.isStatistics
    }
}

extension SchemaEntry {
    fileprivate var words: String { "\(type) \(name.prefix(80))" }
}
