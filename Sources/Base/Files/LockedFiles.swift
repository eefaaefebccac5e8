internal import MockPostlyThreads

/// The files on which this process has POSIX locks: its data files and what SQLite has beside them.
///
/// Closing any descriptor of such a file releases all POSIX locks of the process on it (POSIX,
/// `fcntl`). Another program would then take the database for unused and remove its log. So nobody
/// else in this process may open these files, by any name.
package enum LockedFiles {
    /// The endings of the files beside a database (SQLite: "Temporary Files Used By SQLite"), and of
    /// our lock file.
    package static let endings = ["-wal", "-shm", "-lock", "-journal"]

    /// The paths of the databases, without links.
    private static let held = Monitor<[FileIdentity: String]>([:])

    /// Adds the database `identity`, whose path without links is `path`.
    package static func add(_ identity: FileIdentity, at path: String) {
        held.withLock { $0[identity] = path }
    }

    package static func remove(_ identity: FileIdentity) {
        held.withLock { $0[identity] = nil }
    }

    /// Whether the file is one of them, by whatever name it was found.
    package static func contain(_ identity: FileIdentity) -> Bool {
        let databases = held.withLock { $0 }
        if databases[identity] != nil { return true }
        // SQLite makes and removes these files while it runs, and their numbers are given out again:
        // what counts is what is there now.
        return databases.values.contains { companions(of: $0).contains(identity) }
    }

    /// Whether `path` leads to one of them.
    package static func contain(_ path: String) -> Bool {
        FileIdentity(path).map { contain($0) } ?? false
    }

    private static func companions(of path: String) -> Set<FileIdentity> {
        Set(endings.compactMap { FileIdentity(path + $0) })
    }
}
