internal import MockPostlyHTTP
internal import MockPostlyTLS

/// An answer that is given before an earlier request of its connection is answered.
///
/// `date` is the value of the Date field at the time the answer was given.
struct EarlyAnswer {
    var exchange: Exchange
    var response: Response
    var date: [UInt8]
}

/// The way from answers to bytes on the socket.
extension ServerConnection {
    /// How many bytes of answers are collected while more requests of the same read are handled.
    private static let mostCollected = 64 * 1024

    /// Hands no further request of this connection to the handler until request `number` is
    /// answered.
    func hold(for number: Int, takesInterim: Bool) {
        guard number >= nextAnswer else { return }
        heldRequest = number
        self.takesInterim = takesInterim
    }

    /// Sends the answer to `exchange`, or keeps it until all earlier requests are answered.
    ///
    /// A second answer to the same exchange is dropped, and so is an answer to a request after the
    /// last one that this connection answers.
    func answer(_ exchange: Exchange, _ response: Response) {
        guard !isClosed, (nextAnswer..<nextRequest).contains(exchange.number) else { return }
        guard exchange.number == nextAnswer, outflow == nil else {
            return park(exchange, response)
        }
        emit(exchange, response, date: server.currentDate)
        emitEarly()
    }

    /// Sends the kept answers whose turn has come.
    func emitEarly() {
        while outflow == nil, !early.isEmpty, let next = early.removeValue(forKey: nextAnswer) {
            earlyBytes -= next.response.bufferedBytes
            emit(next.exchange, next.response, date: next.date)
        }
        sendContinueIfDue()
        settle()
    }

    private func park(_ exchange: Exchange, _ response: Response) {
        // The answer to this request is being sent already.
        guard exchange.number > nextAnswer, early[exchange.number] == nil else { return }
        early[exchange.number] = EarlyAnswer(
            exchange: exchange,
            response: response,
            date: server.currentDate
        )
        earlyBytes += response.bufferedBytes
    }

    /// Sends the answer to the next request.
    private func emit(_ exchange: Exchange, _ response: Response, date: [UInt8]) {
        guard response.leavesAsUsual else { return deliver(exchange, response, date: date) }
        nextAnswer += 1
        var isCut = false
        if heldRequest == exchange.number {
            endHold()
            isCut = endStream()
        }
        // A stopping server answers requests that have arrived in full or in part, and none after
        // them.
        let isLast =
            response.closesConnection || isCut || !exchange.keepsAlive
            || (server.isStopping && isAnswered && !parser.isWithinRequest)
        if isLast {
            stopIntake()
            if response.closesConnection || isCut { lingers = true }
            // Requests after this one get no answer.
            nextRequest = nextAnswer
            early = [:]
            earlyBytes = 0
        }
        server.writer.write(
            response,
            date: date,
            minorVersion: exchange.minorVersion,
            keepsAlive: !isLast,
            isHead: exchange.isHead
        )
        let end = server.writer.bodyEnd
        server.writer.withBytes { head in
            // Answers to HEAD, and those with status 204 or 304, have no body, whatever the handler
            // gave.
            if exchange.isHead || !response.hasBody {
                emit(head)
            } else {
                response.body.withUnsafeBytes { emit(head: head, body: $0, end: end) }
            }
        }
    }

    func sendContinueIfDue() {
        guard owesContinue, isAnswered, intake == .open else { return }
        owesContinue = false
        emitContinue()
    }

    func emitContinue() {
        var interim = "HTTP/1.1 100 Continue\r\n\r\n"
        interim.withUTF8 { emit(UnsafeRawBufferPointer($0)) }
    }

    func emit(_ bytes: UnsafeRawBufferPointer) {
        emit(head: bytes, body: UnsafeRawBufferPointer(start: nil, count: 0), end: "")
    }

    /// Sends what the socket takes now if nothing waits before it, and queues the rest in `output`.
    func emit(
        head: UnsafeRawBufferPointer,
        body: UnsafeRawBufferPointer,
        end: StaticString
    ) {
        guard !isClosed else { return }
        let end = UnsafeRawBufferPointer(start: end.utf8Start, count: end.utf8CodeUnitCount)
        var sent = 0
        let isCollecting = isTaking && hasUnseenInput && output.count < Self.mostCollected
        if output.isEmpty && !isCollecting {
            switch transmit(head: head, body: body, end: end) {
            case .moved(let count): sent = count
            case .blocked: break
            case .failed: return close()
            }
            server.bytesSent += sent
        }
        guard sent < head.count + body.count + end.count else { return }
        queueRest(of: head, after: &sent)
        queueRest(of: body, after: &sent)
        queueRest(of: end, after: &sent)
    }

    /// Queues the bytes of `part` that are not among the first `sent`, and subtracts the part from
    /// it.
    private func queueRest(of part: UnsafeRawBufferPointer, after sent: inout Int) {
        if sent < part.count { output.append(part[sent...]) }
        sent = max(0, sent - part.count)
    }

    /// Sends from `output`; returns whether the client took any of it.
    func flush() -> Bool {
        guard !output.isEmpty else { return false }
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        switch output.withUnsafeBytes({ transmit(head: $0, body: nothing, end: nothing) }) {
        case .failed: close()
        case .blocked: break
        case .moved(let count):
            server.bytesSent += count
            output.drop(count)
            return count > 0
        }
        return false
    }

    func writable() {
        if tls?.wantsWriting == true { return readable() }
        settle(sent: flush())
    }
}
