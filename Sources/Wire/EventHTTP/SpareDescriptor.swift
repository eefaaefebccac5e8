internal import MockPostlyPlatform

/// A spare file descriptor, released for a moment when the process has no other.
///
/// Without it a waiting client could be neither answered nor closed, and the listening socket would
/// stay readable for ever.
final class SpareDescriptor {
    private var descriptor = ListeningSocket.openSocket(AF_UNIX)

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Frees the descriptor while `body` runs; nil when it could not be opened again after the last
    /// use.
    func lend<Result>(_ body: () -> Result) -> Result? {
        if descriptor < 0 { descriptor = ListeningSocket.openSocket(AF_UNIX) }
        guard descriptor >= 0 else { return nil }
        close(descriptor)
        defer { descriptor = ListeningSocket.openSocket(AF_UNIX) }
        return body()
    }
}
