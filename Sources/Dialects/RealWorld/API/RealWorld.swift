internal import MockPostlyContent
package import MockPostlyDialect
package import MockPostlyHTTP
internal import MockPostlyNouns
internal import RealWorldContent

/// The API of the RealWorld apps over one world.
///
/// Belongs to the loop's thread. Errors are `{"errors":{"title":["can't be blank"]}}`.
package final class RealWorld {
    let context: DialectContext
    let settings: Settings
    let people: RealWorldPeopleStore
    let articles: RealWorldArticleStore
    let tokens: Tokens
    private static let router = Router(ownRoutes)

    package init(_ context: DialectContext, _ settings: Settings = Settings()) {
        self.context = context
        self.settings = settings
        people = RealWorldPeopleStore(context.domain.work, context.world)
        articles = RealWorldArticleStore(context.domain.work, context.world)
        tokens = Tokens(context, people)
    }

    // MARK: Requests

    /// Throws only faults of the server, mostly of the database.
    package func respond(to request: Request) throws -> (reply: Reply, route: Int?) {
        if request.method == .options { return (.now(Self.preflight(request)), nil) }
        let path = Self.inner(request.path)
        switch Self.router.match(request.method, path) {
        case .notFound: return (.now(Failure.noPath.response), nil)
        case .methodNotAllowed(let methods):
            var response = Failure(405, "method", "not allowed").response
            response.fields = [.init("Allow", Self.list(methods))]
            return (.now(response), nil)
        case .route(let index, let places):
            return (try run(Self.ownRoutes[index], Call(self, request, path, places)), index)
        }
    }

    private func run(_ route: Route<Call>, _ call: Call) throws -> Reply {
        let request = call.request
        let reply: Reply
        do {
            reply = try route.handler(request, call)
        } catch {
            return .now(try Self.answer(to: error, call.era))
        }
        // An answer for a person depends on the clock too, by which tokens expire.
        let isForAnybody = route.method == .get && request.authorization == nil
        let hasLocalPictures =
            settings.linkTarget == .local && route.pattern.hasPrefix("/api/")
        let finished = { (response: Response) in
            var response = response
            response.isRepeatable = isForAnybody && response.status == 200
            guard hasLocalPictures else { return response }
            response.body = PictureLinks(request).localized(response.body, Self.pictureMembers)
            return response
        }
        return reply.mapping(finished, catching: { try Self.answer(to: $0, call.era) })
    }

    private static let pictureMembers = PictureLinks.Members(
        [("image", .portrait)],
        folder: "/realworld/pictures/"
    )

    /// Turns a refusal into its response; throws any other error again.
    private static func answer(to error: any Error, _ era: Era) throws -> Response {
        switch error {
        case let failure as Failure: return failure.response
        case let taken as RealWorldTaken:
            let names = (taken.email ? ["email"] : []) + (taken.username ? ["username"] : [])
            return Failure(
                era == .old ? 422 : 409,
                names.map { .init(name: $0, words: "has already been taken") }
            ).response
        case UserError.emailTaken:
            return try answer(to: RealWorldTaken(email: true, username: false), era)
        case RealWorldError.noArticle: return Failure.noArticle.response
        case RealWorldError.noComment: return Failure.noComment.response
        case RealWorldError.notYourArticle: return Failure(403, "article", "forbidden").response
        case RealWorldError.notYourComment: return Failure(403, "comment", "forbidden").response
        case is Overload: return Failure.server(503).response
        default: throw error
        }
    }

    package func failure(for request: Request) -> Response { Failure.server(500).response }

    package func overload(for request: Request) -> Response { Failure.server(503).response }

    package func excess(for request: Request) -> Response? { Failure.server(413).response }

    /// Any status, with the reason phrase as the words.
    package func errorResponse(_ status: Int, to request: Request) -> Response {
        Failure.server(status).response
    }

    // MARK: Methods

    private static func list(_ methods: [Method]) -> String {
        (methods + [.options]).map(\.name).joined(separator: ", ")
    }

    /// The answer to OPTIONS, which allows pages of all origins to send what they have asked for.
    private static func preflight(_ request: Request) -> Response {
        var response = Response.noContent
        response.fields = [
            .init("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, DELETE, OPTIONS"),
            // A star would not stand for Authorization (Fetch, CORS protocol).
            .init(
                "Access-Control-Allow-Headers",
                request.header("access-control-request-headers") ?? "Authorization, Content-Type"
            ),
        ]
        return response
    }
}

// MARK: Routes

extension RealWorld {
    /// The index in ``routes`` of the route that `request` would take; nil when there is none.
    package static func route(of request: Request) -> Int? {
        guard case .route(let index, _) = router.match(request.method, inner(request.path)) else {
            return nil
        }
        return index
    }

    /// The path without the mount and a slash at its end, which do not count.
    private static func inner(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let slash = UInt8(ascii: "/")
        var inner = path
        let rest = path.dropFirst(mount.utf8.count)
        if path.starts(with: mount.utf8), rest.isEmpty || rest.first == slash { inner = rest }
        while inner.count > 1, inner.last == slash { inner.removeLast() }
        return inner
    }
}
