internal import MockPostlyContent
internal import MockPostlyEventHTTP
internal import MockPostlyFiles
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyPlatform
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// A JSON file with the address of a server, which exists as long as the server answers.
///
/// It is written beside its path and renamed, so that readers never see a part of it. It is locked
/// as long as the server lives, and removed when this object is released.
final class ReadyFile {
    private let path: String
    private let identity: ino_t
    /// Kept open because closing it would release the lock.
    private let file: UnfinishedFile

    /// Writes the file at `path`.
    ///
    /// With `startedAt`, `folder` and `adminToken`, the file has these as well.
    init(
        _ path: String,
        _ address: ServerAddress,
        startedAt: Instant? = nil,
        folder: String? = nil,
        adminToken: String? = nil,
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
        if let proxyURL = address.proxyURL { json.field("proxy", proxyURL) }
        if let startedAt { json.field("startedAt", startedAt.rfc3339Micros) }
        if let folder { json.field("folder", folder) }
        if let adminToken { json.field("adminToken", adminToken) }
        json.endObject()
        json.byte(0x0A)
        do throws(FileFailure) {
            // Some file systems have no locks; readers then rely on the process id.
            file = try UnfinishedFile(beside: path, permissions: permissions)
            try file.write(json.finish())
            var made = stat()
            fstat(file.descriptor, &made)
            identity = made.st_ino
            // No fsync: after a loss of power the file is of no use.
            try file.move(to: path)
        } catch {
            throw Self.failure(path, error.words)
        }
    }

    deinit {
        // Another server may have replaced the file with its own since.
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

/// Files that earlier servers have left behind.
extension ReadyFile {
    /// Removes the file of a killed server, so that no client takes it for the starting server's
    /// file.
    ///
    /// An empty file and the file of a running server stay until the new file replaces them.
    /// Throws, and changes nothing, when anything else is at `path`.
    static func removeStale(_ path: String) throws(StartFailure) {
        guard !LockedFiles.contain(path) else {
            throw failure(path, "it is the data file of a running server")
        }
        // `O_NONBLOCK`: opening a pipe must not wait for its writer.
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            // A missing directory is reported when the file is written.
            if errno == ENOENT || errno == ENOTDIR { return }
            throw failure(path)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw failure(path, "it is not a file")
        }
        guard status.st_size > 0 else { return }
        guard let pid = owner(of: file) else {
            throw failure(path, "the existing file is not a ready file")
        }
        // Without locks in the file system, the process id decides.
        let isLocked = flock(file, LOCK_SH | LOCK_NB) != 0
        if isLocked, errno == EWOULDBLOCK || pid != getpid() && kill(pid, 0) == 0 { return }
        guard unlink(path) == 0 || errno == ENOENT else { throw failure(path) }
    }

    /// The id of the process that wrote a ready file; nil when `file` is not a ready file.
    private static func owner(of file: Int32) -> pid_t? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &bytes, bytes.count)
        guard count > 0, let root = (try? JSON(parsing: Array(bytes[..<count])))?.root,
            root["port"]?.int != nil, root["url"]?.string != nil, root["control"]?.string != nil
        else { return nil }
        return root["pid"]?.int.flatMap { pid_t(exactly: $0) }
    }
}
