internal import MockPostlyHTTP
internal import MockPostlyTLS

/// Answers that are sent in pieces: with a delivery or from a body source.
extension ServerConnection {
    /// Begins to send an answer as its delivery says, or with the body that its source gives.
    ///
    /// Until all of it is sent, answers to later requests are kept.
    func deliver(_ exchange: Exchange, _ response: Response, date: [UInt8]) {
        let isLast =
            response.closesConnection || !exchange.keepsAlive || streamed != nil
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
            // Closing with unread bytes would turn an orderly end into a reset.
            lingers = true
            // Requests after this one get no answer.
            nextRequest = nextAnswer + 1
            early = [:]
            earlyBytes = 0
        }
        outflow.begin(response, date: date)
        if server.isStopping { outflow.hurry() }
    }

    /// Continues with the next request after an answer in pieces has been sent.
    func endDelivery() {
        outflow = nil
        if heldRequest == nextAnswer { endHold() }
        _ = endStream()
        nextAnswer += 1
        // The head of that answer did not say `Connection: close`, but a stopping server reads no
        // more.
        if server.isStopping && isAnswered && !parser.isWithinRequest { stopIntake() }
        emitEarly()
    }

    /// Ends the connection with a reset.
    package func reset() {
        guard !isClosed else { return }
        resetWhenClosed(socket)
        // Without the orderly end that closing would send first.
        tls?.abandon()
        close()
    }

    // MARK: Input while an answer is being sent

    /// Continues the answer that is being sent, and sets events and deadline to match.
    func settle(_ outflow: Outflow, received: Bool, sent: Bool) {
        if output.isEmpty { outflow.advance() }
        // `advance()` may have ended the outflow, and has called `settle` then.
        guard !isClosed, self.outflow === outflow else { return }
        setReading(mayReadBehind(outflow))
        setWriting(!output.isEmpty || outflow.canGoOn)
        if !isClosed { updateDeadline(received, sent) }
    }

    func mayReadBehind(_ outflow: Outflow) -> Bool {
        guard !outflow.hasClientFinished else { return false }
        if let streamed { return streamed.isWanted }
        return intake != .open || input.count < server.limits.inputBehindDelivery
    }

    /// Buffers what the client sends until the answer is sent, unless that answer ends the
    /// connection.
    func readBehind(_ outflow: Outflow) {
        guard mayReadBehind(outflow) else { return settle() }
        if let streamed { return readStreamed(streamed) }
        switch receive(into: server.roomToRead) {
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
