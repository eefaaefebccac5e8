internal import MockPostlyHTTP

/// Answers that do not leave as a whole.
extension Connection {
    /// Begins to send an answer as its delivery says, or with the body that its source gives.
    ///
    /// Until it is out it is the next answer, and those behind it are kept.
    func deliver(_ exchange: Exchange, _ response: Response, date: [UInt8]) {
        let isLast =
            response.closesConnection || !exchange.keepsAlive
            || (server.isStopping && nextAnswer + 1 == nextRequest && !parser.isWithinRequest)
        let framer = AnswerFramer(
            response,
            minorVersion: exchange.minorVersion,
            keepsAlive: !isLast,
            isHead: exchange.isHead
        )
        let outflow = Outflow(framer, on: self)
        self.outflow = outflow
        if framer.ending != .open {
            stopIntake()
            // Unread bytes would make an orderly end a reset.
            lingers = true
            // What was asked behind it gets no answer.
            nextRequest = nextAnswer + 1
            early = [:]
            earlyBytes = 0
        }
        outflow.begin(response, date: date)
        if server.isStopping { outflow.hurry() }
    }

    /// Goes on behind an answer that has left.
    func endDelivery() {
        outflow = nil
        if heldRequest == nextAnswer { heldRequest = nil }
        nextAnswer += 1
        // Its head did not say that it would be the last.
        if server.isStopping && isAnswered && !parser.isWithinRequest { stopIntake() }
        emitEarly()
    }

    /// Ends the connection with a reset.
    func reset() {
        resetWhenClosed(socket)
        close()
    }

    // MARK: What comes meanwhile

    /// Goes on with an answer on its way, and brings events and deadline in line with it.
    func settle(_ outflow: Outflow, _ received: Bool, _ sent: Bool) {
        if output.isEmpty { outflow.advance() }
        // Whoever has ended it has settled.
        guard !isClosed, self.outflow === outflow else { return }
        setReading(mayReadBehind(outflow))
        setWriting(!output.isEmpty || outflow.canGoOn)
        if !isClosed { updateDeadline(received, sent) }
    }

    func mayReadBehind(_ outflow: Outflow) -> Bool {
        guard !outflow.hasClientFinished else { return false }
        return intake != .open || input.count < server.limits.inputBehindDelivery
    }

    /// Keeps what the client sends for when the answer is out, if it may count then.
    func readBehind(_ outflow: Outflow) {
        guard mayReadBehind(outflow) else { return settle() }
        switch receive(socket, into: server.roomToRead) {
        case .blocked: break
        case .failed: close()
        case .moved(0):
            outflow.finishClient()
            settle()
        case .moved(let count):
            server.bytesReceived += count
            if intake == .open {
                input.append(UnsafeRawBufferPointer(rebasing: server.readBuffer[..<count]))
                hasUnseenInput = true
            }
            settle()
        }
    }
}
