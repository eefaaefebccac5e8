internal import MockPostlyPlatform
internal import MockPostlyThreads
internal import MockPostlyWorld

/// Writes lines to a file descriptor on a thread of its own: whoever hands them over never waits
/// for a reader.
///
/// The descriptor stays as it is: `O_NONBLOCK` would hold for every process that shares it. The
/// thread begins with the first bytes, and must be gone, by ``close(by:)``, before the descriptor
/// is closed.
package final class BackgroundWriter: Sendable {
    /// Makes the line that says how many lines were dropped.
    package typealias Notice = @Sendable (_ dropped: Int) -> [UInt8]

    private struct State: Sendable {
        var waiting: [UInt8] = []
        var hasThread = false
        /// Whether the thread waits to be woken.
        var isIdle = false
        /// Whether the thread has bytes that are not written yet.
        var isWriting = false
        var isShut = false
        /// How many wait for everything to be written.
        var drains = 0
        /// Whether something was dropped since the thread took what waited.
        var isFull = false
        /// Lines that were dropped, and of these the ones that no notice has told of.
        var dropped = 0
        var untold = 0

        mutating func drop(_ bytes: some Sequence<UInt8>) {
            let lines = bytes.count { $0 == UInt8(ascii: "\n") }
            dropped += lines
            untold += lines
        }
    }

    /// Bytes that wait, beside those that the thread is writing.
    package static let limit = 1024 * 1024
    /// Buffers that have grown beyond it are given back.
    private static let keptCapacity = 128 * 1024

    /// Nanoseconds between two writes, if lines come that often: to wake the thread for each of them
    /// costs more than they do.
    private static let pause: UInt64 = 2_000_000

    private let descriptor: Int32
    private let limit: Int
    private let notice: Notice
    private let state = Monitor(State())

    /// A writer to `descriptor`, which it does not own.
    ///
    /// What would make more than `limit` bytes wait is dropped and counted; when the rest is
    /// written, `notice` is too.
    package init(_ descriptor: Int32, limit: Int = limit, notice: @escaping Notice = { _ in [] }) {
        self.descriptor = descriptor
        self.limit = limit
        self.notice = notice
    }

    /// Lines that were dropped: nobody read them in time, or they could not be written.
    package var droppedLines: Int { state.withLock(\.dropped) }

    /// Takes `bytes`, whole lines, which become empty.
    package func write(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        let (needsThread, isIdle) = state.withLock { state in
            let isFull = !state.waiting.isEmpty && state.waiting.count + bytes.count > limit
            if state.isFull || isFull || state.isShut {
                // All until there is room, so that no line follows a gap that is not told of.
                state.isFull = isFull || state.isFull
                state.drop(bytes)
            } else if state.waiting.isEmpty {
                swap(&state.waiting, &bytes)
            } else {
                state.waiting += bytes
            }
            defer { (state.hasThread, state.isIdle) = (true, false) }
            return (!state.hasThread && !state.isShut, state.isIdle)
        }
        bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
        if needsThread { start() } else if isIdle { state.wake() }
    }

    /// Waits until everything is written, at most until `deadline` in nanoseconds of the monotonic
    /// clock.
    ///
    /// Nothing more is taken, and another call does not wait again.
    package func close(by deadline: UInt64) {
        let wasShut = state.withLock { state in
            defer { state.isShut = true }
            return state.isShut
        }
        guard !wasShut else { return }
        drain(by: deadline)
    }

    /// Waits as ``close(by:)`` does, and goes on; returns whether everything is written.
    @discardableResult
    package func drain(by deadline: UInt64) -> Bool {
        state.withLock { $0.drains += 1 }
        state.wake()
        defer { state.withLock { $0.drains -= 1 } }
        return state.wait(until: deadline) { $0.waiting.isEmpty && !$0.isWriting ? true : nil }
            ?? false
    }

    private func start() {
        do {
            try startThread { [self] in work() }
        } catch {
            state.withLock { state in
                state.drop(state.waiting)
                state.waiting = []
                // The next bytes try again.
                state.hasThread = false
            }
        }
    }

    // MARK: The thread

    private func work() {
        var batch: [UInt8] = []
        while let untold = take(&batch) {
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
        _ = state.wait(until: end) { $0.isShut || $0.drains > 0 ? true : nil }
    }

    /// Waits for bytes and puts them in `batch`, which is empty; gives the number of lines that
    /// were dropped after them.
    ///
    /// Nil when there will be none.
    private func take(_ batch: inout [UInt8]) -> Int? {
        let untold = state.wait { state -> Int?? in
            if state.waiting.isEmpty {
                state.isIdle = true
                return state.isShut ? .some(nil) : nil
            }
            swap(&state.waiting, &batch)
            state.isWriting = true
            state.isFull = false
            defer { state.untold = 0 }
            return state.untold
        }
        return untold ?? nil
    }

    /// Writes all bytes, for as long as that takes; gives how many could not be written.
    private func put(_ bytes: UnsafeRawBufferPointer) -> Int {
        var sent = 0
        while sent < bytes.count {
            let count = systemWrite(descriptor, bytes[sent...])
            if count > 0 {
                sent += count
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                // Another process that shares it does not want to wait.
                var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&wanted, 1, -1)
            } else if errno != EINTR {
                break
            }
        }
        return bytes.count - sent
    }
}

// `write` inside the type is its own function.
private func systemWrite(_ file: Int32, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    return write(file, bytes.baseAddress, bytes.count)
}
