internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyPhoenix
internal import MockPostlyWebSocket
internal import MockPostlyWorld

/// One WebSocket that speaks the Phoenix protocol.
///
/// Belongs to the loop's thread.
final class ChannelSocket: Takeover, ChannelHub.ConnectedClient {
    /// How long a client may take to answer our close frame, in milliseconds.
    private static let closeTimeout = Duration.seconds(5)
    /// With more unsent bytes than this, messages are sent at once and not at the tick's end.
    private static let mostGathered = 64 * 1024

    let account: SocketAccount
    let openedAt = monotonicNanoseconds()
    var place = -1
    var isSilent = false
    private let hub: ChannelHub
    private let serializer: Serializer
    private let limits: ConnectionLimits
    private let gate: ChannelGate
    /// Where links in its frames lead; nil for addresses as they are stored.
    private let links: PictureLinks?
    private let authorize: (String) throws -> JoinDecision
    private var session: WebSocketSession
    private var channels = Channels()
    /// The stream also holds this object, until ``end()`` breaks the cycle.
    private var stream: (any ByteStream)?

    init(
        _ account: SocketAccount,
        serializer: Serializer,
        session: WebSocketSession,
        hub: ChannelHub,
        limits: ConnectionLimits,
        gate: ChannelGate,
        links: PictureLinks?,
        authorize: @escaping (String) throws -> JoinDecision
    ) {
        self.account = account
        self.serializer = serializer
        self.session = session
        self.hub = hub
        self.limits = limits
        self.gate = gate
        self.links = links
        self.authorize = authorize
    }

    // MARK: Takeover

    func begin(_ stream: any ByteStream) {
        self.stream = stream
        hub.add(self)
        gate.opened(self)
        waitForFrames()
    }

    func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let frames = session.framesReceived
        var used = 0
        while let action = session.step(bytes, used: &used) {
            switch action {
            case .deliver(let message): handle(message)
            case .send(let frame): sendFrame(frame)
            case .pong: break
            // Whoever closes a dead connection gets no answer, and has to end it alone.
            case .end where isSilent: return bytes.count
            case .end(let last, _):
                stream?.write(last)
                leave()
                return bytes.count
            }
            // A fault may have ended the connection.
            guard stream != nil else { return bytes.count }
            if used < bytes.count, stream?.endsTurn() == true { break }
        }
        if session.isOpen, session.framesReceived != frames { waitForFrames() }
        return used
    }

    var bufferedBytes: Int { session.bufferedBytes }

    func runOutOfRoom(isTooLarge: Bool) {
        guard session.isOpen else { return drop() }
        close(isTooLarge ? .messageTooBig : .noRoom)
    }

    func timeOut() {
        guard !isSilent else { return waitForFrames() }
        // We have sent a close frame and the client did not answer it: it is gone.
        guard session.isOpen else { return drop() }
        close(.idle)
    }

    func stop() {
        guard session.isOpen || isSilent else { return }
        close(.shutdown)
    }

    func end() {
        hub.remove(self)
        guard stream != nil else { return }
        stream = nil
        gate.ended(self)
    }

    // MARK: Channels

    func push(_ broadcast: Broadcast) {
        guard let joinRef = channels.joinRef(for: broadcast.topic) else { return }
        let message = broadcast.message(serializer, joinRef, links)
        guard gate.isWatched else { return sendFrame(session.frame(for: message)) }
        let bytes = message.message.bytes
        gate.letOut(broadcast.topic, event: broadcast.name, bytes: bytes, of: self) {
            [weak self] changed in
            guard let self else { return }
            guard let changed else { return sendFrame(session.frame(for: message)) }
            sendFrame(session.frame(for: WebSocketMessage(.text, changed)))
        }
    }

    func closeChannel(_ topic: String) {
        carryOut(channels.close(topic))
    }

    func disconnect() {
        close(.disconnected)
    }

    private func handle(_ message: WebSocketMessage) {
        let frame: Frame =
            switch message.kind {
            case .text: .text(message.bytes)
            case .binary: .binary(message.bytes)
            }
        guard gate.isWatched else { return carryOut(frame) }
        gate.receive(frame, serializer, of: self) { [weak self] in self?.carryOut($0) }
    }

    /// Handles a frame, unless the socket has begun to close.
    private func carryOut(_ frame: Frame) {
        guard session.isOpen else { return }
        do {
            let message = try serializer.decode(frame)
            carryOut(try channels.receive(message, authorize: authorize))
        } catch {
            // A malformed message and a database error end the socket in the same way, as in
            // Phoenix, where both crash the socket's process.
            gate.report(error)
            close(.undecodableMessage)
        }
    }

    private func carryOut(_ outgoing: [Outgoing]) {
        for case .send(let message) in outgoing {
            let text = WebSocketMessage(.text, serializer.encode(message))
            guard gate.isWatched else {
                sendFrame(session.frame(for: text))
                continue
            }
            gate.letOut(message.topic, event: message.event, bytes: text.bytes, of: self) {
                [weak self] changed in
                guard let self else { return }
                let text = changed.map { WebSocketMessage(.text, $0) } ?? text
                sendFrame(session.frame(for: text))
            }
        }
    }

    // MARK: Sending

    private func sendFrame(_ frame: [UInt8]) {
        guard let stream, !frame.isEmpty, !isSilent else { return }
        if stream.unsentCount >= Self.mostGathered {
            // Much of it may be from this tick, and the client may read it at once.
            stream.sendNow()
            guard stream.unsentCount <= limits.queuedBytes else { return drop() }
        }
        stream.write(frame)
    }

    private func waitForFrames() {
        stream?.expire(after: limits.idleTimeout)
    }

    /// Sends a close frame with the reason's code, and waits for the client's close frame.
    private func close(_ reason: ConnectionEnd) {
        guard let code = reason.closeCode, !isSilent else { return drop() }
        stream?.write(session.close(CloseCode(rawValue: code)))
        stream?.expire(after: Self.closeTimeout)
        hub.remove(self)
    }

    /// Ends the connection after the closing handshake.
    private func leave() {
        hub.remove(self)
        stream?.conclude()
    }

    /// Ends the connection without a close frame.
    private func drop() {
        hub.remove(self)
        stream?.drop()
    }
}

// MARK: Faults

extension ChannelSocket {
    var peer: ChannelPeer { gate.peer }
    var topics: [String] { channels.topics }

    func refuse(join frame: ChannelFrame, reason: String) {
        guard session.isOpen, let message = try? serializer.decode(Frame(frame)) else { return }
        carryOut(channels.receive(message) { _ in .refused(reason: reason) })
    }

    func push(_ event: String, on topic: String, payload: [UInt8]) {
        guard let message = channels.push(event, on: topic, payload: payload) else { return }
        carryOut([.send(message)])
    }

    func failChannel(_ topic: String) {
        carryOut(channels.fail(topic))
    }

    func lose(_ loss: ConnectionLoss) {
        hub.remove(self)
        switch loss {
        case .reset: stream?.reset()
        case .close: stream?.conclude()
        }
    }
}

extension Frame {
    /// The frame as it came.
    init(_ frame: ChannelFrame) {
        self = frame.isBinary ? .binary(frame.bytes) : .text(frame.bytes)
    }
}
