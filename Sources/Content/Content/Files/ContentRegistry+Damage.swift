internal import MockPostlySQLite

/// What is wrong with a database of contents, apart from its rows.
extension ContentRegistry {
    /// The first difference of the schema from that after `migrations`, or the first damage that
    /// SQLite finds in any page; nil when there is none.
    func fault(
        of connection: Connection,
        after migrations: some Collection<Migration>
    ) throws -> String? {
        let schema = try schema(after: migrations)
        // The schema comes first: reading a table could run triggers or views of a foreign schema.
        if let fault = try schema.fault(of: connection) { return fault }
        // An index that cannot be opened would stop SQLite's check of the whole database.
        let damage =
            try indexes.allSatisfy { try $0.canBeOpened(on: connection) }
            ? connection.integrityCheck() : schema.damage(of: connection)
        // Later releases of SQLite check the search index too, which can be made again.
        let lines = damage?.split(separator: "\n").filter { !isAboutSearchIndex($0) }
        return lines?.first.map(String.init)
    }

    /// Whether a line of SQLite's check is about the inverted index of a search index.
    private func isAboutSearchIndex(_ line: Substring) -> Bool {
        let words = "inverted index for FTS".utf8
        return line.utf8.indices.contains { line.utf8[$0...].starts(with: words) }
    }
}
