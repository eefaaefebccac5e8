internal import MockPostlyPlatform
internal import MockPostlyWorld

/// A value behind a mutex, for whose changes threads can wait.
///
/// The lock is that of the system's thread library, because ThreadSanitizer does not recognise
/// `Synchronization.Mutex` on Linux as a lock.
///
/// `@unchecked`: `value` is used only while `mutex` is held.
///
/// ```swift
/// let queue = Monitor<[Job]>([])
/// queue.withLock { $0.append(job) }
/// queue.wake()
/// let next = queue.wait { $0.isEmpty ? nil : $0.removeFirst() }   // on another thread
/// ```
package final class Monitor<Value: Sendable>: @unchecked Sendable {
    private var value: Value
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// A monitor that starts with `value`.
    package init(_ value: Value) {
        self.value = value
        // Neither these nor the calls below can fail with such attributes.
        pthread_mutex_init(mutex, nil)
        #if canImport(Darwin)
            pthread_cond_init(condition, nil)
        #else
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_cond_init(condition, &attributes)
            pthread_condattr_destroy(&attributes)
        #endif
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Calls `body` with the value while no other thread has access to it; `body` must not lock it
    /// again.
    ///
    /// Does not wake waiting threads: call ``wake()`` after a change that they wait for. What
    /// `body` throws is thrown again, with the changes that it has made.
    package func withLock<Result, Failure>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }

    /// Wakes all threads in ``wait(until:_:)`` to look at the value again.
    package func wake() {
        pthread_cond_broadcast(condition)
    }

    /// Calls `body` with the value, and again after each ``wake()``, until it returns a result.
    ///
    /// `deadline` is in nanoseconds of the monotonic clock; nil is returned when it has passed.
    ///
    /// - Parameters:
    ///   - deadline: of ``monotonicNanoseconds()``; nil waits for ever.
    ///   - body: runs with the lock held, at least once.
    /// - Returns: the result of `body`; nil after the deadline.
    package func wait<Result>(until deadline: UInt64? = nil, _ body: (inout Value) -> Result?)
        -> Result?
    {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            guard let deadline else {
                pthread_cond_wait(condition, mutex)
                continue
            }
            let now = monotonicNanoseconds()
            guard now < deadline else { return nil }
            wait(nanoseconds: deadline - now, from: now)
        }
    }

    private func wait(nanoseconds: UInt64, from now: UInt64) {
        #if canImport(Darwin)
            var time = timespec(nanoseconds: nanoseconds)
            pthread_cond_timedwait_relative_np(condition, mutex, &time)
        #else
            var time = timespec(nanoseconds: now + nanoseconds)
            pthread_cond_timedwait(condition, mutex, &time)
        #endif
    }
}

extension timespec {
    fileprivate init(nanoseconds: UInt64) {
        self.init(
            tv_sec: Int(nanoseconds / 1_000_000_000),
            tv_nsec: Int(nanoseconds % 1_000_000_000)
        )
    }
}
