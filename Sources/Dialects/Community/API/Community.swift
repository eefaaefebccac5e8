internal import CommunityContent
internal import MockPostlyCrypto
package import MockPostlyDialect
package import MockPostlyHTTP
internal import MockPostlyNouns

/// The API of the community's feed over one world: a Phoenix application's routes, rules and words.
///
/// Belongs to the loop's thread.
///
/// REST below `/api/community`, sockets at `/community/websocket` and `/community/longpoll`.
/// Refusals have the shape of Phoenix: `{"errors":{"detail":"Not Found"}}`, or Ecto's words by
/// field with 422.
package final class Community {
    let domain: Domain
    let feed: FeedStore
    let members: MembershipStore
    let apiTokens: APITokenStore
    let derivedTokens: DerivedTokens
    let hub = ChannelHub()
    private(set) lazy var opening = SocketOpening(self, context, settings: settings)
    private(set) lazy var polling = LongPolling(opening, context)
    let context: DialectContext
    private let settings: Settings
    /// The events of writes that are not published yet, in the order of the writes.
    ///
    /// Empty after each commit and rollback.
    package private(set) var outbox: [FeedEvent] = []
    private static let router = Router(routes)

    package init(_ context: DialectContext, _ settings: Settings = Settings()) {
        self.context = context
        domain = context.domain
        (feed, members, apiTokens) = (domain.feed, domain.members, domain.apiTokens)
        self.settings = settings
        derivedTokens = DerivedTokens(
            context.domain,
            secret: context.secret,
            APIToken.derived
        )
    }

    // MARK: Events

    /// Returns the events and empties ``outbox``; call it after the commit.
    ///
    /// The order is that of the writes.
    package func takeEvents() -> [FeedEvent] {
        if outbox.isEmpty { return [] }
        defer { outbox.removeAll(keepingCapacity: true) }
        return outbox
    }

    /// Drops the events, because their writes were rolled back.
    package func dropEvents() {
        outbox.removeAll()
    }

    func note(_ event: FeedEvent) {
        outbox.append(event)
    }

    // MARK: Requests

    /// Every answer allows all origins.
    ///
    /// Throws only faults of the server, mostly of the database.
    package func respond(to request: Request) throws -> (reply: Reply, route: Int?) {
        if let portrait = try PictureDrawing.portrait(for: request, from: context.pictures) {
            return (portrait, nil)
        }
        if request.method == .options { return (.now(CrossOrigin.preflight(request)), nil) }
        if let path = Transports.path(of: request) {
            // Transports answer every method and every query themselves, without the rules for REST
            // routes.
            let method = Transports.method(request.method, path)
            guard case .route(let index, _) = Self.router.match(method, path) else {
                return (.now(CrossOrigin.allow(Failure.notFound.response)), nil)
            }
            return (try Self.routes[index].handler(request, self), index)
        }
        switch request.head.targetFault {
        case nil: break
        case .encodedNUL: return (.now(CrossOrigin.allow(Failure.notFound.response)), nil)
        default: return (.now(CrossOrigin.allow(Failure.badRequest.response)), nil)
        }
        // Plug splits a path at its slashes, so trailing slashes do not count.
        var path = request.path
        while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
        guard case .route(let index, let parameters) = Self.router.match(request.method, path)
        else { return (.now(CrossOrigin.allow(Failure.notFound.response)), nil) }
        var request = request
        request.parameters = parameters
        let reply: Reply
        do {
            reply = try Self.routes[index].handler(request, self)
        } catch {
            return (.now(CrossOrigin.allow(try Self.answer(to: error))), index)
        }
        let isLocal = settings.pictures == .local
        let finished = { CrossOrigin.allow(isLocal ? $0.leadingHere(request) : $0) }
        return (reply.mapping(finished, catching: Self.answer), index)
    }

    /// Turns a refusal of the API into its response; throws any other error again.
    private static func answer(to error: any Error) throws -> Response {
        switch error {
        case let failure as Failure: failure.response
        case let error as FeedError: Failure(error).response
        case UserError.emailTaken: Failure.emailTaken.response
        default: throw error
        }
    }

    /// `{"errors":{"detail":"Internal Server Error"}}`, as Phoenix's `ErrorJSON` has it.
    package func failure(for request: Request) -> Response {
        CrossOrigin.allow(Failure(500, "Internal Server Error").response)
    }

    package func overload(for request: Request) -> Response {
        CrossOrigin.allow(Failure(503, "Service Unavailable").response)
    }

    /// A 401 has `WWW-Authenticate` too.
    package func errorResponse(_ status: Int, to request: Request) -> Response {
        var failure = Failure(status, usualWords(for: status))
        failure.asksForToken = status == 401
        return CrossOrigin.allow(failure.response)
    }

    package func excess(for request: Request) -> Response? {
        CrossOrigin.allow(Failure(413, "Request Entity Too Large").response)
    }
}
