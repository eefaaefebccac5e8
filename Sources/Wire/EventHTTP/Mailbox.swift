internal import MockPostlyPlatform

/// A queue from one thread to another, the only door between them.
///
/// The receiver waits on ``readingEnd`` of a pipe; a byte is written only when the queue was empty,
/// so a burst costs one wake.
package final class Mailbox<Message: Sendable>: Sendable {
    private struct State: Sendable {
        var messages: [Message] = []
        var isClosed = false
    }

    private let state = Locked(State())
    /// Becomes readable when there are messages, or when the mailbox is closed.
    package let readingEnd: Int32
    private let writingEnd: Int32

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

    /// Puts `message` in, unless `limit` messages wait already or the mailbox is closed.
    ///
    /// Returns whether it was put in.
    package func send(_ message: Message, limit: Int = .max) -> Bool {
        let wasEmpty: Bool? = state.withLock { state in
            guard !state.isClosed, state.messages.count < limit else { return nil }
            state.messages.append(message)
            return state.messages.count == 1
        }
        if wasEmpty == true { wake() }
        return wasEmpty != nil
    }

    /// Takes all messages out, after ``readingEnd`` became readable.
    ///
    /// Nil when the mailbox is closed and empty.
    ///
    /// Blocks until there is something when `readingEnd` is not readable.
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

    /// Lets nothing more in and wakes the receiver.
    package func shut() {
        state.withLock { $0.isClosed = true }
        wake()
    }

    private func wake() {
        var byte: UInt8 = 1
        // A full pipe has a wake in it already.
        while write(writingEnd, &byte, 1) < 0 && errno == EINTR {}
    }
}
