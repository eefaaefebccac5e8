internal import CMockPostlyLibevent
internal import MockPostlyHTTP

/// One client's connection: reads requests, hands them on in order, sends the answers in order.
///
/// Belongs to the loop's thread. It lives until its socket is closed; answers that come later are
/// dropped.
final class Connection {
    /// What the connection waits for, and so what its deadline means.
    enum Wait {
        /// The next request.
        case idle
        /// The rest of a head.
        case head
        /// More of a body.
        case body
        /// The client taking what is sent.
        case write
        /// Its own answers; nothing the client can be blamed for.
        case answer
        /// The client's end of the connection after ours was shut down.
        case linger
    }

    let socket: Int32
    unowned let server: HTTPServer
    /// This connection's place in ``HTTPServer/connections``.
    var place = -1
    private(set) var isClosed = false

    var parser: RequestParser
    /// Bytes received and not parsed yet.
    private var input: [UInt8] = []
    /// Bytes of answers that the socket did not take yet, from `outputStart` on.
    private var output: [UInt8] = []
    private var outputStart = 0
    private var readEvent: OpaquePointer?
    private var writeEvent: OpaquePointer?
    private var isReading = false
    private var isWriting = false

    /// Numbers of the next request to hand on and of the next answer to send.
    private var nextRequest = 0
    private var nextAnswer = 0
    /// Answers whose turn has not come.
    private var early: [Int: (Exchange, Response)] = [:]
    /// The request whose answer must be out before another request is handed on.
    private var holdingRequest: Int?
    /// Whether answers are collected because more requests of the same read follow.
    private var moreFollow = false
    private var peerHasFinished = false
    private var closesAfterOutput = false
    /// No further request is read.
    private var hasStoppedReading = false
    /// Before closing, what the client still sends is read and thrown away: closing over unread
    /// bytes would reset the connection and could take our last answer with it.
    private var lingers = false

    private(set) var wait = Wait.idle
    private(set) var deadline = Int64.max

    init(_ socket: Int32, _ server: HTTPServer) throws(EventError) {
        self.socket = socket
        self.server = server
        parser = RequestParser(limits: server.limits.request)
        // Unretained: `close` frees the events while the server still holds this object.
        let context = Unmanaged.passUnretained(self).toOpaque()
        readEvent = event_new(
            server.loop.base,
            socket,
            Int16(EV_READ | EV_PERSIST),
            { _, _, context in
                guard let context else { return }
                Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().readable()
            },
            context
        )
        guard readEvent != nil else { throw EventError(words: "no event") }
        setReading(true)
        setDeadline(.idle)
    }

    /// Bytes of answers that wait for the socket.
    private var unsent: Int { output.count - outputStart }

    /// Whether the connection owes the client nothing and awaits nothing begun.
    var isQuiet: Bool {
        nextAnswer == nextRequest && unsent == 0 && !parser.isWithinRequest && input.isEmpty
    }

    // MARK: Reading

    private func readable() {
        if wait == .linger { return discard() }
        guard !hasStoppedReading else { return setReading(false) }
        if !input.isEmpty, !processKeptInput() { return }
        guard !isClosed, !hasStoppedReading, mayHandOn else { return }
        switch receive(socket, into: server.readBuffer) {
        case .blocked: break
        case .failed: close()
        case .moved(0): finishPeer()
        case .moved(let count):
            server.bytesReceived += count
            let bytes = UnsafeRawBufferPointer(rebasing: server.readBuffer[..<count])
            take(bytes.bindMemory(to: UInt8.self))
        }
    }

    /// Goes on with input that was kept while answers were due. Returns whether all is parsed.
    private func processKeptInput() -> Bool {
        guard mayHandOn else {
            setReading(false)
            return false
        }
        let kept = input
        input = []
        kept.withUnsafeBufferPointer { take($0) }
        return input.isEmpty && !isClosed
    }

