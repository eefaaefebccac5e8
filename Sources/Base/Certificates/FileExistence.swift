internal import MockPostlyPlatform

/// Whether something is at a path, links to nothing included.
enum FileExistence: Equatable {
    case missing
    case present

    init(_ path: String) {
        var status = stat()
        self = lstat(path, &status) == 0 || errno != ENOENT ? .present : .missing
    }
}
