internal import MockPostlyPlatform

/// What is at a path.
package enum FileKind: Sendable, Equatable {
    /// Nothing, or nothing that this process may look at.
    case nothing
    case file
    case directory
    /// A device, a pipe or a socket.
    case other

    /// What is at `path`; of a symbolic link, what it leads to.
    package init(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            self = .nothing
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .directory
        default: self = .other
        }
    }
}
