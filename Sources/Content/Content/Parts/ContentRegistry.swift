package import MockPostlySQLite
internal import Synchronization

/// All parts that a content has, in the order in which their migrations were made: those of parts that
/// are added run after the others.
///
/// What a table, a scope or a member of a seed is, is asked of it; there is no second list.
package final class ContentRegistry: Sendable, Equatable {
    package let parts: [ContentPart]
    package let migrations: [Migration]
    /// All tables; those that rows refer to come first.
    package let tables: [ContentTable]
    private let known = Mutex(Known())

    /// What is made when it is asked for first.
    private struct Known {
        var schema: ContentSchema?
        var empty: PageImage?
    }

    /// Two parts, tables or members of seeds of one name are a programming error.
    package init(_ parts: [ContentPart]) {
        self.parts = parts
        migrations = parts.flatMap(\.migrations)
        tables = Self.inReadingOrder(parts).flatMap(\.tables)
        let names = tables.flatMap(\.allNames)
        precondition(Set(parts.map(\.name)).count == parts.count, "a part is listed twice")
        precondition(Set(names).count == names.count, "a table is described twice")
        precondition(Set(seeds.map { $0.member }).count == seeds.count, "a member is read twice")
    }

    package static func == (left: ContentRegistry, right: ContentRegistry) -> Bool {
        left === right
    }

    /// This registry with more parts.
    package func adding(_ parts: [ContentPart]) -> ContentRegistry {
        parts.isEmpty ? self : ContentRegistry(self.parts + parts)
    }

    private static func inReadingOrder(_ parts: [ContentPart]) -> [ContentPart] {
        parts.filter { !$0.standsLast } + parts.filter(\.standsLast)
    }

    // MARK: What the parts have

    /// All systems whose content can be reset, each once.
    package var scopes: [ContentScope] {
        var scopes: [ContentScope] = []
        for part in parts where !scopes.contains(part.scope) { scopes.append(part.scope) }
        return scopes
    }

    /// The scope that clients call `name`.
    package func scope(named name: String) -> ContentScope? {
        scopes.first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// What seeds consist of, in the order in which they are written and read.
    package var seeds: [any SeedPart.Type] { Self.inReadingOrder(parts).compactMap(\.seed) }

    var indexes: [any ContentIndex.Type] { parts.compactMap(\.index) }

    /// The tables with rows of their own.
    var contentTables: [ContentTable] { tables.filter { $0.role == .rows } }

    /// Those of `scopes` that have tables.
    package func withTables(_ scopes: Set<ContentScope>) -> Set<ContentScope> {
        scopes.intersection(tables.map(\.scope))
    }

    // MARK: Databases

    /// The schema after all migrations.
    var schema: ContentSchema {
        get throws { try schema(after: migrations) }
    }

    /// The schema after `migrations`, which are the first of these.
    func schema(after migrations: some Collection<Migration>) throws -> ContentSchema {
        let free = Set(indexes.flatMap { $0.ownTables })
        guard migrations.elementsEqual(self.migrations) else {
            return try ContentSchema(migrations, free: free)
        }
        if let schema = known.withLock({ $0.schema }) { return schema }
        let schema = try ContentSchema(migrations, free: free)
        known.withLock { $0.schema = schema }
        return schema
    }

    /// A content with nothing in it.
    package func empty() throws -> PageImage {
        if let empty = known.withLock({ $0.empty }) { return empty }
        let connection = try Connection(.pages(nil))
        try Migrator(migrations).migrate(connection)
        let empty = try connection.image()
        known.withLock { $0.empty = empty }
        return empty
    }

    /// Brings the schema of `connection` up to date.
    package func migrate(_ connection: Connection) throws(MigrationError) {
        try Migrator(migrations).migrate(connection)
    }

    /// Makes all numbers right that stand beside the rows they count, within a transaction that is
    /// open.
    func recount(_ connection: Connection) throws {
        for part in parts { try part.recount?(connection) }
    }

    /// Deletes all rows, except those that outlast a reset, within a unit of work that is open.
    ///
    /// Ids begin again, so that the same seed gives the same ones.
    package func clear(_ work: UnitOfWork) throws {
        for index in indexes { try index.init(work).drop() }
        let tables = tables.filter { $0.role != .mark && !$0.outlastsReset }
        for table in tables.reversed() { try work.connection.script(table.clear) }
        try Sequences.clear(on: work.connection)
    }

    /// Makes the indexes that are worth it, within a unit of work that is open.
    package func buildIndexes(_ work: UnitOfWork) throws {
        for index in indexes { try index.init(work).buildIfWorthwhile() }
    }
}
