internal import MockPostlyFiles
internal import MockPostlyPlatform
package import MockPostlySQLite

/// A data file that this process owns: locked against other servers until it is released.
package final class DataFile {
    package let path: String
    package let connection: Connection
    /// On the name, for other servers whose file system has no locks of the other kind.
    private let lock: FileLock
    /// On the file itself.
    private let databaseLock: DatabaseLock
    /// The write-ahead log, which is there as long as the database is open.
    private let log: HeldFile?
    /// What was found when the file was not in its place; stays.
    package private(set) var fault: DataFileMoved?

    /// Opens or makes the database at `path`.
    ///
    /// An older file is migrated; a copy of it as it was stays at `path` + `.v` + its version.
    /// Counts that are wrong, and a search index that is broken, are mended. Other `migrations` than the
    /// registry's are those of an earlier release, or of a later one.
    package init(
        _ path: String,
        survivesPowerLoss: Bool,
        _ registry: ContentRegistry,
        migrations: [Migration]? = nil
    ) throws(DataFileFault) {
        self.path = path
        try Self.lookAt(path)
        lock = try FileLock(Self.resolved(path) + "-lock")
        databaseLock = try DatabaseLock(path)
        guard databaseLock.isDatabase else { throw .notADatabase }
        do {
            connection = try Self.open(path, survivesPowerLoss, registry, migrations)
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
        log = HeldFile(Self.resolved(path) + "-wal")
        databaseLock.sign()
        // Without it the log is as long as usual.
        try? boundLog()
    }

    deinit {
        // Before the locks go. It fails while a statement is in use, which then closes it.
        try? connection.close()
    }

    // MARK: Its place

    /// Throws unless the file and its log are where they were when it was opened.
    ///
    /// Once they were not, it throws for ever: what is at the place then may be another's. All that
    /// was written before is put into the file that was opened, wherever that is now. Takes two
    /// calls of the system, a microsecond each.
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

    /// Has the log put into the file when it takes an eighth of what is free on the disk, but not too
    /// often: a log of the usual size could fill a small disk, and would have to stay then.
    package func boundLog() throws(SQLiteError) {
        var room = statvfs()
        guard statvfs(path, &room) == 0 else { return }
        let free = UInt64(room.f_bavail).multipliedReportingOverflow(by: UInt64(room.f_frsize))
        let pages = free.overflow ? Self.usualLogPages : free.partialValue / (8 * 4096)
        try connection.setLogLimit(pages: Int(min(max(pages, 16), Self.usualLogPages)))
    }

    /// Pages of the log after which SQLite puts it into the file.
    private static let usualLogPages: UInt64 = 1000

    /// Moves the write-ahead log into the file when it has at least so many bytes.
    package func emptyLog(from least: Int = 1) throws(SQLiteError) {
        var status = stat()
        guard let log, stat(log.path, &status) == 0, status.st_size >= least else { return }
        try connection.checkpoint()
    }

    /// Puts everything written so far into the file that was opened, and sees to it that nothing
    /// at its place is written to or removed at the end.
    package func leavePlace() throws(SQLiteError) {
        try connection.rollback()
        try connection.setKeepsLogFile(true)
        try connection.checkpoint()
    }

    /// Whether a server has the file at `path` open as its data file, or as a part of it.
    ///
    /// Such a file must not be written to, nor be put another in its place.
    package static func isInUse(_ path: String) -> Bool {
        if DatabaseLock.isLocked(path) { return true }
        return parts.contains { part in
            path.hasSuffix(part) && DatabaseLock.isLocked(String(path.dropLast(part.count)))
        }
    }

    /// Whether `path` is a place that the data file at `dataFile` needs: its own, or that of a file
    /// beside it.
    package static func needs(_ path: String, at dataFile: String) -> Bool {
        let (place, own) = (resolved(path), resolved(dataFile))
        if let identity = FileIdentity(path), identity == FileIdentity(dataFile) { return true }
        return place == own || parts.contains { place == own + $0 }
    }

    /// What stands beside a data file.
    private static let parts = ["-wal", "-shm", "-lock", "-journal"]

    // MARK: Opening

    /// Refuses what can be seen to be unusable without opening it as a database.
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
        // The lock and the write-ahead log stand beside the file.
        guard access(directory, W_OK) == 0 else { throw .readOnly }
    }

    /// Bytes that are left of the write-ahead log when it has been put into the file.
    private static let largestLog = 1024 * 1024

    /// Whether a server that was killed has left writes beside the file.
    private static func hasLog(_ path: String) -> Bool {
        var status = stat()
        return stat(path + "-wal", &status) == 0 && status.st_size > 0
    }

    /// The path behind all symbolic links: one file has one lock, by whatever name it is opened.
    static func resolved(_ path: String) -> String {
        if let whole = FileSystem.realPath(path) { return whole }
        // There is no file yet.
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { String(path[...$0]) } ?? "."
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        return FileSystem.realPath(directory).map { $0 + "/" + name } ?? path
    }

    private static func open(
        _ path: String,
        _ survivesPowerLoss: Bool,
        _ registry: ContentRegistry,
        _ chosen: [Migration]?
    ) throws -> Connection {
        let migrations = chosen ?? registry.migrations
        let known = registry.migrations.count
        let connection = try Connection(.file(path))
        // A file that is refused is not touched, not even to tidy up after a server that was killed.
        try connection.setKeepsLogOnClose(hasLog(resolved(path)))
        let migrator = Migrator(migrations)
        let pending = try migrator.pending(on: connection)
        let version = try connection.userVersion()
        try registry.check(connection, migrations.prefix(version))
        if version >= known { try ContentReading.check(connection, registry) }
        try connection.setKeepsLogOnClose(false)
        if !pending.isEmpty && version > 0 {
            let copy = path + ".v\(version)"
            // An older copy of the same version would stop VACUUM INTO.
            unlink(copy)
            try connection.copy(to: copy)
        }
        try connection.beginLog(keepingBytes: largestLog)
        try connection.setDurability(survivesPowerLoss: survivesPowerLoss)
        try migrator.migrate(connection)
        guard migrations.count >= known else { return connection }
        if version < known { try ContentReading.check(connection, registry) }
        try registry.mend(connection)
        return connection
    }
}

extension ContentRegistry {
    /// Throws when the schema is not that of `migrations`, or a page is damaged.
    fileprivate func check(
        _ connection: Connection,
        _ migrations: some Collection<Migration>
    ) throws {
        guard !migrations.isEmpty else { return }
        let schema = try schema(after: migrations)
        if let fault = try schema.fault(of: connection) { throw DataFileFault.corrupt(fault) }
        // An index that cannot be opened would end the check of the whole.
        let damage =
            try indexes.allSatisfy { try $0.canBeOpened(on: connection) }
            ? connection.integrityCheck() : schema.damage(of: connection)
        // Later releases of SQLite look into the search index as well, which can be made anew.
        let lines = damage?.split(separator: "\n").filter { !$0.contains("inverted index for FTS") }
        if let line = lines?.first { throw DataFileFault.corrupt(String(line)) }
    }

    /// Makes anew what follows from the rows and does not agree with them.
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

/// The data file, or its log, is not where it was: what is written is not there after a restart.
package struct DataFileMoved: Error, Sendable, Equatable {
    package var path: String
    /// Whether another file is there.
    package var isReplaced: Bool
}
