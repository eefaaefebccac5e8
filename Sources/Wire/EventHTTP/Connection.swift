internal import CMockPostlyLibevent
internal import MockPostlyHTTP

/// One client's connection: reads requests, hands them on in order, sends the answers in order.
///
/// Belongs to the loop's thread. It lives until its socket is closed; answers that come later are
/// dropped. Reading is in `Connection+Requests.swift`, answering in `Connection+Answers.swift`;
/// whatever has happened, ``settle(received:sent:)`` says what comes next.
final class Connection {
    /// Whether requests are still taken.
    enum Intake {
        case open
        /// No request follows that will be answered; the client may send on in vain.
        case stopped
        /// The client has sent all it will ever send.
        case finished
        /// Another protocol has the connection.
        case takenOver
    }

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
        /// Its own answers, or its turn; nothing the client can be blamed for.
        case answer
        /// The client's end of the connection after ours was shut down.
        case linger
        /// What another protocol waits for.
        case takeover
    }

    let socket: Int32
    /// The client's address, as ``Request/peer`` has it.
    let peer: String
    /// What its listener was given.
    let label: Int
    // Unsafe: checking each use would cost more than the use. The server closes its connections
    // before it goes, and a closed one does not use it.
    unowned(unsafe) let server: HTTPServer
    /// This connection's place in ``HTTPServer/connections``.
    var place = -1
    /// Whether it is one too many, and open only to be told so.
    var isRefused = false
    private(set) var isClosed = false

    var intake = Intake.open
    var parser: RequestParser
    /// Bytes received that the parser has not used up.
    var input = ByteQueue()
    /// Whether there are bytes that the parser or the takeover has not even seen, because answers
    /// are due first or others have their turn.
    var hasUnseenInput = false
    /// Whether it stands in the line of ``Turns``.
    var isInLine = false
    /// Whether requests are being handed on right now, further down the stack.
    var isTaking = false
    /// The client waits for `100 Continue`, which may not overtake the answers that are due.
    var owesContinue = false

    /// Numbers of the next request to hand on and of the next answer to send.
    var nextRequest = 0
    var nextAnswer = 0
    /// The request whose answer must be out before another request is handed on.
    var heldRequest: Int?
    /// Answers whose turn has not come, by their numbers, and the size of their bodies together.
    var early: [Int: EarlyAnswer] = [:]
    var earlyBytes = 0
    var output = ByteQueue()
    /// What is counted of ``heldBytes``.
    var share: BufferShare
    /// The answer on its way that does not leave as a whole; mostly nil.
    var outflow: Outflow?
    /// Before closing, what the client still sends is read and thrown away: closing over unread
    /// bytes would reset the connection and could take our last answer with it.
    var lingers = false

    /// What has taken the connection over.
    var takeover: (any Takeover)?
    /// Whether the connection ends when all that was sent is out.
    var isFinishing = false
    /// Whether bytes of the takeover or of a source wait for the end of the tick.
    var hasUnflushed = false

    private var readEvent: OpaquePointer?
    private var writeEvent: OpaquePointer?
    private var isReading = false
    private(set) var isWriting = false
    var wait = Wait.idle
    /// The request that ``wait`` is about.
    var awaitedRequest = 0
    var deadline = Int64.max

    /// Makes a connection of `socket`, which is non-blocking, and its own unless this throws.
    init(
        _ socket: Int32,
        from peer: String,
        _ label: Int,
        _ server: HTTPServer
    ) throws(EventError) {
        self.socket = socket
        self.peer = peer
        self.label = label
        self.server = server
        parser = RequestParser(limits: server.limits.request)
        share = BufferShare(of: server.budget)
        // Unretained: `release` frees the event while the server still holds this object.
        readEvent = event_new(
            server.loop.base,
            socket,
            Int16(EV_READ | EV_PERSIST),
            { _, _, context in
                guard let context else { return }
                Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().readable()
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

    /// Whether the connection owes the client nothing and awaits nothing begun.
    private var isQuiet: Bool {
        isAnswered && output.isEmpty && input.isEmpty && !parser.isWithinRequest
    }

    /// Brings events and deadline in line with what the connection has become, or ends it.
    ///
    /// - Parameters:
    ///   - received: whether bytes have come from the client.
    ///   - sent: whether the client has taken bytes that waited.
    func settle(received: Bool = false, sent: Bool = false) {
        guard !isClosed, !isTaking, wait != .linger else { return }
        let held = heldBytes
        if held != share.bytes {
            if !share.hold(held) { runOutOfRoom(held) }
            guard !isClosed, wait != .linger else { return }
        }
        if takeover != nil { return settleTakeover() }
        if let outflow { return settle(outflow, received, sent) }
        if intake != .open && isAnswered && output.isEmpty { return endSending() }
        let mayHandOn = mayHandOn
        setReading(mayHandOn && !hasUnseenInput)
        setWriting(!output.isEmpty)
        guard !isClosed else { return }
        // Not from here: who has answered may have more to do before further requests come.
        if hasUnseenInput && mayHandOn { server.turns.lineUp(self) }
        updateDeadline(received, sent)
    }

    /// The same for a connection that another protocol has.
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

    /// Whether so much waits for the client that nothing is read from it.
    ///
    /// A takeover that does not want to wait for who does not read has said so before.
    private var isBehind: Bool {
        output.count - server.limits.pipelinedOutput > server.limits.pipelinedOutput
    }

    /// Goes on with what has come and was not looked at, where that may be.
    func takeTurn() {
        guard !isClosed, hasUnseenInput, takeover == nil ? mayHandOn : !isBehind else { return }
        takeKept()
    }

    /// All answers are out and no more will come: closes, or lingers first.
    private func endSending() {
        guard lingers, intake != .finished else { return close() }
        shutDownSending(socket)
        setWriting(false)
        setReading(true)
        setDeadline(.linger)
    }

    /// Ends the connection when it is quiet; else it ends with the last answer that is due.
    func finish() {
        guard !isClosed else { return }
        if let takeover { return takeover.stop() }
        if let outflow { return outflow.hurry() }
        // A request that is here but was not read yet is in flight as well.
        if isQuiet { readable() }
        guard !isClosed else { return }
        if isQuiet || wait == .linger { return close() }
        // What is here and waits for its turn is in flight too, as far as the next answer.
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

    func setWriting(_ isOn: Bool) {
        guard isOn != isWriting, !isClosed else { return }
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
        if (isOn ? event_add(writeEvent, nil) : event_del(writeEvent)) != 0 { close() }
    }

    // MARK: End

    /// Closes the socket and lets go of everything; the server forgets the connection.
    func close() {
        guard !isClosed else { return }
        release()
        server.forget(self)
    }

    /// Closes the socket and lets go of everything, without a word to the server.
    func release() {
        isClosed = true
        intake = .finished
        isReading = false
        isWriting = false
        for event in [readEvent, writeEvent] {
            if let event { event_free(event) }
        }
        (readEvent, writeEvent) = (nil, nil)
        evutil_closesocket(socket)
        parser.dropBody()
        input = ByteQueue()
        hasUnseenInput = false
        output = ByteQueue()
        early = [:]
        earlyBytes = 0
        share.count(0)
        let ended = takeover
        takeover = nil
        let cancelled = outflow
        outflow = nil
        ended?.end()
        cancelled?.cancel()
    }
}
