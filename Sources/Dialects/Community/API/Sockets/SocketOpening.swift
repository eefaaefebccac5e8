internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyPhoenix
internal import MockPostlyWebSocket
internal import MockPostlyWorld

/// Opens sockets: checks the request, and makes the response that hands the connection over.
struct SocketOpening {
    unowned let community: Community
    let context: DialectContext
    let limits: ConnectionLimits
    let check: UpgradeCheck
    /// Nil when compression is switched off.
    let deflate: DeflateSettings?
    /// The compression buffers that the sessions of this thread share.
    let pool: DeflatePool
    /// Whether links lead to this server.
    let hasLocalLinks: Bool

    /// Answers a request for `…/websocket`.
    func open(_ request: Request) throws -> Reply {
        let handshake = HandshakeRequest(request)
        let query = Query(request.rawQuery)
        let upgrade = UpgradeRequest(
            method: request.method.name,
            origin: request.origin,
            vsn: query.last("vsn"),
            token: query.last("token"),
            protocols: request.header("sec-websocket-protocol"),
            handshakeFault: handshake.refusal?.words
        )
        switch try check.outcome(of: upgrade, lookup: community.authenticate(token:)) {
        case .refused(let status, let body):
            return .now(refusal(status, body, to: handshake))
        case .accepted(let account, let serializer, let subprotocol):
            if let loss = loss(of: account, .webSocket) { return .now(loss) }
            let answer: Handshake
            do throws(HandshakeRefusal) {
                answer = try Handshake(handshake, deflate: deflate)
            } catch {
                return .now(refusal(error.status, error.words, to: handshake))
            }
            let fields = answer.fields(protocol: subprotocol)
            var response = Response(
                status: 101,
                fields: fields.map { Response.Field($0.name, $0.value) }
            )
            var settings = WebSocketSession.Settings()
            settings.messageLimit = limits.messageBytes
            let socket = ChannelSocket(
                account,
                serializer: serializer,
                session: WebSocketSession(settings, answer.deflate, pool: pool),
                hub: community.hub,
                limits: limits,
                gate: gate(for: account, .webSocket),
                links: links(for: request)
            ) { topic in try community.mayJoin(account, topic: topic) }
            response.takeover = socket
            return .now(response)
        }
    }

    /// Where links for the client of `request` lead; nil for addresses as they are stored.
    func links(for request: Request) -> PictureLinks? {
        hasLocalLinks ? PictureLinks(request) : nil
    }

    /// The gate for the frames of a new client.
    func gate(for account: SocketAccount, _ transport: ChannelPeer.Transport) -> ChannelGate {
        let peer = ChannelPeer(
            world: context.world.name,
            socket: community.hub.nextNumber(),
            transport: transport,
            account: String(account.user)
        )
        return ChannelGate(peer, context)
    }

    /// The answer to a client that a fault keeps from connecting: a TCP reset; nil for others.
    func loss(of account: SocketAccount, _ transport: ChannelPeer.Transport) -> Response? {
        let fault = context.frameTap?.refusal(of: String(account.user), over: transport)
        return fault.map { fault in
            var response = Response(status: 503)
            response.delivery = .reset()
            response.isRepeatable = false
            response.mark = AnswerMark(fault: fault, stub: nil)
            return response
        }
    }

    private func refusal(
        _ status: Int,
        _ body: String,
        to handshake: HandshakeRequest
    ) -> Response {
        var response = Response(status: status)
        guard !body.isEmpty else { return response }
        response.body = Array(body.utf8)
        response.fields = [.init("content-type", "text/plain; charset=utf-8")]
        for (name, value) in handshake.refusal?.fields ?? [] {
            response.fields.append(.init(name, value))
        }
        return response
    }
}

extension HandshakeRequest {
    init(_ request: Request) {
        self.init(method: request.method.name)
        minorVersion = request.head.minorVersion
        hasHost = request.host != nil
        let lines = { (name: StaticString) in request.header(name).map { [$0] } ?? [] }
        connection = lines("connection")
        upgrade = lines("upgrade")
        key = lines("sec-websocket-key")
        version = lines("sec-websocket-version")
        extensions = lines("sec-websocket-extensions")
    }
}

extension Query {
    /// The value of the last parameter called `name`.
    func last(_ name: String) -> String? {
        pairs.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }
}
