internal import MockPostlyPlatform

/// Which file it is, whatever names lead to it.
package struct FileIdentity: Sendable, Hashable {
    private var device: UInt64
    private var number: UInt64

    /// The file or directory that `path` leads to; nil when there is none.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The file that is open as `descriptor`.
    init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Whether `path` leads to the file that is open as `descriptor`, which was this one when it was
    /// opened; what cannot be found out now counts as so.
    func isStill(at path: String, _ descriptor: Int32) -> Bool {
        guard let present = FileIdentity(path) else {
            return errno != ENOENT && errno != ENOTDIR && errno != ELOOP
        }
        // Some file systems of containers number their files anew.
        return present == self || present == FileIdentity(descriptor)
    }

    private init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}

/// A file that is held open, so that one can tell whether it is still at its path.
final class HeldFile {
    let path: String
    private let identity: FileIdentity
    private let descriptor: Int32

    /// Opens the file for nothing but this; nil when there is none.
    init?(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        guard let identity = FileIdentity(descriptor) else {
            close(descriptor)
            return nil
        }
        (self.path, self.identity, self.descriptor) = (path, identity, descriptor)
    }

    deinit { close(descriptor) }

    var isInPlace: Bool { identity.isStill(at: path, descriptor) }
}
