internal import MockPostlyCrypto
package import MockPostlyDomain
package import MockPostlyHTTP

/// The API of the community's feed over one world: a Phoenix application's routes, rules and words.
///
/// Belongs to the loop's thread.
package final class Community: Responder {
    /// What it is told before it starts.
    package struct Settings: Sendable, Equatable {
        /// The key of the API tokens that are not stored.
        package var secret: String
        /// Origins whose pages may open sockets; any when empty.
        package var origins: [String] = []
        /// Whether messages are compressed for clients that offer it.
        package var compresses = true
        /// How long a socket may be silent.
        package var idleTimeout = Duration.seconds(60)
        /// Bytes of the largest message of a client.
        package var messageLimit = 8 * 1024 * 1024

        package init(secret: String) {
            self.secret = secret
        }
    }

    let domain: Domain
    let derivedTokens: DerivedTokens
    let hub = ChannelHub()
    private(set) lazy var opening = SocketOpening(self, settings)
    private(set) lazy var polling = LongPolling(opening, domain.world)
    private let settings: Settings
    /// What happened and was not taken yet, in its order.
    package private(set) var outbox: [FeedEvent] = []
    private static let router = Router(routes)

    /// The API over `domain`.
    package init(_ domain: Domain, _ settings: Settings) {
        self.domain = domain
        self.settings = settings
        derivedTokens = DerivedTokens(domain.members, secret: settings.secret)
    }

    var feed: FeedStore { domain.feed }
    var members: MembershipStore { domain.members }

    /// Whether a path, as sent, belongs to this API: `/api/community`, where the sockets are,
    /// `/community`, and all below.
    package static func owns(rawPath path: ArraySlice<UInt8>) -> Bool {
        ["/api/community", "/community"].contains { prefix in
            guard path.starts(with: prefix.utf8) else { return false }
            let rest = path.dropFirst(prefix.utf8.count)
            return rest.isEmpty || rest.first == UInt8(ascii: "/")
        }
    }

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
        if let (reply, route) = try transport(request) { return (reply, route) }
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
        let reply = try answering { try Self.routes[index].handler(request, self) }
        return (finished(reply), index)
    }

    private func finished(_ reply: Reply) -> Reply {
        switch reply {
        case .now(let response):
            return .now(CrossOrigin.allow(response))
        case .later(var work):
            let finish = work.finish
            work.finish = { [self] result in
                finished(try answering { try finish(result) })
            }
            return .later(work)
        case .after, .held, .handOver:
            return reply
        }
    }

    /// Turns the refusals that the contract names into answers.
    private func answering(_ body: () throws -> Reply) throws -> Reply {
        do {
            return try body()
        } catch let failure as Failure {
            return .now(failure.response)
        } catch let error as FeedError {
            return .now(Failure(error).response)
        } catch UserError.emailTaken {
            return .now(Failure.emailTaken.response)
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
