/// The machine's monotonic clock, read as rarely as a tick of the event loop allows.
///
/// A reading costs as much as a small part of a request. Belongs to the loop's thread.
package final class TickTime {
    @usableFromInline var latest: UInt64 = 0

    /// Read at the first use.
    package init() {}

    /// The last reading of this tick in nanoseconds, or a first one.
    ///
    /// It is older than the present by what was done since, mostly one request.
    ///
    /// Good for deadlines of seconds, not for measuring.
    @inlinable package var recent: UInt64 { latest == 0 ? read() : latest }

    /// The present in nanoseconds.
    @discardableResult
    package func read() -> UInt64 {
        latest = monotonicNanoseconds()
        return latest
    }

    /// Has the next tick begin with a new reading.
    @inlinable package func endTick() {
        latest = 0
    }
}
