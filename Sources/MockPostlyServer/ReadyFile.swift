internal import MockPostlyJSON

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A file that says where a server is, as long as it serves.
///
/// It appears whole, by a rename, and is removed when this is released.
final class ReadyFile {
    private let path: String
    private let identity: ino_t

    init(_ path: String, _ address: ServerAddress) throws(StartFailure) {
        self.path = path
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        json.field("pid", Int(getpid()))
        json.field("port", Int(address.port))
        json.field("url", address.url)
        json.field("control", address.controlURL)
        json.endObject()
        json.byte(0x0A)
        let bytes = json.finish()
        let temporary = path + ".\(getpid())"
        let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw Self.failure(path) }
        let written = write(file, bytes, bytes.count)
        var made = stat()
        fstat(file, &made)
        identity = made.st_ino
        close(file)
        guard written == bytes.count, rename(temporary, path) == 0 else {
            let failure = Self.failure(path)
            unlink(temporary)
            throw failure
        }
    }

    deinit {
        // Another server may have put its own file there since.
        var present = stat()
        if lstat(path, &present) == 0, present.st_ino == identity { unlink(path) }
    }

    private static func failure(_ path: String) -> StartFailure {
        let words = strerror(errno).map { String(cString: $0) } ?? "failed"
        return StartFailure(
            .configuration,
            "ready file \(path) cannot be written: \(words)",
            hint: "check the path given to --ready-file"
        )
    }
}
