package import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlyPhoenix
internal import MockPostlyWebSocket

/// The transports of the channels: `/community/websocket` and `/community/longpoll`.
enum Transports {
    private static let socketPath = "/community/websocket"
    private static let pollPath = "/community/longpoll"

    /// The path of `request` as in the route table; nil when it is not that of a transport.
    ///
    /// The path is compared as sent, without trailing slashes.
    static func path(of request: Request) -> ArraySlice<UInt8>? {
        var path = request.rawPathWithoutPrefix
        while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
        return path.elementsEqual(socketPath.utf8) || path.elementsEqual(pollPath.utf8) ? path : nil
    }

    /// The method to look up in the route table: transports treat every method but POST as GET.
    static func method(_ method: Method, _ path: ArraySlice<UInt8>) -> Method {
        method == .post && path.elementsEqual(pollPath.utf8) ? .post : .get
    }

    static func socket(_ request: Request, _ community: Community) throws -> Reply {
        try community.opening.open(request)
    }

    static func poll(_ request: Request, _ community: Community) throws -> Reply {
        try community.polling.respond(to: request)
    }
}

extension Community {
    /// Sends the events of committed writes to connected clients.
    ///
    /// To be called after the commit. An event is encoded once for all clients.
    package func publishEvents() {
        for event in takeEvents() {
            switch event {
            case .left(let user): hub.closeChannels(of: user, on: Self.topic)
            case .revoked(let hash): hub.disconnect(tokenHash: hash)
            default:
                guard let (name, payload) = event.broadcast else { continue }
                context.frameTap?.published(name, on: Self.topic, payload: payload)
                hub.publish(name, on: Self.topic, payload: payload)
            }
        }
    }

    /// The number of connected clients, without sessions that have stopped polling.
    package var connectedClients: Int {
        if hub.count > 0 { polling.sweep() }
        return hub.count
    }

    /// The connected clients, in the order in which they connected.
    package var channelConnections: [any ChannelConnection] {
        polling.sweep()
        return hub.clients.sorted { $0.peer.socket < $1.peer.socket }
    }

    /// Ends the connections of all clients, which may connect again.
    package func disconnectAll() {
        hub.disconnectAll()
    }
}

extension SocketOpening {
    /// Opens sockets for `community` as `settings` say.
    init(
        _ community: Community,
        _ context: DialectContext,
        settings: Community.Settings
    ) {
        (self.community, self.context) = (community, context)
        var limits = ConnectionLimits()
        limits.idleTimeout = settings.idleTimeout
        limits.poll = LongPollSession.Times(window: settings.pollTimeout)
        limits.messageBytes = settings.messageLimit
        self.limits = limits
        check = UpgradeCheck(
            allowedOrigins: settings.origins.isEmpty ? nil : settings.origins
        )
        deflate = settings.compresses ? DeflateSettings() : nil
        pool = DeflatePool()
        hasLocalLinks = settings.pictures == .local
    }
}
