internal import CMockPostlySQLite

/// One step of the schema, never edited once it is released.
package struct Migration: Sendable, Equatable {
    /// A short name for messages, such as `0003-comments`.
    package let name: String

    /// One or more statements, without BEGIN and COMMIT.
    package let sql: String

    package init(name: String, sql: String) {
        self.name = name
        self.sql = sql
    }
}

/// Why a database could not be brought to the current schema; it is as it was before.
package enum MigrationError: Error, Sendable, Equatable {
    /// A later release wrote the file: it has `found` migrations and this program knows `known`.
    case newer(found: Int, known: Int)

    /// The file is a database of something else, by its application id or its tables.
    case foreignFile(applicationID: Int32)

    /// A migration failed and was rolled back; those before it stay applied.
    case failed(migration: String, SQLiteError)

    /// The database could not be read at all.
    case unreadable(SQLiteError)
}

/// Brings a database to the schema that a list of migrations makes.
///
/// The number of migrations applied is kept in `user_version`, and `application_id` marks the file
/// as ours.
package struct Migrator: Sendable {
    /// "MPLY" in ASCII.
    package static let applicationID: Int32 = 0x4d50_4c59

    package let migrations: [Migration]

    package init(_ migrations: [Migration]) {
        self.migrations = migrations
    }

    /// The migrations that `connection` has yet to see, in order; nothing is written.
    ///
    /// All of them for a fresh database, none for a current one.
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

    /// Applies what is pending, each migration in a transaction of its own.
    ///
    /// Foreign keys are not enforced while a migration runs, so that it can rebuild a table, but
    /// they must hold at its end. Must not be called inside a transaction.
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
            // Another process may have come first while the lock was not ours.
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
    /// Runs `body` with foreign keys off; SQLite allows the change only outside a transaction.
    fileprivate func withoutForeignKeys(
        _ body: () throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        guard !isInTransaction else { throw .misuse("a transaction is open") }
        let database = try database()
        try check(mockpostly_sqlite_db_config_int(database, SQLITE_DBCONFIG_ENABLE_FKEY, 0))
        var failure: SQLiteError?
        do {
            try body()
        } catch {
            failure = error
        }
        try check(mockpostly_sqlite_db_config_int(database, SQLITE_DBCONFIG_ENABLE_FKEY, 1))
        if let failure { throw failure }
    }
}
