internal import MockPostlySQLite

extension ContentFile {
    /// A new content with the rows of the one in `bytes`.
    ///
    /// Nothing else of it is taken over: not its pages, its indexes, its counts or its search index,
    /// which are all made anew, so that only rows have to be looked at.
    static func rebuilt(_ bytes: [UInt8]) throws -> PageImage {
        let source = try Connection(.pages(PageImage(copying: bytes)))
        let migrator = Migrator(Migration.all)
        let pending = try migrator.pending(on: source)
        // All of them: a database without a table, or one that is not ours but empty.
        guard pending.count < Migration.all.count else { throw ContentFault.foreign }
        // Before anything else is read: what it might have to run is not looked at otherwise.
        let present = Migration.all.prefix(Migration.all.count - pending.count)
        let schema = try ContentSchema(present)
        if let fault = try schema.fault(of: source) { throw ContentFault.corrupt(fault) }
        if let damage = try schema.damage(of: source) { throw ContentFault.corrupt(damage) }
        try migrator.migrate(source)
        return try copy(of: source)
    }

    /// A content with nothing in it.
    private static let empty = Result {
        let connection = try Connection(.pages(nil))
        try Migrator(Migration.all).migrate(connection)
        return try connection.image()
    }

    private static func copy(of source: Connection) throws -> PageImage {
        let target = try Connection(.pages(empty.get()))
        let work = UnitOfWork(target)
        try work.write {
            var reading = ContentReading(of: source)
            try reading.read { table, row in try add(row, to: table, on: target) }
            try ContentCounts.renew(on: target)
            try source.forEach("SELECT name, seq FROM sqlite_sequence") { row in
                try target.raiseSequence(of: row.text(0), to: row.int(1))
            }
            let posts = try target.first(
                "SELECT posts FROM status_total WHERE status = 'published'"
            ) { $0.int(0) }
            if (posts ?? 0) > SearchIndex.threshold { try SearchIndex(work).build() }
            // It is content, if none: a data file with it is not to be filled again.
            try target.run("INSERT INTO seeding (id, seeded_at) VALUES (1, 0)")
        }
        try work.commit()
        return try target.image()
    }

    private static func add(
        _ row: [Value],
        to table: ContentTable,
        on target: Connection
    ) throws {
        do throws(SQLiteError) {
            guard let (first, rest) = table.rows.split(row) else {
                try target.run(table.rows.insert, row)
                return
            }
            try target.run(table.rows.insert, first)
            try target.run("INSERT INTO post_content (id, content) VALUES (?1, ?2)", rest)
        } catch {
            guard error.isConstraint else { throw error }
            // Two rows with one key, which an index that is damaged has let through.
            throw ContentFault.corrupt("\(table.name): \(error.message)")
        }
    }
}

extension ContentSchema {
    /// What is damaged in the tables of `connection`, which has this schema; nil when nothing is.
    func damage(of connection: Connection) throws -> String? {
        for table in tables {
            if let findings = try connection.quickCheck(ofTable: table) { return findings }
        }
        return nil
    }
}
