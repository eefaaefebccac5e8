package import MockPostlySQLite
internal import MockPostlyThreads
package import MockPostlyWorld

/// The list of all parts of a content, in the order of their migrations; new parts go to the end.
///
/// Everything that needs the tables, scopes or seed members asks the registry; there is no second
/// list.
package final class ContentRegistry: Sendable, Equatable {
    /// In the order given.
    package let parts: [ContentPart]
    /// The migrations of all parts, in the order in which they run.
    package let migrations: [Migration]
    /// All tables; a table comes after the tables that it refers to.
    package let tables: [ContentTable]
    /// Move the dates that a seed gave relative to the day of filling.
    private let dateMoves: [DerivedSQL]
    /// The collections of a user's own API, whose rows a seed may have without a member around them;
    /// empty where other systems have seeds too.
    package let rowNames: Set<String>
    /// Where rows of these collections have dates, which may be relative in a seed and in the file.
    package let rowDates: [String: [any DateFinder]]
    /// Whether the file of the collections has relative dates.
    private let relativeRows: RelativeRows
    private let known = Monitor(Known())

    /// Made when first needed.
    private struct Known {
        var schema: ContentSchema?
        var empty: PageImage?
    }

    /// Two parts, tables or seed members with the same name are a programming error.
    ///
    /// Costs nothing but the checks: no database is made.
    package init(
        _ parts: [ContentPart],
        rowNames: Set<String> = [],
        rowDates: [String: [any DateFinder]] = [:],
        relativeRows: RelativeRows = RelativeRows()
    ) {
        (self.parts, self.rowNames) = (parts, rowNames)
        (self.rowDates, self.relativeRows) = (rowDates, relativeRows)
        migrations = parts.flatMap(\.migrations)
        tables = Self.inReadingOrder(parts).flatMap(\.tables)
        dateMoves = tables.compactMap(\.moveDates)
        let names = tables.flatMap(\.allNames)
        precondition(Set(parts.map(\.name)).count == parts.count, "a part is listed twice")
        precondition(Set(names).count == names.count, "a table is described twice")
        precondition(Set(seeds.map { $0.member }).count == seeds.count, "a member is read twice")
    }

    /// Two registries are equal only when they are the same object.
    package static func == (left: ContentRegistry, right: ContentRegistry) -> Bool {
        left === right
    }

    /// A registry with these parts after the present ones.
    ///
    /// The migrations of the new parts run after all present ones.
    package func adding(_ parts: [ContentPart]) -> ContentRegistry {
        parts.isEmpty
            ? self
            : ContentRegistry(
                self.parts + parts,
                rowNames: rowNames,
                rowDates: rowDates,
                relativeRows: relativeRows
            )
    }

    /// A registry of the same parts, in which seeds may have rows of these collections alone.
    package func takingRows(of names: Set<String>) -> ContentRegistry {
        ContentRegistry(parts, rowNames: names, rowDates: rowDates, relativeRows: relativeRows)
    }

    /// A registry of the same parts, in which rows of collections have dates in these places.
    ///
    /// - Parameters:
    ///   - dates: by the names of collections.
    ///   - relativeRows: whether their file has relative dates, which count from the time of filling.
    /// - Returns: the other registry.
    package func takingDates(
        _ dates: [String: [any DateFinder]],
        _ relativeRows: RelativeRows
    ) -> ContentRegistry {
        ContentRegistry(parts, rowNames: rowNames, rowDates: dates, relativeRows: relativeRows)
    }

    /// Whether it has the parts of `other`, and no others.
    package func hasParts(of other: ContentRegistry) -> Bool {
        self === other || parts.map(\.name) == other.parts.map(\.name)
    }

    private static func inReadingOrder(_ parts: [ContentPart]) -> [ContentPart] {
        parts.filter { !$0.standsLast } + parts.filter(\.standsLast)
    }

    // MARK: What the parts have

    /// All systems whose content can be reset, each once.
    ///
    /// In the order in which the parts name them first.
    package var scopes: [ContentScope] {
        var scopes: [ContentScope] = []
        for part in parts where !scopes.contains(part.scope) { scopes.append(part.scope) }
        return scopes
    }

    /// The scope with this name; nil when there is none.
    ///
    /// Names are compared byte by byte, so `Postly` is none.
    package func scope(named name: String) -> ContentScope? {
        scopes.first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// The parts of a seed, in the order in which they are written and read.
    package var seeds: [any SeedPart.Type] { Self.inReadingOrder(parts).compactMap(\.seed) }

    var indexes: [any ContentIndex.Type] { parts.compactMap(\.index) }

    /// The tables with content; totals and marks are left out.
    var contentTables: [ContentTable] { tables.filter { $0.role == .rows } }

    /// Those of `scopes` that have tables.
    ///
    /// A scope without a table has nothing that a reset could change.
    package func withTables(_ scopes: Set<ContentScope>) -> Set<ContentScope> {
        scopes.intersection(tables.map(\.scope))
    }

    // MARK: Databases

    /// The schema after all migrations.
    var schema: ContentSchema {
        get throws { try schema(after: migrations) }
    }

    /// The schema after `migrations`, which are the first of this registry's or all of them.
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

    /// A database with the present schema and no rows.
    ///
    /// Made once and kept; any thread may ask. Throws SQLite's errors.
    package func empty() throws -> PageImage {
        if let empty = known.withLock({ $0.empty }) { return empty }
        let connection = try Connection(.pages(nil))
        try Migrator(migrations).migrate(connection)
        let empty = try connection.image()
        known.withLock { $0.empty = empty }
        return empty
    }

    /// Migrates `connection` to the present schema.
    ///
    /// - Throws: ``MigrationError/newer`` for a database of a later release,
    ///   ``MigrationError/foreignFile`` for one of another program, and SQLite's errors.
    package func migrate(_ connection: Connection) throws(MigrationError) {
        try Migrator(migrations).migrate(connection)
    }

    /// Corrects all counters, within an open transaction.
    func recount(_ connection: Connection) throws {
        for part in parts { try part.recount?(connection) }
    }

    /// Moves the dates that are relative to the day of filling to the day of `now`, within an open
    /// transaction.
    ///
    /// `connection` has a content as a seed gave it, which nobody has changed.
    ///
    /// - Throws: SQLite's errors; the caller rolls back then.
    package func follow(_ now: Instant, on connection: Connection) throws {
        guard let filled = try SeedingMark.date(on: connection), !isSame(filled, now) else {
            return
        }
        let days = now.daysSince1970 - filled.daysSince1970
        if days != 0 {
            let shift: [Value] = [.integer(days * Instant.microsecondsOfDay)]
            for sql in dateMoves { try connection.run(sql, shift) }
        }
        try SeedingMark.set(at: now, on: connection)
    }

    /// Whether the file of the collections has relative dates.
    package var hasMovingRows: Bool { relativeRows.areThere }

    /// Whether dates relative to the one time of filling are the same relative to the other.
    package func isSame(_ one: Instant, _ other: Instant) -> Bool {
        hasMovingRows ? one == other : one.daysSince1970 == other.daysSince1970
    }

    /// Whether ``follow(_:on:)`` would change anything.
    ///
    /// Costs one read of a row.
    ///
    /// - Throws: SQLite's errors.
    package func mustFollow(_ now: Instant, on connection: Connection) throws -> Bool {
        guard !dateMoves.isEmpty || hasMovingRows,
            let filled = try SeedingMark.date(on: connection)
        else { return false }
        return !isSame(filled, now)
    }

    /// Deletes all rows except those that outlast a reset, within an open unit of work.
    ///
    /// Ids begin at 1 again, so that the same seed gives the same ids.
    ///
    /// - Throws: SQLite's errors; the unit of work is then rolled back by its caller.
    package func clear(_ work: UnitOfWork) throws {
        for index in indexes { try index.init(work).drop() }
        let tables = tables.filter { $0.role != .mark && !$0.outlastsReset }
        for table in tables.reversed() { try work.connection.script(table.clear) }
        try Sequences.clear(on: work.connection)
    }

    /// Makes the indexes for which there are enough rows, within an open unit of work.
    ///
    /// - Throws: SQLite's errors.
    package func buildIndexes(_ work: UnitOfWork) throws {
        for index in indexes { try index.init(work).buildIfWorthwhile() }
    }
}
