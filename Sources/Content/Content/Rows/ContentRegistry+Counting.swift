package import MockPostlySQLite

extension ContentRegistry {
    /// How many rows the systems have, those of all when none are named; people count as Postly's.
    package func rowCount(
        of scopes: Set<ContentScope>? = nil,
        on connection: Connection
    ) throws -> Int64 {
        let tables = contentTables.filter { scopes?.contains($0.scope) ?? true }
        guard let sql = ContentTable.count(of: tables) else { return 0 }
        return try connection.first(sql) { $0.int(0) } ?? 0
    }

    /// As many as ``rowCount(of:on:)`` counts, one by one: the pages of a file that nobody has looked at
    /// may lead in a circle, which ends by the connection's number of steps.
    func rowCountStepByStep(on connection: Connection) throws -> Int64 {
        guard let sql = ContentTable.countStepByStep(of: contentTables) else { return 0 }
        return try connection.first(sql) { $0.int(0) } ?? 0
    }
}