    /// Parses `bytes` together with what was kept, and keeps the rest.
    private func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        server.active = self
        defer { server.active = nil }
        if input.isEmpty {
            let used = process(bytes)
            if !isClosed, used < bytes.count { input.append(contentsOf: bytes[used...]) }
        } else {
            input.append(contentsOf: bytes)
            let whole = input
            let used = whole.withUnsafeBufferPointer { process($0) }
            if !isClosed { input = used == whole.count ? [] : Array(whole[used...]) }
        }
        guard !isClosed, wait != .linger else { return }
        if !mayHandOn { setReading(false) }
        if peerHasFinished { closeWhenAnswered() }
        updateDeadline(progress: true)
    }

    /// Whether another request may be handed on now.
    private var mayHandOn: Bool {
        !hasStoppedReading && holdingRequest == nil && nextRequest - nextAnswer < 256
            && unsent <= server.limits.pipelinedOutput
    }

    /// Hands on the requests in `bytes`; returns how many bytes are used up.
    private func process(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var total = 0
        while mayHandOn && !isClosed {
            var used = 0
            let rest = UnsafeBufferPointer(rebasing: bytes[total...])
            let step = parser.step(rest, used: &used)
            total += used
            moreFollow = total < bytes.count && unsent < 64 * 1024
            switch step {
            case .needsMore:
                moreFollow = false
                flush()
                return total
            case .wantsContinue:
                if nextAnswer == nextRequest { sendContinue() }
            case .request(let request):
                handOn(request)
            case .rejected(let rejection):
                reject(rejection)
            }
        }
        moreFollow = false
        flush()
        return hasStoppedReading ? bytes.count : total
    }

    /// Answers what cannot be read, after all that is due before it, and reads no more.
    func reject(_ rejection: Rejection) {
        guard !hasStoppedReading else { return }
        hasStoppedReading = true
        lingers = true
        let exchange = Exchange(connection: self, number: nextRequest, keepsAlive: false)
        nextRequest += 1
        server.onRejection(rejection)
        exchange.respond(rejection.response)
    }

    private func handOn(_ request: Request) {
        let exchange = Exchange(
            connection: self,
            number: nextRequest,
            isHead: request.method == .head,
            minorVersion: request.head.minorVersion,
            keepsAlive: request.head.keepsAlive && !server.isStopping
        )
        if !exchange.keepsAlive { hasStoppedReading = true }
        nextRequest += 1
        server.handler(request, exchange)
    }

    /// The client has sent all it will send; what it asked is still answered.
    private func finishPeer() {
        peerHasFinished = true
        setReading(false)
        closeWhenAnswered()
    }

    private func closeWhenAnswered() {
        guard nextAnswer == nextRequest, input.isEmpty || !mayHandOn || hasStoppedReading else {
            return
        }
        if unsent == 0 { close() } else { closesAfterOutput = true }
    }

    private func discard() {
        switch receive(socket, into: server.readBuffer) {
        case .blocked: break
        case .moved(let count) where count > 0: break
        case .moved, .failed: close()
        }
    }

    // MARK: Answering

    /// Holds further requests of this connection back until request `number` is answered.
    func hold(for number: Int) {
        holdingRequest = number
    }

    /// Sends the answer to `exchange`, or keeps it until its turn.
    func answer(_ exchange: Exchange, _ response: Response) {
        guard !isClosed else { return }
        guard exchange.number == nextAnswer else {
            early[exchange.number] = (exchange, response)
            return
        }
        emit(exchange, response)
        while !isClosed, !early.isEmpty, let (next, kept) = early.removeValue(forKey: nextAnswer) {
            emit(next, kept)
        }
        guard !isClosed, server.active !== self else { return }
        if !input.isEmpty || !isReading { resume() }
        if peerHasFinished { closeWhenAnswered() }
        updateDeadline()
    }

    private func emit(_ exchange: Exchange, _ response: Response) {
        nextAnswer += 1
        if holdingRequest == exchange.number { holdingRequest = nil }
        let keepsAlive = exchange.keepsAlive && !response.closesConnection && !server.isStopping
        if !keepsAlive {
            if response.closesConnection { lingers = true }
            hasStoppedReading = true
            closesAfterOutput = true
        }
        server.writer.write(
            response,
            date: server.currentDate,
            minorVersion: exchange.minorVersion,
            keepsAlive: keepsAlive
        )
        server.writer.bytes.withUnsafeBytes { head in
            if exchange.isHead {
                send(head, UnsafeRawBufferPointer(start: nil, count: 0))
            } else {
                response.body.withUnsafeBytes { send(head, $0) }
            }
        }
    }

    private func sendContinue() {
        var interim = "HTTP/1.1 100 Continue\r\n\r\n"
        interim.withUTF8 {
            send(UnsafeRawBufferPointer($0), UnsafeRawBufferPointer(start: nil, count: 0))
        }
    }

    /// Sends at once what the socket takes, when nothing waits before it, and keeps the rest.
    private func send(_ head: UnsafeRawBufferPointer, _ body: UnsafeRawBufferPointer) {
        var sent = 0
        if unsent == 0 && !moreFollow {
            switch transmit(socket, head, body) {
            case .moved(let count): sent = count
            case .blocked: break
            case .failed: return close()
            }
            server.bytesSent += sent
        }
        if sent < head.count {
            output.append(contentsOf: head[sent...])
            output.append(contentsOf: body)
        } else if sent < head.count + body.count {
            output.append(contentsOf: body[(sent - head.count)...])
        }
        if unsent > 0 && !moreFollow { setWriting(true) }
        if unsent == 0 && closesAfterOutput && nextAnswer == nextRequest { endSending() }
    }

    /// Sends what was kept.
    private func flush() {
        guard !isClosed, unsent > 0 else { return }
        let result = output.withUnsafeBytes {
            transmit(
                socket,
                UnsafeRawBufferPointer(rebasing: $0[outputStart...]),
                UnsafeRawBufferPointer(start: nil, count: 0)
            )
        }
        switch result {
        case .failed: return close()
        case .blocked: break
        case .moved(let count):
            server.bytesSent += count
            outputStart += count
            if unsent == 0 {
                output = []
                outputStart = 0
            }
        }
        setWriting(unsent > 0)
        if unsent == 0 && closesAfterOutput && nextAnswer == nextRequest { endSending() }
    }

    private func writable() {
        flush()
        guard !isClosed, wait != .linger else { return }
        if unsent == 0, !hasStoppedReading { resume() }
        updateDeadline(progress: true)
    }

    /// All answers are out and no more will come: closes, lingering where the client may still send.
    private func endSending() {
        guard lingers, !peerHasFinished else { return close() }
        shutDownSending(socket)
        input = []
        setReading(true)
        setDeadline(.linger)
    }

    // MARK: State

    /// Reads on: kept input first, then the socket.
    private func resume() {
        guard !isClosed, !hasStoppedReading, mayHandOn else { return }
        if !peerHasFinished { setReading(true) }
        if !input.isEmpty, let readEvent {
            event_active(readEvent, Int32(EV_READ), 0)
        }
    }

    /// Ends the connection when it is quiet; else after the answers that are due.
    func finish() {
        if isQuiet { return close() }
        if nextAnswer == nextRequest && !parser.isWithinRequest { closesAfterOutput = true }
    }

    /// Acts on a deadline that has passed.
    func timeOut() {
        switch wait {
        case .idle, .write, .linger: close()
        case .head, .body: reject(.timedOut)
        case .answer: break
        }
    }

    private func updateDeadline(progress: Bool = false) {
        guard !isClosed, wait != .linger else { return }
        let next: Wait
        if unsent > 0 {
            next = .write
        } else if nextAnswer != nextRequest {
            next = .answer
        } else if parser.awaitsBody {
            next = .body
        } else if parser.isWithinRequest {
            next = .head
        } else {
            next = .idle
        }
        // A head's time does not start again with every byte.
        if next == .head && wait == .head { return }
        if next != wait || progress { setDeadline(next) }
    }

    private func setDeadline(_ wait: Wait) {
        self.wait = wait
        deadline = server.now + server.timeout(of: wait)
    }

    private func setReading(_ isOn: Bool) {
        guard isOn != isReading, let readEvent else { return }
        isReading = isOn
        if isOn { event_add(readEvent, nil) } else { event_del(readEvent) }
    }

    private func setWriting(_ isOn: Bool) {
        guard isOn != isWriting else { return }
        if writeEvent == nil {
            // Unretained, as the read event.
            writeEvent = event_new(
                server.loop.base,
                socket,
                Int16(EV_WRITE | EV_PERSIST),
                { _, _, context in
                    guard let context else { return }
                    Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().writable()
                },
                Unmanaged.passUnretained(self).toOpaque()
            )
        }
        guard let writeEvent else { return close() }
        isWriting = isOn
        if isOn { event_add(writeEvent, nil) } else { event_del(writeEvent) }
    }

    /// Closes the socket and lets go of everything; the server forgets the connection.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        for event in [readEvent, writeEvent] {
            if let event { event_free(event) }
        }
        (readEvent, writeEvent) = (nil, nil)
        evutil_closesocket(socket)
        input = []
        output = []
        early = [:]
        server.forget(self)
    }
}
