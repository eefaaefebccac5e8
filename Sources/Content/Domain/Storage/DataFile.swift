package import MockPostlySQLite

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Why a data file cannot be used.
///
/// It has not been touched then.
package enum DataFileFault: Error, Sendable, Equatable {
    /// A server with this process id has it open.
    case inUse(pid: Int32?)
    case newer(found: Int, known: Int)
    case corrupt(String)
    case notADatabase
    /// A database of some other program.
    case foreign
    case readOnly
    case directoryMissing
    case isADirectory
    case failed(String)
}

/// A data file that this process owns: locked against other servers until it is released.
package final class DataFile {
    package let path: String
    package let connection: Connection
    private let lock: FileLock

    /// Opens or makes the database at `path`.
    ///
    /// An older file is migrated; a copy of it as it was stays at `path` + `.v` + its version.
    package init(
        _ path: String,
        survivesPowerLoss: Bool,
        migrations: [Migration] = Migration.all
    ) throws(DataFileFault) {
        self.path = path
        try Self.lookAt(path)
        lock = try FileLock(Self.resolved(path) + "-lock")
        do {
            connection = try Self.open(path, survivesPowerLoss, migrations)
        } catch let fault as DataFileFault {
            throw fault
        } catch let error as SQLiteError {
            throw DataFileFault(error)
        } catch let error as MigrationError {
            throw DataFileFault(error)
        } catch {
            throw .failed("\(error)")
        }
    }

    /// Refuses what can be seen to be unusable without opening it as a database.
    private static func lookAt(_ path: String) throws(DataFileFault) {
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { String(path[...$0]) } ?? "."
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT != S_IFDIR else { throw .isADirectory }
            guard access(path, R_OK) == 0 else { throw .failed(systemError(errno)) }
            guard access(path, W_OK) == 0 else { throw .readOnly }
        } else {
            guard stat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                throw .directoryMissing
            }
        }
        // The lock and the write-ahead log stand beside the file.
        guard access(directory, W_OK) == 0 else { throw .readOnly }
    }

    /// Whether a server that was killed has left writes beside the file.
    private static func hasLog(_ path: String) -> Bool {
        var status = stat()
        return stat(path + "-wal", &status) == 0 && status.st_size > 0
    }

    /// The path behind all symbolic links: one file has one lock, by whatever name it is opened.
    static func resolved(_ path: String) -> String {
        if let whole = realPath(path) { return whole }
        // There is no file yet.
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { String(path[...$0]) } ?? "."
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        return realPath(directory).map { $0 + "/" + name } ?? path
    }

    private static func realPath(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }

    private static func open(
        _ path: String,
        _ survivesPowerLoss: Bool,
        _ migrations: [Migration]
    ) throws -> Connection {
        let connection = try Connection(.file(path))
        // A file that is refused is not touched, not even to tidy up after a server that was killed.
        try connection.setKeepsLogOnClose(hasLog(resolved(path)))
        let migrator = Migrator(migrations)
        let pending = try migrator.pending(on: connection)
        if let findings = try connection.integrityCheck(quick: true) {
            throw DataFileFault.corrupt(findings)
        }
        try connection.setKeepsLogOnClose(false)
        let version = try connection.userVersion()
        if !pending.isEmpty && version > 0 {
            let copy = path + ".v\(version)"
            // An older copy of the same version would stop VACUUM INTO.
            unlink(copy)
            try connection.run("VACUUM INTO ?1", [.text(copy)])
        }
        _ = try connection.first("PRAGMA journal_mode = WAL") { $0.text(0) }
        try connection.script("PRAGMA synchronous = \(survivesPowerLoss ? "FULL" : "NORMAL")")
        try migrator.migrate(connection)
        return connection
    }
}

extension DataFileFault {
    fileprivate init(_ error: SQLiteError) {
        if error.isCorrupt {
            self = .corrupt(error.message)
        } else if error.isNotADatabase {
            self = .notADatabase
        } else if error.isReadOnly {
            self = .readOnly
        } else if error.isBusy {
            self = .inUse(pid: nil)
        } else {
            self = .failed(error.message)
        }
    }

    fileprivate init(_ error: MigrationError) {
        switch error {
        case .newer(let found, let known): self = .newer(found: found, known: known)
        case .foreignFile: self = .foreign
        case .failed(_, let error), .unreadable(let error): self = DataFileFault(error)
        }
    }
}

/// A lock that one process holds and that the system takes back when it dies: `flock` on a file.
///
/// The process id is in the file, which is removed when the lock is released.
private final class FileLock {
    private let descriptor: Int32
    private let path: String

    init(_ path: String) throws(DataFileFault) {
        self.path = path
        while true {
            let descriptor = Self.openFile(path)
            guard descriptor >= 0 else { throw .failed(systemError(errno)) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let holder = Self.processID(in: descriptor)
                close(descriptor)
                throw .inUse(pid: holder)
            }
            // The file that was locked may have been removed by its last owner meanwhile.
            var mine = stat()
            var present = stat()
            guard fstat(descriptor, &mine) == 0, stat(path, &present) == 0,
                mine.st_ino == present.st_ino
            else {
                close(descriptor)
                continue
            }
            self.descriptor = descriptor
            break
        }
        ftruncate(descriptor, 0)
        let text = Array("\(getpid())\n".utf8)
        _ = pwrite(descriptor, text, text.count, 0)
    }

    deinit {
        unlink(path)
        close(descriptor)
    }

    private static func openFile(_ path: String) -> Int32 {
        open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    }

    private static func processID(in descriptor: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: bytes[..<count].prefix { $0 != 0x0A }, as: UTF8.self))
    }
}

private func systemError(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
}
