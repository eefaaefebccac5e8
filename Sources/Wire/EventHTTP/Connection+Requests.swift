internal import MockPostlyHTTP

/// Bytes in, requests on.
extension Connection {
    /// Requests handed on and not answered, beyond which no further one is read.
    private static let mostUnanswered = 256

    /// Whether another request may be handed on now.
    var mayHandOn: Bool {
        intake == .open && heldRequest == nil && outflow == nil
            && nextRequest - nextAnswer < Self.mostUnanswered
            && hasRoomForAnswers
    }

    /// Whether what waits for the client leaves room for more answers.
    private var hasRoomForAnswers: Bool {
        let unsent = output.count + earlyBytes
        return unsent == 0 || (unsent <= server.limits.pipelinedOutput && !server.budget.isUsedUp)
    }

    /// Reads what there is.
    func readable() {
        if wait == .linger { return discard() }
        if let outflow { return readBehind(outflow) }
        // While some of it is still unseen, the end of the input is not to be noticed.
        guard !hasUnseenInput else { return settle() }
        if takeover != nil { return readForTakeover() }
        guard mayHandOn else { return settle() }
        switch receive(socket, into: server.roomToRead) {
        case .blocked: break
        case .failed: close()
        case .moved(0): finishPeer()
        case .moved(let count):
            server.bytesReceived += count
            let bytes = UnsafeRawBufferPointer(rebasing: server.readBuffer[..<count])
            take(bytes.bindMemory(to: UInt8.self))
        }
    }

    /// Goes on with the bytes that were kept.
    func takeKept() {
        take(UnsafeBufferPointer(start: nil, count: 0))
    }

    /// Gives `bytes`, behind those that were kept, to the parser or the takeover, for one turn, and
    /// keeps what is not used up.
    func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        isTaking = true
        server.turns.begin()
        if input.isEmpty {
            let used = use(bytes)
            if keepsInput { input.append(bytes[used...]) }
        } else {
            // Taken out: who is called may close the connection.
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
        let hasSent = !isWriting && flush()
        settle(received: !bytes.isEmpty, sent: hasSent)
    }

    /// Whether anybody is to get what the client sends.
    private var keepsInput: Bool { intake == .open || (intake == .takenOver && !isFinishing) }

    /// Hands on the requests in `bytes`, and to a takeover what is behind them; returns how many
    /// bytes are used up.
    private func use(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let used = takeover == nil ? handOnRequests(in: bytes) : 0
        guard let takeover else { return used }
        return used + hand(UnsafeBufferPointer(rebasing: bytes[used...]), to: takeover)
    }

    /// Hands on the requests in `bytes`, as far as that may be; returns how many bytes are used up.
    private func handOnRequests(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var total = 0
        while mayHandOn {
            var used = 0
            let rest = UnsafeBufferPointer(rebasing: bytes[total...])
            let step = parser.step(rest, used: &used)
            total += used
            hasUnseenInput = total < bytes.count
            switch step {
            case .needsMore:
                hasUnseenInput = false
                return total
            case .wantsContinue:
                owesContinue = true
                sendContinueIfDue()
            case .request(var request):
                owesContinue = false
                request.peer = peer
                let size = request.body.count
                if size > BufferBudget.small {
                    request.claim = BufferClaim(size, of: server.budget)
                }
                handOn(request)
                if total < bytes.count && server.turns.isOver() { return total }
            case .rejected(let rejection):
                reject(rejection)
            }
        }
        return total
    }

    private func handOn(_ request: Request) {
        let exchange = Exchange(
            connection: self,
            number: nextRequest,
            isHead: request.method == .head,
            minorVersion: request.head.minorVersion,
            keepsAlive: request.head.keepsAlive && !server.isStopping
        )
        nextRequest += 1
        if !exchange.keepsAlive { stopIntake() }
        server.handler(request, exchange)
    }

    /// Answers what cannot be read, after all that is due before it, and reads no more.
    func reject(_ rejection: Rejection) {
        guard intake == .open else { return }
        let exchange = Exchange(connection: self, number: nextRequest, keepsAlive: false)
        nextRequest += 1
        stopIntake()
        let own = server.onRejection(rejection, parser.oversizedRequest)
        var response = own ?? rejection.response
        if own == nil { response.fields += server.rejectionFields }
        response.closesConnection = true
        exchange.respond(response)
    }

    /// Takes no further request; what has come behind the last one is dropped.
    func stopIntake() {
        guard intake == .open else { return }
        intake = .stopped
        if hasUnseenInput || !input.isEmpty { lingers = true }
        hasUnseenInput = false
        input = ByteQueue()
        parser.dropBody()
        owesContinue = false
    }

    /// The client will send nothing more: a request that is not whole never will be.
    ///
    /// What it asked before is still answered.
    private func finishPeer() {
        intake = .finished
        input = ByteQueue()
        parser.dropBody()
        settle()
    }

    /// Throws away what comes behind the last answer.
    private func discard() {
        switch receive(socket, into: server.readBuffer) {
        case .blocked: break
        case .moved(let count) where count > 0: server.bytesReceived += count
        case .moved, .failed: close()
        }
    }
}
