internal import MockPostlyPlatform

/// A file descriptor that is kept for when there is no other: without one a client that waits could
/// be neither answered nor turned away, and its socket would be readable for ever.
final class SpareDescriptor {
    private var descriptor = ListeningSocket.openSocket(AF_UNIX)

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Gives it up while `body` runs; nil when somebody else had taken it the last time.
    func lend<Result>(_ body: () -> Result) -> Result? {
        if descriptor < 0 { descriptor = ListeningSocket.openSocket(AF_UNIX) }
        guard descriptor >= 0 else { return nil }
        close(descriptor)
        defer { descriptor = ListeningSocket.openSocket(AF_UNIX) }
        return body()
    }
}
