internal import MockPostlySQLite
internal import MockPostlyWorld

extension ContentRegistry {
    /// A new content with the rows of the one in `bytes`.
    ///
    /// Nothing else of it is taken over: not its pages, its indexes, its counts or its search index,
    /// which are all made anew, so that only rows have to be looked at.
    func rebuilt(_ bytes: [UInt8]) throws -> PageImage {
        let source = try Connection(.pages(PageImage(copying: bytes)))
        let migrator = Migrator(migrations)
        let pending = try migrator.pending(on: source)
        // All of them: a database without a table, or one that is not ours but empty.
        guard pending.count < migrations.count else { throw ContentFault.foreign }
        // Before anything else is read: what it might have to run is not looked at otherwise.
        let schema = try schema(after: migrations.prefix(migrations.count - pending.count))
        if let fault = try schema.fault(of: source) { throw ContentFault.corrupt(fault) }
        if let damage = try schema.damage(of: source) { throw ContentFault.corrupt(damage) }
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
            // It is content, if none: a data file with it is not to be filled again.
            try SeedingMark.set(at: Instant(microseconds: 0), on: target)
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
            // Two rows with one key, which an index that is damaged has let through.
            throw ContentFault.corrupt("\(table.name): \(error.message)")
        }
    }
}
