internal import MockPostlyPlatform
internal import MockPostlyWorld

/// A value that threads take turns with, and for whose changes they can wait.
///
/// `@unchecked`: `value` is touched only by who holds `mutex`.
package final class Monitor<Value: Sendable>: @unchecked Sendable {
    private var value: Value
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init(_ value: Value) {
        self.value = value
        // These cannot fail with such attributes, and neither can what is done to them below.
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

    /// Calls `body` with the value while no other thread has it.
    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Has those who wait look at the value again.
    package func wake() {
        pthread_cond_broadcast(condition)
    }

    /// Calls `body` with the value, again after each ``wake()``, until it gives something.
    ///
    /// With a deadline, in nanoseconds of the monotonic clock, it gives nil when that has passed.
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
