internal import MockPostlyCrypto
package import MockPostlyDialect
package import MockPostlyHTTP
internal import MockPostlyNouns

/// The API of the community's feed over one world: a Phoenix application's routes, rules and words.
///
/// Belongs to the loop's thread.
package final class Community {
    let domain: Domain
    let derivedTokens: DerivedTokens
    let hub = ChannelHub()
    private(set) lazy var opening = SocketOpening(self, context, settings)
    private(set) lazy var polling = LongPolling(opening, context)
    let context: DialectContext
    private let settings: Settings
    /// What happened and was not taken yet, in its order.
    package private(set) var outbox: [FeedEvent] = []
    private static let router = Router(routes)

    package init(_ context: DialectContext, _ settings: Settings = Settings()) {
        self.context = context
        domain = context.domain
        self.settings = settings
        derivedTokens = DerivedTokens(context.domain.members, secret: context.secret)
    }

    var feed: FeedStore { domain.feed }
    var members: MembershipStore { domain.members }

    // MARK: Events

    /// Hands over what happened, to be told once it is permanent.
    package func takeEvents() -> [FeedEvent] {
        if outbox.isEmpty { return [] }
        defer { outbox.removeAll(keepingCapacity: true) }
        return outbox
    }

    /// Forgets what happened: the writes were undone.
    package func dropEvents() {
        outbox.removeAll()
    }

    func note(_ event: FeedEvent) {
        outbox.append(event)
    }

    // MARK: Requests

    package func respond(to request: Request) throws -> (reply: Reply, route: Int?) {
        if request.method == .options { return (.now(CrossOrigin.preflight(request)), nil) }
        if let path = Transports.path(of: request) {
            // They make their whole answer, with any method and whatever is wrong with the query.
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
        // As Plug takes a path apart, slashes at its end do not count.
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
        return (reply.mapping({ CrossOrigin.allow($0) }, catching: Self.answer), index)
    }

    /// Turns the refusals that the contract names into answers; throws what it does not name.
    private static func answer(to error: any Error) throws -> Response {
        switch error {
        case let failure as Failure: failure.response
        case let error as FeedError: Failure(error).response
        case UserError.emailTaken: Failure.emailTaken.response
        default: throw error
        }
    }

    package func failure(for request: Request) -> Response {
        CrossOrigin.allow(Failure(500, "Internal Server Error").response)
    }

    package func overload(for request: Request) -> Response {
        CrossOrigin.allow(Failure(503, "Service Unavailable").response)
    }

    package func excess(for request: Request) -> Response? {
        CrossOrigin.allow(Failure(413, "Request Entity Too Large").response)
    }
}
