internal import MockPostlyPlatform
internal import MockPostlyThreads
internal import MockPostlyWorld

/// Writes lines to a file descriptor on its own thread, so that no caller waits for a slow reader.
///
/// The flags of the descriptor are not changed: `O_NONBLOCK` would affect every process that shares
/// it. The thread starts with the first bytes. Call ``close(by:)`` before closing the descriptor.
///
/// Any thread may write.
package final class BackgroundWriter: Sendable {
    /// Makes the line that says how many lines were dropped.
    package typealias Notice = @Sendable (_ dropped: Int) -> [UInt8]

    private struct State: Sendable {
        var waiting: [UInt8] = []
        var hasThread = false
        /// Whether the thread waits to be woken.
        var isIdle = false
        /// Whether the waiting bytes must not wait for more.
        var isUrgent = false
        /// Whether the thread has bytes that are not written yet.
        var isWriting = false
        var isShut = false
        /// How many callers wait until everything is written.
        var drains = 0
        /// Whether lines were dropped since the thread last took the waiting bytes.
        var isFull = false
        /// The number of dropped lines since the start.
        var dropped = 0
        /// The number of dropped lines that no notice has reported yet.
        var untold = 0

        mutating func drop(_ bytes: some Sequence<UInt8>) {
            let lines = bytes.count { $0 == UInt8(ascii: "\n") }
            dropped += lines
            untold += lines
        }
    }

    /// The default limit of waiting bytes, those that the thread is writing not included.
    ///
    /// 1 MiB.
    package static let limit = 1024 * 1024
    /// A buffer with more capacity than this is freed after use.
    private static let keptCapacity = 128 * 1024

    /// The least time between two writes, in nanoseconds: waking the thread for every line costs
    /// more than the line.
    private static let pause: UInt64 = 40_000_000

    private let descriptor: Int32
    private let limit: Int
    private let notice: Notice
    private let state = Monitor(State())

    /// A writer to `descriptor`, which it does not own.
    ///
    /// Lines that would make more than `limit` bytes wait are dropped and counted. After the
    /// waiting bytes, `notice` is written.
    ///
    /// - Parameters:
    ///   - descriptor: must stay open until ``close(by:)`` has returned.
    ///   - limit: in bytes.
    ///   - notice: called on the writing thread after a gap.
    package init(_ descriptor: Int32, limit: Int = limit, notice: @escaping Notice = { _ in [] }) {
        self.descriptor = descriptor
        self.limit = limit
        self.notice = notice
    }

    /// The number of lines dropped because the reader was too slow or a write failed.
    package var droppedLines: Int { state.withLock(\.dropped) }

    /// Queues `bytes`, which are whole lines, and leaves the array empty.
    ///
    /// They are written some milliseconds after earlier ones at the latest, and at once if they are
    /// `urgent` or many bytes wait.
    ///
    /// Never waits for the reader.
    package func write(_ bytes: inout [UInt8], urgent: Bool = false) {
        guard !bytes.isEmpty else { return }
        let (needsThread, mustWake) = state.withLock { state in
            let isFull = !state.waiting.isEmpty && state.waiting.count + bytes.count > limit
            if state.isFull || isFull || state.isShut {
                // From here on all lines are dropped until there is room: the notice must come
                // directly after the gap.
                state.isFull = isFull || state.isFull
                state.drop(bytes)
            } else if state.waiting.isEmpty {
                swap(&state.waiting, &bytes)
            } else {
                state.waiting += bytes
            }
            let mustWake = state.isIdle || !state.isUrgent && (urgent || isHalfFull(state))
            if mustWake { state.isUrgent = true }
            defer { (state.hasThread, state.isIdle) = (true, false) }
            return (!state.hasThread && !state.isShut, mustWake)
        }
        bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
        if needsThread { start() } else if mustWake { state.wake() }
    }

    /// Waits until everything is written, at most until `deadline` (monotonic nanoseconds).
    ///
    /// Later writes are dropped, and a second call returns at once.
    package func close(by deadline: UInt64) {
        let wasShut = state.withLock { state in
            defer { state.isShut = true }
            return state.isShut
        }
        guard !wasShut else { return }
        drain(by: deadline)
    }

    /// Waits as ``close(by:)`` does, but stays open; returns whether everything was written.
    @discardableResult
    package func drain(by deadline: UInt64) -> Bool {
        state.withLock { $0.drains += 1 }
        state.wake()
        defer { state.withLock { $0.drains -= 1 } }
        return state.wait(until: deadline) { $0.waiting.isEmpty && !$0.isWriting ? true : nil }
            ?? false
    }

    /// Whether a pause may cost lines: nothing is lost only because the thread waits for more.
    private func isHalfFull(_ state: State) -> Bool { state.waiting.count > limit / 2 }

    private func start() {
        do {
            try startThread { [self] in work() }
        } catch {
            state.withLock { state in
                state.drop(state.waiting)
                state.waiting = []
                // The next write tries again to start a thread.
                state.hasThread = false
            }
        }
    }

    // MARK: The thread

    private func work() {
        var batch: [UInt8] = []
        while let untold = dequeue(into: &batch) {
            let lost = batch.withUnsafeBytes(put)
            let isTold =
                untold > 0 && lost == 0 && notice(untold).withUnsafeBytes(put) == 0
            state.withLock { state in
                if !isTold { state.untold += untold }
                state.drop(batch.suffix(lost))
                state.isWriting = false
            }
            state.wake()
            batch.removeAll(keepingCapacity: batch.capacity <= Self.keptCapacity)
            pause()
        }
    }

    private func pause() {
        let end = monotonicNanoseconds() + Self.pause
        _ = state.wait(until: end) { state in
            state.isShut || state.isUrgent || state.drains > 0 ? true : nil
        }
    }

    /// Waits for bytes and moves them into the empty `batch`; returns how many lines were dropped
    /// after them.
    ///
    /// Nil when the writer is closed and everything is written.
    private func dequeue(into batch: inout [UInt8]) -> Int? {
        let untold = state.wait { state -> Int?? in
            if state.waiting.isEmpty {
                state.isIdle = true
                return state.isShut ? .some(nil) : nil
            }
            swap(&state.waiting, &batch)
            state.isWriting = true
            state.isUrgent = false
            state.isFull = false
            defer { state.untold = 0 }
            return state.untold
        }
        return untold ?? nil
    }

    /// Writes all bytes, however long it takes; returns how many could not be written.
    private func put(_ bytes: UnsafeRawBufferPointer) -> Int {
        var sent = 0
        while sent < bytes.count {
            let count = systemWrite(descriptor, bytes[sent...])
            if count > 0 {
                sent += count
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                // Another process that shares the descriptor has made it non-blocking.
                var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&wanted, 1, -1)
            } else if errno != EINTR {
                break
            }
        }
        return bytes.count - sent
    }
}

// Inside the type, `write` would mean its own method.
private func systemWrite(_ file: Int32, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    return write(file, bytes.baseAddress, bytes.count)
}
