internal import MockPostlyFiles
internal import MockPostlyPlatform

/// An open file, for finding out later whether it is still at its path.
final class HeldFile {
    let path: String
    private let identity: FileIdentity
    private let descriptor: Int32

    /// Opens the file for this purpose only; nil when there is none.
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
