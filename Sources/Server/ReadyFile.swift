internal import MockPostlyContent
internal import MockPostlyEventHTTP
internal import MockPostlyFiles
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyPlatform
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// A file that says where a server is, as long as it serves.
///
/// It appears whole, by a rename, is locked as long as the server lives, and is removed when this
/// is released.
final class ReadyFile {
    private let path: String
    private let identity: ino_t
    /// Kept for its lock.
    private let file: UnfinishedFile

    /// Writes the file.
    ///
    /// With `startedAt`, it says when the server began as well.
    init(
        _ path: String,
        _ address: ServerAddress,
        startedAt: Instant? = nil,
        permissions: UInt32 = 0o644
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
        do throws(FileFailure) {
            // It is locked where the file system has locks; the process id is looked at as well.
            file = try UnfinishedFile(beside: path, permissions: permissions)
            try file.write(json.finish())
            var made = stat()
            fstat(file.descriptor, &made)
            identity = made.st_ino
            // Nobody needs it after a power loss, so the disk is not waited for.
            try file.move(to: path)
        } catch {
            throw Self.failure(path, error.words)
        }
    }

    deinit {
        // Another server may have put its own file there since.
        var present = stat()
        if lstat(path, &present) == 0, present.st_ino == identity { unlink(path) }
    }

    private static func failure(_ path: String, _ words: String? = nil) -> StartFailure {
        StartFailure(
            .configuration,
            "ready file \(path) cannot be written: \(words ?? systemWords(errno))",
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
