internal import MockPostlyHTTP

/// How long a connection waits, and for what.
extension Connection {
    /// Acts on a deadline that has passed.
    func timeOut() {
        switch wait {
        case .idle, .write, .linger: close()
        case .head, .body: reject(.timedOut)
        case .takeover: timeOutTakeover()
        case .answer: break
        }
    }

    func updateDeadline(_ received: Bool, _ sent: Bool) {
        let next: Wait
        if !output.isEmpty {
            next = .write
        } else if !isAnswered || hasUnseenInput {
            next = .answer
        } else if parser.awaitsBody {
            next = .body
        } else {
            next = parser.isWithinRequest ? .head : .idle
        }
        let hasChanged: Bool
        switch next {
        case .write: hasChanged = sent
        case .body: hasChanged = received
        // A head's time does not start again with every byte, but with every head.
        case .head, .idle, .answer, .linger, .takeover: hasChanged = awaitedRequest != nextRequest
        }
        if hasChanged || next != wait { setDeadline(next) }
    }

    func setDeadline(_ wait: Wait) {
        self.wait = wait
        awaitedRequest = nextRequest
        deadline = monotonicMilliseconds() + server.timeout(of: wait)
    }

    /// Calls ``timeOut()`` for the takeover in so many milliseconds.
    func setTakeoverDeadline(_ milliseconds: Int64) {
        guard wait != .linger else { return }
        wait = .takeover
        deadline = monotonicMilliseconds() + milliseconds
    }
}
