internal import MockPostlyFiles
internal import MockPostlyPlatform
package import MockPostlySQLite

/// An open data file that this process owns: other servers are locked out until it is released.
package final class DataFile {
    package let path: String
    package let connection: Connection
    /// Locks a file beside it; for file systems that do not support ``databaseLock``.
    private let lock: FileLock
    /// Locks the file itself.
    private let databaseLock: DatabaseLock
    /// The write-ahead log, which exists as long as the database is open.
    private let log: HeldFile?
    /// Set by ``checkPlace()`` once the file was found to be moved; stays set.
    package private(set) var fault: DataFileMoved?

    /// Opens or makes the database at `path`.
    ///
    /// An older file is migrated; a copy of it is kept at `path` + `.v` + its version. One in UTF-16 is
    /// converted, as ``convertToUTF8(_:_:)`` says. Wrong counters and a broken search index are repaired. `migrations` other than the registry's are
    /// those of an earlier or a later release, for tests.
    package init(
        _ path: String,
        survivesPowerLoss: Bool,
        _ registry: ContentRegistry,
        migrations: [Migration]? = nil
    ) throws(DataFileFault) {
        self.path = path
        try Self.lookAt(path)
        lock = try FileLock(Self.resolved(path) + "-lock")
        var databaseLock = try DatabaseLock(path)
        guard databaseLock.isDatabase else { throw .notADatabase }
        do {
            if databaseLock.isInUTF16 {
                try Self.convertToUTF8(path, registry)
                databaseLock = try DatabaseLock(path)
            }
            connection = try Self.open(
                path,
                survivesPowerLoss: survivesPowerLoss,
                registry: registry,
                migrations: migrations
            )
        } catch let fault as DataFileFault {
            throw fault
        } catch let fault as ContentFault {
            throw DataFileFault(fault)
        } catch let error as SQLiteError {
            throw DataFileFault(error)
        } catch let error as MigrationError {
            throw DataFileFault(error)
        } catch {
            throw .failed("\(error)")
        }
        self.databaseLock = databaseLock
        log = HeldFile(Self.resolved(path) + "-wal")
        databaseLock.sign()
        // When this fails, the log has its usual limit.
        try? boundLog()
    }

    deinit {
        // The database must be closed before the locks are released. Closing fails while a
        // statement is in use; then the end of the statement closes it.
        try? connection.close()
    }

    // MARK: Its place

    /// Throws when the file or its log is no longer where it was opened.
    ///
    /// It then throws for ever, because another program may own what is at the path now. Everything
    /// committed before is in the opened file, wherever that is. Costs two system calls, about a
    /// microsecond each.
    package func checkPlace() throws(DataFileMoved) {
        if let fault { throw fault }
        let missing: String
        if !databaseLock.isInPlace(path) {
            missing = path
        } else if let log, !log.isInPlace {
            missing = log.path
        } else {
            return
        }
        let fault = DataFileMoved(path: missing, isReplaced: FileIdentity(missing) != nil)
        self.fault = fault
        throw fault
    }

    /// Limits the log to an eighth of the free disk space, between 16 pages and SQLite's usual
    /// limit.
    ///
    /// On a small disk, a log of the usual size could use up all space and then could not be moved
    /// into the file.
    package func boundLog() throws(SQLiteError) {
        var room = statvfs()
        guard statvfs(path, &room) == 0 else { return }
        let free = UInt64(room.f_bavail).multipliedReportingOverflow(by: UInt64(room.f_frsize))
        let pages = free.overflow ? Self.usualLogPages : free.partialValue / (8 * 4096)
        try connection.setLogLimit(pages: Int(min(max(pages, 16), Self.usualLogPages)))
    }

    /// Pages in the log after which SQLite checkpoints it (`PRAGMA wal_autocheckpoint`).
    private static let usualLogPages: UInt64 = 1000

    /// Checkpoints the write-ahead log when it has at least `least` bytes.
    package func emptyLog(from least: Int = 1) throws(SQLiteError) {
        var status = stat()
        guard let log, stat(log.path, &status) == 0, status.st_size >= least else { return }
        try connection.checkpoint()
    }

    /// Writes everything committed into the opened file, and leaves the path alone from then on.
    ///
    /// For a file that was moved: closing must neither write to nor remove what is at its path now.
    package func leavePlace() throws(SQLiteError) {
        try connection.rollback()
        try connection.setKeepsLogFile(true)
        try connection.checkpoint()
    }

    /// Whether a server has the file at `path` open as its data file, or as a file beside that.
    ///
    /// Such a file must not be written to or replaced.
    package static func isInUse(_ path: String) -> Bool {
        if DatabaseLock.isLocked(path) { return true }
        return LockedFiles.endings.contains { part in
            path.hasSuffix(part) && DatabaseLock.isLocked(String(path.dropLast(part.count)))
        }
    }

    /// Whether the data file at `dataFile` needs `path`: for itself, or for a file beside it.
    package static func needs(_ path: String, at dataFile: String) -> Bool {
        let (place, own) = (resolved(path), resolved(dataFile))
        if let identity = FileIdentity(path), identity == FileIdentity(dataFile) { return true }
        return place == own || LockedFiles.endings.contains { place == own + $0 }
    }

    // MARK: Opening

    /// Throws for a path that is unusable, as far as it can be seen without opening a database.
    private static func lookAt(_ path: String) throws(DataFileFault) {
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { String(path[...$0]) } ?? "."
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT != S_IFDIR else { throw .isADirectory }
            guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
            guard access(path, R_OK) == 0 else { throw DataFileFault(systemCode: errno) }
            guard access(path, W_OK) == 0 else { throw .readOnly }
        } else {
            guard stat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                throw .directoryMissing
            }
        }
        // The lock and the write-ahead log are files in the same directory.
        guard access(directory, W_OK) == 0 else { throw .readOnly }
    }

    /// The log is cut to this many bytes after a checkpoint.
    private static let largestLog = 1024 * 1024

    /// Whether a killed server has left a write-ahead log with content.
    static func hasLog(_ path: String) -> Bool {
        var status = stat()
        return stat(path + "-wal", &status) == 0 && status.st_size > 0
    }

    /// The path without symbolic links, so that a file has one lock under all its names.
    static func resolved(_ path: String) -> String {
        if let whole = FileSystem.realPath(path) { return whole }
        // The file does not exist yet: resolve its directory.
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { String(path[...$0]) } ?? "."
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        return FileSystem.realPath(directory).map { $0 + "/" + name } ?? path
    }

    private static func open(
        _ path: String,
        survivesPowerLoss: Bool,
        registry: ContentRegistry,
        migrations chosen: [Migration]?
    ) throws -> Connection {
        let migrations = chosen ?? registry.migrations
        let known = registry.migrations.count
        let connection = try Connection(.file(path))
        // A refused file must stay as it is: closing must not even checkpoint the log of a killed
        // server.
        try connection.setKeepsLogOnClose(hasLog(resolved(path)))
        if let fault = try connection.formatFault() { throw DataFileFault.otherFormat(fault) }
        let migrator = Migrator(migrations)
        let pending = try migrator.pending(on: connection)
        let version = try connection.userVersion()
        try registry.validateSchema(of: connection, after: migrations.prefix(version))
        if version >= known { try ContentReading.validateRows(of: connection, registry: registry) }
        try connection.setKeepsLogOnClose(false)
        if !pending.isEmpty && version > 0 {
            try keepCopy(of: connection, at: path + ".v\(version)")
        }
        try connection.beginLog(keepingBytes: largestLog)
        try connection.setDurability(survivesPowerLoss: survivesPowerLoss)
        try migrator.migrate(connection)
        guard migrations.count >= known else { return connection }
        if version < known { try ContentReading.validateRows(of: connection, registry: registry) }
        try registry.mend(connection)
        return connection
    }
}

extension DataFile {
    /// Writes what the file has before it is changed to `path`, over an older copy.
    static func keepCopy(of connection: Connection, at path: String) throws {
        // `VACUUM INTO` fails when the file exists.
        unlink(path)
        try connection.copy(to: path)
    }
}

extension ContentRegistry {
    /// Throws when the schema is not that after `migrations`, or a page is damaged.
    fileprivate func validateSchema(
        of connection: Connection,
        after migrations: some Collection<Migration>
    ) throws {
        guard !migrations.isEmpty else { return }
        if let fault = try fault(of: connection, after: migrations) {
            throw DataFileFault.corrupt(fault)
        }
    }

    /// Corrects counters, and makes search indexes again that do not agree with the rows.
    fileprivate func mend(_ connection: Connection) throws {
        let work = UnitOfWork(connection)
        try work.write {
            try recount(connection)
            for index in indexes where try !index.isSound(on: connection) {
                try index.init(work).makeAnew()
            }
        }
        try work.commit()
    }
}

/// The data file or its log was moved or deleted: further writes would be lost after a restart.
package struct DataFileMoved: Error, Sendable, Equatable {
    package var path: String
    /// Whether there is another file at the path now.
    package var isReplaced: Bool
}
