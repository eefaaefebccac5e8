internal import MockPostlyFiles
internal import MockPostlyPlatform

/// A lock on a database file itself, independent of the name under which it was opened.
///
/// The system releases it when the process dies. It locks two bytes beside those that SQLite locks
/// (SQLite: "File Locking And Concurrency", and `PENDING_BYTE` in `os.h`), in the page that SQLite
/// never uses for data, so that the two do not disturb each other. It belongs to the open file, not
/// to the process (an OFD lock).
///
/// Closing any descriptor of a file releases all POSIX locks that the process has on that file,
/// SQLite's included. Therefore this lock is released after the database was closed, and a file
/// that is locked here is not opened a second time.
final class DatabaseLock: Sendable {
    private let identity: FileIdentity
    private let descriptor: Int32

    /// SQLite's own lock bytes are the 512 from 1 GiB on.
    private static let lockedByte: off_t = 0x4000_0000 + 1024
    /// Locked with a POSIX lock, only because other processes can ask for the owner of such a lock.
    private static let namedByte: off_t = lockedByte + 1

    /// Makes the file if it is missing, and locks it.
    ///
    /// Throws ``DataFileFault/inUse(pid:)`` when this or another process has it locked.
    init(_ path: String) throws(DataFileFault) {
        guard !LockedFiles.contain(path) else { throw .inUse(pid: getpid()) }
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK
        let descriptor = open(path, flags, 0o644)
        guard descriptor >= 0 else { throw DataFileFault(systemCode: errno) }
        do throws(DataFileFault) {
            identity = try Self.identify(descriptor)
            try Self.lock(descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        LockedFiles.add(identity, at: DataFile.resolved(path))
    }

    deinit {
        LockedFiles.remove(identity)
        // A child that is not yet another program has the descriptor too, and the lock with it.
        var lock = Self.region(Self.lockedByte)
        lock.l_type = Int16(F_UNLCK)
        _ = fcntl(descriptor, Self.takeLock, &lock)
        close(descriptor)
    }

    /// Whether any process, this one included, has the file at `path` locked.
    static func isLocked(_ path: String) -> Bool {
        if LockedFiles.contain(path) { return true }
        // Only a regular file can be locked; opening another thing could have an effect.
        guard FileKind(of: path) == .file else { return false }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var lock = region(lockedByte)
        return fcntl(descriptor, askForLock, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }

    /// Whether the file is empty or begins like a database.
    ///
    /// SQLite itself would treat a file of one byte as empty.
    var isDatabase: Bool {
        let beginning = Array("SQLite format 3\0".utf8)
        var bytes = [UInt8](repeating: 0, count: beginning.count)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return count == 0 || count == bytes.count && bytes == beginning
    }

    /// Whether its header says that text is in UTF-16 (SQLite: "Database File Format", 1.3.13).
    var isInUTF16: Bool {
        var bytes = [UInt8](repeating: 0, count: 4)
        return pread(descriptor, &bytes, bytes.count, 56) == bytes.count
            && (bytes == [0, 0, 0, 2] || bytes == [0, 0, 0, 3])
    }

    /// Whether `path` still leads to the locked file.
    func isInPlace(_ path: String) -> Bool { identity.isStill(at: path, descriptor) }

    private static func identify(_ descriptor: Int32) throws(DataFileFault) -> FileIdentity {
        var status = stat()
        guard fstat(descriptor, &status) == 0, let identity = FileIdentity(descriptor) else {
            throw DataFileFault(systemCode: errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        return identity
    }

    private static func lock(_ descriptor: Int32) throws(DataFileFault) {
        var lock = region(lockedByte)
        if fcntl(descriptor, takeLock, &lock) != 0 {
            // A file system without such locks: the lock file has to be enough.
            guard errno == EAGAIN || errno == EACCES else { return }
            throw .inUse(pid: holder(of: descriptor))
        }
    }

    /// Makes the process id known to others; to be called once SQLite has the database open.
    ///
    /// Earlier it would be lost: opening the database releases all POSIX locks of the process on
    /// the file.
    func sign() {
        var named = Self.region(Self.namedByte)
        // If this fails, others learn that the file is in use, but not by which process.
        _ = fcntl(descriptor, F_SETLK, &named)
    }

    private static func holder(of descriptor: Int32) -> Int32? {
        var lock = region(namedByte)
        guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK),
            lock.l_pid > 0
        else { return nil }
        return lock.l_pid
    }

    private static func region(_ byte: off_t) -> flock {
        var region = flock()
        region.l_type = Int16(F_WRLCK)
        region.l_whence = Int16(SEEK_SET)
        region.l_start = byte
        region.l_len = 1
        return region
    }

    // F_OFD_GETLK and F_OFD_SETLK, which the system headers declare only with special macros.
    #if canImport(Darwin)
        private static let askForLock: Int32 = 92
        private static let takeLock: Int32 = 90
    #else
        private static let askForLock: Int32 = 36
        private static let takeLock: Int32 = 37
    #endif
}
