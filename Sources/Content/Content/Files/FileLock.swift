internal import MockPostlyFiles
internal import MockPostlyPlatform

/// A lock file with `flock`, which the system releases when the process dies.
///
/// The file contains the process id; it is removed when the lock is released.
final class FileLock {
    private let descriptor: Int32
    private let path: String

    init(_ path: String) throws(DataFileFault) {
        self.path = path
        while true {
            let descriptor = Self.openFile(path)
            guard descriptor >= 0 else { throw DataFileFault(systemCode: errno) }
            guard Self.isShort(descriptor) else {
                close(descriptor)
                throw .failed("\(path) is no lock file")
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let holder = Self.processID(in: descriptor)
                close(descriptor)
                throw .inUse(pid: holder)
            }
            // The last owner may have removed the file in the meantime; then the lock is on a file
            // without a name.
            guard let mine = FileIdentity(descriptor), mine == FileIdentity(path) else {
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
        // A different file at the path belongs to another server.
        if let mine = FileIdentity(descriptor), mine == FileIdentity(path) { unlink(path) }
        // A child that is not yet another program has the descriptor too, and the lock with it.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private static func openFile(_ path: String) -> Int32 {
        open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o644)
    }

    /// Whether it is a regular file of at most 64 bytes; a larger file is no lock file and must not
    /// be emptied.
    private static func isShort(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_size <= 64
    }

    private static func processID(in descriptor: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: bytes[..<count].prefix { $0 != 0x0A }, as: UTF8.self))
    }
}
