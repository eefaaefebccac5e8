internal import CMockPostlyLibevent
internal import MockPostlyHTTP
internal import MockPostlyTLS
internal import MockPostlyWorld

/// The connection of one client: reads requests, hands them on in order, sends the answers in
/// order.
///
/// Belongs to the loop's thread. It lives until its socket is closed; answers given after that are
/// dropped. Reading is in `ServerConnection+Requests.swift`, answering in `ServerConnection+Answers.swift`.
/// After every event ``settle(received:sent:)`` decides what to wait for next.
final class ServerConnection {
    /// Whether requests are still taken.
    enum Intake {
        case open
        /// No further request is answered; what the client still sends is ignored.
        case stopped
        /// The client has shut down its sending side.
        case finished
        /// Another protocol has taken the connection over.
        case takenOver
    }

    /// What the connection waits for, and so what its deadline means.
    enum Wait {
        /// The next request.
        case idle
        /// The rest of a head.
        case head
        /// The next bytes of a body that has begun; each byte starts the time anew.
        case body
        /// The client to read what was sent.
        case write
        /// Its own answers, or its turn; nothing the client can be blamed for.
        case answer
        /// The client to close, after our sending side was shut down.
        case linger
        /// Whatever the takeover waits for.
        case takeover
    }

    let socket: Int32
    /// The client's address, as ``Request/peer`` has it.
    let peer: String
    /// The label that its listener was given.
    let label: Int
    // Unsafe: checking each use would cost more than the use. The server closes its connections
    // before it is released, and a closed connection does not use it.
    unowned(unsafe) let server: HTTPServer
    /// The time of the server's loop.
    let time: TickTime
    /// The index of this connection in ``HTTPServer/connections``.
    var place = -1
    /// Whether the connection exceeds the limit and is open only to be answered 503.
    var isRefused = false
    private(set) var isClosed = false
    /// TLS over the socket; nil for a client that speaks plainly, and before its first byte.
    var tls: TLSConnection?
    /// Whether the first byte has not come yet, which tells TLS from plain HTTP.
    var isUndecided: Bool

    var intake = Intake.open
    var parser: RequestParser
    /// Bytes received that the parser has not used up.
    var input = ByteQueue()
    /// Whether there are received bytes that the parser or the takeover has not been given, because
    /// answers are due first or other connections have their turn.
    var hasUnseenInput = false
    /// Whether it is in the queue of ``Turns``.
    var isInLine = false
    /// Whether requests are being handed on right now, by a caller further up the stack.
    var isTaking = false
    /// The client waits for `100 Continue`, which may not overtake the answers that are due.
    var owesContinue = false

    /// The body of the held request, while it goes on as it comes; nil for most connections.
    var streamed: IncomingBody?
    /// How slowly the body of a request is read; nil for most connections.
    var upload: SlowUpload?
    /// The number of the request for which it was asked last; -1 before there is any.
    var askedUpload = -1

    /// Numbers of the next request to hand on and of the next answer to send.
    var nextRequest = 0
    var nextAnswer = 0
    /// The request whose answer must be out before another request is handed on.
    var heldRequest: Int?
    /// Whether the client has shut down its sending side while a request was held; it may have left.
    var hasClientFinished = false
    /// Whether the client of the held request understands interim responses (HTTP/1.1).
    var takesInterim = false
    /// Called when the connection ends before the held request is answered.
    var whenLeft: (() -> Void)?
    /// Answers given before their turn, by request number, and the total size of their bodies.
    var early: [Int: EarlyAnswer] = [:]
    var earlyBytes = 0
    var output = ByteQueue()
    /// The part of the budget that this connection has taken, brought up to ``bufferedBytes`` by
    /// `settle`.
    var share: BufferShare
    /// The answer that is being sent in pieces; nil for answers that are sent as a whole.
    var outflow: Outflow?
    /// Whether to read and throw away what the client still sends before the socket is closed.
    ///
    /// Closing with unread bytes resets the connection, and the client could lose the last answer.
    var lingers = false

    /// The protocol that has taken the connection over; nil while it is HTTP.
    var takeover: (any Takeover)?
    /// Whether the takeover has ended and the connection closes when all output is sent.
    var isFinishing = false
    /// Whether output of the takeover or of a source waits for the end of the tick.
    var hasUnflushed = false

    private var readEvent: OpaquePointer?
    private var writeEvent: OpaquePointer?
    private var isReading = false
    private(set) var isWriting = false
    var wait = Wait.idle
    /// The number of the request that ``wait`` is about.
    var awaitedRequest = 0
    /// When ``timeOut()`` is due, in nanoseconds of the monotonic clock.
    var deadline = UInt64.max

