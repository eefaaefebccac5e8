internal import MockPostlyPlatform

/// A value that threads take turns with.
///
/// The lock is that of the system's thread library, which ThreadSanitizer knows; it takes
/// `Synchronization.Mutex` on Linux for no lock at all.
///
/// `@unchecked`: `value` is touched only by who holds `mutex`.
final class Locked<Value: Sendable>: @unchecked Sendable {
    private var value: Value
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init(_ value: Value) {
        self.value = value
        // Cannot fail with default attributes, and neither can what is done to it below.
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Calls `body` with the value while no other thread has it.
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }
}
