internal import MockPostlyContent
internal import MockPostlyEventHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyWorld

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A file that says where a server is, as long as it serves.
///
/// It appears whole, by a rename, is locked as long as the server lives, and is removed when this
/// is released.
final class ReadyFile {
    private let path: String
    private let identity: ino_t
    /// Kept open for its lock.
    private let file: Int32

    /// Writes the file.
    ///
    /// With `startedAt`, it says when the server began as well.
    init(
        _ path: String,
        _ address: ServerAddress,
        startedAt: Instant? = nil,
        permissions: mode_t = 0o644
    ) throws(StartFailure) {
        self.path = path
        guard !DataFile.isInUse(path) else {
            throw Self.failure(path, "it is the data file of a running server")
        }
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        json.field("pid", Int(getpid()))
        json.field("port", Int(address.port))
        json.field("url", address.url)
        json.field("control", address.controlURL)
        if let startedAt { json.field("startedAt", startedAt.rfc3339Micros) }
        json.endObject()
        json.byte(0x0A)
        let bytes = json.finish()
        let temporary = path + ".\(getpid())"
        // Of an earlier process with this number that was killed; nobody else's is written to.
        unlink(temporary)
        file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
        guard file >= 0 else { throw Self.failure(path) }
        let written = write(file, bytes, bytes.count)
        var made = stat()
        fstat(file, &made)
        identity = made.st_ino
        // A file system without locks does without: the process id is looked at as well.
        flock(file, LOCK_EX | LOCK_NB)
        guard written == bytes.count, rename(temporary, path) == 0 else {
            // deinit closes it.
            let failure = Self.failure(path)
            unlink(temporary)
            throw failure
        }
    }

    deinit {
        // Another server may have put its own file there since.
        var present = stat()
        if lstat(path, &present) == 0, present.st_ino == identity { unlink(path) }
        close(file)
    }

    private static func failure(_ path: String, _ words: String? = nil) -> StartFailure {
        StartFailure(
            .configuration,
            "ready file \(path) cannot be written: \(words ?? systemErrorText(errno))",
            hint: "check the path given to --ready-file"
        )
    }
}

/// What an earlier server has left.
extension ReadyFile {
    /// Removes the file of a server that was killed, so that nobody takes it for that of the
    /// server which begins to start.
    ///
    /// An empty file, and that of a server that runs, stay until the new one takes their place.
    /// Whatever else is there is somebody's: it is told, and stays as it is.
    static func removeStale(_ path: String) throws(StartFailure) {
        // Not waiting for the writer of a pipe.
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            // A directory that is not there is told when the file is written.
            if errno == ENOENT || errno == ENOTDIR { return }
            throw failure(path)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw failure(path, "there is something else than a file")
        }
        guard status.st_size > 0 else { return }
        guard let pid = owner(of: file) else {
            throw failure(path, "the file that is there is no ready file")
        }
        // Where there are no locks, the process id has to do.
        let isLocked = flock(file, LOCK_SH | LOCK_NB) != 0
        if isLocked, errno == EWOULDBLOCK || pid != getpid() && kill(pid, 0) == 0 { return }
        guard unlink(path) == 0 || errno == ENOENT else { throw failure(path) }
    }

    /// The process that has written a ready file; nil when it is none.
    private static func owner(of file: Int32) -> pid_t? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &bytes, bytes.count)
        guard count > 0, let root = (try? JSON(parsing: Array(bytes[..<count])))?.root,
            root["port"]?.int != nil, root["url"]?.string != nil, root["control"]?.string != nil
        else { return nil }
        return root["pid"]?.int.flatMap { pid_t(exactly: $0) }
    }
}