    /// Makes a connection that owns `socket`, which is non-blocking.
    ///
    /// If this throws, the socket still belongs to the caller.
    init(
        _ socket: Int32,
        from peer: String,
        label: Int,
        on server: HTTPServer
    ) throws(EventError) {
        self.socket = socket
        self.peer = peer
        self.label = label
        self.server = server
        time = server.loop.time
        isUndecided = server.tls != nil
        parser = RequestParser(limits: server.limits.request)
        share = BufferShare(of: server.budget)
        // Unretained: `release` frees the event while the server still holds this object.
        readEvent = event_new(
            server.loop.base,
            socket,
            Int16(EV_READ | EV_PERSIST),
            { _, _, context in
                guard let context else { return }
                Unmanaged<ServerConnection>.fromOpaque(context).takeUnretainedValue().readable()
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
        guard let readEvent else { throw EventError(words: "no event") }
        guard event_add(readEvent, nil) == 0 else {
            event_free(readEvent)
            throw EventError(words: "no event")
        }
        isReading = true
        setDeadline(.idle)
    }

    // MARK: What comes next

    /// Whether all requests that were handed on are answered.
    var isAnswered: Bool { nextAnswer == nextRequest }

    /// Whether nothing is unanswered, unsent or half received.
    private var isQuiet: Bool {
        isAnswered && output.isEmpty && input.isEmpty && !parser.isWithinRequest
    }

    /// Sets events and deadline to match the state of the connection, or ends it.
    ///
    /// To be called after every change from outside: input, output, an answer, a deadline.
    ///
    /// - Parameters:
    ///   - received: whether bytes have come from the client.
    ///   - sent: whether the client has taken bytes that waited.
    func settle(received: Bool = false, sent: Bool = false) {
        guard !isClosed, !isTaking, wait != .linger else { return }
        let held = bufferedBytes
        if held != share.bytes {
            if !share.hold(held) { runOutOfRoom(held) }
            guard !isClosed, wait != .linger else { return }
        }
        if takeover != nil { return settleTakeover() }
        if let outflow { return settle(outflow, received: received, sent: sent) }
        if intake != .open && isAnswered && output.isEmpty { return endSending() }
        let mayHandOn = mayHandOn
        if hasClientFinished && mayHandOn && !hasUnseenInput { return finishPeer() }
        setReading(listensBehindHold || (mayHandOn && !hasUnseenInput && !restsFromReading))
        setWriting(!output.isEmpty)
        guard !isClosed else { return }
        // Not called from here: the caller, who has just answered, may have more to do before
        // further requests are handled.
        if hasUnseenInput && mayHandOn { server.turns.lineUp(self) }
        updateDeadline(received, sent)
    }

    /// Does the same for a connection that is taken over.
    private func settleTakeover() {
        if isFinishing && output.isEmpty {
            lingers = true
            return endSending()
        }
        let mayGoOn = intake == .takenOver && !isBehind
        setReading(mayGoOn && !hasUnseenInput)
        setWriting(!output.isEmpty && !hasUnflushed)
        if !isClosed && hasUnseenInput && mayGoOn { server.turns.lineUp(self) }
    }

    /// Whether so much output is unsent that nothing more is read.
    ///
    /// The factor of two leaves a takeover with a limit of its own (such as the queue of a Phoenix
    /// socket) time to end the connection first.
    private var isBehind: Bool {
        output.count - server.limits.pipelinedOutput > server.limits.pipelinedOutput
    }

    /// Handles input that was left for a later turn, if that is allowed now.
    func takeTurn() {
        guard !isClosed, hasUnseenInput, takeover == nil ? mayHandOn : !isBehind else { return }
        takeKept()
    }

    /// Closes after the last answer was sent, or lingers first.
    private func endSending() {
        guard lingers, intake != .finished else { return close() }
        tls?.finish()
        shutDownSending(socket)
        setWriting(false)
        setReading(true)
        setDeadline(.linger)
    }

    /// Ends the connection if it is idle, else after the answers that are due; for a stopping
    /// server.
    func closeGracefully() {
        guard !isClosed else { return }
        if let takeover { return takeover.stop() }
        if let outflow { return outflow.hurry() }
        // A request that is in the socket's buffer but not read yet is in flight as well.
        if isQuiet { readable() }
        guard !isClosed else { return }
        if isQuiet || wait == .linger { return close() }
        // Received bytes that wait for their turn count as in flight, up to the next answer.
        if isAnswered && !parser.isWithinRequest && !hasUnseenInput {
            stopIntake()
            settle()
        }
    }

    // MARK: Events

    func setReading(_ isOn: Bool) {
        guard isOn != isReading, let readEvent else { return }
        isReading = isOn
        if (isOn ? event_add(readEvent, nil) : event_del(readEvent)) != 0 { close() }
    }

    func setWriting(_ isWanted: Bool) {
        let isOn = isWanted || tls?.wantsWriting ?? false
        guard isOn != isWriting, !isClosed else { return }
        if writeEvent == nil {
            // Unretained, as the read event.
            writeEvent = event_new(
                server.loop.base,
                socket,
                Int16(EV_WRITE | EV_PERSIST),
                { _, _, context in
                    guard let context else { return }
                    Unmanaged<ServerConnection>.fromOpaque(context).takeUnretainedValue().writable()
                },
                Unmanaged.passUnretained(self).toOpaque()
            )
        }
        guard let writeEvent else { return close() }
        isWriting = isOn
        if (isOn ? event_add(writeEvent, nil) : event_del(writeEvent)) != 0 { close() }
    }

    // MARK: End

    /// Closes the socket, frees all buffers and removes the connection from the server.
    func close() {
        guard !isClosed else { return }
        release()
        server.forget(self)
    }

    /// Closes the socket and frees all buffers; the server's list of connections is left alone.
    func release() {
        isClosed = true
        intake = .finished
        isReading = false
        isWriting = false
        for event in [readEvent, writeEvent] {
            if let event { event_free(event) }
        }
        (readEvent, writeEvent) = (nil, nil)
        tls?.finish()
        tls = nil
        evutil_closesocket(socket)
        parser.dropBody()
        input = ByteQueue()
        hasUnseenInput = false
        upload = nil
        output = ByteQueue()
        early = [:]
        earlyBytes = 0
        share.count(0)
        let ended = takeover
        takeover = nil
        let cancelled = outflow
        outflow = nil
        let left = whenLeft
        whenLeft = nil
        let cut = streamed
        streamed = nil
        cut?.cut(nil)
        ended?.end()
        cancelled?.cancel()
        left?()
    }
}
