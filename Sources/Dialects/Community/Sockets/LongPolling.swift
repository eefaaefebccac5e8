internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlyPhoenix
internal import MockPostlyWorld

/// The long-poll sessions of a world, which receive the same messages as WebSockets.
///
/// Belongs to the loop's thread.
final class LongPolling {
    private let opening: SocketOpening
    private let hub: ChannelHub
    private let limits: ConnectionLimits
    private let check: UpgradeCheck
    private let world: World
    private let authenticate: (String) throws -> SocketAccount?
    private let mayJoin: (SocketAccount, String) throws -> JoinDecision
    private var clients: [String: PollingClient] = [:]
    private let budget: BufferBudget

    init(_ opening: SocketOpening, _ context: DialectContext) {
        self.opening = opening
        budget = context.budget
        hub = opening.hub
        limits = opening.limits
        check = opening.check
        authenticate = opening.authenticate
        mayJoin = opening.mayJoin
        world = context.world
    }

    /// The machine's time: sessions do not follow the world's clock, because clients wait in real
    /// time.
    private var now: Duration { .nanoseconds(Int64(monotonicNanoseconds())) }

    /// Answers a request for `…/longpoll`.
    func respond(to request: Request) throws -> Reply {
        sweep()
        let query = Query(request.rawQuery)
        let tokens = LongPollTokens(
            parameters: query.pairs.filter { $0.name == "token" }.map(\.value),
            field: request.header("x-phoenix-longpoll-token")
        ) { clients[$0] != nil }
        let client = tokens.session.flatMap { clients[$0] }
        switch (request.method, client) {
        case (.get, let client?): return poll(client)
        case (.get, nil):
            return .now(answer(try open(request, query, candidates: tokens.candidates)))
        case (.post, let client?): return .now(answer(try receive(request, client)))
        case (.post, nil): return .now(answer(.unknownSession))
        default: return .now(CrossOrigin.allow(Response(status: 400)))
        }
    }

    private func answer(_ answer: LongPollAnswer) -> Response {
        var response = Response(
            contentType: "application/json; charset=utf-8",
            body: answer.body
        )
        response.fields.append(.init("cache-control", "no-store"))
        return CrossOrigin.allow(response)
    }

    // MARK: Sessions

    private func open(
        _ request: Request,
        _ query: Query,
        candidates: [String]
    ) throws -> LongPollAnswer {
        let vsn = query.last("vsn")
        guard check.allows(origin: request.origin), let serializer = Serializer(vsn: vsn) else {
            return .refused
        }
        var account: SocketAccount?
        for token in candidates where account == nil { account = try authenticate(token) }
        guard let account else { return .refused }
        var token = APIToken.make(in: world)
        // A reset may have restarted the random numbers, which then repeat.
        while clients[token] != nil { token = APIToken.make(in: world) }
        let session = LongPollSession(token: token, now: now, times: limits.poll)
        let share = BufferShare(of: budget)
        let gate = opening.gate(for: account, .longPoll)
        let client = PollingClient(
            account,
            serializer: serializer,
            session: session,
            limits: limits,
            gate: gate,
            share: share
        )
        client.onEnd = { [unowned self] client in forget(client) }
        clients[token] = client
        hub.add(client)
        return .opened(session: token)
    }

    private func poll(_ client: PollingClient) -> Reply {
        // A second poll of the same session ends the first, which gets what there is.
        if client.session.isPolling { client.deliver(client.session.endPoll(now: now)) }
        if let known = client.session.poll(now: now) { return .now(answer(known)) }
        let held = HeldReply(patience: client.patience) { [self] in
            answer(client.session.endPoll(now: now))
        }
        // Unowned self, because the client keeps this closure after the poll has ended.
        client.onAnswer = { [unowned self, weak held] known in held?.answer(answer(known)) }
        client.clock = { [unowned self] in now }
        return .held(held)
    }

    private func receive(_ request: Request, _ client: PollingClient) throws -> LongPollAnswer {
        let frames: [Frame]
        do throws(LongPollFault) {
            frames = try LongPollBody.split(request.body, contentType: request.contentType)
        } catch {
            return .badRequest
        }
        client.clock = { [unowned self] in now }
        for frame in frames {
            guard client.gate.isWatched else {
                guard try carryOut(frame, of: client) else { return .unknownSession }
                continue
            }
            guard try letIn(frame, of: client) else { return .unknownSession }
        }
        return .accepted
    }

