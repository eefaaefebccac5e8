package import MockPostlySQLite

extension ContentRegistry {
    /// How many rows the systems have, those of all when none are named; people count as Postly's.
    package func rowCount(
        of scopes: Set<ContentScope>? = nil,
        on connection: Connection
    ) throws -> Int64 {
        let terms = contentTables.filter { scopes?.contains($0.scope) ?? true }.map(\.countTerm)
        guard !terms.isEmpty else { return 0 }
        let sql = DerivedSQL("SELECT \(terms.joined(separator: " + "))")
        return try connection.first(sql) { $0.int(0) } ?? 0
    }

    /// As many as ``rowCount(of:on:)`` counts, one by one: the pages of a file that nobody has looked at
    /// may lead in a circle, which ends by the connection's number of steps.
    func rowCountStepByStep(on connection: Connection) throws -> Int64 {
        let rows = contentTables.map { "SELECT 1 FROM \($0.countedRows)" }
        let sql = DerivedSQL("SELECT count(1) FROM (\(rows.joined(separator: " UNION ALL ")))")
        return try connection.first(sql) { $0.int(0) } ?? 0
    }
}
