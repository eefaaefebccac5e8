package import MockPostlyDialect
package import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlyWorld

/// The Postly API over one world: a Flask application's routes, rules and words.
///
/// Belongs to the loop's thread.
///
/// Errors are `{"error":"..."}`, or `{"msg":"..."}` for a token that Flask-JWT-Extended refuses.
package final class Postly {
    let domain: Domain
    private let context: DialectContext
    let tokens: Tokens
    let bodies: PostBodies
    var pictures: PictureCache { context.pictures }
    private let hasLocalImages: Bool
    private static let router = Router(routes)

    package init(_ context: DialectContext, _ settings: Settings = Settings()) {
        self.context = context
        domain = context.domain
        tokens = Tokens(secret: context.secret, world: context.world)
        bodies = PostBodies(context)
        hasLocalImages = settings.images == .local
    }

    /// Has the key and the rules for Google ID tokens; nil when Google's accounts are not served.
    var identityProvider: (any IdentityProvider)? { context.identityProvider }

    /// The next requests make them anew.
    package func forgetAnswers() {
        bodies.forgetAll()
    }

    var users: UserStore { domain.users }
    var posts: PostStore { domain.posts }

    /// The user of the token in `request`; also noted as ``Findings/asker``.
    ///
    /// Throws a ``Failure`` with the member `msg`.
    func user(of request: Request) throws -> User.ID {
        let user = try tokens.user(of: request)
        request.findings?.asker = user.text
        return user
    }

    /// Answers `request`; `route` is the index in ``routes``, or nil.
    ///
    /// Refusals are responses. Throws only internal errors, mostly of the database.
    package func respond(to request: Request) throws -> (reply: Reply, route: Int?) {
        if let fault = request.head.targetFault {
            var response = Rejection(400, fault.words).response
            CrossOrigin.allow(request, &response)
            return (.now(response), nil)
        }
        if let portrait = try PictureDrawing.portrait(for: request, from: pictures) {
            return (portrait, nil)
        }
        let path = request.path
        if path.count > 1, path[path.startIndex + 1] == UInt8(ascii: "/") {
            // Werkzeug treats several slashes at the start as one.
            var request = request
            request.dropPathPrefix(path.prefix { $0 == UInt8(ascii: "/") }.count - 1)
            return try respond(to: request)
        }
        switch Self.router.match(request.method, path) {
        case .route(let index, let parameters):
            guard parameters.isEmpty else {
                var request = request
                request.parameters = parameters
                return (try run(index, request), index)
            }
            return (try run(index, request), index)
        case .methodNotAllowed(let methods):
            return (.now(finished(Self.notAllowed(request.method, methods), request)), nil)
        case .notFound:
            let response = redirectOverMergedSlashes(request) ?? Pages.notFound
            return (.now(finished(response, request)), nil)
        }
    }

    private func run(_ index: Int, _ request: Request) throws -> Reply {
        let reply: Reply
        do {
            reply = try Self.routes[index].handler(request, self)
        } catch {
            return .now(finished(try Self.answer(to: error), request))
        }
        switch consume reply {
        // The fast path: nearly all replies are immediate.
        case .now(let response): return .now(finished(response, request))
        case let reply:
            return reply.mapping({ [self] in finished($0, request) }, catching: Self.answer)
        }
    }

    /// Turns a refusal of the API into its response; throws any other error again.
    private static func answer(to error: any Error) throws -> Response {
        switch error {
        case let failure as Failure: failure.response
        case let error as PostError: Failure(error).response
        case let error as UserError: Failure(error).response
        default: throw error
        }
    }

    fileprivate func finished(_ response: consuming Response, _ request: Request) -> Response {
        if hasLocalImages, response["Content-Type"] == "application/json" {
            response.body = PictureLinks(request).localized(response.body, Self.pictureMembers)
        }
        CrossOrigin.allow(request, &response)
        return response
    }

    private static let pictureMembers = PictureLinks.Members(
        [("coverImage", .cover), ("profilePicture", .portrait)],
        folder: "/postly/pictures/"
    )

    private static func notAllowed(_ method: Method, _ allowed: [Method]) -> Response {
        let allow = (allowed + [.options]).map(\.name).joined(separator: ", ")
        return method == .options ? Pages.options(allow) : Pages.methodNotAllowed(allow)
    }

    /// The redirect for a path with doubled slashes that has a route without them; nil otherwise.
    private func redirectOverMergedSlashes(_ request: Request) -> Response? {
        guard let merged = Redirects.merged(request.path) else { return nil }
        switch Self.router.match(request.method, merged[...]) {
        case .route: return Redirects.permanent(request, to: merged)
        case .methodNotAllowed where request.method == .options:
            return Redirects.permanent(request, to: merged)
        case .methodNotAllowed(let methods): return Self.notAllowed(request.method, methods)
        case .notFound: return nil
        }
    }
}

extension Postly {
    /// The response to an internal error, which only the log describes.
    package func failure(for request: Request) -> Response {
        finished(Failure(500, "Internal server error").response, request)
    }

    /// Any status, with the reason phrase as error.
    package func errorResponse(_ status: Int, to request: Request) -> Response {
        finished(Failure(status, usualWords(for: status)).response, request)
    }

    /// The response when the worker's queue is full.
    package func overload(for request: Request) -> Response {
        finished(Failure(503, "The server is busy, try again").response, request)
    }
}
