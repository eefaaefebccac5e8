package import MockPostlyHTTP

/// Knows the answers to requests that come again with the same bytes.
///
/// Belongs to the loop's thread.
package protocol AnswerShortcut: AnyObject {
    /// The answer to a request whose head is exactly `bytes`; nil when the request must be parsed.
    ///
    /// - Parameters:
    ///   - bytes: all that was received while the connection was idle; maybe not one whole request.
    ///   - label: that of the listener, as in ``Exchange/label``.
    ///   - isSecure: whether they came over TLS.
    /// - Returns: the answer, which is sent at once; nil to have the request parsed.
    ///
    /// The connection is idle, so nothing is unsent before the answer. Nothing may be changed here
    /// that parsing the request would change too: the parser gets the same bytes after nil.
    func preparedAnswer(
        to bytes: UnsafeBufferPointer<UInt8>,
        label: Int,
        isSecure: Bool
    ) -> PreparedAnswer?

    /// The answer returned last was sent to the client at `peer`, as ``Request/peer`` has it.
    func notePreparedAnswer(from peer: String)
}

extension Connection {
    /// Answers a request that came before with the same bytes; returns false, and does nothing,
    /// when `bytes` are anything else.
    ///
    /// The connection must be idle: nothing is unanswered, unsent or half received.
    func answerAtOnce(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard intake == .open, takeover == nil, !server.isStopping, let shortcut = server.shortcut,
            let answer = shortcut.preparedAnswer(to: bytes, label: label, isSecure: tls != nil)
        else { return false }
        nextRequest += 1
        nextAnswer += 1
        answer.withBytes(date: server.currentDate) { emit($0) }
        shortcut.notePreparedAnswer(from: peer)
        return true
    }
}