    /// Handles a frame when the tap lets it pass.
    ///
    /// Returns false when the session has ended; true for a frame that is delayed.
    private func letIn(_ frame: Frame, of client: PollingClient) throws -> Bool {
        var isAnswered = false
        var outcome = Result<Bool, any Error>.success(true)
        client.gate.letIn(frame, client.serializer) { [self] in
            guard clients[client.session.token] === client else { return }
            guard isAnswered else {
                outcome = Result { try self.carryOut(frame, of: client) }
                return
            }
            do {
                _ = try carryOut(frame, of: client)
            } catch {
                // The request that sent this frame was answered already, so the error goes to the
                // log.
                client.gate.report(error)
            }
        }
        isAnswered = true
        return try outcome.get()
    }

    /// Handles a frame; returns false when the session has ended.
    private func carryOut(_ frame: Frame, of client: PollingClient) throws -> Bool {
        let message: Message
        do throws(Undecodable) {
            message = try client.serializer.decode(frame)
        } catch {
            // The session ends, as a WebSocket would be closed.
            client.gate.report(error)
            forget(client)
            return false
        }
        try client.carryOut(message) { try mayJoin(client.account, $0) }
        return true
    }

    private func forget(_ client: PollingClient) {
        clients[client.session.token] = nil
        hub.remove(client)
        if client.session.isPolling { client.deliver(.unknownSession) }
    }

    /// Removes sessions whose clients have stopped polling.
    func sweep() {
        let now = now
        guard clients.count > 0 else { return }
        for client in Array(clients.values) where client.session.hasEnded(now: now) {
            forget(client)
        }
    }
}

/// A long-poll session.
final class PollingClient: ChannelHub.Follower {
    let account: SocketAccount
    let serializer: Serializer
    var place = -1
    var session: LongPollSession {
        didSet { share.count(session.queuedBytes) }
    }
    private var share: BufferShare
    var onEnd: ((PollingClient) -> Void)?
    /// Answers the waiting poll.
    var onAnswer: ((LongPollAnswer) -> Void)?
    var clock: () -> Duration = { .zero }
    private let limits: ConnectionLimits
    let gate: ChannelGate
    private var channels = Channels()

    init(
        _ account: SocketAccount,
        serializer: Serializer,
        session: LongPollSession,
        limits: ConnectionLimits,
        gate: ChannelGate,
        share: consuming BufferShare
    ) {
        self.account = account
        self.serializer = serializer
        self.session = session
        self.limits = limits
        self.gate = gate
        self.share = share
    }

    /// How long a poll waits for a message.
    var patience: Duration { limits.poll.window }

    func push(_ broadcast: Broadcast) {
        guard let joinRef = channels.joinRef(for: broadcast.topic) else { return }
        letOut(broadcast.topic, event: broadcast.name, text: broadcast.text(serializer, joinRef))
    }

    func closeChannel(_ topic: String) {
        carryOut(channels.close(topic))
    }

    func disconnect() {
        onEnd?(self)
    }

    func carryOut(
        _ message: Message,
        authorize: (String) throws -> JoinDecision
    ) throws {
        carryOut(try channels.receive(message, authorize: authorize))
    }

    /// Answers the waiting poll with `answer`.
    func deliver(_ answer: LongPollAnswer) {
        let waiting = onAnswer
        onAnswer = nil
        waiting?(answer)
    }

    private func carryOut(_ outgoing: [Outgoing]) {
        for case .send(let message) in outgoing {
            letOut(message.topic, event: message.event, text: serializer.encode(message))
        }
    }

    private func letOut(_ topic: String, event: String, text: [UInt8]) {
        guard gate.isWatched else { return enqueue(text) }
        gate.letOut(topic, event: event, bytes: text) { [self] in
            // The session may have been removed meanwhile.
            guard place >= 0 else { return }
            enqueue(text)
        }
    }

    private func enqueue(_ text: [UInt8]) {
        let hasRoom = share.hold(session.queuedBytes + text.count)
        session.enqueue(text)
        guard hasRoom, session.queuedBytes <= limits.queuedBytes,
            session.queuedMessages <= limits.queuedMessages
        else {
            onEnd?(self)
            return
        }
        if let answer = session.answerPoll(now: clock()) { deliver(answer) }
    }
}
