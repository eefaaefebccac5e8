internal import MockPostlyHTTP
internal import MockPostlyPhoenix
internal import MockPostlyWebSocket

/// One WebSocket that speaks the Phoenix protocol.
///
/// Belongs to the loop's thread.
final class ChannelSocket: Takeover, ChannelHub.Follower {
    /// How long a client may take to answer our close frame.
    private static let closePatience: Int64 = 5_000
    /// Unsent bytes from which on a tick's messages do not wait for its end.
    private static let mostGathered = 64 * 1024

    let account: SocketAccount
    var place = -1
    private let hub: ChannelHub
    private let serializer: Serializer
    private let limits: ConnectionLimits
    private let gate: ChannelGate
    private let authorize: (String) throws -> JoinDecision
    private var session: WebSocketSession
    private var channels = Channels()
    /// Holds this object in turn, until ``end()``.
    private var stream: (any ByteStream)?

    init(
        _ account: SocketAccount,
        _ serializer: Serializer,
        _ session: WebSocketSession,
        _ hub: ChannelHub,
        _ limits: ConnectionLimits,
        _ gate: ChannelGate,
        authorize: @escaping (String) throws -> JoinDecision
    ) {
        self.account = account
        self.serializer = serializer
        self.session = session
        self.hub = hub
        self.limits = limits
        self.gate = gate
        self.authorize = authorize
    }

    // MARK: Takeover

    func begin(_ stream: any ByteStream) {
        self.stream = stream
        hub.add(self)
        waitForFrames()
    }

    func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let frames = session.framesReceived
        var used = 0
        while let action = session.step(bytes, used: &used) {
            switch action {
            case .deliver(let message): handle(message)
            case .send(let frame): send(frame)
            case .pong: break
            case .end(let last, _):
                stream?.send(last)
                leave()
                return bytes.count
            }
            if used < bytes.count, stream?.endsTurn() == true { break }
        }
        if session.isOpen, session.framesReceived != frames { waitForFrames() }
        return used
    }

    var heldBytes: Int { session.heldBytes }

    func runOutOfRoom(isTooLarge: Bool) {
        guard session.isOpen else { return drop() }
        close(isTooLarge ? .messageTooBig : .noRoom)
    }

    func timeOut() {
        // Who was told already and says nothing is gone.
        guard session.isOpen else { return drop() }
        close(.idle)
    }

    func stop() {
        guard session.isOpen else { return }
        close(.shutdown)
    }

    func end() {
        hub.remove(self)
        stream = nil
    }

    // MARK: Channels

    func push(_ broadcast: Broadcast) {
        guard let joinRef = channels.joinRef(for: broadcast.topic) else { return }
        let message = broadcast.message(serializer, joinRef)
        guard gate.isWatched else { return send(session.frame(for: message)) }
        gate.letOut(broadcast.topic, broadcast.name, message.message.bytes) { [weak self] in
            guard let self else { return }
            send(session.frame(for: message))
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
        gate.letIn(frame, serializer) { [weak self] in self?.carryOut(frame) }
    }

    /// Does what a frame says, unless the socket has begun to close.
    private func carryOut(_ frame: Frame) {
        guard session.isOpen else { return }
        do {
            let message = try serializer.decode(frame)
            carryOut(try channels.receive(message, authorize: authorize))
        } catch {
            // A message that cannot be read, or a database that fails: both end a socket of the
            // original in the same way.
            gate.report(error)
            close(.undecodableMessage)
        }
    }

    private func carryOut(_ outgoing: [Outgoing]) {
        for case .send(let message) in outgoing {
            let text = WebSocketMessage(.text, serializer.encode(message))
            guard gate.isWatched else {
                send(session.frame(for: text))
                continue
            }
            gate.letOut(message.topic, message.event, text.bytes) { [weak self] in
                guard let self else { return }
                send(session.frame(for: text))
            }
        }
    }

    // MARK: Sending

    private func send(_ frame: [UInt8]) {
        guard let stream, !frame.isEmpty else { return }
        if stream.unsentCount >= Self.mostGathered {
            // Much of it may be of this very tick, and its client quick to take it.
            stream.sendNow()
            guard stream.unsentCount <= limits.queuedBytes else { return drop() }
        }
        stream.send(frame)
    }

    private func waitForFrames() {
        let (seconds, attoseconds) = limits.idleTimeout.components
        // A thousand years are for ever, and can be added to what a clock shows.
        let whole = min(max(seconds, 0), 1 << 35)
        stream?.expire(after: whole * 1000 + attoseconds / 1_000_000_000_000_000)
    }

    /// Says why, and waits for the client to say the same.
    private func close(_ reason: ConnectionEnd) {
        guard let code = reason.closeCode else { return drop() }
        stream?.send(session.close(CloseCode(rawValue: code)))
        stream?.expire(after: Self.closePatience)
        hub.remove(self)
    }

    /// Ends the connection in order.
    private func leave() {
        hub.remove(self)
        stream?.conclude()
    }

    /// Ends the connection without a word.
    private func drop() {
        hub.remove(self)
        stream?.drop()
    }
}
