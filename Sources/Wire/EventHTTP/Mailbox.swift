internal import MockPostlyPlatform
internal import MockPostlyThreads

/// A queue of messages from any threads to one receiving thread.
///
/// The receiver waits on ``readingEnd`` of a pipe. A byte is written only when the queue was empty,
/// so a burst costs one wake.
///
/// ```swift
/// let box = try Mailbox<Job>()
/// let watch = try ReadingWatch(box.readingEnd, on: loop, of: self) {
///     for job in box.receive() ?? [] { $0.run(job) }
/// }
/// _ = box.post(job)   // on any thread
/// ```
package final class Mailbox<Message: Sendable>: Sendable {
    private struct State: Sendable {
        var messages: [Message] = []
        var isClosed = false
    }

    private let state = Monitor(State())
    /// Becomes readable when there are messages, or when the mailbox is closed.
    ///
    /// Owned by the mailbox and closed with it: the watch on it must be released before.
    package let readingEnd: Int32
    private let writingEnd: Int32

    /// Makes an empty mailbox; throws when the system has no pipe for it.
    package init() throws(EventError) {
        var ends: (Int32, Int32) = (-1, -1)
        let result = withUnsafeMutableBytes(of: &ends) { bytes in
            pipe(bytes.assumingMemoryBound(to: Int32.self).baseAddress)
        }
        guard result == 0 else { throw EventError(words: "no pipe: \(lastSystemError())") }
        (readingEnd, writingEnd) = ends
        for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(writingEnd, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(readingEnd)
        close(writingEnd)
    }

    /// Appends `message`, unless `limit` messages wait already or the mailbox is closed.
    ///
    /// Returns whether it was appended. Never blocks.
    package func post(_ message: Message, limit: Int = .max) -> Bool {
        let wasEmpty: Bool? = state.withLock { state in
            guard !state.isClosed, state.messages.count < limit else { return nil }
            state.messages.append(message)
            return state.messages.count == 1
        }
        if wasEmpty == true { wake() }
        return wasEmpty != nil
    }

    /// Removes and returns all messages; nil when the mailbox is closed and empty.
    ///
    /// To be called once each time ``readingEnd`` is readable; else it blocks until there is a
    /// message. The array may be empty when two wakes were for the same messages.
    ///
    /// - Returns: the messages in the order in which they were posted.
    package func receive() -> [Message]? {
        var byte: UInt8 = 0
        while read(readingEnd, &byte, 1) < 0 && errno == EINTR {}
        return state.withLock { state in
            if state.messages.isEmpty && state.isClosed { return nil }
            let messages = state.messages
            state.messages = []
            return messages
        }
    }

    /// Closes the mailbox to new messages and wakes the receiver, which still gets those that wait.
    ///
    /// May be called more than once and on any thread.
    package func shut() {
        state.withLock { $0.isClosed = true }
        wake()
    }

    private func wake() {
        var byte: UInt8 = 1
        // A full pipe holds a wake already, so a failed write is ignored.
        while write(writingEnd, &byte, 1) < 0 && errno == EINTR {}
    }
}
