internal import MockPostlyHTTP

/// The way from bytes on the socket to requests for the handler.
extension ServerConnection {
    /// How many unanswered requests of a connection the handler may have; more are not read.
    private static let mostUnanswered = 256

    /// Whether another request may be handed on now.
    var mayHandOn: Bool {
        intake == .open && heldRequest == nil && outflow == nil
            && nextRequest - nextAnswer < Self.mostUnanswered
            && hasRoomForAnswers
    }

    /// Whether the unsent output of this connection leaves room for more answers.
    private var hasRoomForAnswers: Bool {
        let unsent = output.count + earlyBytes
        return unsent == 0 || (unsent <= server.limits.pipelinedOutput && !server.budget.isUsedUp)
    }

    /// Reads once from the socket.
    func readable() {
        if wait == .linger { return discard() }
        if let outflow { return readBehind(outflow) }
        if listensBehindHold { return readBehindHold() }
        // While received bytes are still to be handled, an end of the input must not be noticed.
        guard !hasUnseenInput else { return settle() }
        if takeover != nil { return readForTakeover() }
        guard mayHandOn else { return settle() }
        guard !restsFromReading else { return settle() }
        switch receive(into: roomToRead) {
        case .blocked: break
        case .failed: close()
        case .moved(0): finishPeer()
        case .moved(let count):
            server.bytesReceived += count
            let bytes = UnsafeRawBufferPointer(rebasing: server.readBuffer[..<count])
            process(bytes.bindMemory(to: UInt8.self))
        }
    }

    /// Continues with the bytes that were kept.
    func takeKept() {
        process(UnsafeBufferPointer(start: nil, count: 0))
    }

    /// Gives `bytes`, after those that were kept, to the parser or the takeover for one turn.
    ///
    /// Bytes that are not used up are kept for the next call.
    func process(_ bytes: UnsafeBufferPointer<UInt8>) {
        if wait == .idle, input.isEmpty, answerAtOnce(bytes) { return settle(received: true) }
        isTaking = true
        server.turns.begin()
        if input.isEmpty {
            let used = use(bytes)
            if keepsInput { input.append(bytes[used...]) }
        } else {
            // Moved out of `input` first: the handler that is called may close the connection.
            var whole = input
            input = ByteQueue()
            whole.append(bytes)
            let used = whole.withUnsafeBytes { use($0.bindMemory(to: UInt8.self)) }
            if keepsInput {
                whole.drop(used)
                input = whole
            }
        }
        isTaking = false
        if streamed != nil { goOnStreaming() }
        let hasSent = !isWriting && flush()
        settle(received: !bytes.isEmpty, sent: hasSent)
    }

    /// Whether bytes that are not used up will still be needed.
    private var keepsInput: Bool {
        intake == .open || streamed != nil || (intake == .takenOver && !isFinishing)
    }

    /// Handles the requests in `bytes`, and gives a takeover the bytes after them.
    ///
    /// Returns how many bytes are used up.
    private func use(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let used = takeover == nil ? handOnRequests(in: bytes) : 0
        guard let takeover else { return used }
        return used + hand(UnsafeBufferPointer(rebasing: bytes[used...]), to: takeover)
    }

    /// Hands the requests in `bytes` to the handler while that is allowed; returns how many bytes
    /// are used up.
    private func handOnRequests(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var total = 0
        while mayHandOn {
            var used = 0
            let rest = UnsafeBufferPointer(rebasing: bytes[total...])
            let step = parser.step(rest, used: &used)
            total += used
            hasUnseenInput = total < bytes.count
            switch consume step {
            case .needsMore:
                hasUnseenInput = false
                if parser.awaitsBody, !handOnEarly() { readSlowly(bytes.count) }
                return total
            case .wantsContinue:
                if handOnEarly() { return total }
                owesContinue = true
                sendContinueIfDue()
            case .request(var request):
                owesContinue = false
                request.peer = peer
                request.isSecure = tls != nil
                let size = request.body.count
                if size > BufferBudget.small {
                    request.claim = BufferClaim(size, of: server.budget)
                }
                handOn(request)
                if total < bytes.count && server.turns.isOver() { return total }
            case .rejected(let rejection):
                if rejection == .bodyTooLarge, handOnEarly() { return total }
                reject(total == 0 && beginsWithTLS(bytes) ? refuseTLS() : rejection)
            }
        }
        return total
    }

    /// The place of the next request.
    func exchange(for request: Request) -> Exchange {
        Exchange(
            self,
            number: nextRequest,
            isHead: request.method == .head,
            minorVersion: request.head.minorVersion,
            keepsAlive: request.head.keepsAlive && !server.isStopping
        )
    }

    private func handOn(_ request: Request) {
        let exchange = exchange(for: request)
        nextRequest += 1
        if !exchange.keepsAlive { stopIntake() }
        server.handler.handle(request, exchange)
    }

    /// Answers input that cannot be read, after all earlier requests, and reads no more.
    func reject(_ rejection: Rejection) {
        guard intake == .open else { return }
        let exchange = Exchange(self, number: nextRequest, keepsAlive: false)
        nextRequest += 1
        stopIntake()
        var response = server.handler.refuse(rejection, parser.oversizedRequest)
        response.closesConnection = true
        exchange.respond(response)
    }

    /// Answers what the client is about to send, or has sent, with `response`, and reads no request.
    func answerOnce(_ response: Response) {
        guard intake == .open else { return }
        isUndecided = false
        let exchange = Exchange(self, number: nextRequest, keepsAlive: false)
        nextRequest += 1
        stopIntake()
        // The rest of the request may still be in the socket.
        lingers = true
        exchange.respond(response)
    }

    /// Reads no further request; bytes after the last request are dropped.
    func stopIntake() {
        guard intake == .open else { return }
        intake = .stopped
        if hasUnseenInput || !input.isEmpty { lingers = true }
        hasUnseenInput = false
        owesContinue = false
        // The body of a request whose answer has begun may still go on.
        guard streamed == nil else { return }
        input = ByteQueue()
        parser.dropBody()
    }

    /// The client will send nothing more, so an incomplete request stays incomplete.
    ///
    /// Its complete requests are still answered.
    func finishPeer() {
        intake = .finished
        input = ByteQueue()
        parser.dropBody()
        settle()
    }

    /// Throws away what the client sends after the last answer.
    private func discard() {
        switch receive(into: server.readBuffer) {
        case .blocked: break
        case .moved(let count) where count > 0: server.bytesReceived += count
        case .moved, .failed: close()
        }
    }
}
