internal import MockPostlyFiles
internal import MockPostlyJSON
internal import MockPostlyLog
internal import MockPostlyPlatform
package import MockPostlyWorld
internal import MockPostlyWorlds

/// The directory in which the servers of a user announce themselves to the user's command lines.
///
/// It is `mockpostly` in `XDG_RUNTIME_DIR`, else `mockpostly-<user id>` in `TMPDIR` or `/tmp`. A
/// directory of another user, or one that others can read, is ignored.
package struct RuntimeDirectory {
    /// The folder that it is in.
    private let place: String
    private let path: String

    /// The directory for the user and the environment of this process.
    init() {
        self.init(environment: { name in getenv(name).map { String(cString: $0) } })
    }

    /// The directory for the given environment variables, for tests.
    init(environment: (String) -> String?) {
        func directory(_ name: String) -> String? {
            guard let path = environment(name), path.hasPrefix("/") else { return nil }
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
            return path
        }
        if let own = directory("XDG_RUNTIME_DIR") {
            place = own
            path = own + "/mockpostly"
        } else {
            place = directory("TMPDIR") ?? "/tmp"
            path = place + "/mockpostly-\(geteuid())"
        }
    }

    /// A running server of this user.
    package struct Announcement: Equatable, Sendable {
        /// Of the process that listens.
        package var pid: Int32
        /// The TCP port that it listens on.
        package var port: UInt16
        /// The base URL, such as `http://localhost:8080`.
        package var url: String
        /// When it started, by the machine's clock.
        ///
        /// In UTC.
        package var startedAt: Instant
        /// The working directory that it was started in; nil when that is not known.
        package var folder: String?
        /// The admin token that the server has made for itself; nil when it has none, or was given
        /// one.
        package var adminToken: String?
    }

    /// The working directory of this process, without links; nil when it was removed.
    package static var presentFolder: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard getcwd(&buffer, buffer.count) != nil else { return nil }
        return buffer.withUnsafeBytes { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// The running servers of this user, the last started first.
    ///
    /// Announcements of processes that have ended without removing them are left out.
    package static func servers(environment: (String) -> String?) -> [Announcement] {
        RuntimeDirectory(environment: environment).servers()
    }

    /// The running server of this user that listens on `port`; nil for another program.
    static func server(on port: UInt16) -> Announcement? {
        RuntimeDirectory().servers().first { $0.port == port }
    }

    /// Announces the server of this process until the returned file is released.
    ///
    /// Returns nil and logs the reason when the directory cannot be used; the server works without
    /// it.
    static func announce(
        _ address: ServerAddress,
        adminToken: String? = nil,
        _ log: Log
    ) -> ReadyFile? {
        let directory = RuntimeDirectory()
        guard directory.hasPlace else { return nil }
        do throws(StartFailure) {
            return try directory.announce(address, adminToken: adminToken)
        } catch {
            // Nothing can be announced on a file system that is read-only on purpose, as that of many
            // containers is.
            let words = "\(error.words); \(Self.consequence)"
            if directory.isReadOnly {
                log.detail(words)
            } else if log.logsRequests {
                // Not with `--quiet`: the server itself works.
                log.warning(words)
            }
            return nil
        }
    }

    /// Announces a server until the returned file is released.
    ///
    /// Only this user can read the file, and with it the token.
    func announce(
        _ address: ServerAddress,
        adminToken: String? = nil
    ) throws(StartFailure) -> ReadyFile {
        do throws(FileFailure) {
            try FileSystem.makeFolder(path, permissions: 0o700)
        } catch {
            throw unusable(error.code)
        }
        guard isOurs else { throw unusable(EACCES) }
        return try ReadyFile(
            "\(path)/\(getpid()).json",
            address,
            startedAt: Clock.real.now(),
            folder: Self.presentFolder,
            adminToken: adminToken,
            permissions: 0o600
        )
    }

    /// The running servers, the last started first.
    ///
    /// Files of servers that were killed are removed.
    func servers() -> [Announcement] {
        guard isOurs else { return [] }
        var found: [Announcement] = []
        for name in (try? FileSystem.names(in: path)) ?? [] {
            guard name.hasSuffix(".json"), let pid = Int32(name.dropLast(5)), pid > 0 else {
                continue
            }
            let file = "\(path)/\(name)"
            var isHeld = false
            if let server = Announcement(file, pid: pid, isHeld: &isHeld) {
                found.append(server)
            } else if !isHeld {
                // A locked file belongs to a server whose process id is not visible here, as in a
                // container: it stays.
                unlink(file)
            }
        }
        return found.sorted { ($0.startedAt, $0.pid) > ($1.startedAt, $1.pid) }
    }

    /// Whether there is a folder for it: a container may have none, and no command lines that would
    /// look there.
    var hasPlace: Bool {
        var status = stat()
        return stat(place, &status) == 0
    }

    /// Whether the folder, or that which it is in, is on a file system that nobody can write to.
    private var isReadOnly: Bool {
        [path, place].contains { (folder: String) in
            access(folder, W_OK) != 0 && errno == EROFS
        }
    }

    private var isOurs: Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
    }

    private static let consequence = "commands find this server only with --url"

    private func unusable(_ code: Int32) -> StartFailure {
        StartFailure(
            .configuration,
            "\(path) cannot be used: \(systemWords(code))",
            hint: Self.consequence
        )
    }
}

extension RuntimeDirectory.Announcement {
    /// Reads the file of an announcement; nil when its server has ended or the file cannot be read.
    ///
    /// Sets `isHeld` to true when a process has the file locked.
    fileprivate init?(_ path: String, pid: Int32, isHeld: inout Bool) {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        // The process id may have been reused, so the lock is checked as well. On a file system
        // without locks every attempt fails, so the file counts as locked.
        let isLocked = flock(file, LOCK_SH | LOCK_NB) != 0
        isHeld = isLocked && errno == EWOULDBLOCK
        guard isLocked, kill(pid, 0) == 0 || errno == EPERM else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &bytes, bytes.count)
        guard count > 0, let root = (try? JSON(parsing: Array(bytes[..<count])))?.root,
            let port = root["port"]?.int.flatMap(UInt16.init(exactly:)),
            let url = root["url"]?.string,
            let startedAt = root["startedAt"]?.string.flatMap(Instant.init(rfc3339:))
        else { return nil }
        (self.pid, self.port, self.url, self.startedAt) = (pid, port, url, startedAt)
        folder = root["folder"]?.string
        adminToken = root["adminToken"]?.string
    }
}
