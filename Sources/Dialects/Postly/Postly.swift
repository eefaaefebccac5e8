package import MockPostlyCrypto
package import MockPostlyDomain
package import MockPostlyHTTP
internal import MockPostlyWorld

/// The Postly API over one world: a Flask application's routes, rules and words.
///
/// Belongs to the loop's thread.
package final class Postly: Responder {
    /// What a Postly is told before it starts.
    package struct Settings: Sendable {
        /// The key of the tokens it issues and takes.
        package var jwtSecret: String
        /// When set, the `aud` of Google ID tokens must be this.
        package var googleClientID: String?
        /// Whether answers are remembered; the bytes are the same either way.
        package var usesCaches: Bool

        package init(jwtSecret: String, googleClientID: String? = nil, usesCaches: Bool = true) {
            self.jwtSecret = jwtSecret
            self.googleClientID = googleClientID
            self.usesCaches = usesCaches
        }
    }

    /// Gives the key that Google signs with, and its id; later, when the key has yet to be made.
    package typealias GoogleKeys = () throws -> Deferred<(id: String, key: RSAKey)>

    let domain: Domain
    let settings: Settings
    /// Nil when the signatures of Google ID tokens are not looked at.
    let googleKeys: GoogleKeys?
    let tokens: Tokens
    let bodies: PostBodies
    private static let router = Router(routes)

    /// The API over `domain`.
    package init(_ domain: Domain, _ settings: Settings, googleKeys: GoogleKeys? = nil) {
        self.domain = domain
        self.settings = settings
        self.googleKeys = googleKeys
        tokens = Tokens(secret: settings.jwtSecret, world: domain.world)
        bodies = PostBodies(domain.posts, usesCaches: settings.usesCaches)
    }

    var users: UserStore { domain.users }
    var posts: PostStore { domain.posts }

    /// What is remembered, for metrics.
    package var cacheStatistics: CacheStatistics { bodies.statistics }

    /// Answers `request`, and says which route it took: its index in ``routes``, or nil.
    ///
    /// Throws what is nobody's fault but the server's, a failing database above all.
    package func respond(to request: Request) throws -> (reply: Reply, route: Int?) {
        if let fault = request.head.targetFault {
            var response = Rejection(400, fault.words).response
            CrossOrigin.allow(request, &response)
            return (.now(response), nil)
        }
        let path = request.path
        if path.count > 1, path[path.startIndex + 1] == UInt8(ascii: "/") {
            // Werkzeug does not look at further slashes at the start.
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
        // Nearly all answers are there at once.
        if case .now(let response) = reply { return .now(finished(response, request)) }
        return reply.mapping({ [self] in finished($0, request) }, catching: Self.answer)
    }

    /// Turns the refusals that the contract names into answers; throws what it does not name.
    private static func answer(to error: any Error) throws -> Response {
        switch error {
        case let failure as Failure: failure.response
        case let error as PostError: Failure(error).response
        case let error as UserError: Failure(error).response
        default: throw error
        }
    }

    fileprivate func finished(_ response: Response, _ request: Request) -> Response {
        var response = response
        CrossOrigin.allow(request, &response)
        return response
    }

    private static func notAllowed(_ method: Method, _ allowed: [Method]) -> Response {
        let allow = (allowed + [.options]).map(\.name).joined(separator: ", ")
        return method == .options ? Pages.options(allow) : Pages.methodNotAllowed(allow)
    }

    /// The answer for a path that has doubled slashes in it and is known without them.
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
    /// The answer when the server failed; what went wrong is for its log alone.
    package func failure(for request: Request) -> Response {
        finished(Failure(500, "Internal server error").response, request)
    }

    /// The answer when there is too much slow work waiting.
    package func overload(for request: Request) -> Response {
        finished(Failure(503, "The server is busy, try again").response, request)
    }
}
