package import MockPostlySQLite

/// Contents as bytes and as files that are whole or not there.
package enum ContentFile {
    /// The content of a database file in `bytes`, fit to be restored: it is ours and whole, and of
    /// the present schema, to which an older one is brought here.
    ///
    /// What is slow about it is the check; it may run on any thread.
    package static func image(of bytes: [UInt8]) throws(ContentFault) -> PageImage {
        guard bytes.starts(with: "SQLite format 3\0".utf8) else { throw .notADatabase }
        guard isComplete(bytes) else { throw .corrupt("the file ends too early") }
        do {
            return try checked(bytes)
        } catch let fault as ContentFault {
            throw fault
        } catch let error as SQLiteError {
            throw ContentFault(error)
        } catch let error as MigrationError {
            throw ContentFault(error)
        } catch {
            throw .failed("\(error)")
        }
    }

    /// Whether all pages are there that the header speaks of (SQLite: "Database File Format", 1.3).
    private static func isComplete(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 100 else { return false }
        func number(at place: Int, bytes count: Int) -> Int {
            bytes[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
        }
        let size = number(at: 16, bytes: 2)
        // 65,536 does not fit.
        let pageSize = size == 1 ? 65_536 : max(size, 512)
        return bytes.count % pageSize == 0
            && number(at: 28, bytes: 4) * pageSize <= bytes.count
    }

    private static func checked(_ bytes: [UInt8]) throws -> PageImage {
        let connection = try Connection(.pages(PageImage(copying: bytes)))
        let migrator = Migrator(Migration.all)
        let pending = try migrator.pending(on: connection)
        // All of them: a database without a table, or one that is not ours but empty.
        guard pending.count < Migration.all.count else { throw ContentFault.foreign }
        if let findings = try connection.integrityCheck(quick: true) {
            throw ContentFault.corrupt(findings)
        }
        if let table = try connection.first("PRAGMA foreign_key_check", [], { $0.text(0) }) {
            throw ContentFault.corrupt("\(table) refers to what is not there")
        }
        try migrator.migrate(connection)
        // A data file takes pages of its own size only.
        if try connection.statistics().pageSize != 4096 {
            try connection.script("PRAGMA page_size = 4096; VACUUM;")
        }
        try checkSchema(of: connection)
        // It is content, if none: a data file with it is not to be filled again.
        try connection.run("INSERT OR IGNORE INTO seeding (id, seeded_at) VALUES (1, 0)")
        return try connection.image()
    }

    /// Throws ``ContentFault/corrupt(_:)`` when a table or an index is not as a fresh content has it.
    private static func checkSchema(of connection: Connection) throws {
        let fresh = try Connection(.memory)
        try Migrator(Migration.all).migrate(fresh)
        let wanted = try schema(of: fresh)
        let found = try schema(of: connection)
        for (name, sql) in wanted where found[name] != sql {
            throw ContentFault.corrupt("\(name) is not as this program makes it")
        }
        for name in found.keys where wanted[name] == nil {
            throw ContentFault.corrupt("\(name) is not of this program")
        }
    }

    /// The definitions of what has a name, but for what SQLite makes itself and for the tables of
    /// the search index, which is made when there are posts enough.
    private static func schema(of connection: Connection) throws -> [String: String] {
        let rows = try connection.all(
            """
            SELECT name, coalesce(sql, '') FROM sqlite_schema
            WHERE name NOT LIKE 'sqlite_%'
                AND NOT (type = 'table' AND (name = 'post_search' OR name GLOB 'post_search_*'))
            """
        ) { ($0.text(0), $0.text(1)) }
        return Dictionary(rows) { first, _ in first }
    }

    /// Reads a file whole; its ``ContentFault/failed(_:)`` has the system's words.
    package static func read(_ path: String) throws(ContentFault) -> [UInt8] {
        do throws(SeedFault) {
            return try SeedFiles.contents(of: path)
        } catch {
            throw .failed(error.words)
        }
    }
}
