internal import MockPostlyDomain
internal import MockPostlyJSON
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

    private static func failure(_ path: String) -> StartFailure {
        failure(path, strerror(errno).map { String(cString: $0) } ?? "failed")
    }

    private static func failure(_ path: String, _ words: String) -> StartFailure {
        StartFailure(
            .configuration,
            "ready file \(path) cannot be written: \(words)",
            hint: "check the path given to --ready-file"
        )
    }
}
