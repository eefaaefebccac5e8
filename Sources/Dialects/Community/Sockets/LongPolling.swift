internal import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlyPhoenix
internal import MockPostlyWorld

/// The clients that poll for what others get by WebSocket.
///
/// Belongs to the loop's thread.
final class LongPolling {
    private let hub: ChannelHub
    private let limits: ConnectionLimits
    private let check: UpgradeCheck
    private let world: World
    private let authenticate: (String) throws -> SocketAccount?
    private let mayJoin: (SocketAccount, String) throws -> JoinDecision
    private var clients: [String: PollingClient] = [:]
    private let budget: BufferBudget

    init(_ opening: SocketOpening, _ world: World, _ budget: BufferBudget) {
        self.budget = budget
        hub = opening.hub
        limits = opening.limits
        check = opening.check
        authenticate = opening.authenticate
        mayJoin = opening.mayJoin
        self.world = world
    }

    /// Sessions are no part of a world's time: clients wait for them in their own.
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
        case (.get, nil): return .now(answer(try open(request, query, tokens.candidates)))
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
        _ candidates: [String]
    ) throws -> LongPollAnswer {
        let vsn = query.last("vsn")
        guard check.allows(origin: request.origin), let serializer = Serializer(vsn: vsn) else {
            return .refused
        }
        var account: SocketAccount?
        for token in candidates where account == nil { account = try authenticate(token) }
        guard let account else { return .refused }
        var token = APIToken.make(in: world)
        // A reset may have begun the random numbers again.
        while clients[token] != nil { token = APIToken.make(in: world) }
        let session = LongPollSession(token: token, now: now)
        let share = BufferShare(of: budget)
        let client = PollingClient(account, serializer, session, limits, share)
        client.onEnd = { [unowned self] client in forget(client) }
        clients[token] = client
        hub.add(client)
        return .opened(session: token)
    }

    private func poll(_ client: PollingClient) -> Reply {
        // An older poll of the same session gets what there is.
        if client.session.isPolling { client.deliver(client.session.endPoll(now: now)) }
        if let known = client.session.poll(now: now) { return .now(answer(known)) }
        let held = HeldReply(patience: client.patience) { [self] in
            answer(client.session.endPoll(now: now))
        }
        // Unowned: it is kept after a poll that nobody waits for any more.
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
        for frame in frames {
            guard let message = try? client.serializer.decode(frame) else {
                // As a socket is closed for it.
                forget(client)
                return .unknownSession
            }
            client.clock = { [unowned self] in now }
            try client.carryOut(message) { try mayJoin(client.account, $0) }
        }
        return .accepted
    }

    private func forget(_ client: PollingClient) {
        clients[client.session.token] = nil
        hub.remove(client)
        if client.session.isPolling { client.deliver(.unknownSession) }
    }

    /// Forgets sessions that nobody polls any more.
    func sweep() {
        let now = now
        guard clients.count > 0 else { return }
        for client in Array(clients.values) where client.session.hasEnded(now: now) {
            forget(client)
        }
    }
}

/// A client that polls.
final class PollingClient: ChannelHub.Follower {
    let account: SocketAccount
    let serializer: Serializer
    var place = -1
    var session: LongPollSession {
        didSet { share.count(session.queuedBytes) }
    }
    private var share: BufferShare
    var onEnd: ((PollingClient) -> Void)?
    /// Takes the answer to the poll that waits.
    var onAnswer: ((LongPollAnswer) -> Void)?
    var clock: () -> Duration = { .zero }
    private let limits: ConnectionLimits
    private var channels = Channels()

    init(
        _ account: SocketAccount,
        _ serializer: Serializer,
        _ session: LongPollSession,
        _ limits: ConnectionLimits,
        _ share: consuming BufferShare
    ) {
        self.account = account
        self.serializer = serializer
        self.session = session
        self.limits = limits
        self.share = share
    }

    /// How long a poll waits for a message.
    var patience: Duration { LongPollSession.Times().window }

    func push(_ broadcast: Broadcast) {
        guard let joinRef = channels.joinRef(for: broadcast.topic) else { return }
        enqueue(broadcast.text(serializer, joinRef))
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

    /// Gives the poll that waits its answer.
    func deliver(_ answer: LongPollAnswer) {
        let waiting = onAnswer
        onAnswer = nil
        waiting?(answer)
    }

    private func carryOut(_ outgoing: [Outgoing]) {
        for case .send(let message) in outgoing { enqueue(serializer.encode(message)) }
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
