internal import MockPostlyPlatform

/// The error that a thread could not be started.
package struct ThreadFailure: Error, Sendable {
    /// The system's message.
    package let words: String
}

/// Runs `body` on a new detached thread that receives no signals.
///
/// It cannot be joined; the process ends without waiting for it.
///
/// - Throws: ``ThreadFailure`` when the system has no room for another thread.
package func startThread(_ body: @escaping @Sendable () -> Void) throws(ThreadFailure) {
    final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    // Released by `takeRetainedValue` when the thread begins.
    let context = Unmanaged.passRetained(Box(body)).toOpaque()
    // A new thread inherits the blocked signals of the thread that starts it.
    var (signals, before) = (sigset_t(), sigset_t())
    sigfillset(&signals)
    pthread_sigmask(SIG_SETMASK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    #if canImport(Darwin)
        var thread: pthread_t?
        let code = pthread_create(
            &thread,
            nil,
            { context in
                Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
                return nil
            },
            context
        )
    #else
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { context in
                if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
                return nil
            },
            context
        )
    #endif
    guard code == 0 else {
        Unmanaged<Box>.fromOpaque(context).release()
        throw ThreadFailure(words: systemWords(code))
    }
    #if canImport(Darwin)
        if let thread { pthread_detach(thread) }
    #else
        pthread_detach(thread)
    #endif
}
