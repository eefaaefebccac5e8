internal import MockPostlyPlatform

/// The identity of a file, whatever its names: device and inode number.
package struct FileIdentity: Sendable, Hashable {
    private var device: UInt64
    private var number: UInt64

    /// The file or directory that `path` leads to; nil when there is none, with `errno` set.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The file that is open as `descriptor`.
    package init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Whether `path` leads to the file that is open as `descriptor`; self is its identity when
    /// opened.
    ///
    /// An error that says nothing about the file, such as a lack of permission, counts as true.
    package func isStill(at path: String, _ descriptor: Int32) -> Bool {
        guard let present = FileIdentity(path) else {
            return errno != ENOENT && errno != ENOTDIR && errno != ELOOP
        }
        // Some file systems of containers give their files new numbers while they are open.
        return present == self || present == FileIdentity(descriptor)
    }

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}
