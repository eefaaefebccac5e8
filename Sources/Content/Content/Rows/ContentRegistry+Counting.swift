package import MockPostlySQLite

extension ContentRegistry {
    /// The number of rows of `scopes`, or of all when nil; accounts count as Postly's.
    ///
    /// Totals and marks are not counted, nor what ``ContentTable/counted`` leaves out.
    ///
    /// - Throws: SQLite's errors.
    package func rowCount(
        of scopes: Set<ContentScope>? = nil,
        on connection: Connection
    ) throws -> Int64 {
        let tables = contentTables.filter { scopes?.contains($0.scope) ?? true }
        guard let sql = ContentTable.count(of: tables) else { return 0 }
        return try connection.first(sql) { $0.int(0) } ?? 0
    }

    /// What the parts of each system count; systems without counts are left out.
    ///
    /// In the order of ``ContentRegistry/scopes``.
    ///
    /// - Throws: SQLite's errors.
    package func counts(
        on connection: Connection
    ) throws -> [(scope: ContentScope, counts: [ContentCount])] {
        try scopes.compactMap { scope in
            let parts = parts.filter { $0.scope == scope }
            let counts = try parts.flatMap { try $0.counts?(connection) ?? [] }
            return counts.isEmpty ? nil : (scope, counts)
        }
    }

    /// As ``rowCount(of:on:)``, but counted row by row.
    ///
    /// The pages of an unchecked file may form a circle; the step limit of the connection then ends
    /// the count with an error.
    func rowCountStepByStep(on connection: Connection) throws -> Int64 {
        guard let sql = ContentTable.countStepByStep(of: contentTables) else { return 0 }
        return try connection.first(sql) { $0.int(0) } ?? 0
    }
}
