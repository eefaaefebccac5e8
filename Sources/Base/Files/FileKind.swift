internal import MockPostlyPlatform

/// The type of what is at a path.
package enum FileKind: Sendable, Equatable {
    /// Nothing, or something that this process may not look at.
    case nothing
    case file
    case directory
    /// A device, a pipe or a socket.
    case other

    /// The type of what is at `path`; symbolic links are followed.
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
