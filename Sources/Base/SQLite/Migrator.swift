internal import CMockPostlySQLite

/// One step of the schema's history; never edited after its release.
package struct Migration: Sendable, Equatable {
    /// A short name for error messages, such as `0003-comments`.
    package let name: String

    /// One or more statements, without BEGIN and COMMIT.
    package let sql: String

    /// A migration whose number is its position in the migrator's list.
    package init(name: String, sql: String) {
        self.name = name
        self.sql = sql
    }
}

/// The reason why a database could not be brought to the current schema.
package enum MigrationError: Error, Sendable, Equatable {
    /// The file comes from a later release: it has `found` migrations, this program knows `known`.
    case newer(found: Int, known: Int)

    /// The file is another application's database, by its application id or its tables.
    case foreignFile(applicationID: Int32)

    /// A migration failed and was rolled back; the migrations before it stay applied.
    case failed(migration: String, SQLiteError)

    /// The database could not be read.
    case unreadable(SQLiteError)
}

/// Brings a database to the current schema by running the migrations that it lacks.
///
/// `user_version` holds the number of applied migrations, and `application_id` marks the file as a
/// mockpostly database.
package struct Migrator: Sendable {
    /// "MPLY" in ASCII.
    package static let applicationID: Int32 = 0x4d50_4c59

    /// All migrations, the oldest first; new ones may only be appended.
    package let migrations: [Migration]

    /// A migrator with these migrations, the oldest first.
    package init(_ migrations: [Migration]) {
        self.migrations = migrations
    }

    /// The migrations that `connection` still lacks, in order; nothing is written.
    ///
    /// All of them for a new database, none for a current one. Throws for a database that is newer
    /// or another application's.
    package func pending(
        on connection: Connection
    ) throws(MigrationError) -> ArraySlice<Migration> {
        let found: (id: Int32, version: Int, isEmpty: Bool)
        do {
            found = (
                try connection.applicationID(),
                try connection.userVersion(),
                try connection.integer("SELECT count(*) FROM sqlite_schema") == 0
            )
        } catch {
            throw .unreadable(error)
        }
        let isFresh = found.id == 0 && found.version == 0 && found.isEmpty
        guard isFresh || found.id == Migrator.applicationID else {
            throw .foreignFile(applicationID: found.id)
        }
        guard found.version >= 0, found.version <= migrations.count else {
            throw .newer(found: found.version, known: migrations.count)
        }
        return migrations[found.version...]
    }

    /// Applies the pending migrations, each in a transaction of its own.
    ///
    /// Foreign keys are not enforced while a migration runs, so that it can rebuild a table, but
    /// they must hold at its end. Must not be called inside a transaction. If a migration fails, it
    /// is rolled back and those before it stay.
    package func migrate(_ connection: Connection) throws(MigrationError) {
        let pending = try pending(on: connection)
        guard !pending.isEmpty else { return }
        for (index, migration) in zip(pending.indices, pending) {
            do {
                try connection.withoutForeignKeys { () throws(SQLiteError) in
                    try apply(migration, as: Int32(index + 1), to: connection)
                }
            } catch {
                throw .failed(migration: migration.name, error)
            }
        }
    }

    private func apply(
        _ migration: Migration,
        as version: Int32,
        to connection: Connection
    ) throws(SQLiteError) {
        try connection.begin()
        do throws(SQLiteError) {
            // Another process may have migrated the file before this one got the lock.
            guard try connection.userVersion() == Int(version) - 1 else {
                throw SQLiteError(extendedCode: SQLITE_BUSY, message: "the schema has changed")
            }
            try connection.script(migration.sql)
            guard connection.isInTransaction else {
                throw .misuse("a migration must not end its transaction")
            }
            guard try connection.integer("SELECT count(*) FROM pragma_foreign_key_check") == 0
            else {
                throw SQLiteError(
                    extendedCode: mockpostly_sqlite_constraint_foreign_key,
                    message: "foreign keys do not hold after the migration"
                )
            }
            try connection.setApplicationID(Migrator.applicationID)
            try connection.setUserVersion(version)
            try connection.commit()
        } catch {
            try connection.rollback()
            throw error
        }
    }
}

extension Connection {
    /// Runs `body` without foreign keys; SQLite allows the change only outside a transaction.
    fileprivate func withoutForeignKeys(
        _ body: () throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        guard !isInTransaction else { throw .misuse("a transaction is open") }
        let database = try database()
        try requireOK(mockpostly_sqlite_db_config_int(database, SQLITE_DBCONFIG_ENABLE_FKEY, 0))
        var failure: SQLiteError?
        do {
            try body()
        } catch {
            failure = error
        }
        try requireOK(mockpostly_sqlite_db_config_int(database, SQLITE_DBCONFIG_ENABLE_FKEY, 1))
        if let failure { throw failure }
    }
}
