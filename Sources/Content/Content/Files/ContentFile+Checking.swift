internal import MockPostlySQLite
internal import MockPostlyWorld

extension ContentRegistry {
    /// A new content with the rows of the database in `bytes`.
    ///
    /// Only rows are copied. Pages, indexes, counters and the search index are made again, so that
    /// nothing but rows has to be trusted.
    func rebuilt(_ bytes: [UInt8]) throws -> PageImage {
        let source = try Connection(.pages(PageImage(copying: bytes)))
        let migrator = Migrator(migrations)
        let pending = try migrator.pending(on: source)
        // When all migrations are pending, the database has no tables of this program.
        guard pending.count < migrations.count else { throw ContentFault.foreign }
        // Indexes are made again, but where they are damaged, other pages may be as well.
        let applied = migrations.prefix(migrations.count - pending.count)
        if let fault = try fault(of: source, after: applied) { throw ContentFault.corrupt(fault) }
        try migrator.migrate(source)
        return try copy(of: source)
    }

    private func copy(of source: Connection) throws -> PageImage {
        let target = try Connection(.pages(empty()))
        let work = UnitOfWork(target)
        try work.write {
            var reading = ContentReading(self, of: source)
            try reading.read { table in
                let insertion = TableInsertion(table)
                return { row in try Self.add(row, to: table, insertion, on: target) }
            }
            try recount(target)
            try Sequences.forEach(on: source) { row in
                try Sequences.raise(row.text(0), to: row.int(1), on: target)
            }
            try buildIndexes(work)
            // Even without rows it counts as filled: a data file with this content must not be
            // filled from a seed. Relative dates of files beside it count from when it was filled.
            let filled = try SeedingMark.date(on: source) ?? Instant(microseconds: 0)
            try SeedingMark.set(at: filled, on: target)
        }
        try work.commit()
        return try target.image()
    }

    private static func add(
        _ row: [Value],
        to table: ContentTable,
        _ insertion: TableInsertion,
        on target: Connection
    ) throws {
        do throws(SQLiteError) {
            try insertion.insert(row, into: target)
        } catch {
            guard error.isConstraint else { throw error }
            // Two rows with the same key, which a damaged index has let through.
            throw ContentFault.corrupt("\(table.name): \(error.message)")
        }
    }
}
