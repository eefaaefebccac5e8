internal import MockPostlyPlatform

/// A value behind a mutex.
///
/// The lock is that of the system's thread library, because ThreadSanitizer does not recognise
/// `Synchronization.Mutex` on Linux as a lock.
///
/// `@unchecked`: `value` is used only while `mutex` is held.
final class Locked<Value: Sendable>: @unchecked Sendable {
    private var value: Value
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init(_ value: Value) {
        self.value = value
        // Neither this nor the calls below can fail with default attributes.
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Calls `body` with the value while no other thread has access to it; `body` must not lock it
    /// again.
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }
}
