internal import MockPostlyHTTP

/// An answer whose turn has not come, with the value of the Date field from when it was given.
struct EarlyAnswer {
    var exchange: Exchange
    var response: Response
    var date: [UInt8]
}

/// Answers in, bytes out.
extension Connection {
    /// Bytes of answers that are collected while more requests of the same read follow.
    private static let mostCollected = 64 * 1024

    /// Holds further requests of this connection back until request `number` is answered.
    func hold(for number: Int) {
        if number >= nextAnswer { heldRequest = number }
    }

    /// Sends the answer to `exchange`, or keeps it until its turn.
    ///
    /// A second answer to the same exchange is dropped, and so is one behind the last that this
    /// connection sends.
    func answer(_ exchange: Exchange, _ response: Response) {
        guard !isClosed, (nextAnswer..<nextRequest).contains(exchange.number) else { return }
        guard exchange.number == nextAnswer, outflow == nil else {
            return keep(exchange, response)
        }
        emit(exchange, response, date: server.currentDate)
        emitEarly()
    }

    /// Sends what was kept and has its turn now.
    func emitEarly() {
        while outflow == nil, !early.isEmpty, let next = early.removeValue(forKey: nextAnswer) {
            earlyBytes -= next.response.heldBytes
            emit(next.exchange, next.response, date: next.date)
        }
        sendContinueIfDue()
        settle()
    }

    private func keep(_ exchange: Exchange, _ response: Response) {
        // The next one is on its way already.
        guard exchange.number > nextAnswer, early[exchange.number] == nil else { return }
        early[exchange.number] = EarlyAnswer(
            exchange: exchange,
            response: response,
            date: server.currentDate
        )
        earlyBytes += response.heldBytes
    }

    /// Sends the next answer.
    private func emit(_ exchange: Exchange, _ response: Response, date: [UInt8]) {
        guard response.leavesAsUsual else { return deliver(exchange, response, date: date) }
        nextAnswer += 1
        if heldRequest == exchange.number { heldRequest = nil }
        // A stopping server answers what has come whole or in part, and nothing behind it.
        let isLast =
            response.closesConnection || !exchange.keepsAlive
            || (server.isStopping && isAnswered && !parser.isWithinRequest)
        if isLast {
            stopIntake()
            if response.closesConnection { lingers = true }
            // What was asked behind it gets no answer.
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
            // Some have no body, whatever the handler gave.
            if exchange.isHead || !response.hasBody {
                send(head)
            } else {
                response.body.withUnsafeBytes { send(head, $0, end) }
            }
        }
    }

    func sendContinueIfDue() {
        guard owesContinue, isAnswered, intake == .open else { return }
        owesContinue = false
        var interim = "HTTP/1.1 100 Continue\r\n\r\n"
        interim.withUTF8 { send(UnsafeRawBufferPointer($0)) }
    }

    func send(_ bytes: UnsafeRawBufferPointer) {
        send(bytes, UnsafeRawBufferPointer(start: nil, count: 0), "")
    }

    /// Sends at once what the socket takes, when nothing waits before it, and keeps the rest.
    private func send(
        _ head: UnsafeRawBufferPointer,
        _ body: UnsafeRawBufferPointer,
        _ end: StaticString
    ) {
        guard !isClosed else { return }
        let end = UnsafeRawBufferPointer(start: end.utf8Start, count: end.utf8CodeUnitCount)
        var sent = 0
        let isCollecting = isTaking && hasUnseenInput && output.count < Self.mostCollected
        if output.isEmpty && !isCollecting {
            switch transmit(socket, head, body, end) {
            case .moved(let count): sent = count
            case .blocked: break
            case .failed: return close()
            }
            server.bytesSent += sent
        }
        guard sent < head.count + body.count + end.count else { return }
        keep(head, &sent)
        keep(body, &sent)
        keep(end, &sent)
    }

    /// Keeps what is not among the `sent` bytes of this part and those behind it.
    private func keep(_ part: UnsafeRawBufferPointer, _ sent: inout Int) {
        if sent < part.count { output.append(part[sent...]) }
        sent = max(0, sent - part.count)
    }

    /// Sends what was kept; returns whether the client took some of it.
    func flush() -> Bool {
        guard !output.isEmpty else { return false }
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        switch output.withUnsafeBytes({ transmit(socket, $0, nothing, nothing) }) {
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
        settle(sent: flush())
    }
}
