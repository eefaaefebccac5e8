internal import MockPostlyHTTP
internal import MockPostlyWorld

/// The deadline of a connection, and what it is for.
extension ServerConnection {
    /// Acts on a deadline that has passed.
    ///
    /// A late request is answered 408; a client that is idle, does not read or does not end its TLS
    /// handshake is closed silently.
    func timeOut() {
        switch wait {
        case .idle, .write, .linger: close()
        case .head where isHandshaking: close()
        case .body where streamed != nil: cutStream(.timedOut)
        case .head, .body: reject(.timedOut)
        case .takeover: timeOutTakeover()
        case .answer: lookForClient()
        }
    }

    func updateDeadline(_ received: Bool, _ sent: Bool) {
        let next: Wait
        if !output.isEmpty {
            next = .write
        } else if !isAnswered || hasUnseenInput {
            next = streamed?.isWanted == true ? .body : .answer
        } else if parser.awaitsBody {
            // A client that is read slowly is not to blame.
            next = restsFromReading ? .answer : .body
        } else {
            next = parser.isWithinRequest || isHandshaking ? .head : .idle
        }
        let hasChanged: Bool
        switch next {
        case .write: hasChanged = sent
        case .body: hasChanged = received
        // The time for a head does not start again with every byte, only with every request.
        case .head, .idle, .answer, .linger, .takeover: hasChanged = awaitedRequest != nextRequest
        }
        if hasChanged || next != wait { setDeadline(next) }
    }

    func setDeadline(_ wait: Wait) {
        self.wait = wait
        awaitedRequest = nextRequest
        deadline = time.recent + server.timeout(of: wait)
    }

    /// Sets the time, in nanoseconds, after which ``timeOut()`` is called for the takeover.
    func setTakeoverDeadline(_ nanoseconds: UInt64) {
        guard wait != .linger else { return }
        wait = .takeover
        deadline = time.recent + nanoseconds
    }
}
