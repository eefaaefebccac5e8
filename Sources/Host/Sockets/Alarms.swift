internal import MockPostlyWorld

/// Closures that are called after a time of the machine, in the order of their times.
///
/// Whoever has them looks at ``next`` after each tick, and calls ``fire()`` then. Those of the same
/// time are called in the order in which they were set. Belongs to the loop's thread.
package final class Alarms {
    private struct Alarm {
        var due: UInt64
        var number: Int

        func comes(before other: Alarm) -> Bool {
            (due, number) < (other.due, other.number)
        }
    }

    /// A heap: the next alarm comes first.
    private var heap: [Alarm] = []
    /// What is to be called, by the numbers of the alarms; those of cancelled ones are not there.
    private var bodies: [Int: () -> Void] = [:]
    private var lastNumber = 0
    private let time: () -> UInt64

    /// No alarms; `time` reads the machine's monotonic clock, in nanoseconds.
    package init(time: @escaping () -> UInt64 = monotonicNanoseconds) {
        self.time = time
    }

    /// How many are set.
    package var count: Int { bodies.count }

    /// When the next one is due, in nanoseconds of the monotonic clock; nil without any.
    package var next: UInt64? { heap.first?.due }

    /// Calls `body` after `delay`; returns the number of the alarm.
    ///
    /// A negative delay is zero; `body` is never called during this call.
    @discardableResult
    package func set(after delay: Duration, _ body: @escaping () -> Void) -> Int {
        lastNumber += 1
        let wait = max(.zero, delay)
        let due = time() &+ UInt64(clamping: wait.wholeMicroseconds) &* 1000
        bodies[lastNumber] = body
        push(Alarm(due: due, number: lastNumber))
        return lastNumber
    }

    /// Forgets an alarm that has not been called yet.
    ///
    /// No error for a number that was called or cancelled.
    package func cancel(_ number: Int) {
        guard bodies.removeValue(forKey: number) != nil else { return }
        // Most of a heap must not be what nobody waits for.
        guard heap.count > 2 * bodies.count + 64 else { return }
        let kept = heap.filter { bodies[$0.number] != nil }
        heap = []
        for alarm in kept { push(alarm) }
    }

    /// Calls those that are due now, but none that they set.
    ///
    /// Harmless before anything is due.
    package func fire() {
        guard let first = heap.first, first.due <= time() else { return }
        let (now, last) = (time(), lastNumber)
        var due: [Alarm] = []
        while let first = heap.first, first.due <= now { due.append(pop()) }
        for alarm in due where alarm.number <= last {
            bodies.removeValue(forKey: alarm.number)?()
        }
    }

    // MARK: The heap

    private func push(_ alarm: Alarm) {
        heap.append(alarm)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].comes(before: heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private func pop() -> Alarm {
        heap.swapAt(0, heap.count - 1)
        let first = heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].comes(before: heap[least]) {
                least = child
            }
            guard least != parent else { return first }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
