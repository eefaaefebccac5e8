internal import MockPostlyHTTP

/// A connection that another protocol has taken over.
extension ServerConnection {
    /// Sends `response` as a whole and gives the connection to `takeover`.
    ///
    /// If that is not possible any more, `takeover` is ended and the connection is closed.
    func handOver(_ exchange: Exchange, _ response: Response, to takeover: any Takeover) {
        guard !isClosed, intake == .open, exchange.number == nextAnswer, outflow == nil,
            nextRequest == nextAnswer + 1
        else {
            takeover.end()
            return close()
        }
        // From here on no byte belongs to a request; the parser's storage is freed below.
        intake = .takenOver
        self.takeover = takeover
        var response = response
        response.leaveAsUsual()
        response.takeover = nil
        answer(exchange, response)
        guard !isClosed else { return }
        parser = RequestParser(limits: server.limits.request)
        setTakeoverDeadline(.max / 2)
        takeover.begin(self)
        guard !isTaking else { return }
        takeKept()
    }

    /// Reads once from the socket.
    func readForTakeover() {
        switch receive(into: server.roomToRead) {
        case .blocked: break
        case .failed: close()
        case .moved(0):
            // The client may still read what was sent before.
            intake = .finished
            conclude()
            settle()
        case .moved(let count):
            server.bytesReceived += count
            let bytes = UnsafeRawBufferPointer(rebasing: server.readBuffer[..<count])
            process(bytes.bindMemory(to: UInt8.self))
        }
    }

    /// Gives `bytes` to `takeover` for one turn; returns how many are used up.
    func hand(_ bytes: UnsafeBufferPointer<UInt8>, to takeover: any Takeover) -> Int {
        hasUnseenInput = false
        guard !bytes.isEmpty, !isClosed, !isFinishing else { return bytes.count }
        let used = takeover.receive(bytes)
        hasUnseenInput = used < bytes.count && !isClosed && !isFinishing
        return used
    }

    /// Tells the takeover once that its deadline has passed.
    func timeOutTakeover() {
        if isFinishing { return close() }
        setTakeoverDeadline(.max / 2)
        takeover?.timeOut()
    }

    /// Sends what a takeover or a source has appended in this tick.
    func flushGathered() {
        hasUnflushed = false
        guard !isClosed else { return }
        _ = flush()
        settle()
    }
}

extension ServerConnection: ByteStream {
    package var unsentCount: Int { output.count }

    package func endsTurn() -> Bool {
        server.turns.isOver()
    }

    package func write(_ bytes: [UInt8]) {
        guard !isClosed, !isFinishing, takeover != nil, !bytes.isEmpty else { return }
        output.append(bytes)
        guard !hasUnflushed else { return }
        hasUnflushed = true
        server.flushLater(self)
    }

    package func sendNow() {
        guard !isClosed, !isWriting else { return }
        _ = flush()
    }

    package func conclude() {
        guard !isClosed, !isFinishing else { return }
        isFinishing = true
        // The client has the usual write timeout to take what is left.
        setTakeoverDeadline(server.timeout(of: .write))
        guard !hasUnflushed else { return }
        hasUnflushed = true
        server.flushLater(self)
    }

    package func drop() {
        close()
    }

    package func expire(after time: Duration) {
        if !isFinishing { setTakeoverDeadline(Timeouts.nanoseconds(time)) }
    }
}
