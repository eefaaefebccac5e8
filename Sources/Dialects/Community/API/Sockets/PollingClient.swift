internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyPhoenix
internal import MockPostlyWorld

/// A long-poll session.
final class PollingClient: ChannelHub.ConnectedClient {
    let account: SocketAccount
    let serializer: Serializer
    let openedAt = monotonicNanoseconds()
    var place = -1
    var isSilent = false
    var session: LongPollSession {
        didSet { share.count(session.queuedBytes) }
    }
    private var share: BufferShare
    /// All sessions, which own this one.
    private unowned let polling: LongPolling
    /// The poll that waits.
    weak var poll: AwaitedAnswer?
    private let limits: ConnectionLimits
    let gate: ChannelGate
    /// Where links in its messages lead; nil for addresses as they are stored.
    private let links: PictureLinks?
    private var channels = Channels()

    init(
        _ account: SocketAccount,
        serializer: Serializer,
        session: LongPollSession,
        limits: ConnectionLimits,
        gate: ChannelGate,
        links: PictureLinks?,
        share: consuming BufferShare,
        polling: LongPolling
    ) {
        self.account = account
        self.serializer = serializer
        self.session = session
        self.limits = limits
        self.gate = gate
        self.links = links
        self.share = share
        self.polling = polling
    }

    /// How long a poll waits for a message.
    var timeout: Duration { limits.poll.window }

    func push(_ broadcast: Broadcast) {
        guard let joinRef = channels.joinRef(for: broadcast.topic) else { return }
        let text = broadcast.text(serializer, joinRef, links)
        letOut(broadcast.topic, event: broadcast.name, text: text)
    }

    func closeChannel(_ topic: String) {
        carryOut(channels.close(topic))
    }

    func disconnect() {
        polling.forget(self)
    }

    func carryOut(
        _ message: Message,
        authorize: (String) throws -> JoinDecision
    ) throws {
        carryOut(try channels.receive(message, authorize: authorize))
    }

    /// Answers the waiting poll with `answer`.
    func deliver(_ answer: LongPollAnswer) {
        let waiting = poll
        poll = nil
        waiting?.answer(polling.answer(answer))
    }

    private func carryOut(_ outgoing: [Outgoing]) {
        for case .send(let message) in outgoing {
            letOut(message.topic, event: message.event, text: serializer.encode(message))
        }
    }

    private func letOut(_ topic: String, event: String, text: [UInt8]) {
        guard gate.isWatched else { return enqueue(text) }
        gate.letOut(topic, event: event, bytes: text, of: self) { [self] changed in
            // The session may have been removed meanwhile.
            guard place >= 0, !isSilent else { return }
            enqueue(changed ?? text)
        }
    }

    private func enqueue(_ text: [UInt8]) {
        let hasRoom = share.hold(session.queuedBytes + text.count)
        session.enqueue(text)
        guard hasRoom, session.queuedBytes <= limits.queuedBytes,
            session.queuedMessages <= limits.queuedMessages
        else { return polling.forget(self) }
        if let answer = session.answerPoll(now: polling.now) { deliver(answer) }
    }
}

// MARK: Faults

extension PollingClient {
    var peer: ChannelPeer { gate.peer }
    var topics: [String] { channels.topics }

    func refuse(join frame: ChannelFrame, reason: String) {
        guard let message = try? serializer.decode(Frame(frame)) else { return }
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
        let waiting = poll
        poll = nil
        waiting?.answer(polling.lost(loss == .reset ? .reset() : .noAnswer))
        polling.forget(self)
    }
}
