internal import CommunityContent
internal import MockPostlyDialect
internal import MockPostlyHTTP
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
    private let world: TimeAndChance
    private var clients: [String: PollingClient] = [:]
    private let budget: BufferBudget

    init(_ opening: SocketOpening, _ context: DialectContext) {
        self.opening = opening
        budget = context.budget
        hub = opening.community.hub
        limits = opening.limits
        check = opening.check
        world = context.world
    }

    /// The machine's time: sessions do not follow the world's clock, because clients wait in real
    /// time.
    var now: Duration { .nanoseconds(Int64(monotonicNanoseconds())) }

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
            return .now(try open(request, query, candidates: tokens.candidates))
        case (.post, let client?):
            let outcome = try receive(request, client)
            return .now(answer(outcome, to: client))
        case (.post, nil): return .now(answer(.unknownSession))
        default: return .now(CrossOrigin.allow(Response(status: 400)))
        }
    }

    func answer(_ answer: LongPollAnswer) -> Response {
        var response = Response(
            contentType: "application/json; charset=utf-8",
            body: answer.body
        )
        response.fields.append(.init("cache-control", "no-store"))
        return CrossOrigin.allow(response)
    }

    /// The answer for `client`, which is none at all when its connection is dead.
    private func answer(_ answer: LongPollAnswer, to client: PollingClient) -> Response {
        guard client.isSilent, clients[client.session.token] === client else {
            return self.answer(answer)
        }
        return lost(.stalled(at: .message(0), for: Self.longestSilence))
    }

    func lost(_ delivery: Delivery) -> Response {
        var response = Response(status: 503)
        response.delivery = delivery
        response.isRepeatable = false
        return response
    }

    /// How long the requests of a dead connection stay open.
    private static let longestSilence = Duration.seconds(3600)

    // MARK: Sessions

    private func open(
        _ request: Request,
        _ query: Query,
        candidates: [String]
    ) throws -> Response {
        let vsn = query.last("vsn")
        guard check.allows(origin: request.origin), let serializer = Serializer(vsn: vsn) else {
            return answer(.refused)
        }
        var account: SocketAccount?
        for token in candidates where account == nil {
            account = try opening.community.authenticate(token: token)
        }
        guard let account else { return answer(.refused) }
        if let loss = opening.loss(of: account, .longPoll) { return loss }
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
            links: opening.links(for: request),
            share: share,
            polling: self
        )
        clients[token] = client
        hub.add(client)
        gate.opened(client)
        return answer(.opened(session: token))
    }

    private func poll(_ client: PollingClient) -> Reply {
        if client.isSilent { return .now(answer(.nothing(session: ""), to: client)) }
        // A second poll of the same session ends the first, which gets what there is.
        if client.session.isPolling { client.deliver(client.session.endPoll(now: now)) }
        if let known = client.session.poll(now: now) { return .now(answer(known)) }
        let held = AwaitedAnswer(timeout: client.timeout) { [self] in
            answer(client.session.endPoll(now: now), to: client)
        }
        client.poll = held
        return .awaiting(held)
    }

    private func receive(_ request: Request, _ client: PollingClient) throws -> LongPollAnswer {
        let frames: [Frame]
        do throws(LongPollFault) {
            frames = try LongPollBody.split(request.body, contentType: request.contentType)
        } catch {
            return .badRequest
        }
        for frame in frames {
            guard client.gate.isWatched else {
                guard try carryOut(frame, of: client) else { return .unknownSession }
                continue
            }
            guard try receive(frame, of: client) else { return .unknownSession }
        }
        return .accepted
    }

    /// Handles a frame when the tap lets it pass.
    ///
    /// Returns false when the session has ended; true for a frame that is delayed.
    private func receive(_ frame: Frame, of client: PollingClient) throws -> Bool {
        var isAnswered = false
        var outcome = Result<Bool, any Error>.success(true)
        client.gate.receive(frame, client.serializer, of: client) { [self] frame in
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
        try client.carryOut(message) { try opening.community.mayJoin(client.account, topic: $0) }
        return true
    }

    func forget(_ client: PollingClient) {
        guard clients.removeValue(forKey: client.session.token) != nil else { return }
        hub.remove(client)
        if client.session.isPolling { client.deliver(.unknownSession) }
        client.gate.ended(client)
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
